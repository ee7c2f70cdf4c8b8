import type { PagePlaces } from 'kit/shell'
import { asksForRolesIn, entriesOf } from 'contract/entries-of.ts'
import type { PlaceName } from 'contract/remote-description.ts'
import { noRights } from 'contract/permissions.ts'
import { useMemo } from 'react'
import { useRights, useUserRole } from './viewer-rights.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { PlaceContent } from '../federation/place-content.tsx'

export function usePagePlaces(): PagePlaces {
  const lock = useVersionLock()
  const known = useRights()
  const userRole = useUserRole()
  return useMemo(() => {
    const rightsFor = (place: PlaceName) => (asksForRolesIn(lock.remotes, place) ? known : noRights)
    return {
      entriesOf: (place, locale, roles, permissions) => {
        const own = lock.isPart ? null : roles ? { roles, permissions } : rightsFor(place)
        return own && entriesOf(lock.remotes, place, own, locale, userRole)
      },
      Content: PlaceContent,
    }
  }, [lock, known, userRole])
}
