import type { ComponentType } from 'react'
import { asksForRoles, type Demand, maySee, type KnownRights } from './permissions.ts'
import type { Label, PlaceName, RemoteDescription } from './remote-description.ts'

export interface PlaceEntry {
  remote: string
  name: string // unique within its place; the target if the entry is a link
  label: string
}

type Described = Pick<RemoteDescription, 'name' | 'places'>

interface DescribedEntry extends Demand {
  remote: string
  name: string
  label: Label
  order: number
}

/** In order. Of entries with the same name the first wins for all roles: a URL has one owner. */
export function entriesOf(
  remotes: readonly Described[],
  place: PlaceName,
  rights: KnownRights,
  locale: string,
  userRole?: string,
): PlaceEntry[] {
  const first = new Map<string, DescribedEntry>()
  for (const entry of describedEntries(remotes, place)) if (!first.has(entry.name)) first.set(entry.name, entry)
  return [...first.values()]
    .filter((entry) => maySee(entry, rights, userRole))
    .map(({ remote, name, label }) => ({ remote, name, label: label[locale] ?? label.en }))
}

export const asksForRolesIn = (remotes: readonly Described[], place: PlaceName): boolean =>
  describedEntries(remotes, place).some(asksForRoles)

const describedEntries = (remotes: readonly Described[], place: PlaceName): DescribedEntry[] =>
  remotes
    .flatMap(({ name: remote, places }) =>
      (places?.[place] ?? []).map((entry) => {
        const name = 'to' in entry ? entry.to : entry.name
        return { label: { en: name }, ...entry, remote, name }
      }),
    )
    .toSorted((a, b) => a.order - b.order || (a.remote < b.remote ? -1 : 1))

/** Names such as `organization-tab/invoices`, without links, which several remotes may share. */
export const namesOf = ({ places }: Pick<RemoteDescription, 'places'>): string[] =>
  Object.entries(places ?? {}).flatMap(([place, entries]) =>
    (entries ?? []).flatMap((entry) => ('name' in entry ? `${place}/${entry.name}` : [])),
  )

export function componentOf({ places }: { places?: unknown }, place: PlaceName, name: string) {
  const found = ownValue(ownValue(places, place), name)
  return isComponent(found) ? found : null
}

const ownValue = (holder: unknown, key: string): unknown =>
  isObject(holder) && Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined

/** `memo`, `lazy` and `forwardRef` return objects. */
export const isComponent = (value: unknown): value is ComponentType<object> =>
  typeof value === 'function' || (isObject(value) && '$$typeof' in value)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
