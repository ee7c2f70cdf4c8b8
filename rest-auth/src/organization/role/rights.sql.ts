import { fixed, type Fragment } from 'database/sql.ts'
import { permissions, rolesWith, type Permission } from 'contract/permissions.ts'
import { roles } from 'contract/roles.ts'
import { rolesOf } from '../member/member-conditions.sql.ts'
import { givableByAll } from './rights.ts'

// Who may what: the permissions of a list of roles are those of its built-in roles and those in
// the rows of its other ones. Names without a row, which adopted members may have, grant nothing.

const builtIn = `'{${roles.join(',')}}'`

/** As in the column `permission`. */
const asJson = (permission: Permission): string => {
  const [resource, action] = permission.split(':')
  return `'{"${resource}":["${action}"]}'`
}

/** Whether a row of the organization grants it. The first condition spares most members the search. */
const isGrantedByRow = (list: string, organizationId: string, condition: string): string => `(
  not ${list} <@ ${builtIn} and exists (
    select from "organizationRole" r where r."organizationId" = ${organizationId} and r."role" = any (${list})
      and (${condition})))`

/** Whether the member has one of the permissions. */
export function may(alias: string, ...wanted: readonly [Permission, ...Permission[]]): string {
  const own = rolesOf(alias)
  const sufficient = new Set(wanted.flatMap(rolesWith))
  const inRow = wanted.map((permission) => `r."permission"::jsonb @> ${asJson(permission)}`).join(' or ')
  return `(${own} && '{${[...sufficient].join(',')}}' or ${isGrantedByRow(own, `${alias}."organizationId"`, inRow)})`
}

const all = permissions.map(
  (permission) => `('${permission}', '{${rolesWith(permission).join(',')}}'::text[], ${asJson(permission)}::jsonb)`,
)

/** All permissions of a list of roles, as `text[]`. */
export const permissionsOf = (list: string, organizationId: string): string => `(
  select coalesce(array_agg(p."name"), '{}') from (values ${all.join(', ')}) p ("name", "roles", "json")
  where p."roles" && ${list} or ${isGrantedByRow(list, organizationId, 'r."permission"::jsonb @> p."json"')})`

/** Returns all permissions of a member. */
export const effectivePermissions = (alias: string): string =>
  permissionsOf(rolesOf(alias), `${alias}."organizationId"`)

/** Follows other columns. */
export const permissionsColumn = (alias: string): Fragment =>
  fixed(`, array_to_json(${effectivePermissions(alias)}) as "permissions"`)

/** `requireWithin` in SQL: whether the member may give the list of roles. */
export const mayGive = (alias: string, list: string): string => {
  const own = rolesOf(alias)
  // Admins have all that `admin` and `member` grant.
  return `('owner' = any (${own}) or (not 'owner' = any (${list}) and case
    when ${own} && '{admin}' and ${list} <@ ${builtIn} then true
    else ${permissionsOf(list, `${alias}."organizationId"`)} <@ (${effectivePermissions(alias)} || '{${givableByAll.join(',')}}'::text[]) end))`
}
