import { useLingui } from '@lingui/react/macro'
import { noRights } from 'contract/permissions.ts'
import { entriesOf } from 'contract/entries-of.ts'
import type { PlaceName } from 'contract/remote-description.ts'
import { useMemo } from 'react'
import { ACCOUNT_PATH } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import type { Item } from '../navigation/items.ts'
import { useItems } from '../navigation/use-items.ts'
import { useRights, useUserRole } from '../navigation/viewer-rights.ts'
import { type Entry, entryOf } from './entry.ts'
import { pageDetails } from './page-details.ts'
import { organizationPath, type Organization } from './use-organizations.ts'

/** Includes pages that only search finds. Uses the rights if known, but never loads them. */
export function usePages(organization: Organization | undefined): Entry[] {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const { remotes } = useVersionLock()
  const items = useItems()
  const rights = useRights() ?? noRights // in the active organization
  const userRole = useUserRole()
  const account = t`Your account`
  return useMemo(() => {
    const pageEntry = (to: string, label: string, english: string, detail: string | null, key = to): Entry => {
      const { icon, words } = pageDetails[key] ?? {}
      const more = [detail !== null && `${detail} ${label}`, words && t(words)].filter(
        (text) => typeof text === 'string',
      )
      return entryOf('page', to, label, [english, ...more], { icon, to, ...(detail !== null && { detail }) })
    }
    const itemEntry = ({ to, label, group, english }: Item) => pageEntry(to, label, english, group)
    const placed = (place: PlaceName, detail: string, base: string, own = rights) => {
      const english = entriesOf(remotes, place, own, 'en', userRole)
      return entriesOf(remotes, place, own, locale, userRole).map(({ name, label }, index) => {
        const to = `${base}${base && name && '/'}${name}`
        const key = place === 'organization-tab' ? `organization/${name}` : to
        return pageEntry(to, label, english[index]?.label ?? label, detail, key)
      })
    }
    const { label = '', slug = '', rights: own } = organization ?? {}
    const all = [
      ...(organization ? placed('organization-tab', label, organizationPath(slug), own) : []),
      ...(items ?? []).filter(({ inMenu }) => inMenu).map(itemEntry),
      ...placed('user-menu', account, ''),
      ...placed('account-section', account, ACCOUNT_PATH),
      // Last, because deletion is among them.
      ...(items ?? []).filter(({ inMenu }) => !inMenu).map(itemEntry),
    ]
    const known = new Set<string>()
    return all.filter((entry) => !known.has(entry.id) && known.add(entry.id))
  }, [t, items, remotes, rights, userRole, locale, organization, account])
}
