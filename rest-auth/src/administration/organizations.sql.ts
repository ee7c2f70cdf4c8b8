import { firstRow, fixed, onlyRow, sql } from 'database/sql.ts'
import { z } from 'zod'
import { isoText, jsonColumns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { listColumn, type ListRequest, type RestList } from '../list/list.sql.ts'
import type { Order } from '../list/order.ts'
import { memberWithUserSchema, organizationSchema } from '../organization/entities.ts'
import { memberColumns } from '../organization/member/member.sql.ts'
import { joiningOrder, maxCounted } from '../organization/member/member-list.sql.ts'
import { idOfSlug } from '../organization/slug/slug.sql.ts'

export const shownOrganization = organizationSchema.omit({ metadata: true }).extend({ memberCount: z.int() })

/** The expression of the index. */
const name = 'lower(left(o."name", 200)) collate "C"'
export const organizationsOrder: Order = { keys: [name, 'o."id"'].map((column) => ({ column, type: 'text' })) }

interface OrganizationSearch extends Pick<ListRequest, 'cursor'> {
  readonly searchField: 'name' | 'slug'
  readonly searchValue: string
  readonly limit?: number | undefined
}

/** Those whose name begins so, or the one that has or had the slug. For `sendList`. */
export async function findOrganizations(
  { db }: Context,
  { searchField, searchValue, limit = 50, cursor: place }: OrganizationSearch,
): Promise<string> {
  const start = searchField === 'name' ? searchValue.toLowerCase() : ''
  const found = sql`(select o.* from "organization" o where ${
    searchField === 'slug'
      ? sql`o."id" = ${idOfSlug(searchValue)}`
      : sql`${fixed(`${name} >=`)} ${start} and ${fixed(`${name} <`)} ${`${start}\u{10FFFF}`}`
  }) o`
  const total = sql`(select count(*) from (select from ${found} order by ${fixed(name)} limit ${maxCounted}) c)`
  // Otherwise PostgreSQL reads the index up to there.
  const cursor = place ?? [start, '']
  const counted = { name: 'organizations', total }
  const list = {
    columns: jsonColumns(shownOrganization, 'o'),
    from: found,
    where: 'true',
    order: organizationsOrder,
    counted,
  }
  return (await onlyRow(db.read<{ page: string }[]>`select ${listColumn(list, { limit, cursor })} as "page"`)).page
}

export const organizationPage = z.object({
  organization: shownOrganization,
  members: z.array(memberWithUserSchema).describe('The first hundred that joined, or those after the cursor'),
  invitations: z
    .array(z.object({ email: z.string(), role: z.string(), expiresAt: z.date() }))
    .describe('A hundred open ones'),
})

const members: RestList = {
  columns: memberColumns,
  from: fixed('"member" m join "user" u on u."id" = m."userId"'),
  where: 'm."organizationId" = o."id"',
  order: joiningOrder,
}

/** For `sendList`, with a cursor of members. Null if there is no such organization. */
export async function readOrganization(
  { db }: Context,
  id: string,
  cursor: readonly string[] | undefined,
): Promise<string | null> {
  const found = await firstRow(db.read<{ page: string; json: string }[]>`
    select ${listColumn(members, { limit: 100, cursor })} as "page", json_build_object(
      'organization', (select row_to_json(x) from (select ${jsonColumns(shownOrganization, 'o')}) x),
      'invitations', (select coalesce(json_agg(x), '[]') from (
        select i."email", i."role", ${fixed(isoText('i."expiresAt"'))} as "expiresAt" from "invitation" i
        where i."organizationId" = o."id" and i."status" = 'pending' order by i."expiresAt" desc limit 100) x))::text as "json"
    from "organization" o where o."id" = ${id}`)
  return found ? `${found.page.replace('\n', '\n{"members":')},${found.json.slice(1)}` : null
}
