import { firstRow, type Fragment, sql } from 'database/sql.ts'
import { jsonArray, jsonColumns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { organizationSchema } from './entities.ts'
import { visibleInvitations } from './invitation/visible-invitations.sql.ts'
import { listColumn, type ListRequest } from '../list/list.sql.ts'
import { memberColumns } from './member/member.sql.ts'
import { joiningOrder } from './member/member-list.sql.ts'
import { joinCaller } from './member/member-conditions.sql.ts'
import { permissionsColumn } from './role/rights.sql.ts'
import { teamColumns } from './team/team.sql.ts'

export type OrganizationKey = { readonly id: string } | { readonly slug: string }

/** Expects `"organization" o`. */
export const hasKey = (key: OrganizationKey): Fragment =>
  'slug' in key ? sql`o."slug" = ${key.slug}` : sql`o."id" = ${key.id}`
const json = jsonColumns(organizationSchema, 'o')

const ownOrganizations = {
  columns: sql`${json}, m."role", o."memberCount"`,
  from: sql`"member" m join "organization" o on o."id" = m."organizationId"`,
  where: 'm."userId" = s."userId"',
  order: joiningOrder,
}
const withPermissions = { ...ownOrganizations, columns: sql`${ownOrganizations.columns} ${permissionsColumn('m')}` }

/** A column for queries of `"session" s`, ordered by time of joining. */
export const ownOrganizationsColumn = (request: ListRequest & { permissions?: 'true' | undefined }): Fragment =>
  listColumn(request.permissions ? withPermissions : ownOrganizations, request)

const memberRows = sql`
    select ${memberColumns} from "member" m join "user" u on u."id" = m."userId"
    where m."organizationId" = o."id" order by m."createdAt", m."id"`
const teamRows = sql`select ${teamColumns} from "team" t where t."organizationId" = o."id" order by t."createdAt", t."id"`

/** With at most `limit` members, teams and invitations, or without. No row unless the user is a member. */
function organizationRow(key: Fragment, userId: Fragment, limit: number | null): Fragment {
  const lists =
    limit === null
      ? sql``
      : sql`,
      ${jsonArray(sql`${visibleInvitations} limit ${limit}`)} as "invitations",
      ${jsonArray(sql`${memberRows} limit ${limit}`)} as "members",
      ${jsonArray(sql`${teamRows} limit ${limit}`)} as "teams"`
  return sql`
    select ${json} ${lists}
    from "organization" o ${joinCaller('o."id"', userId)} where ${key}`
}

/** A column for queries of `"session" s`. Defaults to the active organization. Without `limit`, it has no lists. */
export function organizationJson(named: OrganizationKey | null, limit: number | null = null): Fragment {
  const key = named ? hasKey(named) : sql`o."id" = s."activeOrganizationId"`
  return sql`(select row_to_json(x)::text from (${organizationRow(key, sql`s."userId"`, limit)}) x)`
}

export async function findFullOrganizationJson(
  { db }: Context,
  key: OrganizationKey,
  userId: string,
  limit: number,
): Promise<{ id: string; json: string } | null> {
  return firstRow(db.read`
    select x."id", row_to_json(x)::text as "json"
    from (${organizationRow(hasKey(key), sql`${userId}`, limit)}) x`)
}
