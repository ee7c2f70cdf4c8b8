import { useLingui } from '@lingui/react'
import { type ComponentType, createContext, useContext } from 'react'
import type { Permission, Role } from 'contract/permissions.ts'
import type { PlaceName } from 'contract/remote-description.ts'
import type { Session, User } from '../session/session-types.ts'
import type { PlaceEntry } from 'contract/entries-of.ts'

/** What a part of an organization's page is given: the organization that is shown, and what who looks is and may do there. */
export interface OrganizationPlaceProps {
  organization: { id: string; name: string; slug: string; logo: string | null }
  roles: readonly Role[]
  permissions: readonly Permission[]
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

/** What the page knows of places: the shell provides it, and `kit/testing/page` in tests. */
export interface PagePlaces {
  /** Null: not known yet. Without `roles` those count that the viewer has in the active organization. */
  entriesOf: (place: PlaceName, locale: string, roles?: readonly Role[]) => PlaceEntry[] | null
  /** Gives `props` to what the remote of `entry` has for the place. */
  Content: ComponentType<{ place: keyof PlaceProps; entry: PlaceEntry; props: object }>
}

export const noPlaces: PagePlaces = { entriesOf: () => null, Content: () => null }

export const PlacesContext = createContext(noPlaces)

/**
 * What remotes put into a place, as far as the viewer may see it, in order; null until it is known. Nothing of them is loaded for that.
 * `roles`: those in the organization that is shown, for the places of organizations.
 */
export function usePlaces(place: PlaceName, roles?: readonly Role[]): PlaceEntry[] | null {
  const { entriesOf } = useContext(PlacesContext)
  return entriesOf(place, useLingui().i18n.locale, roles)
}

/**
 * Draws what a remote has for a place; a card is loaded when it comes into view. Whatever becomes of it, what is around it goes on: until
 * it is there grey lines stand in its place, and where it fails a few words and a button that tries again.
 */
export function Place<Name extends keyof PlaceProps>({
  place,
  entry,
  ...props
}: { place: Name; entry: PlaceEntry } & PlaceProps[Name]) {
  const { Content } = useContext(PlacesContext)
  return <Content place={place} entry={entry} props={props} />
}
