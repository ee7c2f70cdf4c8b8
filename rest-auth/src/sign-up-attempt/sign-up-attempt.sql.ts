import { firstRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import type { User } from '../user/user.ts'

export async function insertAttempt(
  tx: Context,
  attempt: { userId: string; username: string | null; proofs: string[] },
): Promise<void> {
  await tx.db.write`insert into "signUpAttempt" ${sql({ ...attempt, createdAt: tx.now() })}`
}

/** The owner of the email that was used, if any. */
export async function findAttempted(ctx: Context, proofs: string[]): Promise<Pick<User, 'id'> | null> {
  return firstRow(ctx.db.read`
    select "userId" as "id" from "signUpAttempt" where "proofs" && ${proofs}::text[] limit 1`)
}

/** The usernames stay taken, like those of an account. */
export async function forgetProofs(tx: Context, userId: string): Promise<void> {
  await tx.db.write`
    with "gone" as (delete from "signUpAttempt" where "userId" = ${userId} and "username" is null)
    update "signUpAttempt" set "proofs" = '{}' where "userId" = ${userId} and "username" is not null`
}
