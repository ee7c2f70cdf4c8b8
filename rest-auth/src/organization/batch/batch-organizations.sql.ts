import { fixed, sql, type Fragment } from 'database/sql.ts'
import { isoText, jsonColumnsText, whereIn } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import { invitationList, memberList, teamList } from './batch-lists.sql.ts'
import { changingRow, joinUserAndTeam, memberWithTeam } from './batch-rows.sql.ts'
import type { OrganizationParts } from './batch-request.ts'
import type { JsonRow } from './batch.sql.ts'
import { organizationSchema } from '../entities.ts'
import { rolesOf } from '../member/member-conditions.sql.ts'
import { pageColumn } from './page.sql.ts'
import { isOpen, joinAnyViewer, sessionViewer, type Only, type Viewer } from '../reach.sql.ts'
import { effectivePermissions, may, shownPermission } from '../role/rights.sql.ts'
import { idOfSlug } from '../slug/slug.sql.ts'

interface Keys {
  readonly ids: readonly string[]
  readonly slugs: readonly string[]
}

const organizationRow = `${changingRow(organizationSchema, 'o')},
  ${isoText('o."secondFactorRequiredAt"')} as "secondFactorRequiredAt"`
const closedRow = `${jsonColumnsText(organizationSchema, 'o', ['logo', 'metadata'])}, null as "logo", null as "metadata",
  ${isoText('o."createdAt"')} as "updatedAt", true as "needsSecondFactor"`

const membershipColumn = `(
  select r from (select ${memberWithTeam} from "member" m ${joinUserAndTeam} where m."id" = caller."id") r) as "membership"`

/** Without those that a gateway of release 2.1 does not know. */
const permissionsColumn = `array_to_json(array(
  select p from unnest(${effectivePermissions('caller')}) p where p not like 'ac:%' and p not like 'mf-%')) as "permissions"`

const grantsColumn = `array_to_json(${effectivePermissions('caller')}) as "grants"`

const rolesColumn = `case when ${may('caller', 'ac:read')} then (
  select coalesce(json_agg(json_build_object('role', r."role", 'label', r."label", 'permission', (${shownPermission})::json)
    order by r."createdAt", r."role"), '[]')
  from "organizationRole" r where r."organizationId" = o."id") end as "roles"`

const remotePermissionsColumn = `case when ${may('caller', 'ac:read')} then (
  select coalesce(json_agg(json_build_object('name', p."name", 'label', p."label", 'admins', p."admins")
    order by p."name"), '[]') from "remotePermission" p) end as "remotePermissions"`

/** Numbers of members by role, also the built-in ones. */
const roleCountsColumn = `case when ${may('caller', 'ac:read')} then (
  select coalesce(json_object_agg(c."role", c."count"), '{}') from (
    select n as "role", count(*) as "count" from "member" m, unnest(${rolesOf('m')}) n
    where m."organizationId" = o."id" and n <> '' group by n) c) end as "roleCounts"`

/** Open ones have these. */
function organizationColumns(
  activeOrganizationId: Fragment,
  keys: Keys,
  { include, members: memberPage, teams, invitations, isDelegated }: OrganizationParts,
): Fragment {
  const included = [
    organizationRow,
    ...(include.includes('membership') ? [membershipColumn] : []),
    ...(include.includes('permissions') ? [permissionsColumn] : []),
    ...(include.includes('grants') ? [grantsColumn] : []),
    ...(include.includes('roles') ? [rolesColumn] : []),
    ...(include.includes('remotePermissions') ? [remotePermissionsColumn] : []),
    ...(include.includes('roleCounts') ? [roleCountsColumn] : []),
  ]
  return sql`${fixed(included.join(', '))}, ${inAnyCase(activeOrganizationId, keys)}
    ${memberPage ? sql`, ${pageColumn(memberList('o', memberPage), memberPage)} as "members"` : sql``}
    ${teams ? sql`, ${pageColumn(teamList(teams), teams)} as "teams"` : sql``}
    ${invitations ? sql`, ${pageColumn(invitationList(invitations, isDelegated), invitations)} as "invitations"` : sql``}`
}

const inAnyCase = (activeOrganizationId: Fragment, { slugs }: Keys): Fragment =>
  sql`o."id" is not distinct from ${activeOrganizationId} as "isActive" ${formerSlugs(slugs)}`

function whereKeys({ ids, slugs }: Keys): Fragment {
  if (slugs.length === 0) return whereIn('o."id"', ids)
  if (ids.length === 0 && slugs.length === 1) {
    return sql`o."id" = ${idOfSlug(slugs[0] ?? '')}`
  }
  return sql`o."id" in (
    select unnest(${ids}::text[]) union all select "id" from "organization" where "slug" = any (${slugs}::text[])
    union all select "organizationId" from "former_slug" where "slug" = any (${slugs}::text[]))`
}

const formerSlugs = (slugs: readonly string[]): Fragment =>
  slugs.length === 0
    ? sql``
    : sql`, (
        select coalesce(json_agg(f."slug"), '[]') from "former_slug" f
        where f."organizationId" = o."id" and f."slug" = any (${slugs}::text[])) as "formerSlugs"`

/** Closed ones have only their name. */
export function readOrganizations(
  { db }: Context,
  viewer: Viewer,
  activeOrganizationId: string | null,
  keys: Keys,
  parts: OrganizationParts,
): Promise<(JsonRow & { readonly isReached: boolean })[]> {
  const active = sql`${activeOrganizationId}`
  const isReached = isOpen('o."id"', viewer)
  return db.read`
    select o."id", ${isReached} as "isReached", case when ${isReached}
      then (select to_json(r)::text from (select ${organizationColumns(active, keys, parts)}) r)
      else (select to_json(r)::text from (select ${fixed(closedRow)}, ${inAnyCase(active, keys)}) r) end as "json"
    from "organization" o ${joinAnyViewer('o."id"', viewer)} where ${whereKeys(keys)}`
}

/**
 * A column for queries of `"session" s`: the rows as one text, separated by commas. Null if one is
 * closed or none is found: `readOrganizations` tells them apart.
 */
export function organizationsColumn(keys: Keys, parts: OrganizationParts, only: Only): Fragment {
  const viewer = sessionViewer(only)
  return sql`(
    select case when bool_and(x."isReached") then string_agg(x."json", ',') end from (
      select ${isOpen('o."id"', viewer)} as "isReached", (select to_json(r)::text from (
        select ${organizationColumns(fixed('s."activeOrganizationId"'), keys, parts)}) r) as "json"
      from "organization" o ${joinAnyViewer('o."id"', viewer)} where ${whereKeys(keys)}) x)`
}
