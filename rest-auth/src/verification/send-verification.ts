import type { Context } from '../context.ts'
import { signJwt } from '../crypto/jwt.ts'
import { hashToken } from '../crypto/token.ts'
import { queueMail } from '../mail/outbox.ts'
import { describeClient, type Client } from '../session/create-session.ts'
import type { User } from '../user/user.ts'
import { insertVerification, verifyEmailPrefix } from './verification.sql.ts'

/** A link of ours that goes on to `callbackURL` when it is done. */
export function mailedLink(ctx: Context, path: string, parameters: Record<string, string>): string {
  return `${ctx.config.baseUrl}${path}?${new URLSearchParams(parameters).toString()}`
}

/**
 * Queues the mail whose link confirms the user's address, and says where `client` asked for it. False: verification is off, or
 * the mailbox has had too many; the links in those work.
 */
export async function sendVerification(tx: Context, user: User, client: Client, callbackURL = '/'): Promise<boolean> {
  if (!tx.config.EMAIL_VERIFICATION_ENABLED) return false
  const token = signEmailToken(tx, user)
  await keepLink(tx, verifyEmailPrefix, token, user.id)
  const url = mailedLink(tx, '/verify-email', { token, callbackURL: callbackURL || '/' })
  return queueMail(tx, {
    to: user.email,
    template: 'verification',
    data: { name: user.name, url, ...describeClient(tx, client) },
    language: user.language,
  })
}

/** Remembers a link, so that it works once and ends with what else ends it. */
export async function keepLink(tx: Context, prefix: string, token: string, userId: string): Promise<void> {
  const expiresAt = new Date(tx.now().getTime() + tx.config.EMAIL_VERIFICATION_EXPIRES_IN * 1000)
  await insertVerification(tx, { identifier: prefix + hashToken(token), value: userId, expiresAt })
}

/** The token of a link that confirms the user's address, or changes it to `updateTo`: `iat` and `exp` in seconds (RFC 7519). */
export function signEmailToken(ctx: Context, { id, email }: User, updateTo?: string): string {
  const iat = Math.floor(ctx.now().getTime() / 1000)
  const exp = iat + ctx.config.EMAIL_VERIFICATION_EXPIRES_IN
  return signJwt(ctx.config.secrets, 'email-link+jwt', { email, updateTo, sub: id, iat, exp })
}
