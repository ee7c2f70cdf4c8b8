import type { Fragment, Sql } from 'database/connect.ts'
import { constant } from 'database/constant.ts'
import { columns, jsonArray, jsonColumns, rowIfAny } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { colleagueSchema, memberSchema, type Member, type MemberWithUser } from './entities.ts'

const fields = columns(memberSchema, 'm')
const user = constant(
  (sql) => sql`(select row_to_json(x) from (select ${columns(colleagueSchema, 'u')(sql)}) x) as "user"`,
)

/** The roles of a `"member"`, given its role column, as an array. */
export function roleNames(sql: Sql, column: Fragment): Fragment {
  return sql`string_to_array(replace(${column}, ' ', ''), ',')`
}

/** The select list of a member with its user for JSON: expects `"member" m join "user" u`. */
export const memberColumns = constant((sql) => sql`${jsonColumns(memberSchema, 'm')(sql)}, ${user(sql)}`)

const findOne = async ({ sql }: Context, condition: Fragment): Promise<MemberWithUser | null> => {
  const [member] = await sql<MemberWithUser[]>`
    select ${fields(sql)}, ${user(sql)}
    from "member" m join "user" u on u."id" = m."userId" where ${condition}`
  return member ?? null
}

/** Of whatever organization. */
export function findMember(ctx: Context, memberId: string): Promise<MemberWithUser | null> {
  return findOne(ctx, ctx.sql`m."id" = ${memberId}`)
}

export function findMemberOfUser(ctx: Context, organizationId: string, userId: string): Promise<MemberWithUser | null> {
  return findOne(ctx, ctx.sql`m."organizationId" = ${organizationId} and m."userId" = ${userId}`)
}

/** `email` in lower case. */
export function findMemberByEmail(ctx: Context, organizationId: string, email: string): Promise<MemberWithUser | null> {
  return findOne(ctx, ctx.sql`m."organizationId" = ${organizationId} and u."email" = ${email}`)
}

/** What a list of members can be sorted and filtered by. */
export const sortFields = ['createdAt', 'role', 'name', 'email'] as const
export const filterFields = ['id', 'userId', 'teamId', 'role', 'name', 'email'] as const

export interface MemberList {
  readonly limit: number
  readonly offset: number
  readonly sortBy: (typeof sortFields)[number]
  readonly sortDirection: 'asc' | 'desc'
  readonly filterField?: (typeof filterFields)[number] | undefined
  /** `eq` and `ne` on `role` ask for one of the roles. */
  readonly filterOperator: 'eq' | 'ne' | 'contains'
  readonly filterValue: string
}

const sqlOf = (sql: Sql, field: (typeof sortFields)[number] | (typeof filterFields)[number]): Fragment =>
  field === 'name' || field === 'email' ? sql`u.${sql(field)}` : sql`m.${sql(field)}`

function memberFilter(
  sql: Sql,
  { filterField: field, filterOperator: operator, filterValue: value }: MemberList,
): Fragment {
  if (field === undefined) return sql`true`
  const column = sqlOf(sql, field)
  if (operator === 'contains') return sql`strpos(lower(${column}), lower(${value})) > 0`
  const matches = field === 'role' ? sql`${value} = any (${roleNames(sql, column)})` : sql`${column} = ${value}`
  return operator === 'eq' ? matches : sql`(${matches}) is not true`
}

/** A page of the members, `{members,total}`, as JSON text; null for those who are no members. */
export async function listMembersJson(
  { sql }: Context,
  organizationId: string,
  userId: string,
  list: MemberList,
): Promise<string | null> {
  const from = sql`
    from "member" m join "user" u on u."id" = m."userId"
    where m."organizationId" = caller."organizationId" and ${memberFilter(sql, list)}`
  const direction = list.sortDirection === 'asc' ? sql`asc` : sql`desc`
  const page = sql`
    select ${memberColumns(sql)} ${from}
    order by ${sqlOf(sql, list.sortBy)} ${direction}, m."createdAt" ${direction}, m."id" ${direction}
    limit ${list.limit} offset ${list.offset}`
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('members', ${jsonArray(sql, page)}, 'total', (select count(*) ${from}))::text as "json"
    from "member" caller where caller."organizationId" = ${organizationId} and caller."userId" = ${userId}`
  return row?.json ?? null
}

/** Whoever changes who or what belongs to an organization holds this lock, so that counts stay true. False: there is none. */
export async function lockOrganization({ sql }: Context, organizationId: string): Promise<boolean> {
  const rows = await sql`select 1 from "organization" where "id" = ${organizationId} for no key update`
  return rows.length > 0
}

/** The locks of all organizations of a user, in one order for everybody. Answers how many. */
export async function lockOrganizationsOfUser({ sql }: Context, userId: string): Promise<number> {
  const rows = await sql`
    select 1 from "organization" where "id" in (select "organizationId" from "member" where "userId" = ${userId})
    order by "id" for no key update`
  return rows.length
}

/** Until the transaction ends nobody can add a row that refers to this user, such as a membership. */
export async function lockUserForDeletion({ sql }: Context, userId: string): Promise<void> {
  await sql`select 1 from "user" where "id" = ${userId} for update`
}

export async function countMembers({ sql }: Context, organizationId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as "count" from "member" where "organizationId" = ${organizationId}`
  return row?.count ?? 0
}

/** How many members other than `memberId` have `owner` among their roles. */
export async function countOtherOwners({ sql }: Context, organizationId: string, memberId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as "count" from "member" m
    where m."organizationId" = ${organizationId} and m."id" <> ${memberId}
      and 'owner' = any (${roleNames(sql, sql`m."role"`)})`
  return row?.count ?? 0
}

/** How many memberships a user has, and in how many of them the user is the only owner. */
export async function countMemberships(
  { sql }: Context,
  userId: string,
): Promise<{ all: number; soleOwnerships: number }> {
  const [row] = await sql<{ all: number; soleOwnerships: number }[]>`
    select count(*)::int as "all", (count(*) filter (
      where 'owner' = any (${roleNames(sql, sql`m."role"`)}) and not exists (
        select from "member" other where other."organizationId" = m."organizationId" and other."id" <> m."id"
          and 'owner' = any (${roleNames(sql, sql`other."role"`)}))))::int as "soleOwnerships"
    from "member" m where m."userId" = ${userId}`
  return row ?? { all: 0, soleOwnerships: 0 }
}

/** Null when the user is a member already, and when there is no such user (any more). */
export async function insertMember({ sql }: Context, member: Member): Promise<Member | null> {
  const [inserted] = await sql<Member[]>`
    insert into "member" as m ${rowIfAny(sql, member)} from "user" u where u."id" = ${member.userId} for key share
    on conflict ("organizationId", "userId") do nothing returning ${fields(sql)}`
  return inserted ?? null
}

export async function updateRole({ sql }: Context, memberId: string, role: string): Promise<void> {
  await sql`update "member" set "role" = ${role} where "id" = ${memberId}`
}

export async function deleteMember({ sql }: Context, memberId: string): Promise<void> {
  await sql`delete from "member" where "id" = ${memberId}`
}

/** Deletes the organizations whose only member is this user, with all that is in them. */
export async function deleteOrganizationsOfNobodyElse({ sql }: Context, userId: string): Promise<void> {
  await sql`
    delete from "organization" o
    where exists (select from "member" m where m."organizationId" = o."id" and m."userId" = ${userId})
      and not exists (select from "member" m where m."organizationId" = o."id" and m."userId" <> ${userId})`
}
