import { firstRow, fixed, type Fragment, sql } from 'database/sql.ts'
import { jsonArray, jsonColumns, jsonColumnsText } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { organizationSchema } from './entities.ts'
import { visibleInvitations } from './invitation/visible-invitations.sql.ts'
import { listColumn, type ListRequest } from '../list/list.sql.ts'
import { memberColumns } from './member/member.sql.ts'
import { joiningOrder } from './member/member-list.sql.ts'
import type { Actor } from './actor.ts'
import { isOpen, joinViewer, sessionViewer, viewerOf, type Viewer } from './reach.sql.ts'
import { effectivePermissions } from './role/rights.sql.ts'
import { teamColumns } from './team/team.sql.ts'

export type OrganizationKey = { readonly id: string } | { readonly slug: string }

/** Expects `"organization" o`. */
export const hasKey = (key: OrganizationKey): Fragment =>
  'slug' in key ? sql`o."slug" = ${key.slug}` : sql`o."id" = ${key.id}`
const json = jsonColumns(organizationSchema, 'o')

const open = isOpen('o."id"', sessionViewer())
const ifOpen = (column: string, name: string): Fragment =>
  sql`, case when ${open} then ${fixed(column)} end as ${fixed(`"${name}"`)}`

const ownOrganizations = {
  columns: sql`${fixed(jsonColumnsText(organizationSchema, 'o', ['logo', 'metadata']))}
    ${ifOpen('o."logo"', 'logo')} ${ifOpen('o."metadata"', 'metadata')}, m."role",
    case when ${open} then o."memberCount" else 0 end as "memberCount", not ${open} as "needsSecondFactor"`,
  from: sql`"member" m join "organization" o on o."id" = m."organizationId"`,
  where: 'm."userId" = s."userId"',
  order: joiningOrder,
}
const permissions = ifOpen(`array_to_json(${effectivePermissions('m')})`, 'permissions')
const withPermissions = { ...ownOrganizations, columns: sql`${ownOrganizations.columns} ${permissions}` }

/** A column for queries of `"session" s`, ordered by time of joining. Closed ones have only their name and the user's role. */
export const ownOrganizationsColumn = (request: ListRequest & { permissions?: 'true' | undefined }): Fragment =>
  listColumn(request.permissions ? withPermissions : ownOrganizations, request)

const memberRows = sql`
    select ${memberColumns} from "member" m join "user" u on u."id" = m."userId"
    where m."organizationId" = o."id" order by m."createdAt", m."id"`
const teamRows = sql`select ${teamColumns} from "team" t where t."organizationId" = o."id" order by t."createdAt", t."id"`

/** With at most `limit` members, teams and invitations, or without. No row unless the viewer reaches it. */
function organizationRow(key: Fragment, viewer: Viewer, limit: number | null): Fragment {
  const lists =
    limit === null
      ? sql``
      : sql`,
      ${jsonArray(sql`${visibleInvitations} limit ${limit}`)} as "invitations",
      ${jsonArray(sql`${memberRows} limit ${limit}`)} as "members",
      ${jsonArray(sql`${teamRows} limit ${limit}`)} as "teams"`
  return sql`
    select ${json} ${lists}
    from "organization" o ${joinViewer('o."id"', viewer)} where ${key}`
}

/** A column for queries of `"session" s`. Defaults to the active organization. Without `limit`, it has no lists. */
export function organizationJson(named: OrganizationKey | null, limit: number | null = null): Fragment {
  const key = named ? hasKey(named) : sql`o."id" = s."activeOrganizationId"`
  return sql`(select row_to_json(x)::text from (${organizationRow(key, sessionViewer(), limit)}) x)`
}

export async function findFullOrganizationJson(
  ctx: Context,
  key: OrganizationKey,
  actor: Actor,
  limit: number | null,
): Promise<{ id: string; json: string } | null> {
  return firstRow(ctx.db.read`
    select x."id", row_to_json(x)::text as "json"
    from (${organizationRow(hasKey(key), viewerOf(ctx, actor), limit)}) x`)
}
