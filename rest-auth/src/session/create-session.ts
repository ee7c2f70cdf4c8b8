import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyRequest } from 'fastify'
import { later, type Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import { languageOf } from '../http/language-of.ts'
import type { Language } from 'contract/languages.ts'
import { knownBrowsers } from '../rate-limit/known-browser.ts'
import { normalAddress } from 'service/client-ip.ts'
import type { Caller } from '../mail/mail-request.sql.ts'
import { accountMailRow } from '../mail/outbox.ts'
import type { User } from '../user/user.ts'
import { describeDevice, deviceFingerprint } from './device.ts'
import { isBanned } from './session-gate.sql.ts'
import {
  answerableFor,
  identifierOf,
  readTrustedDevice,
  type FactorRequest,
  type SecondFactor,
} from './second-factor.ts'
import { findMethods, useTrustedDevice } from './second-factor.sql.ts'
import { insertFactorRequest, insertSession, type SessionLevel } from './session.sql.ts'
import type { ActiveSession, Session } from './session.ts'
import { entryOf, newEntry, noteWritten } from '../journal/journal.ts'

const day = 86_400

export interface Client extends Caller {
  knownUsers: readonly string[]
  /** For new accounts, which get their emails in it. */
  language: Language | null
  /** The hash of its cookie. */
  trustedDevice: string | null
}

export function clientOf(ctx: Context, request: FastifyRequest): Client {
  return {
    ipAddress: normalAddress(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 1000),
    time: ctx.now(),
    knownUsers: knownBrowsers(ctx, request).map(({ user }) => user),
    language: languageOf(request),
    trustedDevice: readTrustedDevice(ctx, request),
  }
}

export const describeCaller = ({ userAgent, ipAddress, time }: Caller) => ({
  device: describeDevice(userAgent),
  address: ipAddress || '–',
  time: time.toISOString(),
})

export const isBan = (error: unknown): boolean => error instanceof ApiError && error.key === 'BANNED_USER'

/** After a first factor. */
export type Entered = ActiveSession | FactorRequest

interface SignIn {
  remember?: boolean
  passwordHash?: string
}

/**
 * The way of all who have shown a first factor. Users with a second factor get a request for it
 * instead of a session, unless they trust the device. Fails if the user is banned, or
 * `passwordHash` is no longer current.
 */
export async function createSession(ctx: Context, user: User, client: Client, signIn: SignIn = {}): Promise<Entered> {
  if (!user.twoFactorEnabled) return insert(ctx, user, client, { ...signIn, level: null })
  const isTrusted = client.trustedDevice !== null && (await useTrustedDevice(ctx, user.id, client.trustedDevice))
  if (isTrusted) return insert(ctx, user, client, { ...signIn, level: levelOf(ctx, 'trusted-device') })
  return awaitFactor(ctx, user, signIn)
}

/** For a person who has just shown both factors. */
export function createProvenSession(
  ctx: Context,
  user: User,
  client: Client,
  factor: Exclude<SecondFactor, 'trusted-device'>,
  { remember }: Pick<SignIn, 'remember'> = {},
): Promise<ActiveSession> {
  return insert(ctx, user, client, { remember, level: levelOf(ctx, factor) })
}

/** Replaces a session of the same person, whose level (`findSessionLevel`) it keeps. */
export function renewSession(
  ctx: Context,
  { user, session: { activeOrganizationId } }: ActiveSession,
  client: Client,
  { remember, level }: { remember: boolean; level: SessionLevel },
): Promise<ActiveSession> {
  return insert(ctx, user, client, { remember, activeOrganizationId, level })
}

const levelOf = (ctx: Context, secondFactor: SecondFactor): SessionLevel => ({
  secondFactor,
  secondFactorAt: ctx.now(),
})

async function awaitFactor(
  ctx: Context,
  user: User,
  { remember = true, passwordHash }: SignIn,
): Promise<FactorRequest> {
  const token = randomId()
  const row = { identifier: identifierOf(token), userId: user.id, expiresAt: later(ctx, answerableFor) }
  if (!(await insertFactorRequest(ctx, row, passwordHash))) throw await refusal(ctx, user)
  return { session: null, token, remember, methods: await findMethods(ctx, user.id) }
}

async function insert(
  ctx: Context,
  user: User,
  client: Client,
  {
    remember = true,
    activeOrganizationId = null,
    passwordHash,
    level,
  }: {
    remember?: boolean | undefined
    activeOrganizationId?: string | null
    passwordHash?: string
    level: SessionLevel | null
  },
): Promise<ActiveSession> {
  const lifetime = remember ? ctx.config.SESSION_EXPIRES_IN : Math.min(day, ctx.config.SESSION_EXPIRES_IN)
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + lifetime * 1000)
  const own = { userId: user.id, expiresAt, activeOrganizationId, impersonatedBy: null }
  const session = newSession(now, client, own)
  const newDeviceEmail = accountMailRow(ctx, user, 'newDevice', describeCaller(client))
  const isKnown = client.knownUsers.includes(user.id)
  const device = { fingerprint: deviceFingerprint(client), isKnown }
  const entry = newEntry(ctx, 'session.created', {})
  const isInserted = await insertSession(ctx, session, { device, newDeviceEmail, passwordHash, level, entry }).catch(
    (cause: unknown) => {
      throw cause instanceof DatabaseUnavailable ? cause : new ApiError('FAILED_TO_CREATE_SESSION', { cause })
    },
  )
  if (!isInserted) throw await refusal(ctx, user)
  noteWritten(ctx, entryOf(entry, user.id))
  return { session, user }
}

export function newSession(
  createdAt: Date,
  { ipAddress, userAgent }: Caller,
  own: Pick<Session, 'userId' | 'expiresAt' | 'activeOrganizationId' | 'impersonatedBy'>,
): Session {
  const ids = { id: randomId(), token: randomId() }
  return { ...ids, ...own, ipAddress, userAgent, activeTeamId: null, createdAt, updatedAt: createdAt }
}

const refusal = async (ctx: Context, { id }: User): Promise<ApiError> =>
  new ApiError((await isBanned(ctx, id)) ? 'BANNED_USER' : 'FAILED_TO_CREATE_SESSION')
