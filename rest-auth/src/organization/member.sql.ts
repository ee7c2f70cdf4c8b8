import { fixed, sql, type Fragment } from 'database/sql.ts'
import { columns, jsonColumns, rowIfAny } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { z } from 'zod'
import { colleagueSchema, memberSchema, type Member, type MemberWithUser } from './entities.ts'
import { listColumn, type ListRequest } from '../list/list.sql.ts'
import type { Key, Order } from '../list/order.ts'
import { roles, type Role } from './roles.ts'

const fields = columns(memberSchema, 'm')
const user = sql`(select row_to_json(x) from (select ${columns(colleagueSchema, 'u')}) x) as "user"`

/** The roles of a `"member"`, given its role column, as an array. */
function roleNames(column: Fragment): Fragment {
  return sql`string_to_array(replace(${column}, ' ', ''), ',')`
}

/** The same as text, of the `"role"` of a table. */
export const rolesOf = (alias: string): string => `string_to_array(replace(${alias}."role", ' ', ''), ',')`

/** Whether a `"member"` has a role: the words of the indexes for it. */
export const hasRole = (alias: string, role: Role): string => `'${role}' = any (${rolesOf(alias)})`

/** A list says that it has this many when it has more, except where the number is kept. */
export const countedAtMost = 10_000
/** A search finds this many at most. */
const foundAtMost = 1000
/** Filters that no index serves, such as a single character or `ne`, look at this many. */
const lookedAt = 10_000

/**
 * A column to compare. Where another condition finds few (`isSought` is false), it is an expression that no index has: PostgreSQL,
 * which takes every organization and team to be a small one, would walk all of a large one beside what the other index finds.
 */
export const compared = (alias: string, column: 'organizationId' | 'teamId', isSought: boolean): string =>
  `${alias}."${column}"${isSought ? '' : " || ''"}`

/** The first membership from there on in the order of the unique index: that of this user, if there is one. */
const placeOf = (organizationId: Fragment, userId: Fragment): Fragment => sql`
  select * from "member" c where (c."organizationId", c."userId") >= (${organizationId}, ${userId})
  order by c."organizationId", c."userId" limit 1`

/**
 * A membership as `"member" caller`, beside rows with an `organizationId`. Asked for by equality PostgreSQL, which takes everybody
 * to be in few organizations, would walk all that the user is in, for each of the rows.
 */
export function joinCaller(organizationId: string, userId: Fragment, kind: 'inner' | 'left' = 'inner'): Fragment {
  const organization = fixed(organizationId)
  return sql`
    ${fixed(kind)} join lateral (${placeOf(organization, userId)}) caller
      on caller."organizationId" = ${organization} and caller."userId" = ${userId}`
}

/** Which members: the id of their organization, and for an alias of `"member"` the condition, as SQL. */
export interface Belonging {
  readonly organizationId: string
  readonly condition: (alias: string, isSought?: boolean) => string
}
export const inOrganization: Belonging = {
  organizationId: 'o."id"',
  condition: (alias, isSought = true) => `${compared(alias, 'organizationId', isSought)} = o."id"`,
}
export const inTeam: Belonging = {
  organizationId: 't."organizationId"',
  condition: (alias, isSought = true) => `${compared(alias, 'teamId', isSought)} = t."id"`,
}

/** The first of these members in the order of joining, so many that everything can be asked of each of them. */
const someOf = ({ condition }: Belonging): Fragment =>
  fixed(`(select * from "member" f where ${condition('f')} order by f."createdAt", f."id" limit ${lookedAt})`)

/** The members with `part` in the name or the address of their users, or in the one that is named, in any case, as the table `m`. */
export function foundMembers(members: Belonging, part: string, field?: 'name' | 'email'): Fragment {
  const text = part.toLowerCase()
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const [name, email] = [sql`s."userName" like ${pattern}`, sql`s."userEmail" like ${pattern}`]
  const matches = field ? { name, email }[field] : sql`(${name} or ${email})`
  const organizationId = fixed(members.organizationId)
  const table =
    text.length > 1
      ? sql`"member" s where "member_pairs"(s."organizationId", s."userName", s."userEmail")
          @> "member_pairs"(${organizationId}, ${text}::text) and ${fixed(members.condition('s', false))}`
      : sql`${someOf(members)} s where true`
  return sql`(
    select s.* from ${table} and ${fixed(compared('s', 'organizationId', false))} = ${organizationId} and ${matches}
    limit ${foundAtMost}) m`
}

/** The select list of a member with its user for JSON: expects `"member" m join "user" u`. */
export const memberColumns = sql`${jsonColumns(memberSchema, 'm')}, ${user}`

