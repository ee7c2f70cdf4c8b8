import type { Context } from '../context.ts'
import { deriveSecrets } from '../crypto/derived-secrets.ts'
import { hmac } from '../crypto/signed-value.ts'
import type { User } from '../user/user.ts'
import { findAttempted, insertAttempt } from './sign-up-attempt.sql.ts'

/** An HMAC by each secret. It needs no slow hash: without the secrets, which are not in the database, it is worthless. */
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
  await insertAttempt(tx, { userId: owner.id, username, proofs })
}

/** Remembers the account at a provider with which somebody came who gave `owner`'s address, unproven. */
export async function rememberArrival(tx: Context, owner: User, provider: string, accountId: string): Promise<void> {
  const proofs = proofsOf(tx, `provider:${provider}`, accountId).slice(0, 1)
  await insertAttempt(tx, { userId: owner.id, username: null, proofs })
}

/** Whose address was signed up with, by somebody who gave this password (or came so from a provider); null: nothing to hide. */
export async function findAttempt(ctx: Context, typed: string, password: string): Promise<Pick<User, 'id'> | null> {
  if (!ctx.config.EMAIL_VERIFICATION_REQUIRED) return null
  return findAttempted(ctx, proofsOf(ctx, typed, password))
}
