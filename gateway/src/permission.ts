import { Permission } from 'contract/generated/graphql.ts'
import { type ActionsByResource, isOfRemote, permissionNames, permissions as allGrants } from 'contract/permissions.ts'

/** `TEAM_CREATE` is `team:create`. */
export const grantOf = (permission: Permission): string => permission.toLowerCase().replace('_', ':')

const permissions = new Map(Object.values(Permission).map((permission) => [grantOf(permission), permission]))

/** Omits those that are not in the enum: `viewerGrants` has them. */
export const parsePermissions = (names: readonly string[]): Permission[] =>
  names.flatMap((name) => permissions.get(name) ?? [])

/** Converts names such as `team:create`, also unknown ones, to the format of rest-auth. */
export function actionsByResource(grants: readonly string[]): Record<string, string[]> {
  const pairs = grants.map((grant) => grant.split(':'))
  const resources = Object.groupBy(pairs, ([resource = '']) => resource)
  return Object.fromEntries(
    Object.entries(resources).map(([resource, permitted]) => [
      resource,
      (permitted ?? []).flatMap(([, action]) => action ?? []),
    ]),
  )
}

/** Without unknown ones, which adopted roles may have. */
export function grantsOf(actions: ActionsByResource): string[] {
  const granted = new Set(permissionNames(actions))
  return [...allGrants.filter((grant) => granted.has(grant)), ...[...granted].filter(isOfRemote)]
}
