import type { OrganizationPlaceProps } from 'kit'
import type { OrganizationFrameFragment, Permission, Role } from './generated/graphql.ts'

const roles: Record<Role, OrganizationPlaceProps['roles'][number]> = {
  OWNER: 'owner',
  ADMIN: 'admin',
  MEMBER: 'member',
}

const permissions: Record<Permission, OrganizationPlaceProps['permissions'][number]> = {
  AUDIT_READ: 'audit:read',
  INVITATION_CANCEL: 'invitation:cancel',
  INVITATION_CREATE: 'invitation:create',
  MEMBER_CREATE: 'member:create',
  MEMBER_DELETE: 'member:delete',
  MEMBER_UPDATE: 'member:update',
  ORGANIZATION_DELETE: 'organization:delete',
  ORGANIZATION_UPDATE: 'organization:update',
  TEAM_CREATE: 'team:create',
  TEAM_DELETE: 'team:delete',
  TEAM_UPDATE: 'team:update',
}

/** Converts to the names that remotes and rest-auth use. */
export function placePropsOf(organization: OrganizationFrameFragment): OrganizationPlaceProps {
  const { databaseId: id, name, slug, logo, viewerMembership, viewerPermissions } = organization
  return {
    organization: { id, name, slug, logo },
    roles: (viewerMembership?.roles ?? []).map((role) => roles[role]),
    permissions: (viewerPermissions ?? []).map((permission) => permissions[permission]),
  }
}
