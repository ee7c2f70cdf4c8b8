import { useMemo } from 'react'
import { useLock } from '../federation/lock-context.ts'
import type { Entry } from './entry.ts'
import { find } from './find.ts'
import { organizationEntry, useActions } from './use-entries.ts'
import { type Organization, useOrganizations } from './use-organizations.ts'
import { usePages } from './use-pages.ts'

/** So many of a kind are shown; who looks for another one types on. */
const SHOWN = 8

/** Pages, organizations and actions that match the query, by kind. */
export function useSections(query: string) {
  const lock = useLock()
  const { organizations, isWhole, error, reload } = useOrganizations()
  const pages = usePages(organizations)
  const actions = useActions()
  const found = useMemo(
    () => find<Entry | Organization>([...pages, ...organizations, ...actions], query),
    [pages, organizations, actions, query],
  )
  // In the order of the best of each kind.
  const sections = [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, entries]) => ({
    kind,
    shown: entries.slice(0, SHOWN).map((entry) => ('slug' in entry ? organizationEntry(entry, lock) : entry)),
    more: Math.max(0, entries.length - SHOWN),
  }))
  return { sections, count: found.length, isWhole, error, reload }
}
