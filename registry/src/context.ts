import type { Database, Statements } from 'database/connect.ts'
import type { LiveProduct } from './product.ts'

export interface RegistryContext {
  readonly database: Database
  /** The database, or the current transaction. */
  readonly db: Statements
  readonly now: () => Date
  /** In development: whoever publishes waits for the page, and not the seconds that brotli takes. */
  readonly isHurried?: boolean
  /** What versions have to fit. Where it is not given nothing is checked: the registry's tables alone know nothing of a product. */
  readonly product?: LiveProduct
}

export interface Actor {
  /** A token's id and label, a user's address, "operator". */
  readonly who: string
  readonly why?: string | undefined
  /**
   * Of who acts by a token: in the transaction of the change, before it. The right then stays until its end, and a publish binds the token
   * to its key. Throws a RegistryRefusal when the token was revoked meanwhile or belongs to another key.
   */
  readonly hold?: (tx: RegistryContext, publicKey?: string) => Promise<void>
}

/** Runs `run` in one transaction that nobody else changes `name` beside, and whose `actor` keeps the right to it until its end. */
export async function changing<T>(
  ctx: RegistryContext,
  name: string,
  actor: Actor,
  run: (tx: RegistryContext) => Promise<T>,
  publicKey?: string,
): Promise<T> {
  await ctx.product?.refresh()
  return ctx.database.begin(async (db) => {
    await db.write`select pg_advisory_xact_lock(hashtextextended(${`registry ${name}`}, 0))`
    const tx = { ...ctx, db }
    await actor.hold?.(tx, publicKey)
    return run(tx)
  })
}
