import { useLingui } from 'kit'
import { useMemo } from 'react'
import { useLock } from '../federation/lock-context.ts'
import { asksForRoles, type Item, visibleItems } from './items.ts'
import { noRoles, useRoles } from './viewer-roles.ts'

/** What this viewer may see of the menu, in the language of the page; null until it is known. */
export function useItems(): Item[] | null {
  const { i18n } = useLingui()
  const lock = useLock()
  const { locale } = i18n
  const known = useRoles()
  const roles = asksForRoles(lock) ? known : noRoles
  return useMemo(() => roles && visibleItems(lock, roles, locale), [lock, roles, locale])
}
