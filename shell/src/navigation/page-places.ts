import type { PagePlaces } from 'kit/shell'
import { asksForRolesIn, entriesOf } from 'contract/entries-of.ts'
import type { PlaceName } from 'contract/remote-description.ts'
import { useMemo } from 'react'
import { noRoles, useRoles, useUserRole } from './viewer-roles.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { PlaceContent } from '../federation/place-content.tsx'

export function usePagePlaces(): PagePlaces {
  const lock = useVersionLock()
  const known = useRoles()
  const userRole = useUserRole()
  return useMemo(() => {
    const rolesFor = (place: PlaceName) => (asksForRolesIn(lock.remotes, place) ? known : noRoles)
    return {
      entriesOf: (place, locale, roles) => {
        const own = lock.isPart ? null : (roles ?? rolesFor(place))
        return own && entriesOf(lock.remotes, place, own, locale, userRole)
      },
      Content: PlaceContent,
    }
  }, [lock, known, userRole])
}
