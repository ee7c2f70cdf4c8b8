import { useEffect, useEffectEvent } from 'react'
import { getSession, subscribeSession } from './session/session.ts'

/**
 * Add yours: `declare module 'kit' { interface Events { 'mf-invoices/paid': { id: string } } }`
 * @example type Joined = Events['member-joined']
 */
export interface Events {
  /** Sent when the session's active organization is known, and when it changes. */
  'organization-changed': { organizationId: string | null }
  'member-joined': { organizationId: string; userId: string }
  /** Sent when the user signs out or another one signs in. Later listeners do not receive it. */
  'signed-out': Record<string, never>
}

const MAX_EVENTS = 100

interface EmittedEvent<Name extends keyof Events = keyof Events> {
  name: Name
  detail: Events[Name]
  // The user at the time of the event, because later users must not receive it.
  of: typeof user
}

const subscriptions = new Set<(event: EmittedEvent) => void>()
const last = new Map<keyof Events, EmittedEvent>()
const queue: EmittedEvent[] = []
let current: EmittedEvent | undefined

// Undefined until the session is known.
let user: string | null | undefined
let organization: string | null | undefined

/**
 * Sends an event to this page, not other tabs.
 * @example emitEvent('member-joined', { organizationId: 'one', userId: 'two' })
 */
export function emitEvent<Name extends Exclude<keyof Events, 'organization-changed' | 'signed-out'>>(
  name: Name,
  detail: Events[Name],
): void {
  emit({ name, detail, of: current ? current.of : user })
}

/**
 * Receives the last event of this name, if any, and all new ones. Returns `unsubscribe`.
 * @example const unsubscribe = onEvent('signed-out', () => console.log('signed out'))
 */
export function onEvent<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void {
  const deliver = (event: EmittedEvent) => {
    if (!isOf(event, name) || !subscriptions.has(deliver)) return
    try {
      listener(event.detail)
    } catch (error) {
      reportError(error)
    }
  }
  const before = last.get(name)
  subscriptions.add(deliver)
  if (before) queueMicrotask(() => last.get(name) === before && deliver(before))
  return () => void subscriptions.delete(deliver)
}

const isOf = <Name extends keyof Events>(event: EmittedEvent, name: Name): event is EmittedEvent<Name> =>
  event.name === name

/**
 * `onEvent` while the component is mounted.
 * @example useEvent('member-joined', () => reload())
 */
export function useEvent<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): void {
  const latest = useEffectEvent(listener)
  useEffect(() => onEvent(name, (detail) => latest(detail)), [name])
}

function emit(event: EmittedEvent): void {
  if (queue.length === MAX_EVENTS) throw new Error(`more than ${MAX_EVENTS} nested events, last: ${event.name}`)
  if (queue.push(event) > 1) return
  for (current of queue) {
    if (current.of === user && (last.has(current.name) || last.size < MAX_EVENTS)) last.set(current.name, current)
    for (const deliver of new Set(subscriptions)) deliver(current)
  }
  queue.length = 0
  current = undefined
}

subscribeSession(() => {
  const state = getSession()
  if (state.status !== 'signed-in' && state.status !== 'signed-out') return
  const [was, wasIn] = [user, organization]
  const session = state.status === 'signed-in' && state.session
  user = session ? session.userId : null
  organization = session ? (session.activeOrganizationId ?? null) : undefined
  if (was !== undefined && was !== user) last.clear()
  if (was && was !== user) emit({ name: 'signed-out', detail: {}, of: was })
  if (organization !== undefined && (was !== user || organization !== wasIn))
    emit({ name: 'organization-changed', detail: { organizationId: organization }, of: user })
})
