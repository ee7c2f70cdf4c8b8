import type { OrganizationPlaceProps } from 'kit'
import type { OrganizationFrameFragment, Role } from './generated/graphql.ts'

const roles: Record<Role, OrganizationPlaceProps['roles'][number]> = {
  OWNER: 'owner',
  ADMIN: 'admin',
  MEMBER: 'member',
}

/** Converts to the names that remotes and rest-auth use. */
export function placePropsOf(organization: OrganizationFrameFragment): OrganizationPlaceProps {
  const { databaseId: id, name, slug, logo, viewerMembership, viewerGrants } = organization
  return {
    organization: { id, name, slug, logo },
    roles: (viewerMembership?.roles ?? []).map((role) => roles[role]),
    permissions: viewerGrants ?? [],
  }
}
