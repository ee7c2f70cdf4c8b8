import { firstRow, fixed, onlyRow, sql } from 'database/sql.ts'
import { z } from 'zod'
import { isoText, jsonColumns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { listColumn, type ListRequest } from '../list/list.sql.ts'
import type { Order } from '../list/order.ts'
import { memberWithUserSchema, organizationSchema } from '../organization/entities.ts'
import { memberColumns } from '../organization/member/member.sql.ts'
import { maxCounted } from '../organization/member/member-list.sql.ts'

export const shownOrganization = organizationSchema.omit({ metadata: true }).extend({ memberCount: z.int() })

/** The expression of the index. */
const name = 'lower(left(o."name", 200)) collate "C"'
export const organizationsOrder: Order = { keys: [name, 'o."id"'].map((column) => ({ column, type: 'text' })) }

interface OrganizationSearch extends Pick<ListRequest, 'cursor'> {
  readonly searchValue: string
  readonly limit?: number | undefined
}

/** Those whose name begins so. For `sendList`. */
export async function findOrganizations(
  { db }: Context,
  { searchValue, limit = 50, cursor: place }: OrganizationSearch,
): Promise<string> {
  const start = searchValue.toLowerCase()
  const found = sql`(select o.* from "organization" o
    where ${fixed(`${name} >=`)} ${start} and ${fixed(`${name} <`)} ${`${start}\u{10FFFF}`}) o`
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
  members: z.array(memberWithUserSchema).describe('The hundred that joined first'),
  invitations: z
    .array(z.object({ email: z.string(), role: z.string(), expiresAt: z.date() }))
    .describe('A hundred open ones'),
})

/** The response as JSON. Null if there is no such organization. */
export async function readOrganization({ db }: Context, id: string): Promise<string | null> {
  const found = await firstRow(db.read<{ json: string }[]>`
    select json_build_object(
      'organization', (select row_to_json(x) from (select ${jsonColumns(shownOrganization, 'o')}) x),
      'members', (select coalesce(json_agg(x), '[]') from (
        select ${memberColumns} from "member" m join "user" u on u."id" = m."userId"
        where m."organizationId" = o."id" order by m."createdAt", m."id" limit 100) x),
      'invitations', (select coalesce(json_agg(x), '[]') from (
        select i."email", i."role", ${fixed(isoText('i."expiresAt"'))} as "expiresAt" from "invitation" i
        where i."organizationId" = o."id" and i."status" = 'pending' order by i."expiresAt" desc limit 100) x))::text as "json"
    from "organization" o where o."id" = ${id}`)
  return found?.json ?? null
}
