import { maySee, type Role } from 'contract/permissions.ts'
import { asksForRolesIn } from 'contract/entries-of.ts'
import type { Label, NavigationItem } from 'contract/remote-description.ts'
import { isLimited, type Lock } from 'contract/lock.ts'

export interface Item {
  to: string
  label: string
  /** The heading that it stands under where there are many; null: none. */
  group: string | null
  /** False: it is only found by typing. */
  inMenu: boolean
  /** What is found by typing too. */
  english: string
}

export interface Group {
  heading: string | null
  items: Item[]
}

/** Whether some entry or route of the lock asks what somebody who is signed in is in the active organization. */
export const asksForRoles = ({ remotes }: Lock): boolean =>
  remotes.some(({ routes, navigation }) => [...routes, ...navigation].some(isLimited)) ||
  ofActive.some((place) => asksForRolesIn(remotes, place))

/** In the others it is the organization that is shown. */
const ofActive = ['account-section', 'start-card', 'user-menu'] as const

/** What the remotes of the lock offer to somebody with these roles in their active organization, in order. */
export function visibleItems(lock: Lock, roles: readonly Role[], locale: string): Item[] {
  const entries = lock.remotes
    .flatMap(({ navigation }) => navigation)
    .filter((entry) => maySee(entry, roles))
    .toSorted((a, b) => a.order - b.order)
  const headings = groupHeadings(entries, locale)
  return entries.map(({ to, label, group, menu = true }) => ({
    to,
    label: textIn(label, locale),
    group: (group && headings.get(group.en)) ?? null,
    inMenu: menu,
    english: label.en,
  }))
}

const textIn = (label: Label, locale: string): string => label[locale] ?? label.en

/** By the English text, which makes a group: of several teams one may have translated it and another not yet. */
function groupHeadings(entries: NavigationItem[], locale: string): Map<string, string> {
  const groups = entries.flatMap(({ group }) => group ?? [])
  return new Map(groups.map(({ en }) => [en, groups.find((group) => group.en === en && group[locale])?.[locale] ?? en]))
}

/** Those without a group first, then each group in the place of its first entry. */
export function inGroups(items: Item[]): Group[] {
  const groups = Map.groupBy(items, ({ group }) => group)
  return [...groups]
    .map(([heading, members]) => ({ heading, items: members }))
    .toSorted((a, b) => Number(a.heading !== null) - Number(b.heading !== null))
}

/** The entry for the page at an address: the one that is nearest above it. */
export function presentItem(items: Item[], pathname: string): Item | undefined {
  const above = items.filter(({ to }) => pathname === pathOf(to) || pathname.startsWith(`${pathOf(to)}/`))
  return above.toSorted((a, b) => pathOf(b.to).length - pathOf(a.to).length)[0]
}

/** Of what an entry leads to, the address without what is looked for in it. */
export const pathOf = (to: string): string => to.replace(/[?#].*/, '').replace(/(.)\/$/, '$1')
