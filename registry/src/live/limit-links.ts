import type { NavigationItem, RemoteDescription } from 'contract/remote-description.ts'
import { findRouteOwner, isLimited } from 'contract/lock.ts'

/**
 * A link of a remote to a page of its own is for those whom the page is for, unless it says whom it is for. Done here, once for a version,
 * so that no page has to look for the route of each link.
 */
export function limitLinks(description: RemoteDescription): RemoteDescription {
  const limited = <Link extends Pick<NavigationItem, 'to' | 'roles' | 'permission'>>(link: Link): Link => {
    if (isLimited(link)) return link
    const { roles, permission } = findRouteOwner({ remotes: [description] }, link.to.replace(/[?#].*/, '')) ?? {}
    return { ...link, ...(roles && { roles }), ...(permission && { permission }) }
  }
  const { navigation, places } = description
  const userMenu = places?.['user-menu']?.map(limited)
  return {
    ...description,
    navigation: navigation.map(limited),
    ...(userMenu && { places: { ...places, 'user-menu': userMenu } }),
  }
}
