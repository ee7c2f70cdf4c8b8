import type { NavigationItem, RemoteDescription } from 'contract/remote-description.ts'
import { findRouteOwner, isLimited } from 'contract/version-lock.ts'

/** Gives links without a demand that of their page, once per version instead of in every page. */
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
