import { z } from 'zod'
import { transaction, type Context } from '../context.ts'
import { readJwt } from '../crypto/jwt.ts'
import { hashToken } from '../crypto/token.ts'
import { queueMail } from '../mail/outbox.ts'
import { createSession, type Client } from '../session/create-session.ts'
import { holdSession } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { emailSchema } from '../user/email.ts'
import { changeEmailOf, findUserById, lockUserById, markEmailVerified, markProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { sendVerification } from './send-verification.ts'
import { changeEmailPrefix, consumeVerification, endMailedLinks, verifyEmailPrefix } from './verification.sql.ts'
import { securityEvent } from '../security-event.ts'

/** Why a verification link did not work, as it stands in `?error=`. */
export const verificationFailures = ['token_expired', 'invalid_token', 'user_not_found', 'unauthorized'] as const
export type VerificationFailure = (typeof verificationFailures)[number]

type VerificationOutcome =
  | { kind: 'failed'; failure: VerificationFailure }
  | { kind: 'verified'; user: User; active: ActiveSession | null }
  | { kind: 'done'; user: User }
  | { kind: 'changed'; active: ActiveSession }

const claims = z.object({ sub: z.string(), email: emailSchema, updateTo: emailSchema.optional(), exp: z.number() })
const failed = (failure: VerificationFailure): VerificationOutcome => ({ kind: 'failed', failure })

/** Follows a mailed link: confirms the address, or (with `updateTo`) changes it for the session's user. Once. */
export async function verifyEmail(
  ctx: Context,
  token: string,
  callbackURL: string | undefined,
  active: ActiveSession | null,
  client: Client,
): Promise<VerificationOutcome> {
  const payload = claims.safeParse(readJwt(ctx.config.secrets, 'email-link+jwt', token)).data
  if (!payload) return failed('invalid_token')
  if (payload.exp * 1000 < ctx.now().getTime()) return failed('token_expired')
  const user = await findUserById(ctx, payload.sub)
  if (user?.email !== payload.email) return failed('user_not_found')
  const own = active?.user.id === user.id ? active : null
  if (payload.updateTo === undefined) return confirmEmail(ctx, user, token, own, client)
  return own ? changeEmail(ctx, own, token, payload.updateTo, client, callbackURL) : failed('unauthorized')
}

/**
 * Only in a session of the account the link proves that whoever made it reads the mails: a stranger may have made it, and its
 * address's owner followed the link. A second use finds the work done.
 */
function confirmEmail(
  ctx: Context,
  user: User,
  token: string,
  own: ActiveSession | null,
  client: Client,
): Promise<VerificationOutcome> {
  return transaction(ctx, async (tx) => {
    const current = await lockUserById(tx, user.id)
    if (current?.email !== user.email) return failed('user_not_found')
    const link = await consumeVerification(tx, verifyEmailPrefix + hashToken(token))
    if (current.emailVerified) return { kind: 'done', user: current }
    const verified = link?.value === user.id ? await markEmailVerified(tx, user) : null
    if (!verified) return failed('invalid_token')
    securityEvent(tx, 'email.verified', { userId: user.id })
    if (own) await markProved(tx, verified)
    const mayCome = own || !tx.config.EMAIL_VERIFICATION_AUTO_SIGN_IN
    const active = mayCome ? own && { ...own, user: verified } : await createSession(tx, verified, client)
    return { kind: 'verified', user: verified, active }
  })
}

async function changeEmail(
  ctx: Context,
  active: ActiveSession,
  token: string,
  email: string,
  client: Client,
  callbackURL: string | undefined,
): Promise<VerificationOutcome> {
  const { user, session } = active
  try {
    return await transaction(ctx, async (tx) => {
      await lockUserById(tx, user.id)
      const request = await consumeVerification(tx, changeEmailPrefix + hashToken(token))
      if (request?.value !== user.id || !(await holdSession(tx, session.id))) return failed('invalid_token')
      const changed = await changeEmailOf(tx, user, email)
      if (!changed) return failed('invalid_token')
      securityEvent(tx, 'email.changed')
      await endMailedLinks(tx, user.id) // those went to the old address
      const { name, language } = user
      await queueMail(tx, { to: user.email, template: 'emailChanged', data: { name }, language })
      await sendVerification(tx, changed, client, callbackURL)
      return { kind: 'changed', active: { ...active, user: changed } }
    })
  } catch (error) {
    // Somebody else took the address since the link was sent.
    if (isUniqueViolation(error, 'user_email_key')) return failed('invalid_token')
    throw error
  }
}
