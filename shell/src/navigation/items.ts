import { asksForRoles, maySee, type KnownRights } from 'contract/permissions.ts'
import { asksForRolesIn } from 'contract/entries-of.ts'
import type { Label, NavigationItem } from 'contract/remote-description.ts'
import { inOrganization } from 'contract/organization-path.ts'
import { findRouteOwner, slugOf, type VersionLock } from 'contract/version-lock.ts'

export interface Item {
  to: string
  label: string
  group: string | null
  /** If false, only search finds it. */
  inMenu: boolean
  /** Its page is one of each organization. */
  isOfOrganization: boolean
  /** Search finds this label too. */
  english: string
}

export const needsRoles = ({ remotes }: VersionLock): boolean =>
  remotes.some(({ routes, navigation }) => [...routes, ...navigation].some(asksForRoles)) ||
  placesOfActiveOrganization.some((place) => asksForRolesIn(remotes, place))

/** The other places use the roles in the organization that is shown. */
const placesOfActiveOrganization = ['account-section', 'start-card', 'user-menu'] as const

export function visibleItems(lock: VersionLock, rights: KnownRights, locale: string, userRole?: string): Item[] {
  const entries = lock.remotes
    .toSorted((a, b) => (a.name < b.name ? -1 : 1)) // the page's own remote may come first in the lock
    .flatMap(({ navigation }) => navigation)
    .filter((entry) => maySee(entry, rights, userRole))
    .toSorted((a, b) => a.order - b.order)
  const headings = groupHeadings(entries, locale)
  return entries.map(({ to, label, group, menu = true }) => ({
    to,
    label: textIn(label, locale),
    group: (group && headings.get(group.en)) ?? null,
    inMenu: menu,
    isOfOrganization: findRouteOwner(lock, pathOf(to))?.scope !== undefined,
    english: label.en,
  }))
}

const textIn = (label: Label, locale: string): string => label[locale] ?? label.en

/** Groups by the English text, because not every team may have translated the heading. */
function groupHeadings(entries: NavigationItem[], locale: string): Map<string, string> {
  const groups = entries.flatMap(({ group }) => group ?? [])
  return new Map(groups.map(({ en }) => [en, groups.find((group) => group.en === en && group[locale])?.[locale] ?? en]))
}

/** Items without a group come first; groups follow in the order of their first items. */
export function groupItems(items: Item[]) {
  return [...Map.groupBy(items, ({ group }) => group)]
    .map(([heading, members]) => ({ heading, items: members }))
    .toSorted((a, b) => Number(a.heading !== null) - Number(b.heading !== null))
}

export function findCurrentItem(items: Item[], pathname: string): Item | undefined {
  const slug = slugOf(pathname)
  const pathIn = ({ to, isOfOrganization }: Item) =>
    isOfOrganization && slug !== null ? inOrganization(pathOf(to), pathname.split('/')[2]) : pathOf(to)
  const above = items.filter((item) => pathname === pathIn(item) || pathname.startsWith(`${pathIn(item)}/`))
  return above.toSorted((a, b) => pathIn(b).length - pathIn(a).length)[0]
}

export const pathOf = (to: string): string => to.replace(/[?#].*/, '').replace(/(.)\/$/, '$1')
