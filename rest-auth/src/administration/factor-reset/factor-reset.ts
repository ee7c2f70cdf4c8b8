import { deleteFactors } from '../../account/account.sql.ts'
import { later, transaction, type Context } from '../../context.ts'
import { randomId } from '../../crypto/random.ts'
import { hashToken } from '../../crypto/token.ts'
import { ApiError } from '../../errors.ts'
import { record } from '../../journal/journal.ts'
import { emailUser, tooManyEmails } from '../../mail/outbox.ts'
import { deleteAllSessions, lockPeople, type Person } from '../../people/people.sql.ts'
import { repeat, type Repetition } from '../../repeat.ts'
import { isPlaceholderEmail } from '../../user/email.ts'
import { lockUserById } from '../../user/user.sql.ts'
import { keepLink } from '../../verification/send-verification.ts'
import { deleteVerificationsOf, findVerification } from '../../verification/verification.sql.ts'
import { actOn, type Act } from '../act.ts'
import {
  findDueReset,
  findReset,
  hasShownFactorSince,
  markStopped,
  saveReset,
  takeReset,
  type AnnouncedFactorReset,
} from './announced-factor-reset.sql.ts'

const day = 86_400 // seconds
const prefix = 'keep-factors:'
const refusal = 'YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS'

/** For people who have lost everything. A repeat changes nothing, so that the wait ends. */
export async function askForReset(ctx: Context, request: Act): Promise<AnnouncedFactorReset> {
  return actOn(ctx, request, { refusal, ofProtected: refusal }, async (tx, target, reason, active) => {
    const before = await findReset(tx, target.id)
    if (before?.isStopped) throw new ApiError('FACTOR_RESET_WAS_STOPPED')
    return before ?? announceReset(tx, target, active.user.id, reason)
  })
}

/** Emails the user, who must be locked: without the email, a reset would be weaker than a factor. */
export async function announceReset(
  tx: Context,
  target: Person,
  askedBy: string | null,
  reason: string,
): Promise<AnnouncedFactorReset> {
  if (!target.isAdmitted || isPlaceholderEmail(target.email)) throw new ApiError(refusal)
  const effectiveAt = later(tx, day)
  await saveReset(tx, target.id, { askedBy, effectiveAt })
  const time = effectiveAt.toISOString()
  record(tx, 'user.factor-reset-asked', { userId: target.id, reason, until: time })
  const token = randomId(24)
  const url = `${tx.config.AUTH_URL}/keep-factors?token=${token}`
  if (!(await emailUser(tx, target, 'factorResetAnnounced', { url, time })))
    throw await tooManyEmails(tx, target, 'factorResetAnnounced')
  await keepLink(tx, prefix, token, target.id, 2 * day) // until the effect, which may be late
  return { effectiveAt }
}

export async function cancelReset(ctx: Context, request: Act): Promise<void> {
  await actOn(ctx, request, { refusal }, async (tx, { id: userId }, reason) => {
    if ((await findReset(tx, userId))?.isStopped !== false) return
    await takeReset(tx, userId)
    await deleteVerificationsOf(tx, prefix, userId)
    record(tx, 'user.factor-reset-canceled', { userId, reason })
  })
}

/** The user, or the reader of the mailbox, objects. False without a reset. */
export async function stopReset(ctx: Context, userId: string): Promise<boolean> {
  return transaction(ctx, async (tx) => {
    await lockUserById(tx, userId)
    if (!(await markStopped(tx, userId, later(tx, 7 * day)))) return false
    await deleteVerificationsOf(tx, prefix, userId)
    record(tx, 'factors.reset-stopped', { userId })
    return true
  })
}

export async function stopResetByLink(ctx: Context, token: string): Promise<boolean> {
  const link = await findVerification(ctx, prefix + hashToken(token))
  return link !== null && stopReset(ctx, link.value)
}

/** Makes or cancels the reset that is due first. False if there was none. */
export async function makeDueReset(ctx: Context): Promise<boolean> {
  const due = await findDueReset(ctx)
  if (!due) return false
  const { userId } = due
  await transaction(ctx, async (tx) => {
    const people = await lockPeople(tx, [userId])
    // Null if another process was faster, or somebody has stopped it.
    const reset = await takeReset(tx, userId, tx.now())
    const target = people.find(({ id }) => id === userId)
    if (!reset || reset.isStopped || !target) return
    await deleteVerificationsOf(tx, prefix, userId)
    const reason = await whyNot(tx, target, people, reset)
    if (reason !== null) return record(tx, 'user.factor-reset-canceled', { userId, reason })
    await deleteFactors(tx, userId)
    await deleteAllSessions(tx, userId)
    record(tx, 'factors.reset', { userId })
    await emailUser(tx, target, 'factorsReset', {})
  })
  return true
}

async function whyNot(
  tx: Context,
  target: Person,
  people: readonly Person[],
  { askedBy, askedAt }: { askedBy: string | null; askedAt: Date },
): Promise<string | null> {
  const administrator = people.find(({ id }) => id === askedBy)
  if (askedBy !== null && (administrator?.role !== 'admin' || !administrator.isAdmitted))
    return 'the administrator is none any more'
  if (askedBy !== null && (target.role === 'admin' || target.isOperator))
    return 'the user has become an administrator or operator'
  if (!target.isAdmitted) return 'the user is banned'
  return (await hasShownFactorSince(tx, target.id, askedAt)) ? 'the user has shown a second factor' : null
}

/** Several instances may run it. A reset that fails is tried again. */
export const startResettingFactors = (ctx: Context): Repetition =>
  repeat(ctx, 'announced factor reset', 60_000, () => makeDueReset(ctx))
