import { later, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { hashToken } from '../crypto/token.ts'
import { emailUser } from '../mail/outbox.ts'
import type { LinkRequest, MailRequestOf } from '../mail/mail-request.sql.ts'
import { describeCaller } from '../session/create-session.ts'
import { findUserByEmail, isDisownable, isOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { signEmailToken } from './email-token.ts'
import { disownPrefix, insertVerification, verifyEmailPrefix } from './verification.sql.ts'

export function emailedLink(ctx: Context, path: string, callbackURL: string | undefined, token?: string): string {
  const parameters = new URLSearchParams({ ...(token && { token }), callbackURL: callbackURL || '/' })
  return `${ctx.config.baseUrl}${path}?${parameters.toString()}`
}

/** False if verification is off or a budget is used up. Earlier links then stay valid. */
export async function sendVerification(tx: Context, user: User, link: LinkRequest): Promise<boolean> {
  if (!tx.config.EMAIL_VERIFICATION_ENABLED) return false
  const token = await signEmailToken(tx, user)
  const url = emailedLink(tx, '/verify-email', link.callbackURL, token)
  // For recipients who did not create the account: opens a page that removes it.
  const disownToken = (await isDisownable(tx, user.id)) ? randomId(24) : null
  const otherLink = disownToken === null ? {} : { otherUrl: `${tx.config.AUTH_URL}/not-me?token=${disownToken}` }
  if (!(await emailUser(tx, user, 'verification', { url, ...otherLink, ...describeCaller(link.client) }))) return false
  await keepLink(tx, verifyEmailPrefix, token, user.id)
  if (disownToken !== null) await keepLink(tx, disownPrefix, disownToken, user.id, disownExpiresIn)
  return true
}

/** Does nothing if the email is unknown, or verified and proved. */
export async function sendRequestedVerification(tx: Context, request: MailRequestOf<'verification'>): Promise<void> {
  const user = await findUserByEmail(tx, request.email)
  const isNeeded = user && !(user.emailVerified && (await isOwnershipProved(tx, user.id)))
  if (isNeeded) await sendVerification(tx, user, request)
}

/** In seconds: unexpected emails may be read late. */
const disownExpiresIn = 7 * 86_400

export async function keepLink(
  tx: Context,
  prefix: string,
  token: string,
  userId: string,
  expiresIn = tx.config.EMAIL_VERIFICATION_EXPIRES_IN,
): Promise<void> {
  const identifier = prefix + hashToken(token)
  await insertVerification(tx, { identifier, value: userId, expiresAt: later(tx, expiresIn) })
}
