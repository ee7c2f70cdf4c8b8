import type { Sql } from 'database/connect.ts'

/** Who changes something in the registry. */
export interface Mover {
  /** As the log names them: `token rt_… (label)`, `ann@example.com` or `operator`. */
  readonly who: string
  /**
   * In the transaction of the change, before it: holds the right until its end, and binds the token to the key of a publish.
   * Throws a Refusal when the right was taken back meanwhile, or the token belongs to another key.
   */
  readonly hold: (sql: Sql, publicKey?: string) => Promise<void>
}
