import { useEffect, useEffectEvent } from 'react'
import { getSession, subscribeSession } from './session/session.ts'

/**
 * What the parts of a page tell each other, by name. A remote adds its own, which begin with its name:
 * `declare module 'kit' { interface Events { 'mf-invoices/paid': { invoiceId: string } } }`.
 * Within a major version of kit the detail of an event of the product gets more fields, and loses none.
 */
export interface Events {
  /** The organization that the session works in; told as soon as it is known, and whenever it is another one. */
  'organization-changed': { organizationId: string | null }
  'member-joined': { organizationId: string; userId: string }
  /** The user has left this page: signed out, or another account took the place. Only who listens then hears it. */
  'signed-out': Record<string, never>
}

/** So many events are kept by name, and so many told within listeners of one. */
const MOST = 100

interface Told<Name extends keyof Events = keyof Events> {
  name: Name
  detail: Events[Name]
  /** Whose time it belongs to, and what it brings about: nothing of it is left to the next user. */
  of: typeof user
}

const subscriptions = new Set<(told: Told) => void>()
/** The last of each name, for who comes later. */
const last = new Map<keyof Events, Told>()
/** What is told at present, and within its listeners: all hear it in this order. */
const turn: Told[] = []
let present: Told | undefined

/** Who is signed in; undefined: not known yet. */
let user: string | null | undefined
let organization: string | null | undefined

/**
 * Tells an event to all who listen in this page (not in other tabs), before it returns; within a listener, after the present event. It is
 * kept for who comes later. Throws when listeners tell on and on.
 */
export function tellEvent<Name extends Exclude<keyof Events, 'organization-changed' | 'signed-out'>>(
  name: Name,
  detail: Events[Name],
): void {
  tell({ name, detail, of: present ? present.of : user })
}

/**
 * Hears each event of a name, and soon the last one that was told to this user before. A listener that throws stops no other. What it
 * answers ends it.
 */
export function onEvent<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): () => void {
  const hear = (told: Told) => {
    if (!isOf(told, name) || !subscriptions.has(hear)) return
    try {
      listener(told.detail)
    } catch (error) {
      // With its stack, which says whose fault it is.
      reportError(error)
    }
  }
  const before = last.get(name)
  subscriptions.add(hear)
  if (before) queueMicrotask(() => last.get(name) === before && hear(before))
  return () => void subscriptions.delete(hear)
}

const isOf = <Name extends keyof Events>(told: Told, name: Name): told is Told<Name> => told.name === name

/** As `onEvent` while the component is there; the listener may be another one with each render. */
export function useEvent<Name extends keyof Events>(name: Name, listener: (detail: Events[Name]) => void): void {
  const latest = useEffectEvent(listener)
  useEffect(() => onEvent(name, (detail) => latest(detail)), [name])
}

function tell(told: Told): void {
  if (turn.length === MOST) throw new Error(`too many events: ${told.name}`)
  if (turn.push(told) > 1) return
  for (present of turn) {
    if (present.of === user && (last.has(present.name) || last.size < MOST)) last.set(present.name, present)
    for (const hear of new Set(subscriptions)) hear(present)
  }
  turn.length = 0
  present = undefined
}

subscribeSession(() => {
  const state = getSession()
  if (state.status !== 'signed-in' && state.status !== 'signed-out') return
  const [was, wasIn] = [user, organization]
  const session = state.status === 'signed-in' && state.session
  user = session ? session.userId : null
  organization = session ? (session.activeOrganizationId ?? null) : undefined
  if (was !== undefined && was !== user) last.clear()
  if (was && was !== user) tell({ name: 'signed-out', detail: {}, of: was })
  if (organization !== undefined && (was !== user || organization !== wasIn))
    tell({ name: 'organization-changed', detail: { organizationId: organization }, of: user })
})
