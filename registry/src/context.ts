import type { Database, Statements } from 'database/connect.ts'
import type { LiveProduct } from './product.ts'

export interface RegistryContext {
  readonly database: Database
  /** The database, or the current transaction. */
  readonly db: Statements
  readonly now: () => Date
  /** Skips brotli in development, which takes seconds. */
  readonly isHurried?: boolean
  /** Without it versions are not checked against what is live. */
  readonly product?: LiveProduct
}

export interface Actor {
  /** A token's id and label, a user's email, or "operator". */
  readonly who: string
  readonly why?: string | undefined
  /** Only for tokens. Locks the token until the transaction ends, and binds it to the key of a publish. */
  readonly hold?: (tx: RegistryContext, publicKey?: string) => Promise<void>
}

/** Runs `run` in a transaction. Changes of the same remote wait, and the actor's token cannot be revoked meanwhile. */
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
