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
  /** The user of this page has joined an organization. */
  'member-joined': { organizationId: string; userId: string }
  /** The user has left this page: signed out, or another account took the place. Only who listens then hears it. */
  'signed-out': Record<string, never>
}

/** So many events are kept by name, and so many told within listeners of one. */
const MOST = 100

interface Told<Name extends keyof Events = keyof Events> {
  name: Name
  detail: Events[Name]
}

const subscriptions = new Set<(told: Told) => void>()
/** The last of each name, for who comes later. */
const last = new Map<keyof Events, Told>()
/** What is told at present, and within its listeners: all hear it in this order. */
const turn: (() => void)[] = []
/** Who is signed in; undefined: not known yet. */
let user: string | null | undefined
let organization: string | null | undefined
/** Whose event is told at present. What it brings about is theirs as well: nothing of it is left to the next user. */
let teller: typeof user

/**
 * Tells an event to all who listen in this page (not in other tabs), before it returns; within a listener, after the present event. It is
 * kept for who comes later. Throws when listeners tell on and on.
 */
export function tellEvent<Name extends Exclude<keyof Events, 'organization-changed' | 'signed-out'>>(
  name: Name,
  detail: Events[Name],
): void {
  tell(name, detail)
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
  const present = useEffectEvent(listener)
  useEffect(() => onEvent(name, (detail) => present(detail)), [name])
}

function tell<Name extends keyof Events>(name: Name, detail: Events[Name], of = turn.length ? teller : user): void {
  if (turn.length === MOST) throw new Error(`${name} is told within listeners on and on`)
  const isFirst = !turn.length
  turn.push(() => {
    const told = { name, detail }
    teller = of
    if (of === user && (last.has(name) || last.size < MOST)) last.set(name, told)
    for (const hear of new Set(subscriptions)) hear(told)
  })
  if (!isFirst) return
  for (const next of turn) next()
  turn.length = 0
}

subscribeSession(() => {
  const state = getSession()
  if (state.status !== 'signed-in' && state.status !== 'signed-out') return
  const before = { user, organization }
  user = state.status === 'signed-in' ? state.user.id : null
  organization = state.status === 'signed-in' ? (state.session.activeOrganizationId ?? null) : undefined
  const isOther = user !== before.user
  if (isOther && before.user !== undefined) last.clear()
  if (isOther && before.user) tell('signed-out', {}, before.user)
  if (organization !== undefined && (isOther || organization !== before.organization))
    tell('organization-changed', { organizationId: organization })
})