const findOne = async (
  { db }: Context,
  condition: Fragment,
  table: Fragment = fixed('"member"'),
): Promise<MemberWithUser | null> => {
  const [member] = await db.read<MemberWithUser[]>`
    select ${fields}, ${user}
    from ${table} m join "user" u on u."id" = m."userId" where ${condition}`
  return member ?? null
}

export function findMember(ctx: Context, memberId: string): Promise<MemberWithUser | null> {
  return findOne(ctx, sql`m."id" = ${memberId}`)
}

export function findMemberOfUser(ctx: Context, organizationId: string, userId: string): Promise<MemberWithUser | null> {
  const place = sql`(${placeOf(sql`${organizationId}`, sql`${userId}`)})`
  return findOne(ctx, sql`m."organizationId" = ${organizationId} and m."userId" = ${userId}`, place)
}

/** `email` in lower case. */
export function findMemberByEmail(ctx: Context, organizationId: string, email: string): Promise<MemberWithUser | null> {
  return findOne(ctx, sql`m."organizationId" = ${organizationId} and u."email" = ${email}`)
}

export const memberListQuery = z.object({
  sortBy: z.enum(['createdAt', 'role', 'name', 'email']).default('createdAt'),
  sortDirection: z.enum(['asc', 'desc']).default('asc'),
  filterField: z.enum(['id', 'userId', 'teamId', 'role', 'name', 'email']).optional(),
  /** `eq` and `ne` on `role` ask for one of the roles. */
  filterOperator: z.enum(['eq', 'ne', 'contains']).default('eq'),
  filterValue: z.string().default(''),
})
export type MemberList = ListRequest & z.infer<typeof memberListQuery>

const text = (column: string): Key => ({ column, type: 'text' })
const joined: readonly Key[] = [{ column: 'm."createdAt"', type: 'timestamptz' }, text('m."id"')]

/** The keys of each order; equals are in the order of joining, or of their ids. */
const memberKeys = {
  createdAt: joined,
  role: [text('m."role"'), ...joined],
  name: [text('m."userName"'), text('m."id"')],
  email: [text('m."userEmail"'), text('m."id"')],
} satisfies Record<MemberList['sortBy'], readonly Key[]>

/** Members of one organization, or memberships of one user, in the order of joining. */
export const joiningOrder: Order = { keys: joined }

export const memberOrder = ({ sortBy, sortDirection }: Pick<MemberList, 'sortBy' | 'sortDirection'>): Order => ({
  keys: memberKeys[sortBy],
  descending: sortDirection === 'desc',
})

const someWhere = (condition: Fragment, isSought = true): Fragment =>
  sql`(select m.* from "member" m where ${fixed(inOrganization.condition('m', isSought))} and ${condition}) m`
const amongSome = (condition: Fragment): Fragment =>
  sql`(select m.* from ${someOf(inOrganization)} m where ${condition}) m`

/** The filtered members of `"organization" o` as the table `m`; null when all are. Names count in any case only to `contains`. */
function memberFilter({
  filterField: field,
  filterOperator: operator,
  filterValue: value,
}: MemberList): Fragment | null {
  if (field === undefined || (operator === 'contains' && value === '')) return null
  const isText = field === 'name' || field === 'email'
  if (operator === 'contains') {
    if (isText) return foundMembers(inOrganization, value, field)
    return amongSome(sql`strpos(lower(m.${sql(field)}), lower(${value})) > 0`)
  }
  const role = roles.find((name) => name === value)
  const matches =
    field === 'role'
      ? role
        ? fixed(hasRole('m', role))
        : sql`${value} = any (${roleNames(sql`m."role"`)})`
      : field === 'email'
        ? sql`m."userEmail" = ${value}`
        : field === 'name'
          ? sql`(m."userName" = lower(${value}) and (select u."name" from "user" u where u."id" = m."userId") = ${value})`
          : sql`m.${sql(field)} = ${value}`
  return operator === 'eq' ? someWhere(matches, field !== 'teamId') : amongSome(sql`(${matches}) is not true`)
}

