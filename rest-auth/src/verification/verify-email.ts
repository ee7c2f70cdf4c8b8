import { transaction, type Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import type { ErrorKey } from '../errors.ts'
import { requestEmail, type LinkRequest } from '../mail/mail-request.sql.ts'
import { createSession, isBan, type Client, type Entered } from '../session/create-session.ts'
import { lockSession } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { findUserById, lockUserById, markEmailVerified, markOwnershipProved } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { saveEmailChange, cancelEmailChange, replaceEmail } from './email-change.ts'
import { readEmailToken } from './email-token.ts'
import { sendVerification } from './send-verification.ts'
import { changeEmailPrefix, consumeVerification, findVerification, verifyEmailPrefix } from './verification.sql.ts'
import { record, setActor } from '../journal/journal.ts'

/** The error codes for API clients, by the value of `?error=`. */
export const verificationFailures = {
  token_expired: 'TOKEN_EXPIRED',
  invalid_token: 'VERIFICATION_TOKEN_INVALID',
  user_not_found: 'USER_NOT_FOUND_BY_TOKEN',
  unauthorized: 'VERIFICATION_UNAUTHORIZED',
  couldnt_update_your_email: 'COULDNT_UPDATE_YOUR_EMAIL',
  banned: 'BANNED_USER',
} as const satisfies Record<string, ErrorKey>
type VerificationFailure = keyof typeof verificationFailures

type VerificationOutcome =
  | { kind: 'failed'; failure: VerificationFailure }
  | { kind: 'verified'; user: User; active: Entered | null }
  | { kind: 'done'; user: User }
  | { kind: 'changed'; active: ActiveSession }

const failed = (failure: VerificationFailure): VerificationOutcome => ({ kind: 'failed', failure })

interface Followed extends LinkRequest<Client> {
  readonly token: string
  /** The session of the browser. */
  readonly active: ActiveSession | null
}

/** `own` is the session if it is the account's. */
type OwnLink = Omit<Followed, 'active'> & { readonly own: ActiveSession | null }

/** Each link works once. With `updateTo` it changes the email. */
export async function verifyEmail(ctx: Context, { active, ...followed }: Followed): Promise<VerificationOutcome> {
  const payload = await readEmailToken(ctx, followed.token)
  if (!payload) return failed('invalid_token')
  if (payload.exp * 1000 < ctx.now().getTime()) return failed('token_expired')
  const { updateTo, requestType } = payload
  const user = await findUserById(ctx, payload.sub)
  const own = user && active?.user.id === user.id ? active : null
  const link = { ...followed, own }
  // A second use, by a scanner or another click.
  if (requestType && user?.email === updateTo && user?.emailVerified) return { kind: 'done', user }
  if (user?.email !== payload.email) return failed('user_not_found')
  if (updateTo === undefined) return confirmEmail(ctx, user, link)
  try {
    if (requestType) return await confirmNewEmail(ctx, user, updateTo, link)
    return own ? await agree(ctx, own, updateTo, link) : failed('unauthorized')
  } catch (error) {
    if (!isUniqueViolation(error, 'user_email_key')) throw error
    // Another account took the email meanwhile.
    await cancelEmailChange(ctx, user.id)
    return failed('couldnt_update_your_email')
  }
}

/** Proves ownership only in a session of the account, because a stranger may have created it. */
function confirmEmail(ctx: Context, user: User, emailed: OwnLink): Promise<VerificationOutcome> {
  const { token, own } = emailed
  return transaction(ctx, async (tx) => {
    const current = await lockUserById(tx, user.id)
    if (current?.email !== user.email) return failed('user_not_found')
    // Otherwise a link scanner would use it up.
    const isUsedUp = own !== null || tx.config.EMAIL_VERIFICATION_AUTO_SIGN_IN
    const link = await (isUsedUp ? consumeVerification : findVerification)(tx, verifyEmailPrefix + hashToken(token))
    const isValid = link?.value === user.id
    if (current.emailVerified) {
      if (!own || !isValid || !provesOwnership(tx, current)) return { kind: 'done', user: current }
      return finish(tx, current, emailed)
    }
    const verified = isValid ? await markEmailVerified(tx, user) : null
    if (!verified) return failed('invalid_token')
    setActor(user.id)
    record(tx, 'email.verified', {})
    return finish(tx, verified, emailed)
  })
}

// After the email is verified, a link proves nothing if links sign in: its reader may now be in an
// account whose password a stranger knows.
export const provesOwnership = ({ config }: Context, { emailVerified }: User): boolean =>
  !emailVerified || !config.EMAIL_VERIFICATION_AUTO_SIGN_IN

/** Null if the link is invalid, used or needs a session. */
export async function findAddressToVerify(ctx: Context, token: string, active: ActiveSession | null) {
  const payload = await readEmailToken(ctx, token)
  if (!payload || payload.exp * 1000 < ctx.now().getTime()) return null
  const { updateTo, requestType } = payload
  const user = await findUserById(ctx, payload.sub)
  if (user?.email !== payload.email || user.id === active?.user.id) return null
  if (updateTo === undefined) return user.emailVerified ? null : { email: user.email, user }
  return requestType ? { email: updateTo, user } : null
}

async function finish(tx: Context, user: User, { own, client }: OwnLink): Promise<VerificationOutcome> {
  if (own) await markOwnershipProved(tx, user)
  const stays = own || !tx.config.EMAIL_VERIFICATION_AUTO_SIGN_IN
  if (stays) return { kind: 'verified', user, active: own && { ...own, user } }
  try {
    return { kind: 'verified', user, active: await createSession(tx, user, client) }
  } catch (error) {
    if (isBan(error)) return failed('banned')
    throw error
  }
}

/** Changes the email or, with EMAIL_VERIFICATION_REQUIRED, emails the new mailbox first. */
function agree(ctx: Context, active: ActiveSession, email: string, link: OwnLink): Promise<VerificationOutcome> {
  const { user, session } = active
  const { token, callbackURL, client } = link
  return transaction(ctx, async (tx) => {
    const current = await lockUserById(tx, user.id)
    const request = await consumeVerification(tx, changeEmailPrefix + hashToken(token))
    const isMeant = request?.value === user.id && current?.email === user.email
    if (!isMeant || !(await lockSession(tx, session.id))) return failed('invalid_token')
    if (tx.config.EMAIL_VERIFICATION_REQUIRED) {
      await saveEmailChange(tx, user.id, email, true)
      await requestEmail(tx, { kind: 'newAddress', userId: user.id, client, callbackURL })
      return { kind: 'changed', active }
    }
    const changed = await replaceEmail(tx, user, email)
    if (!changed) return failed('invalid_token')
    await sendVerification(tx, changed, link)
    return { kind: 'changed', active: { ...active, user: changed } }
  })
}

/** Works in any browser. */
function confirmNewEmail(ctx: Context, user: User, email: string, link: OwnLink): Promise<VerificationOutcome> {
  return transaction(ctx, async (tx) => {
    await lockUserById(tx, user.id)
    const request = await consumeVerification(tx, changeEmailPrefix + hashToken(link.token))
    const changed = request?.value === user.id ? await replaceEmail(tx, user, email) : null
    const verified = changed && (await markEmailVerified(tx, changed))
    if (!verified) return failed('invalid_token')
    setActor(user.id)
    record(tx, 'email.verified', {})
    return finish(tx, verified, link)
  })
}
