import { firstRow, fixed, type Fragment, hasRow, onlyRow, sql } from 'database/sql.ts'
import { columns, jsonColumns, rowIfAny } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import { colleagueSchema, memberSchema, type Member, type MemberWithUser } from '../entities.ts'
import { isOpen, type Viewer } from '../reach.sql.ts'
import { permissionsColumn } from '../role/rights.sql.ts'
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

export interface OwnMember extends MemberWithUser {
  /** False if the organization is closed to the request. */
  readonly isReached: boolean
}

/** With all permissions. */
export const findCaller = (ctx: Context, organizationId: string, viewer: Viewer) =>
  findOwn<OwnMember & { readonly permissions: string[] }>(ctx, organizationId, viewer, permissionsColumn('m'))

export const findOwnMember = (ctx: Context, organizationId: string, viewer: Viewer) =>
  findOwn<OwnMember>(ctx, organizationId, viewer)

async function findOwn<Found extends OwnMember>(
  { db }: Context,
  organizationId: string,
  viewer: Viewer,
  more = sql``,
): Promise<Found | null> {
  return firstRow(db.read<Found[]>`
    select ${fields}, ${user} ${more}, ${isOpen('m."organizationId"', viewer)} as "isReached"
    from (${placeOf(sql`${organizationId}`, viewer.userId)}) m join "user" u on u."id" = m."userId"
    where m."organizationId" = ${organizationId} and m."userId" = ${viewer.userId}`)
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

export async function findOrganizationsOf({ db }: Context, userId: string): Promise<string[]> {
  const found = await db.read<{ id: string }[]>`
    select "organizationId" as "id" from "member" where "userId" = ${userId} order by "organizationId"`
  return found.map(({ id }) => id)
}

/** Required for changes of members, teams and invitations, so that counts stay correct. */
export async function lockOrganization({ db }: Context, organizationId: string): Promise<boolean> {
  return hasRow(db.write`select 1 from "organization" where "id" = ${organizationId} for no key update`)
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

/** Null if the user is already a member or no longer exists. */
export async function insertMember({ db }: Context, member: Member): Promise<Member | null> {
  return firstRow(db.write`
    insert into "member" as m ${rowIfAny(member)} from "user" u where u."id" = ${member.userId} for key share
    on conflict ("organizationId", "userId") do nothing returning ${fields}`)
}

export async function updateRole({ db }: Context, memberId: string, role: string): Promise<void> {
  await db.write`update "member" set "role" = ${role} where "id" = ${memberId}`
}

/** From the first team. Null ends the membership in all teams. */
export async function moveToTeam({ db }: Context, memberId: string, teamId: string | null): Promise<void> {
  await db.write`update "member" set "teamId" = ${teamId} where "id" = ${memberId}`
}

export async function deleteMember({ db }: Context, memberId: string): Promise<void> {
  await db.write`delete from "member" where "id" = ${memberId}`
}
