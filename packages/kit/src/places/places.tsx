import { useLingui } from '@lingui/react'
import { type ComponentType, createContext, useContext } from 'react'
import type { Role } from 'contract/roles.ts'
import type { PlaceName } from 'contract/remote-description.ts'
import type { Session, User } from '../session/session-types.ts'
import type { PlaceEntry } from 'contract/entries-of.ts'

/** The roles and permissions are the viewer's in this organization. */
export interface OrganizationPlaceProps {
  organization: { id: string; name: string; slug: string; logo: string | null }
  roles: readonly Role[]
  permissions: readonly string[]
}

export interface AccountPlaceProps {
  user: User
  session: Session
}

export interface StartCardProps {
  user: User
}

export interface PlaceProps {
  header: object
  'organization-tab': OrganizationPlaceProps
  'organization-card': OrganizationPlaceProps
  'account-section': AccountPlaceProps
  'start-card': StartCardProps
}

export type PlaceComponents = { [Name in keyof PlaceProps]?: Record<string, ComponentType<PlaceProps[Name]>> }

export interface PagePlaces {
  // As `usePlaces`. The rights default to the viewer's in the active organization.
  entriesOf: (
    place: PlaceName,
    locale: string,
    roles?: readonly Role[],
    permissions?: readonly string[],
  ) => PlaceEntry[] | null
  Content: ComponentType<{ place: keyof PlaceProps; entry: PlaceEntry; props: object }>
}

export const noPlaces: PagePlaces = { entriesOf: () => null, Content: () => null }

export const PlacesContext = createContext(noPlaces)

/**
 * The entries of a place that the viewer may see; null until they are known. Loads no remote.
 * Without `permissions` those of the roles count that every organization has.
 */
export function usePlaces(
  place: PlaceName,
  roles?: readonly Role[],
  permissions?: readonly string[],
): PlaceEntry[] | null {
  const { entriesOf } = useContext(PlacesContext)
  return entriesOf(place, useLingui().i18n.locale, roles, permissions)
}

/** Renders an entry. Shows a placeholder while loading, and a retry button after an error. */
export function Place<Name extends keyof PlaceProps>({
  place,
  entry,
  ...props
}: { place: Name; entry: PlaceEntry } & PlaceProps[Name]) {
  const { Content } = useContext(PlacesContext)
  return <Content place={place} entry={entry} props={props} />
}
