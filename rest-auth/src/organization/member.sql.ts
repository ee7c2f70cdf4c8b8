import type { Fragment, Sql } from 'database/connect.ts'
import { isoTime } from './json.sql.ts'

/** A user's place in an organization. `role` is the comma text of the row and of the wire. */
export interface Member {
  readonly id: string
  readonly organizationId: string
  readonly userId: string
  readonly role: string
  readonly teamId: string | null
  readonly createdAt: Date
}

export interface MemberWithUser extends Member {
  readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly image: string | null }
}

const columns = (sql: Sql) => sql`m."id", m."organizationId", m."userId", m."role", m."teamId"`
const user = (sql: Sql) => sql`json_build_object('id', u."id", 'name', u."name", 'email', u."email", 'image', u."image") as "user"` // prettier-ignore

/** The select list of a member with its user for JSON: expects `"member" m join "user" u`. */
export function memberJson(sql: Sql) {
  return sql`${columns(sql)}, ${isoTime(sql, sql`m."createdAt"`)} as "createdAt", ${user(sql)}`
}

const findWithUser = async (sql: Sql, condition: Fragment): Promise<MemberWithUser | null> => {
  const [member] = await sql<MemberWithUser[]>`
    select ${columns(sql)}, m."createdAt", ${user(sql)}
    from "member" m join "user" u on u."id" = m."userId" where ${condition}`
  return member ?? null
}

/** The membership of one user, with the user. */
export function findMemberOfUser(sql: Sql, organizationId: string, userId: string): Promise<MemberWithUser | null> {
  return findWithUser(sql, sql`m."organizationId" = ${organizationId} and m."userId" = ${userId}`)
}

/** A member of this organization; one of another organization is not found. */
export function findMemberById(sql: Sql, organizationId: string, memberId: string): Promise<MemberWithUser | null> {
  return findWithUser(sql, sql`m."organizationId" = ${organizationId} and m."id" = ${memberId}`)
}

/** `email` in lower case. */
export function findMemberByEmail(sql: Sql, organizationId: string, email: string): Promise<MemberWithUser | null> {
  return findWithUser(sql, sql`m."organizationId" = ${organizationId} and u."email" = ${email}`)
}

/** Ends memberships and counts races: whoever changes who is in an organization holds this lock. False: no such organization. */
export async function lockMembers(sql: Sql, organizationId: string): Promise<boolean> {
  const rows = await sql`select 1 from "organization" where "id" = ${organizationId} for no key update`
  return rows.length > 0
}

export async function countMembers(sql: Sql, organizationId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as "count" from "member" where "organizationId" = ${organizationId}`
  return row?.count ?? 0
}

/** How many members other than `memberId` have `owner` among their roles. */
export async function countOtherOwners(sql: Sql, organizationId: string, memberId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as "count" from "member" m
    where m."organizationId" = ${organizationId} and m."id" <> ${memberId} and 'owner' = any (${roleNames(sql)})`
  return row?.count ?? 0
}

/** The roles of `"member" m` as an array. */
export function roleNames(sql: Sql) {
  return sql`string_to_array(replace(m."role", ' ', ''), ',')`
}

/** Null when the user is a member already. */
export async function insertMember(sql: Sql, member: Member): Promise<Member | null> {
  const [row] = await sql<Member[]>`
    insert into "member" ${sql({ ...member })} on conflict ("organizationId", "userId") do nothing
    returning "id", "organizationId", "userId", "role", "teamId", "createdAt"`
  return row ?? null
}

export async function updateRole(sql: Sql, memberId: string, role: string): Promise<void> {
  await sql`update "member" set "role" = ${role} where "id" = ${memberId}`
}

export async function deleteMember(sql: Sql, memberId: string): Promise<void> {
  await sql`delete from "member" where "id" = ${memberId}`
}
