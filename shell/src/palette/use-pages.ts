import { useLingui } from '@lingui/react/macro'
import { useSession } from 'kit'
import { entriesOf } from 'contract/entries-of.ts'
import type { PlaceName } from 'contract/remote-description.ts'
import { useMemo } from 'react'
import { ACCOUNT_PATH, ORGANIZATIONS_PATH } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { useItems } from '../navigation/use-items.ts'
import { noRoles, useRoles } from '../navigation/viewer-roles.ts'
import type { Entry } from './entry.ts'
import { searchable } from './find.ts'
import type { Organization } from './use-organizations.ts'

/** Includes pages that only search finds. Uses the roles if known, but never loads them. */
export function usePages(organizations: readonly Organization[]): Entry[] {
  const { t, i18n } = useLingui()
  const { locale } = i18n
  const { remotes } = useVersionLock()
  const items = useItems()
  const roles = useRoles() ?? noRoles
  const session = useSession()
  const activeId = session.status === 'signed-in' ? session.session.activeOrganizationId : null
  const active = organizations.find(({ id }) => id === activeId)
  const account = t`Your account`
  return useMemo(() => {
    const placed = (place: PlaceName, detail: string, base: string) => {
      const english = entriesOf(remotes, place, roles, 'en')
      return entriesOf(remotes, place, roles, locale).map(({ name, label }, index) => {
        const to = `${base}${base && name && '/'}${name}`
        return pageEntry(to, label, english[index]?.label ?? label, detail)
      })
    }
    const all = [
      ...(items ?? []).map(({ to, label, group, english }) => pageEntry(to, label, english, group)),
      ...placed('user-menu', account, ''),
      ...placed('account-section', account, ACCOUNT_PATH),
      ...(active
        ? placed('organization-tab', active.name, `${ORGANIZATIONS_PATH}/${encodeURIComponent(active.slug)}`)
        : []),
    ]
    return [...new Map(all.toReversed().map((entry) => [entry.id, entry])).values()].toReversed()
  }, [items, remotes, roles, locale, active, account])
}

const pageEntry = (to: string, label: string, english: string, detail: string | null): Entry => ({
  kind: 'page',
  id: to,
  label,
  ...(detail !== null && { detail }),
  names: [label, english, ...(detail === null ? [] : [`${detail} ${label}`])].map(searchable),
  to,
})
