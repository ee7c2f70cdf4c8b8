import { firstRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { deriveSecrets } from '../crypto/derived-secrets.ts'
import { hmac } from '../crypto/signed-value.ts'
import type { User } from '../user/user.ts'

/** One per secret. A fast hash suffices, because the secrets are not in the database. */
function proofsOf(ctx: Context, typed: string, password: string): string[] {
  const text = JSON.stringify([typed, password.normalize('NFKC')])
  return deriveSecrets(ctx.config.secrets, 'sign-up attempt').map((secret) => hmac(secret, text, 'base64url'))
}

export async function rememberAttempt(
  tx: Context,
  owner: User,
  username: string | null,
  password: string,
): Promise<void> {
  const typed = [`email:${owner.email}`, ...(username === null ? [] : [`username:${username}`])]
  const proofs = typed.flatMap((text) => proofsOf(tx, text, password).slice(0, 1))
  await insertAttempt(tx, owner, username, proofs)
}

/** A sign-up from a provider with `owner`'s unverified email. */
export async function rememberArrival(tx: Context, owner: User, provider: string, accountId: string): Promise<void> {
  const proofs = proofsOf(tx, `provider:${provider}`, accountId).slice(0, 1)
  await insertAttempt(tx, owner, null, proofs)
}

async function insertAttempt(tx: Context, { id: userId }: User, username: string | null, proofs: string[]) {
  await tx.db.write`insert into "signUpAttempt" ${sql({ userId, username, proofs, createdAt: tx.now() })}`
}

/** The owner of the email that was used with this password or provider account, if any. */
export async function findAttempt(ctx: Context, typed: string, password: string): Promise<Pick<User, 'id'> | null> {
  if (!ctx.config.EMAIL_VERIFICATION_REQUIRED) return null
  return firstRow(ctx.db.read`
    select "userId" as "id" from "signUpAttempt" where "proofs" && ${proofsOf(ctx, typed, password)}::text[] limit 1`)
}

/** The usernames stay taken, like those of an account. */
export async function forgetProofs(tx: Context, userId: string): Promise<void> {
  await tx.db.write`
    with "gone" as (delete from "signUpAttempt" where "userId" = ${userId} and "username" is null)
    update "signUpAttempt" set "proofs" = '{}' where "userId" = ${userId} and "username" is not null`
}
