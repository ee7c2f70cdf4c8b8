import { useMemo } from 'react'
import { useVersionLock } from '../federation/lock-context.ts'
import type { Entry } from './entry.ts'
import { find } from './find.ts'
import { organizationEntry, useActions } from './use-entries.ts'
import { type Organization, useOrganizations } from './use-organizations.ts'
import { usePages } from './use-pages.ts'

const MAX_SHOWN = 8

export function useSections(query: string) {
  const lock = useVersionLock()
  const { organizations, isWhole, error, reload } = useOrganizations()
  const pages = usePages(organizations)
  const actions = useActions()
  const found = useMemo(
    () => find<Entry | Organization>([...pages, ...organizations, ...actions], query),
    [pages, organizations, actions, query],
  )
  const sections = [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, entries]) => ({
    kind,
    shown: entries.slice(0, MAX_SHOWN).map((entry) => ('slug' in entry ? organizationEntry(entry, lock) : entry)),
    more: Math.max(0, entries.length - MAX_SHOWN),
  }))
  return { sections, count: found.length, isWhole, error, reload }
}
