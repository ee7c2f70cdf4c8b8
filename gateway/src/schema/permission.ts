import type { Permission } from 'contract/generated/graphql.ts'
import type { BatchOrganization } from '../upstream/batch-reader.ts'

type PermissionName = NonNullable<BatchOrganization['permissions']>[number]

const permissions: Readonly<Record<PermissionName, Permission>> = {
  'organization:update': 'ORGANIZATION_UPDATE',
  'organization:delete': 'ORGANIZATION_DELETE',
  'member:create': 'MEMBER_CREATE',
  'member:update': 'MEMBER_UPDATE',
  'member:delete': 'MEMBER_DELETE',
  'invitation:create': 'INVITATION_CREATE',
  'invitation:cancel': 'INVITATION_CANCEL',
  'team:create': 'TEAM_CREATE',
  'team:update': 'TEAM_UPDATE',
  'team:delete': 'TEAM_DELETE',
  'audit:read': 'AUDIT_READ',
}

export const parsePermission = (name: PermissionName): Permission => permissions[name]

/** Converts permissions to the format of rest-auth: actions by resource. */
export function actionsByResource(list: readonly Permission[]): Record<string, string[]> {
  const pairs = list.map((permission) => permission.toLowerCase().split('_'))
  const resources = Object.groupBy(pairs, ([resource = '']) => resource)
  return Object.fromEntries(
    Object.entries(resources).map(([resource, permitted]) => [
      resource,
      (permitted ?? []).flatMap(([, action]) => action ?? []),
    ]),
  )
}
