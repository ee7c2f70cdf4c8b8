import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
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
import { insertSession } from './session.sql.ts'
import type { ActiveSession, Session } from './session.ts'
import { entryOf, newEntry, noteWritten } from '../journal/journal.ts'

const day = 86_400

export interface Client extends Caller {
  knownUsers: readonly string[]
  /** For new accounts, which get their emails in it. */
  language: Language | null
}

export function clientOf(ctx: Context, request: FastifyRequest): Client {
  return {
    ipAddress: normalAddress(request.ip),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 1000),
    time: ctx.now(),
    knownUsers: knownBrowsers(ctx, request).map(({ user }) => user),
    language: languageOf(request),
  }
}

export const describeCaller = ({ userAgent, ipAddress, time }: Caller) => ({
  device: describeDevice(userAgent),
  address: ipAddress || '–',
  time: time.toISOString(),
})

export const isBan = (error: unknown): boolean => error instanceof ApiError && error.key === 'BANNED_USER'

/** Fails if the user is banned, or `passwordHash` is no longer current. */
export async function createSession(
  ctx: Context,
  user: User,
  client: Client,
  {
    remember = true,
    activeOrganizationId = null,
    passwordHash,
  }: { remember?: boolean; activeOrganizationId?: string | null; passwordHash?: string } = {},
): Promise<ActiveSession> {
  const now = ctx.now()
  const lifetime = remember ? ctx.config.SESSION_EXPIRES_IN : Math.min(day, ctx.config.SESSION_EXPIRES_IN)
  const session: Session = {
    id: randomId(),
    token: randomId(),
    userId: user.id,
    expiresAt: new Date(now.getTime() + lifetime * 1000),
    ipAddress: client.ipAddress,
    userAgent: client.userAgent,
    activeOrganizationId,
    activeTeamId: null,
    impersonatedBy: null,
    createdAt: now,
    updatedAt: now,
  }
  const newDeviceEmail = accountMailRow(ctx, user, 'newDevice', describeCaller(client))
  const isKnown = client.knownUsers.includes(user.id)
  const device = { fingerprint: deviceFingerprint(client), isKnown }
  const entry = newEntry(ctx, 'session.created', {})
  const isInserted = await insertSession(ctx, session, { device, newDeviceEmail, passwordHash, entry }).catch(
    (cause: unknown) => {
      throw cause instanceof DatabaseUnavailable ? cause : new ApiError('FAILED_TO_CREATE_SESSION', { cause })
    },
  )
  if (!isInserted) throw new ApiError((await isBanned(ctx, user.id)) ? 'BANNED_USER' : 'FAILED_TO_CREATE_SESSION')
  noteWritten(ctx, entryOf(entry, user.id))
  return { session, user }
}