/** A page of the members, `{members,total}`, for `sendList`; null for those who are no members. */
export async function listMembersPage(
  { db }: Context,
  organizationId: string,
  userId: string,
  list: MemberList,
): Promise<string | null> {
  const filtered = memberFilter(list)
  const isTeam = list.filterField === 'teamId' && list.filterOperator === 'eq'
  const total = isTeam
    ? sql`coalesce((select "memberCount" from "team" t where t."id" = ${list.filterValue} and t."organizationId" = o."id"), 0)`
    : filtered
      ? sql`(select count(*) from (select from ${filtered} limit ${countedAtMost}) c)`
      : sql`o."memberCount"`
  const members = {
    columns: memberColumns,
    from: sql`${filtered ?? sql`"member" m`} join "user" u on u."id" = m."userId"`,
    where: inOrganization.condition('m', filtered === null),
    order: memberOrder(list),
    counted: { name: 'members', total },
  }
  const [row] = await db.read<{ page: string }[]>`
    select ${listColumn(members, list)} as "page"
    from "organization" o ${joinCaller('o."id"', sql`${userId}`)} where o."id" = ${organizationId}`
  return row?.page ?? null
}

/** Whoever changes who or what belongs to an organization holds this lock, so that counts stay true. False: there is none. */
export async function lockOrganization({ db }: Context, organizationId: string): Promise<boolean> {
  const rows = await db.write`select 1 from "organization" where "id" = ${organizationId} for no key update`
  return rows.length > 0
}

/** The locks of all organizations of a user, always in the same order. Returns how many. */
export async function lockOrganizationsOfUser({ db }: Context, userId: string): Promise<number> {
  const rows = await db.write`
    select 1 from "organization" where "id" in (select "organizationId" from "member" where "userId" = ${userId})
    order by "id" for no key update`
  return rows.length
}

/** Until the transaction ends nobody can add a row that refers to this user, such as a membership. */
export async function lockUserForDeletion({ db }: Context, userId: string): Promise<void> {
  await db.write`select 1 from "user" where "id" = ${userId} for update`
}

export async function countMembers({ db }: Context, organizationId: string): Promise<number> {
  const [row] = await db.read<{ memberCount: number }[]>`
    select "memberCount" from "organization" where "id" = ${organizationId}`
  return row?.memberCount ?? 0
}

export async function countOtherOwners({ db }: Context, organizationId: string, memberId: string): Promise<number> {
  const [row] = await db.read<{ count: number }[]>`
    select count(*)::int as "count" from "member" m
    where m."organizationId" = ${organizationId} and m."id" <> ${memberId}
      and 'owner' = any (${roleNames(sql`m."role"`)})`
  return row?.count ?? 0
}

const isOnlyOwner = (): Fragment => sql`
  'owner' = any (${roleNames(sql`m."role"`)}) and not exists (
    select from "member" other where other."organizationId" = m."organizationId" and other."id" <> m."id"
      and 'owner' = any (${roleNames(sql`other."role"`)}))`

/** The first hundred organizations of which a user is the only owner, by name. */
export async function findSoleOwnerships({ db }: Context, userId: string): Promise<{ name: string; slug: string }[]> {
  return db.read<{ name: string; slug: string }[]>`
    select o."name", o."slug" from "member" m join "organization" o on o."id" = m."organizationId"
    where m."userId" = ${userId} and ${isOnlyOwner()} order by o."name", o."id" limit 100`
}

/** How many memberships a user has, and in how many of them the user is the only owner. */
export async function countMemberships(
  { db }: Context,
  userId: string,
): Promise<{ all: number; soleOwnerships: number }> {
  const [row] = await db.read<{ all: number; soleOwnerships: number }[]>`
    select count(*)::int as "all", (count(*) filter (where ${isOnlyOwner()}))::int as "soleOwnerships"
    from "member" m where m."userId" = ${userId}`
  return row ?? { all: 0, soleOwnerships: 0 }
}

/** Null when the user is a member already, and when there is no such user (any more). */
export async function insertMember({ db }: Context, member: Member): Promise<Member | null> {
  const [inserted] = await db.write<Member[]>`
    insert into "member" as m ${rowIfAny(member)} from "user" u where u."id" = ${member.userId} for key share
    on conflict ("organizationId", "userId") do nothing returning ${fields}`
  return inserted ?? null
}

export async function updateRole({ db }: Context, memberId: string, role: string): Promise<void> {
  await db.write`update "member" set "role" = ${role} where "id" = ${memberId}`
}

export async function moveToTeam({ db }: Context, memberId: string, teamId: string | null): Promise<void> {
  await db.write`update "member" set "teamId" = ${teamId} where "id" = ${memberId}`
}

export async function deleteMember({ db }: Context, memberId: string): Promise<void> {
  await db.write`delete from "member" where "id" = ${memberId}`
}

/** Deletes the organizations whose only member is this user, with all that is in them. */
export async function deleteOrganizationsOfNobodyElse({ db }: Context, userId: string): Promise<void> {
  await db.write`
    delete from "organization"
    where "memberCount" = 1 and "id" in (select "organizationId" from "member" where "userId" = ${userId})`
}
