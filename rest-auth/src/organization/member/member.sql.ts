import { firstRow, fixed, type Fragment, hasRow, onlyRow, sql } from 'database/sql.ts'
import { columns, jsonColumns, rowIfAny } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import { userSchema, type User } from '../../user/user.ts'
import { colleagueSchema, memberSchema, type Member, type MemberWithUser } from '../entities.ts'
import { isOpen, ownRow, type Viewer } from '../reach.sql.ts'
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

interface FoundCaller extends Pick<Member, 'organizationId' | 'teamId' | 'role'>, Pick<OwnMember, 'isReached'> {
  readonly permissions: string[]
}

/** The member or key with all permissions. */
export function findCaller({ db }: Context, organizationId: string, viewer: Viewer): Promise<FoundCaller | null> {
  return firstRow(db.read<FoundCaller[]>`
    select m."organizationId", m."teamId", coalesce(m."role", '') as "role" ${permissionsColumn('m')},
      ${isOpen('m."organizationId"', viewer)} as "isReached"
    from ${ownRow(organizationId, viewer)}`)
}

export function findOwnMember(
  { db }: Context,
  organizationId: string,
  viewer: Viewer,
  withPermissions = false,
): Promise<(OwnMember & { readonly permissions?: string[] }) | null> {
  return firstRow(db.read<OwnMember[]>`
    select ${fields}, ${user} ${withPermissions ? permissionsColumn('m') : sql``},
      ${isOpen('m."organizationId"', viewer)} as "isReached"
    from ${ownRow(organizationId, viewer)} join "user" u on u."id" = m."userId"`)
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

export function findFirstOwner({ db }: Context, organizationId: string): Promise<User | null> {
  return firstRow(db.read`
    select ${columns(userSchema, 'u')} from "member" m join "user" u on u."id" = m."userId"
    where m."organizationId" = ${organizationId} and ${fixed(hasRole('m', 'owner'))} order by m."createdAt", m."id" limit 1`)
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
