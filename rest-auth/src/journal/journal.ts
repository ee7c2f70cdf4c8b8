import type { Statements } from 'database/connect.ts'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { normalAddress } from 'service/client-ip.ts'
import { startAtZero } from 'service/metrics.ts'
import { currentRequest } from '../request-context.ts'
import { readUserAgent } from 'contract/user-agent.ts'
import { eventNames, events, type About, type EventName } from './events.ts'
import { insertEntries, type Entry } from './journal.sql.ts'

/** Refused calls are only logged, except that accounts keep refused sign-ins. */
type LoggedName = EventName | 'refused' | 'limit.reached'
export const loggedNames: readonly LoggedName[] = [
  ...eventNames.filter((name) => name !== 'sign-in.refused'),
  'refused',
  'limit.reached',
]

/** An entry of a transaction. */
export interface Recorded {
  readonly entry: Entry
  isWritten: boolean
}

/** Where an event comes from. Background work may have that of a request. */
export interface Origin {
  readonly kind: Entry['actorKind']
  readonly requestId?: string
  readonly address?: string
  readonly device?: string
  readonly route?: string
}

/** The part of a context that entries need. */
interface Recording {
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  /** Absent in a request, which has its own. */
  readonly origin?: Origin
  /** In a transaction: what its commit writes. */
  readonly journal?: Recorded[]
}

const logged = new Counter({
  name: 'security_events_total',
  help: 'Logged security events by event',
  labelNames: ['event'],
})
startAtZero(logged, { event: loggedNames })

/** Who acts in this request: the user of the session, of the attempted sign-in or of the link. */
export function setActor(userId: string | undefined, actedFor?: string): void {
  const request = currentRequest()
  if (request && userId !== undefined) Object.assign(request, { actorId: userId, actedFor })
}

/** The commit writes the entry, in the same round trip, and then it is logged. */
export function record<Name extends EventName>(tx: Recording, event: Name, about: About<Name>): void {
  if (!tx.journal) throw new Error(`${event} is recorded outside of a transaction`)
  tx.journal.push({ entry: newEntry(tx, event, about), isWritten: false })
}

/** For a statement that writes the entry itself (`entryWritten`). Then it needs `noteWritten`. */
export function newEntry<Name extends EventName>(ctx: Recording, event: Name, about: About<Name>): Entry {
  const { kind, requestId = null, address = null, device = null } = originOf(ctx)
  const { key, actorId = null, actedFor = null } = currentRequest() ?? {}
  const { userId, organizationId, email, ...details }: Partial<About<EventName>> = about
  return {
    at: timeOf(ctx),
    event,
    kind: events[event].kind,
    actorKind: kind,
    actorId: key ? key.id : actorId,
    actedFor,
    userId: userId ?? (key ? key.userId : (actedFor ?? actorId)),
    organizationId: organizationId ?? null,
    details,
    requestId,
    email: email ?? null,
    ipAddress: address,
    device,
  }
}

/** With microseconds that keep the order of a transaction's entries. */
const timeOf = ({ now, journal = [] }: Recording): string =>
  now()
    .toISOString()
    .replace('Z', `${String(Math.min(journal.length, 999)).padStart(3, '0')}Z`)

/** The entry that `entryWritten` writes for a user. */
export const entryOf = (template: Entry, userId: string): Entry => ({
  ...template,
  userId,
  actorId: template.actorKind === 'person' ? userId : null,
  actedFor: null,
})

/** Logs it, in a transaction after its commit. */
export function noteWritten(ctx: Recording, entry: Entry): void {
  if (ctx.journal) ctx.journal.push({ entry, isWritten: true })
  else logEntry(ctx, entry)
}

/** For transactions that delete what the statement needs: otherwise the commit does it. */
export async function writeRecorded({
  db,
  journal = [],
}: Pick<Recording, 'journal'> & { db: Statements }): Promise<void> {
  const unwritten = journal.filter(({ isWritten }) => !isWritten)
  for (const recorded of unwritten) recorded.isWritten = true
  if (unwritten.length > 0)
    await insertEntries(
      db,
      unwritten.map(({ entry }) => entry),
    )
}

export function logEntry(ctx: Recording, entry: Entry): void {
  const { event, actorKind, actorId, actedFor, userId, organizationId, details } = entry
  const who = actorKind === 'person' ? (actorId ?? userId) : null
  const ids = {
    ...(who !== null && { userId: who }),
    ...(actorKind === 'key' && { actorKeyId: actorId }),
    ...(actedFor !== null && { actedFor }),
    ...(userId !== null && userId !== who && { targetUserId: userId }),
    ...(organizationId !== null && { organizationId }),
  }
  const { reason: _, ...others } = details
  write(ctx.log, currentRequest(), event, { ...ids, ...('isAct' in events[event] ? others : details) }, 'done')
}

const limits = /LIMIT_REACHED|MAXIMUM_NUMBER|TOO_MANY/

export function logRefusal(request: FastifyRequest, reason: string, details: { provider?: string } = {}): void {
  const event = limits.test(reason) ? 'limit.reached' : 'refused'
  request.refusal = reason
  const { actorId: userId, actedFor, key } = request
  write(request.log, request, event, { userId, actedFor, actorKeyId: key?.id, reason, ...details }, 'refused')
}

function write(
  log: FastifyBaseLogger,
  request: FastifyRequest | undefined,
  event: LoggedName,
  details: object,
  outcome: 'done' | 'refused',
): void {
  logged.inc({ event })
  const line = { event, ...details, outcome }
  if (!request) return log.info(line, 'security')
  request.log.info({ ...line, ...describeRequest(request) }, 'security')
}

type Described = Readonly<Record<'address' | 'device' | 'route', string>>
const described = new WeakMap<FastifyRequest, Described>()

/** Once for each request: the entry and its log line need it. */
function describeRequest(request: FastifyRequest): Described {
  const known = described.get(request)
  if (known) return known
  const { browser, system } = readUserAgent(request.headers['user-agent'])
  const device = [browser, system].filter(Boolean).join(', ')
  const description = { address: normalAddress(request.ip), device, route: request.routeOptions.url ?? '' }
  described.set(request, description)
  return description
}

/** For events of later background work. */
export function eventOrigin(): Readonly<Record<string, string>> {
  const request = currentRequest()
  return request ? { requestId: request.id, ...describeRequest(request) } : {}
}

const originOf = (ctx: Recording): Origin =>
  currentRequest()
    ? { kind: currentRequest()?.key ? 'key' : 'person', ...eventOrigin() }
    : (ctx.origin ?? { kind: 'system' })
