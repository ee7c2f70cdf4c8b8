import type { Token } from 'contract/responses.ts'
import type { Database, Statements } from 'database/connect.ts'
import type { LiveProduct } from './product.ts'

export interface RegistryContext {
  readonly database: Database
  readonly db: Statements // the database, or the current transaction
  readonly now: () => Date
  readonly isHurried?: boolean // skips brotli in development, which takes seconds
  readonly product?: LiveProduct // without it versions are not checked against what is live
}

export interface Actor {
  readonly who: string // a token's id and label, a user's email, or "operator"
  readonly why?: string | undefined
  /** Undefined for operators and users. */
  readonly token?: Pick<Token, 'id' | 'publicKey'> & {
    /** Locks the token in the transaction, and binds it to the key of a publish. */
    readonly hold: (tx: RegistryContext, publicKey?: string) => Promise<void>
  }
}

/** Serializes changes of a remote, and keeps the actor's token from being revoked meanwhile. */
export async function runChange<T>(
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
    await actor.token?.hold(tx, publicKey)
    return run(tx)
  })
}
