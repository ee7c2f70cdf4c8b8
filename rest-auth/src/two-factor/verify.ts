import type { FastifyRequest } from 'fastify'
import { transaction, type Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { record } from '../journal/journal.ts'
import { emailUser } from '../mail/outbox.ts'
import { withCodeLimit } from '../rate-limit/code-limit.ts'
import { attemptSignIn } from '../refused-sign-in/refused-sign-in.ts'
import { clientOf, createProvenSession, describeCaller, type Client } from '../session/create-session.ts'
import { forgetFactorRequest, identifierOf, readFactorRequest, trustDevice } from '../session/second-factor.ts'
import { noteSecondFactor } from '../session/second-factor.sql.ts'
import { setSessionCache, setSessionCookie } from '../session/session-cookies.ts'
import { findSession } from '../session/session-guard.ts'
import { lockSession } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { findUserById, lockUserById, updateUser } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { consumeVerification, findVerification } from '../verification/verification.sql.ts'
import { hashBackupCode, keyOf, open } from './secret.ts'
import { findStep } from './totp.ts'
import { addTrustedDevice } from './trusted-device.ts'
import { findFactor, useBackupCode, useStep, type StoredFactor } from './two-factor.sql.ts'

interface Answer {
  readonly kind: 'totp' | 'backup-code'
  readonly code: string
  readonly isTrusting: boolean
  /** Not if the code shall only be checked and used up. */
  readonly isEntering: boolean
}

/** Null without `isEntering`. */
interface Shown {
  readonly user: User
  readonly active: ActiveSession | null
}

/** In a sign-in that waits for it, otherwise in the session. */
export async function showFactor(ctx: Context, request: FastifyRequest, answer: Answer): Promise<Shown> {
  const waiting = await findWaiting(ctx, request)
  if (waiting) return finishSignIn(ctx, request, waiting, answer)
  const active = await findSession(ctx, request)
  if (!active) throw new ApiError('INVALID_TWO_FACTOR_COOKIE')
  const shown = await showInSession(ctx, request, active, answer)
  return { user: shown.user, active: shown }
}

type Waiting = Readonly<Record<'userId' | 'identifier', string>> & { readonly remember: boolean }

async function findWaiting(ctx: Context, request: FastifyRequest): Promise<Waiting | null> {
  const asked = readFactorRequest(ctx, request)
  const identifier = asked && identifierOf(asked.token)
  const found = identifier && (await findVerification(ctx, identifier))
  return found ? { userId: found.value, identifier, remember: asked.remember } : null
}

async function finishSignIn(
  ctx: Context,
  request: FastifyRequest,
  { userId, identifier, remember }: Waiting,
  answer: Answer,
): Promise<Shown> {
  attemptSignIn(ctx, userId, userId)
  const client = clientOf(ctx, request)
  const shown = await withCodeLimit(ctx, request, userId, () =>
    transaction(ctx, async (tx) => {
      // A wrong code undoes this, so that the person can try again.
      const own = answer.isEntering ? await consumeVerification(tx, identifier) : await findVerification(tx, identifier)
      const user = own && own.expiresAt > tx.now() ? await findUserById(tx, userId) : null
      if (!user) throw new ApiError('INVALID_TWO_FACTOR_COOKIE')
      await accept(tx, user, await requireFactor(tx, user, answer), answer, client)
      if (!answer.isEntering) return { user, active: null, trust: null }
      const active = await createProvenSession(tx, user, client, answer.kind, { remember })
      return { user, active, trust: await trustIfAsked(tx, user, answer, client) }
    }),
  )
  if (!shown.active) return shown
  setSessionCookie(ctx, request, shown.active, remember)
  forgetFactorRequest(ctx, request)
  if (shown.trust !== null) trustDevice(ctx, request, shown.trust)
  return shown
}

/** For what needs a recent factor. The first code of an app enables it. */
async function showInSession(
  ctx: Context,
  request: FastifyRequest,
  { session, user }: ActiveSession,
  answer: Answer,
): Promise<ActiveSession> {
  const client = clientOf(ctx, request)
  const shown = await withCodeLimit(ctx, request, user.id, () =>
    transaction(ctx, async (tx) => {
      // A claim of the account deletes the factor under this lock, and then ends this session.
      const owner = await lockUserById(tx, user.id)
      if (!owner || !(await lockSession(tx, session.id))) throw new ApiError('UNAUTHORIZED')
      const isFirst = answer.kind === 'totp' && !owner.twoFactorEnabled
      const factor = await requireFactor(tx, owner, answer, isFirst ? () => true : undefined)
      await accept(tx, owner, factor, answer, client)
      const current = isFirst ? await enable(tx, owner, client) : owner
      await noteSecondFactor(tx, session.id, answer.kind)
      return { user: current, trust: await trustIfAsked(tx, owner, answer, client) }
    }),
  )
  const active = { session, user: shown.user }
  setSessionCache(ctx, request, active)
  if (shown.trust !== null) trustDevice(ctx, request, shown.trust)
  return active
}

async function requireFactor(
  tx: Context,
  user: User,
  { kind }: Answer,
  isVerified: (factor: StoredFactor) => boolean = ({ verifiedAt }) => verifiedAt !== null,
): Promise<StoredFactor> {
  const factor = await findFactor(tx, user.id)
  if (factor && isVerified(factor)) return factor
  throw new ApiError(kind === 'totp' ? 'TOTP_NOT_ENABLED' : 'BACKUP_CODES_NOT_ENABLED')
}

/** Two requests with one code update the same row, so only one of them is accepted. */
async function accept(
  tx: Context,
  user: User,
  factor: StoredFactor,
  { kind, code }: Answer,
  client: Client,
): Promise<void> {
  const secret = open(tx, factor)
  if (kind === 'totp') {
    const step = findStep(keyOf(secret), code, tx.now())
    if (step === null || !(await useStep(tx, factor, step))) throw new ApiError('INVALID_CODE')
    return
  }
  const left = await useBackupCode(tx, user.id, hashBackupCode(secret, code))
  if (left === null) throw new ApiError('INVALID_BACKUP_CODE')
  record(tx, 'backup-code.used', { count: String(left) })
  await emailUser(tx, user, 'backupCodeUsed', { left: String(left), ...describeCaller(client) })
}

async function enable(tx: Context, user: User, client: Client): Promise<User> {
  const changed = await updateUser(tx, user.id, { twoFactorEnabled: true })
  if (!changed) throw new ApiError('UNAUTHORIZED')
  record(tx, 'two-factor.enabled', {})
  await emailUser(tx, changed, 'twoFactorEnabled', describeCaller(client))
  return changed
}

const trustIfAsked = async (tx: Context, user: User, { isTrusting }: Answer, client: Client): Promise<string | null> =>
  isTrusting ? addTrustedDevice(tx, user, client) : null
