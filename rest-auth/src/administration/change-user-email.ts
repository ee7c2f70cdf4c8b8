import { later, transaction, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import { record } from '../journal/journal.ts'
import { emailUser, tooManyEmails } from '../mail/outbox.ts'
import { deleteAllSessions, lockPeople, type Person } from '../people/people.sql.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { isPlaceholderEmail } from '../user/email.ts'
import { findUserByEmail, lockUserById } from '../user/user.sql.ts'
import { replaceEmail } from '../verification/email-change.ts'
import { keepLink } from '../verification/send-verification.ts'
import { deleteVerificationsOf, findVerification } from '../verification/verification.sql.ts'
import { actOn, type Act } from './act.ts'
import {
  findDueChange,
  saveAnnouncedChange,
  takeAnnouncedChange,
  type AnnouncedEmailChange,
} from './announced-email-change.sql.ts'

const delay = 86_400 // seconds
const prefix = 'keep-email:'
const refusal = 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL'

/** Tells the old mailbox, but not the new email: somebody else may read the old one. */
export async function announceEmailChange(
  ctx: Context,
  request: Act,
  { userId, newEmail }: { userId: string; newEmail: string },
): Promise<AnnouncedEmailChange> {
  return actOn(ctx, request, { refusal, ofProtected: refusal }, async (tx, target, reason, active) => {
    if (!target.isAdmitted) throw new ApiError(refusal)
    if (target.email === newEmail) throw new ApiError('EMAIL_IS_THE_SAME')
    if (await findUserByEmail(tx, newEmail)) throw new ApiError('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL')
    const effectiveAt = later(tx, delay)
    await saveAnnouncedChange(tx, userId, { newEmail, effectiveAt, askedBy: active.user.id })
    const time = effectiveAt.toISOString()
    record(tx, 'user.email-change-asked', { userId, reason, until: time })
    if (isPlaceholderEmail(target.email)) return { newEmail, effectiveAt }
    const token = randomId(24)
    const url = `${tx.config.AUTH_URL}/keep-email?token=${token}`
    if (!(await emailUser(tx, target, 'emailChangeAnnounced', { url, time })))
      throw await tooManyEmails(tx, target, 'emailChangeAnnounced')
    await keepLink(tx, prefix, token, userId, 2 * delay) // until the effect, which may be late
    return { newEmail, effectiveAt }
  })
}

/** Does nothing without a change. Needs the lock of the user's row. */
async function take(tx: Context, userId: string, dueAt?: Date) {
  const change = await takeAnnouncedChange(tx, userId, dueAt)
  if (change) await deleteVerificationsOf(tx, prefix, userId)
  return change
}

export async function cancelAnnouncedChange(ctx: Context, request: Act, userId: string): Promise<void> {
  await actOn(ctx, request, { refusal }, async (tx, _, reason) => {
    if (await take(tx, userId)) record(tx, 'user.email-change-canceled', { userId, reason })
  })
}

/** The user, or the reader of the old mailbox, objects. False without a change. */
export async function stopAnnouncedChange(ctx: Context, userId: string): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    await lockUserById(tx, userId)
    const change = await take(tx, userId)
    if (change) record(tx, 'email.change-canceled', { userId })
    return change !== null
  })
}

export async function stopByLink(ctx: Context, token: string): Promise<boolean> {
  const link = await findVerification(ctx, prefix + hashToken(token))
  return link !== null && stopAnnouncedChange(ctx, link.value)
}

/** Makes or cancels the change that is due first. False if there was none. */
export async function makeDueChange(ctx: Context): Promise<boolean> {
  const due = await findDueChange(ctx)
  if (!due) return false
  const { userId } = due
  await transaction(ctx, async (tx) => {
    const people = await lockPeople(tx, [userId])
    // Null if another process was faster, or somebody has stopped or repeated it.
    const change = await take(tx, userId, tx.now())
    const target = people.find(({ id }) => id === userId)
    if (!change || !target) return
    const reason = change.stillApplies ? await whyNot(tx, target, people, change) : 'the email or its proof has changed'
    if (reason !== null) return record(tx, 'user.email-change-canceled', { userId, reason })
    const changed = await replaceEmail(tx, target, change.newEmail)
    // The new email is not verified, so a borrowed session could replace it at once.
    await deleteAllSessions(tx, userId)
    if (changed) await emailUser(tx, changed, 'emailSetByAdministrator', {})
  })
  return true
}

async function whyNot(
  tx: Context,
  target: Person,
  people: readonly Person[],
  { newEmail, askedBy }: { newEmail: string; askedBy: string },
): Promise<string | null> {
  const administrator = people.find(({ id }) => id === askedBy)
  if (administrator?.role !== 'admin' || !administrator.isAdmitted) return 'the administrator is none any more'
  if (target.role === 'admin' || target.isOperator) return 'the user has become an administrator or operator'
  if (!target.isAdmitted) return 'the user is banned'
  return (await findUserByEmail(tx, newEmail)) ? 'the new email is taken' : null
}

/** Several instances may run it. A change that fails is tried again. */
export const startChangingEmails = (ctx: Context): Repetition =>
  repeat(ctx, 'announced email change', 60_000, () => makeDueChange(ctx))
