import type { NavigationItem, RemoteDescription } from 'contract/remote-description.ts'
import { asksForRoles, type Demand } from 'contract/permissions.ts'
import { findRouteOwner } from 'contract/version-lock.ts'

/** Gives links without a demand that of their page, once per version instead of in every page. */
export function limitLinks(description: RemoteDescription): RemoteDescription {
  const limited = <Link extends Pick<NavigationItem, 'to' | keyof Demand>>(link: Link): Link => {
    const route = findRouteOwner({ remotes: [description] }, link.to.replace(/[?#].*/, ''))
    const { roles, permission } = asksForRoles(link) ? link : (route ?? {})
    const userRole = link.userRole ?? route?.userRole
    return { ...link, ...(roles && { roles }), ...(permission && { permission }), ...(userRole && { userRole }) }
  }
  const { navigation, places } = description
  const userMenu = places?.['user-menu']?.map(limited)
  return {
    ...description,
    navigation: navigation.map(limited),
    ...(userMenu && { places: { ...places, 'user-menu': userMenu } }),
  }
}
