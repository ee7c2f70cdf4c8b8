import { fixed, type Fragment } from 'database/sql.ts'
import { builtInRights, rolesWith, type Permission } from 'contract/permissions.ts'
import { roles } from 'contract/roles.ts'
import { rolesOf } from '../member/member-conditions.sql.ts'
import { scopeMark } from './rights.ts'

// Who may what: the permissions of a list of roles are those of its built-in roles and those in
// the rows of its other ones. Names without a row, which adopted members may have, grant nothing.
// A key has its scopes as roles, such as `=team:create`: each grants itself.

const builtIn = `'{${roles.join(',')}}'`

/** As in the column `permission`. */
const asJson = (permission: Permission): string => {
  const [resource, action] = permission.split(':')
  return `'{"${resource}":["${action}"]}'::jsonb`
}

/** Whether the member has one of the permissions. The first conditions spare most members the search. */
export function may(alias: string, ...wanted: readonly [Permission, ...Permission[]]): string {
  const own = rolesOf(alias)
  const sufficient = new Set(wanted.flatMap((permission) => [...rolesWith(permission), scopeMark + permission]))
  return `(${own} && '{${[...sufficient].join(',')}}' or not ${own} <@ ${builtIn}
    and "isGrantedByRow"(${own}, ${alias}."organizationId", array[${wanted.map(asJson).join(', ')}]))`
}

/** The permissions of each built-in role. The database cannot know them, because releases differ. */
const ownGrants = roles.map((role) => `'{${builtInRights([role]).permissions.join(',')}}'`).join(', ')

const permissionsOf = (list: string, alias: string): string =>
  `"permissionsOf"(${list}, ${alias}."organizationId", ${ownGrants})`

const nameOf = (scope: string): string => `array[regexp_replace(${scope}, '@[^:]*', '')]`

/** The stored scopes of a key that a member's roles grant now, as a list of roles. */
export const scopesWithin = (alias: string, scopes: string): string => `(
  select string_agg('${scopeMark}' || s, ',') from unnest(${scopes}) s, (
    select ${effectivePermissions(alias)} as "held",
      ${permissionsOf(`array(select '${scopeMark}' || x from unnest(${scopes}) x)`, alias)} as "known") h
  where ${nameOf('s')} <@ h."held" and ${nameOf('s')} <@ h."known")`

/** All permissions of a member. */
export const effectivePermissions = (alias: string): string => permissionsOf(rolesOf(alias), alias)

/** Follows other columns. */
export const permissionsColumn = (alias: string): Fragment =>
  fixed(`, array_to_json(${effectivePermissions(alias)}) as "permissions"`)

/** Also what the roles will grant again once a remote that is unpublished now is released. */
export const grantsOf = (list: string, organizationId: string): string =>
  `"grantsOf"(${list}, ${organizationId}, ${ownGrants})`

/** The column `permission` as clients see it: without keys, and without what is unpublished. */
export const shownPermission = `case when r."permission" like '%"mf-%' then (
  select coalesce(jsonb_object_agg(x."resource", x."actions"), '{}')::text from (
    select g."key" as "resource", g."value" as "actions" from jsonb_each(r."permission"::jsonb) g
    where g."key" not like 'mf-%'
    union all
    select split_part(p."name", ':', 1), jsonb_agg(split_part(p."name", ':', 2)) from "remotePermission" p
    where r."permission"::jsonb @> p."grant" group by 1) x)
  else r."permission" end`

/** `requireWithin` in SQL: whether the member may give the list of roles. */
export const mayGive = (alias: string, list: string): string =>
  `('owner' = any (${rolesOf(alias)}) or "mayGive"(${rolesOf(alias)}, ${list}, ${alias}."organizationId", ${ownGrants}))`
