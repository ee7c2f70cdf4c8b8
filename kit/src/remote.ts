import type { Messages } from '@lingui/core'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'

/** Who may see a route: `guest` only without a session, `user` only with one, `public` everybody. */
export type Access = 'public' | 'guest' | 'user'

/** Places in the shell's frame that a remote may fill. */
export type SlotName = 'header'

interface RouteDescription {
  /** Path pattern of react-router; the remote owns this path and everything below it. */
  path: string
  access: Access
}

interface NavigationItem {
  /** Absolute path inside the shell. */
  to: string
  /** Text by language code; `en` is always there and stands in for a language that is missing. */
  label: Record<string, string>
  /** Position in the menu, small first. */
  order: number
}

/**
 * What the shell must know of a remote without loading it: the content of its `remote.json`,
 * which is published with each version and becomes part of the lock.
 */
export interface RemoteDescription {
  /** Version of this format. */
  contract: 1
  /** Package name, beginning with `mf-`; the container's name is the same with underscores. */
  name: string
  routes: RouteDescription[]
  slots: SlotName[]
  navigation: NavigationItem[]
  /** Paths of the pages behind well-known addresses (RFC 8615), for instance `{ "change-password": "/account/password" }`. */
  wellKnown: Record<string, string>
  /** Version ranges by package or service, for instance `{ "kit": "^1" }`. */
  needs: Record<string, string>
}

/** What a remote exposes as `./remote`: the implementations of what its `remote.json` describes. */
export interface Remote {
  routes: RouteObject[]
  slots?: Partial<Record<SlotName, ComponentType>>
  /** The remote's own catalogue in one language; the shell calls it before the first render and after a change of language. */
  loadMessages: (locale: string) => Promise<Messages>
}

/** A `remote.json` that breaks the contract; `faults` names every fault with its place. */
export class RemoteDescriptionError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`remote.json is not valid: ${faults.join('; ')}`)
    this.name = 'RemoteDescriptionError'
    this.faults = faults
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every(isText)
const isListOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] =>
  Array.isArray(value) && value.every(isItem)

/** A path inside the shell: `//host` and `/\host` would leave it. */
const isPath = (value: unknown): value is string => isText(value) && /^\/(?![/\\])\S*$/.test(value)
const isPaths = (value: unknown): value is Record<string, string> =>
  isTexts(value) && Object.values(value).every(isPath)
/** The container takes its name from it and stands in `window`: the prefix keeps it off what else is there. */
const isName = (value: unknown): value is string => isText(value) && /^mf(-[a-z0-9]+)+$/.test(value)
const isAccess = (value: unknown): value is Access => value === 'public' || value === 'guest' || value === 'user'
const isSlotName = (value: unknown): value is SlotName => value === 'header'
const isRoute = (value: unknown): value is RouteDescription =>
  isRecord(value) && isPath(value['path']) && isAccess(value['access'])
const isNavigationItem = (value: unknown): value is NavigationItem =>
  isRecord(value) &&
  isPath(value['to']) &&
  isTexts(value['label']) &&
  isText(value['label']['en']) &&
  typeof value['order'] === 'number'

/** Turns the content of a `remote.json` into its type. Throws RemoteDescriptionError with all faults at once. */
export function parseRemoteDescription(input: unknown): RemoteDescription {
  const {
    contract,
    name,
    routes,
    slots = [],
    navigation = [],
    wellKnown = {},
    needs = {},
  } = isRecord(input) ? input : {}
  if (
    contract === 1 &&
    isName(name) &&
    isListOf(routes, isRoute) &&
    isListOf(slots, isSlotName) &&
    isListOf(navigation, isNavigationItem) &&
    isPaths(wellKnown) &&
    isTexts(needs)
  ) {
    return { contract, name, routes, slots, navigation, wellKnown, needs }
  }
  const faults = [
    contract === 1 || '"contract" must be 1',
    isName(name) || '"name" must be the package name, "mf-" and more in kebab-case',
    isListOf(routes, isRoute) || '"routes" must be a list of { path: "/…", access: "public" | "guest" | "user" }',
    isListOf(slots, isSlotName) || '"slots" must be a list of slots; there is one: "header"',
    isListOf(navigation, isNavigationItem) ||
      '"navigation" must be a list of { to: "/…", label: { "en": "…" }, order: 10 }',
    isPaths(wellKnown) || '"wellKnown" must be paths by name, for instance { "change-password": "/…" }',
    isTexts(needs) || '"needs" must be version ranges by name, for instance { "kit": "^1" }',
  ]
  throw new RemoteDescriptionError(faults.filter((fault) => typeof fault === 'string'))
}
