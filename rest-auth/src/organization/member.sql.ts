import { firstRow, fixed, type Fragment, hasRow, onlyRow, sql } from 'database/sql.ts'
import { columns, jsonColumns, rowIfAny } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { colleagueSchema, memberSchema, type Member, type MemberWithUser } from './entities.ts'
import { hasRole, placeOf } from './member-conditions.sql.ts'

const fields = columns(memberSchema, 'm')
const user = sql`(select row_to_json(x) from (select ${columns(colleagueSchema, 'u')}) x) as "user"`

/** Expects `"member" m join "user" u`. */
export const memberColumns = sql`${jsonColumns(memberSchema, 'm')}, ${user}`

const findOne = async (
  { db }: Context,
  condition: Fragment,
  table: Fragment = fixed('"member"'),
): Promise<MemberWithUser | null> => {
  return firstRow(db.read`
    select ${fields}, ${user}
    from ${table} m join "user" u on u."id" = m."userId" where ${condition}`)
}

export function findMember(ctx: Context, memberId: string): Promise<MemberWithUser | null> {
  return findOne(ctx, sql`m."id" = ${memberId}`)
}

export function findMemberOfUser(ctx: Context, organizationId: string, userId: string): Promise<MemberWithUser | null> {
  const place = sql`(${placeOf(sql`${organizationId}`, sql`${userId}`)})`
  return findOne(ctx, sql`m."organizationId" = ${organizationId} and m."userId" = ${userId}`, place)
}

export function findMemberByEmail(ctx: Context, organizationId: string, email: string): Promise<MemberWithUser | null> {
  return findOne(ctx, sql`m."organizationId" = ${organizationId} and u."email" = ${email}`)
}

/** Required for changes of members, teams and invitations, so that counts stay correct. */
export async function lockOrganization({ db }: Context, organizationId: string): Promise<boolean> {
  return hasRow(db.write`select 1 from "organization" where "id" = ${organizationId} for no key update`)
}

/** Locks in a fixed order to avoid deadlocks. Returns their number. */
export async function lockOrganizationsOfUser({ db }: Context, userId: string): Promise<number> {
  const rows = await db.write`
    select 1 from "organization" where "id" in (select "organizationId" from "member" where "userId" = ${userId})
    order by "id" for no key update`
  return rows.length
}

/** Blocks new rows that refer to the user, such as memberships. */
export async function lockUserForDeletion({ db }: Context, userId: string): Promise<void> {
  await db.write`select 1 from "user" where "id" = ${userId} for update`
}

export async function countMembers({ db }: Context, organizationId: string): Promise<number> {
  const [row] = await db.read<{ memberCount: number }[]>`
    select "memberCount" from "organization" where "id" = ${organizationId}`
  return row?.memberCount ?? 0
}

export async function countOtherOwners({ db }: Context, organizationId: string, memberId: string): Promise<number> {
  const { count } = await onlyRow(db.read<{ count: number }[]>`
    select count(*)::int as "count" from "member" m
    where m."organizationId" = ${organizationId} and m."id" <> ${memberId}
      and ${fixed(hasRole('m', 'owner'))}`)
  return count
}

const isOnlyOwner = fixed(`
  ${hasRole('m', 'owner')} and not exists (
    select from "member" other where other."organizationId" = m."organizationId" and other."id" <> m."id"
      and ${hasRole('other', 'owner')})`)

export async function findSoleOwnerships({ db }: Context, userId: string): Promise<{ name: string; slug: string }[]> {
  return db.read`
    select o."name", o."slug" from "member" m join "organization" o on o."id" = m."organizationId"
    where m."userId" = ${userId} and ${isOnlyOwner} order by o."name", o."id" limit 100`
}

export async function countMemberships(
  { db }: Context,
  userId: string,
): Promise<{ all: number; soleOwnerships: number }> {
  return onlyRow(db.read`
    select count(*)::int as "all", (count(*) filter (where ${isOnlyOwner}))::int as "soleOwnerships"
    from "member" m where m."userId" = ${userId}`)
}

/** Null if the user is already a member or no longer exists. */
export async function insertMember({ db }: Context, member: Member): Promise<Member | null> {
  return firstRow(db.write`
    insert into "member" as m ${rowIfAny(member)} from "user" u where u."id" = ${member.userId} for key share
    on conflict ("organizationId", "userId") do nothing returning ${fields}`)
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

export async function deleteSoleMemberOrganizations({ db }: Context, userId: string): Promise<void> {
  await db.write`
    delete from "organization"
    where "memberCount" = 1 and "id" in (select "organizationId" from "member" where "userId" = ${userId})`
}
