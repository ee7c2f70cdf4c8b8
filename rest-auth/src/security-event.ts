import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { normalAddress } from 'service/client-ip.ts'
import { startAtZero } from 'service/metrics.ts'
import { currentRequest } from './request-context.ts'
import { readUserAgent } from './user-agent.ts'

/** Explained in docs/security-events.md. */
export const securityEventNames = [
  'session.created', 'session.ended', 'refused', 'limit.reached',
  'account.created', 'account.claimed', 'account.deletion-asked', 'account.deleted',
  'password.changed', 'password.reset-asked', 'password.reset',
  'email.verified', 'email.change-asked', 'email.change-canceled', 'email.changed', 'username.changed',
  'provider.linked', 'provider.unlinked', 'one-time-token.made', 'one-time-token.used',
  'organization.created', 'organization.changed', 'organization.deleted',
  'member.joined', 'member.role-changed', 'owner.changed', 'member.removed', 'member.left',
  'invitation.sent', 'invitation.accepted', 'invitation.rejected', 'invitation.canceled',
  'operator.added', 'operator.removed',
] as const // prettier-ignore
type Name = (typeof securityEventNames)[number]

/** Only ids, codes and our own names: never secrets, emails or input. */
interface Details {
  /** Defaults to the user of the session or of the attempted sign-in. */
  readonly userId?: string
  /** Absent if it is the actor. */
  readonly targetUserId?: string
  readonly organizationId?: string
  readonly provider?: string
  readonly roles?: string
  readonly reason?: string
}

export interface SecurityEvent extends Details {
  readonly event: Name
}

/** In a transaction, events wait for the commit. */
interface EventLog {
  readonly log: FastifyBaseLogger
  readonly pendingEvents?: SecurityEvent[]
}

const logged = new Counter({
  name: 'security_events_total',
  help: 'Logged security events by event',
  labelNames: ['event'],
})
startAtZero(logged, { event: securityEventNames })

export function setActor(userId: string | undefined): void {
  const request = currentRequest()
  if (request && userId !== undefined) request.actorId = userId
}

export function securityEvent(target: EventLog, event: Name, details: Details = {}): void {
  if (target.pendingEvents) target.pendingEvents.push({ event, ...details })
  else write(target.log, currentRequest(), { event, ...details }, 'done')
}

const limits = /LIMIT_REACHED|MAXIMUM_NUMBER|TOO_MANY/

export function logRefusal(request: FastifyRequest, reason: string, details: Details = {}): void {
  const event = limits.test(reason) ? 'limit.reached' : 'refused'
  write(request.log, request, { event, reason, ...details }, 'refused')
}

function write(
  log: FastifyBaseLogger,
  request: FastifyRequest | undefined,
  event: SecurityEvent,
  outcome: 'done' | 'refused',
): void {
  logged.inc({ event: event.event })
  if (!request) return log.info({ ...event, outcome }, 'security')
  request.log.info({ userId: request.actorId, ...event, outcome, ...describeOrigin(request) }, 'security')
}

function describeOrigin(request: FastifyRequest) {
  const { browser, system } = readUserAgent(request.headers['user-agent'])
  return {
    address: normalAddress(request.ip),
    device: [browser, system].filter(Boolean).join(', '),
    route: request.routeOptions.url ?? '',
  }
}

/** For events of later background work. */
export function eventOrigin(): Readonly<Record<string, string>> {
  const request = currentRequest()
  return request ? { requestId: request.id, ...describeOrigin(request) } : {}
}
