import { z } from 'zod'
import { transaction, type Context } from '../context.ts'
import { readJwt } from '../crypto/jwt.ts'
import { hashToken } from '../crypto/token.ts'
import { queueMail } from '../mail/outbox.ts'
import type { ActiveSession } from '../session/session.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { emailSchema } from '../user/email.ts'
import { changeEmailOf, findUserByEmail, markEmailVerified } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { sendVerification } from './send-verification.ts'
import { consumeVerification, deleteVerificationsOf } from './verification.sql.ts'

/** Why a verification link did not work, as it stands in `?error=`. */
export const verificationFailures = ['token_expired', 'invalid_token', 'user_not_found', 'unauthorized'] as const
export type VerificationFailure = (typeof verificationFailures)[number]

type VerificationOutcome =
  | { kind: 'failed'; failure: VerificationFailure }
  | { kind: 'verified'; user: User }
  | { kind: 'changed'; active: ActiveSession }

const claims = z.object({ email: emailSchema, updateTo: emailSchema.optional(), exp: z.number() })
const failed = (failure: VerificationFailure): VerificationOutcome => ({ kind: 'failed', failure })

export const changeEmailPrefix = 'change-email:'
export const resetPasswordPrefix = 'reset-password:'

/** Follows a mailed link: confirms the address, or (with `updateTo`) changes it for the session's user. */
export async function verifyEmail(
  ctx: Context,
  token: string,
  callbackURL: string | undefined,
  active: () => Promise<ActiveSession | null>,
): Promise<VerificationOutcome> {
  const payload = claims.safeParse(readJwt(ctx.config.secrets, token)).data
  if (!payload) return failed('invalid_token')
  if (payload.exp * 1000 < ctx.now().getTime()) return failed('token_expired')
  const user = await findUserByEmail(ctx, payload.email)
  if (!user) return failed('user_not_found')
  if (payload.updateTo === undefined) {
    const verified = await markEmailVerified(ctx, user)
    return verified ? { kind: 'verified', user: verified } : failed('user_not_found')
  }
  const session = await active()
  if (session?.user.id !== user.id) return failed('unauthorized')
  return changeEmail(ctx, session, token, payload.updateTo, callbackURL)
}

/** The link works once: after a change back it must not change the address again. */
async function changeEmail(
  ctx: Context,
  active: ActiveSession,
  token: string,
  email: string,
  callbackURL: string | undefined,
): Promise<VerificationOutcome> {
  const { user } = active
  try {
    return await transaction(ctx, async (tx) => {
      const request = await consumeVerification(tx, changeEmailPrefix + hashToken(token))
      if (request?.value !== user.id) return failed('invalid_token')
      const changed = await changeEmailOf(tx, user, email)
      if (!changed) return failed('invalid_token')
      await deleteVerificationsOf(tx, resetPasswordPrefix, user.id) // those went to the old address
      const { name, language } = user
      await queueMail(tx, { to: user.email, template: 'emailChanged', data: { name, newEmail: email }, language })
      await sendVerification(tx, changed, callbackURL)
      return { kind: 'changed', active: { ...active, user: changed } }
    })
  } catch (error) {
    // Somebody else took the address since the link was sent.
    if (isUniqueViolation(error, 'user_email_key')) return failed('invalid_token')
    throw error
  }
}
