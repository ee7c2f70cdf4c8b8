import { useLingui } from 'kit'
import { noRights } from 'contract/permissions.ts'
import { useMemo } from 'react'
import { useVersionLock } from '../federation/lock-context.ts'
import { needsRoles, type Item, visibleItems } from './items.ts'
import { useRights, useUserRole } from './viewer-rights.ts'

/** Null until the rights are known. */
export function useItems(): Item[] | null {
  const { i18n } = useLingui()
  const lock = useVersionLock()
  const { locale } = i18n
  const known = useRights()
  const rights = needsRoles(lock) ? known : noRights
  const userRole = useUserRole()
  return useMemo(() => rights && visibleItems(lock, rights, locale, userRole), [lock, rights, locale, userRole])
}
