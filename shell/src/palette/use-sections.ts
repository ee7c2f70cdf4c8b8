import { useMemo } from 'react'
import type { Entry } from './entry.ts'
import { find } from './find.ts'
import { useActions } from './use-entries.ts'
import { useOrganizations, usePageOrganization } from './use-organizations.ts'
import { usePages } from './use-pages.ts'
import { usePeople } from './use-people.ts'

const MAX_SHOWN = 8

export function useSections(query: string) {
  const { organizations, isWhole, error, reload } = useOrganizations()
  const organization = usePageOrganization(organizations)
  const { people, isWhole: isSearched } = usePeople(organization, query)
  const pages = usePages(organization)
  const actions = useActions(organization)
  const found = useMemo(
    () => find<Entry>([...pages, ...organizations, ...actions], query),
    [pages, organizations, actions, query],
  )
  const sections = [...Map.groupBy([...people, ...found], ({ kind }) => kind)].map(([kind, entries]) => ({
    kind,
    shown: entries.slice(0, MAX_SHOWN),
    more: Math.max(0, entries.length - MAX_SHOWN),
  }))
  // People stand first but arrive later, and must not change what Enter opens.
  const first = found.length > 0 ? people.length : 0
  const count = found.length + people.length
  return { sections, first, organization, count, isWhole: isWhole && isSearched, error, reload }
}
