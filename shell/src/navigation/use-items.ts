import { useLingui } from 'kit'
import { useMemo } from 'react'
import { useVersionLock } from '../federation/lock-context.ts'
import { needsRoles, type Item, visibleItems } from './items.ts'
import { noRoles, useRoles, useUserRole } from './viewer-roles.ts'

/** Null until the roles are known. */
export function useItems(): Item[] | null {
  const { i18n } = useLingui()
  const lock = useVersionLock()
  const { locale } = i18n
  const known = useRoles()
  const roles = needsRoles(lock) ? known : noRoles
  const userRole = useUserRole()
  return useMemo(() => roles && visibleItems(lock, roles, locale, userRole), [lock, roles, locale, userRole])
}
