import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { normalAddress } from 'service/client-address.ts'
import { currentRequest } from './request-context.ts'
import { readUserAgent } from './user-agent.ts'

/** See docs/security-events.md for when each event is logged. */
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

/** Only ids, codes and our own names: never secrets, emails or user input. */
interface Details {
  /** The actor. By default the user of the session or of the attempted sign-in. */
  readonly userId?: string
  /** The affected user, if it is not the actor. */
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

export function setActor(userId: string | undefined): void {
  const request = currentRequest()
  if (request && userId !== undefined) request.actorId = userId
}

/** Logs an event with the request's id, route, IP address and device. */
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

/** Describes the current request, for events of later background work. */
export function eventOrigin(): Readonly<Record<string, string>> {
  const request = currentRequest()
  return request ? { requestId: request.id, ...describeOrigin(request) } : {}
}
