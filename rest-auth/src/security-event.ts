import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { normalAddress } from 'service/client-address.ts'
import { presentRequest } from './request-context.ts'
import { readUserAgent } from './user-agent.ts'

/** What the log tells beside the lines of requests; docs/security-events.md says when each of them is told. */
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

/** Ids, names of ours and codes only: never a secret, an address or what people typed. */
interface Details {
  /** Who did it; else the user of the session, or whose account somebody tried to enter. */
  readonly userId?: string
  /** To whom it was done, if not to oneself. */
  readonly targetUserId?: string
  readonly organizationId?: string
  readonly provider?: string
  readonly roles?: string
  readonly reason?: string
}

export interface SecurityEvent extends Details {
  readonly event: Name
}

/** What of a context is needed: in a transaction events wait for its end, because what is undone has not happened. */
interface Teller {
  readonly log: FastifyBaseLogger
  readonly pendingEvents?: SecurityEvent[]
}

const told = new Counter({
  name: 'security_events_total',
  help: 'Lines of security events in the log, by their event',
  labelNames: ['event'],
})

export function noteActor(userId: string | undefined): void {
  const request = presentRequest()
  if (request && userId !== undefined) request.actorId = userId
}

/** One line of the log, with the request's id, route, address and device; in a transaction when it is committed. */
export function securityEvent(teller: Teller, event: Name, details: Details = {}): void {
  if (teller.pendingEvents) teller.pendingEvents.push({ event, ...details })
  else write(teller.log, presentRequest(), { event, ...details }, 'done')
}

const limits = /LIMIT_REACHED|MAXIMUM_NUMBER|TOO_MANY/

export function tellRefusal(request: FastifyRequest, reason: string, details: Details = {}): void {
  const event = limits.test(reason) ? 'limit.reached' : 'refused'
  write(request.log, request, { event, reason, ...details }, 'refused')
}

function write(
  log: FastifyBaseLogger,
  request: FastifyRequest | undefined,
  event: SecurityEvent,
  outcome: 'done' | 'refused',
): void {
  told.inc({ event: event.event })
  if (!request) return log.info({ ...event, outcome }, 'security')
  request.log.info({ userId: request.actorId, ...event, outcome, ...placeOf(request) }, 'security')
}

function placeOf(request: FastifyRequest) {
  const { browser, system } = readUserAgent(request.headers['user-agent'])
  return {
    address: normalAddress(request.ip),
    device: [browser, system].filter(Boolean).join(', '),
    route: request.routeOptions.url ?? '',
  }
}

/** What the log says of the present request, for the events of what is done later because of it. */
export function eventOrigin(): Readonly<Record<string, string>> {
  const request = presentRequest()
  return request ? { requestId: request.id, ...placeOf(request) } : {}
}
