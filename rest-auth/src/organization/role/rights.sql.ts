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

/** A row of a role that the organization has made, in a list of roles. */
const isListed = (list: string, organizationId: string): string =>
  `r."organizationId" = ${organizationId} and r."role" = any (${list})`

/** Whether a row of the organization grants it. The first condition spares most members the search. */
const isGrantedByRow = (list: string, organizationId: string, condition: string): string => `(
  not ${list} <@ ${builtIn} and exists (
    select from "organizationRole" r where ${isListed(list, organizationId)} and (${condition})))`

/** Whether the member has one of the permissions. */
export function may(alias: string, ...wanted: readonly [Permission, ...Permission[]]): string {
  const own = rolesOf(alias)
  const sufficient = new Set(wanted.flatMap(rolesWith))
  const inRow = wanted.map((permission) => `r."permission"::jsonb @> ${asJson(permission)}`).join(' or ')
  return `(${own} && '{${[...sufficient].join(',')}}' or ${isGrantedByRow(own, `${alias}."organizationId"`, inRow)})`
}

/** With the built-in roles that have them. */
const ownPermissions = `values ${permissions
  .map((name) => `('${name}', '{${rolesWith(name).join(',')}}'::text[], ${asJson(name)}::jsonb)`)
  .join(', ')}`

const allPermissions = `${ownPermissions} union all
  select "name", case when "admins" then '{owner,admin}'::text[] else '{owner}' end, "grant" from "remotePermission"`

const grantedOf = (list: string, organizationId: string, all: string): string => `(
  select coalesce(array_agg(p."name"), '{}') from (${all}) p ("name", "roles", "json")
  where p."roles" && ${list} or ${isGrantedByRow(list, organizationId, 'r."permission"::jsonb @> p."json"')})`

/** All permissions of a list of roles, as `text[]`. */
const permissionsOf = (list: string, organizationId: string): string => grantedOf(list, organizationId, allPermissions)

/** Returns all permissions of a member. */
export const effectivePermissions = (alias: string): string =>
  permissionsOf(rolesOf(alias), `${alias}."organizationId"`)

/** Without those of remotes. */
export const effectiveOwnPermissions = (alias: string): string =>
  grantedOf(rolesOf(alias), `${alias}."organizationId"`, ownPermissions)

/** Follows other columns. */
export const permissionsColumn = (alias: string): Fragment =>
  fixed(`, array_to_json(${effectivePermissions(alias)}) as "permissions"`)

/**
 * Also what the roles will grant again once a remote that is unpublished now is released. These
 * names keep the key: `mf-invoices@key:approve`.
 */
export const grantsOf = (list: string, organizationId: string): string => `(
  ${permissionsOf(list, organizationId)} || array(
    select g."key" || ':' || a."name" from "organizationRole" r, jsonb_each(r."permission"::jsonb) g,
      jsonb_array_elements_text(g."value") a ("name")
    where not ${list} <@ ${builtIn} and ${isListed(list, organizationId)} and g."key" like 'mf-%@%' and not exists (
      select from "remotePermission" p where p."grant" = jsonb_build_object(g."key", jsonb_build_array(a."name")))))`

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
export const mayGive = (alias: string, list: string): string => {
  const own = rolesOf(alias)
  // Admins have all that `admin` and `member` grant.
  return `('owner' = any (${own}) or (not 'owner' = any (${list}) and case
    when ${own} && '{admin}' and ${list} <@ ${builtIn} then true
    else ${grantsOf(list, `${alias}."organizationId"`)} <@ (${effectivePermissions(alias)} || '{${givableByAll.join(',')}}'::text[]) end))`
}
