import { fixed, onlyRow, sql, type Fragment } from 'database/sql.ts'
import { jsonArray, whereIn } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import { memberList, nameKey } from './batch-lists.sql.ts'
import type { MemberPageRequest, NamedPageRequest, PageRequest } from './batch-request.ts'
import {
  invitationForMembers,
  joinInviter,
  joinInviterAndTeam,
  joinUserAndTeam,
  memberWithTeam,
  receivedRow,
  row,
  teamRow,
  userRow,
} from './batch-rows.sql.ts'
import { maxScanned, patternOf } from '../member/member-conditions.sql.ts'
import { isOpen, joinViewer, within, type Only, type Viewer } from '../reach.sql.ts'
import { pageColumn, type PagedList } from './page.sql.ts'
import { receivedBy } from '../invitation/received-invitation.sql.ts'
import { shownFactor } from '../second-factor/demand.sql.ts'
import { isVisible } from '../invitation/visible-invitations.sql.ts'

export interface JsonRow {
  readonly id: string
  readonly json: string
}

export function readMembers({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read`
    select m."id", to_json(${fixed(row(memberWithTeam))})::text as "json" from "member" m ${fixed(joinUserAndTeam)}
      ${joinViewer('m."organizationId"', viewer)}
    where ${whereIn('m."id"', ids)}`
}

/** The teams of each member, the first one first, at most a hundred. */
export function readMemberTeams({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read`
    select m."id", json_build_object('id', m."id", 'teams', ${jsonArray(sql`
      select ${fixed(teamRow)} from "teamMember" c join "team" t on t."id" = c."teamId"
      where c."organizationId" = m."organizationId" and c."userId" = m."userId"
      order by c."teamId" <> m."teamId", c."createdAt", c."id" limit 100`)})::text as "json"
    from "member" m ${joinViewer('m."organizationId"', viewer)} where ${whereIn('m."id"', ids)}`
}

export function readMemberFactors({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read`
    select x."id", to_json(x)::text as "json" from (
      select m."id", ${fixed(shownFactor)} from "member" m join "user" u on u."id" = m."userId"
        ${joinViewer('m."organizationId"', viewer)}
      where ${whereIn('m."id"', ids)}) x`
}

export async function readOwnTeamsPage(
  { db }: Context,
  viewer: Viewer,
  page: PageRequest,
): Promise<string | undefined> {
  const list: PagedList = {
    table: '"teamMember" c',
    alias: 'c',
    found: sql`(select x.* from "teamMember" x where x."userId" = ${within('x."organizationId"', viewer)}
      and ${isOpen('x."organizationId"', viewer)}) c`,
    where: 'true',
    joins: 'join "team" t on t."id" = c."teamId"',
    item: row(teamRow),
    key: { column: 'c."createdAt"', type: 'timestamptz' },
  }
  const [found] = await db.read<{ page: string }[]>`select ${pageColumn(list, page)}::text as "page"`
  return found?.page
}

export function readTeams({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read`
    select t."id", to_json(${fixed(row(teamRow))})::text as "json" from "team" t
    ${joinViewer('t."organizationId"', viewer)}
    where ${whereIn('t."id"', ids)}`
}

export function readInvitations({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read`
    select i."id", to_json(${fixed(row(invitationForMembers()))})::text as "json" from "invitation" i ${fixed(joinInviterAndTeam)}
      join "organization" o on o."id" = i."organizationId" ${joinViewer('o."id"', viewer)}
    where ${whereIn('i."id"', ids)} and ${fixed(isVisible)}`
}

export function readUsers({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read`
    select u."id", to_json(${fixed(row(userRow))})::text as "json" from "user" u
    where ${whereIn('u."id"', ids)} and (u."id" = ${viewer.userId} or exists (
      select from "member" m ${joinViewer('m."organizationId"', viewer)} where m."userId" = u."id"))`
}

/** Memberships with `"organizationName"`. Checks those that are oldest. */
function namedMemberships(query: string | undefined, only: Only): Fragment {
  const matches =
    query === undefined
      ? sql``
      : sql`where lower(n."name") like ${patternOf(query)} or n."slug" like ${patternOf(query)}`
  return sql`(
    select f.*, ${fixed(nameKey('n'))} as "organizationName" from (
      select * from "member" c where c."userId" = s."userId" ${only === undefined ? sql`` : sql`and c."organizationId" = any (${[...only]}::text[])`}
      order by c."createdAt", c."id" limit ${fixed(`${maxScanned}`)}
    ) f join "organization" n on n."id" = f."organizationId" ${matches}) m`
}

/** A column for queries of `"session" s`. Oldest membership first by default. */
export function ownOrganizationIdsColumn(page: NamedPageRequest, only: Only): Fragment {
  const { query, orderBy, descending } = page
  const isByName = orderBy === 'name'
  const list: PagedList = {
    table: '"member" m',
    alias: 'm',
    found: query === undefined && !isByName && only === undefined ? undefined : namedMemberships(query, only),
    where: 'm."userId" = s."userId"',
    joins: '',
    item: 'm."organizationId"',
    key: isByName ? { column: 'm."organizationName"', type: 'text' } : { column: 'm."createdAt"', type: 'timestamptz' },
    descending,
  }
  return sql`${pageColumn(list, page)}::text`
}

/** Like `ownOrganizationIdsColumn`, for a key. */
export async function readOwnOrganizationIds(
  { db }: Context,
  { userId, only }: Viewer,
  page: NamedPageRequest,
): Promise<string> {
  const found = await onlyRow(db.read<{ page: string }[]>`
    select ${ownOrganizationIdsColumn(page, only)} as "page" from (select ${userId} as "userId") s`)
  return found.page
}

/** Requires proved ownership of `email` (lower case). Latest expiry first. None of them is of `only`. */
export async function readReceivedPage(
  ctx: Context,
  email: string,
  page: PageRequest,
  only: Only,
): Promise<string | undefined> {
  const list: PagedList = {
    table: '"invitation" i',
    alias: 'i',
    found: receivedBy(ctx, email),
    where: only === undefined ? 'true' : 'false',
    joins: `join "organization" o on o."id" = i."organizationId" ${joinInviter}`,
    item: row(receivedRow),
    key: { column: 'i."expiresAt"', type: 'timestamptz' },
    descending: true,
  }
  const [found] = await ctx.db.read<{ page: string }[]>`select ${pageColumn(list, page)}::text as "page"`
  return found?.page
}

const aliases = { organization: 'o', team: 't' } as const

/** By the ids of the parents. The caller must be a member. */
export async function readPages(
  { db }: Context,
  parent: 'organization' | 'team',
  ids: readonly string[],
  list: PagedList,
  page: PageRequest,
  join = sql``,
): Promise<Map<string, string>> {
  const id = `${aliases[parent]}."id"`
  const rows = await db.read<{ parent: string; page: string }[]>`
    select ${fixed(id)} as "parent", ${pageColumn(list, page)}::text as "page"
    from ${fixed(`"${parent}" ${aliases[parent]}`)} ${join} where ${whereIn(id, ids)}`
  return new Map(rows.map((each) => [each.parent, each.page]))
}

export const readMemberPages = (
  ctx: Context,
  viewer: Viewer,
  parent: 'organization' | 'team',
  ids: readonly string[],
  page: MemberPageRequest,
): Promise<Map<string, string>> => {
  const wanted = sql`
    cross join (select ${page.teamId ?? null}::text as "teamId", ${page.role ?? null}::text as "role") wanted`
  const organizationId = parent === 'team' ? 't."organizationId"' : 'o."id"'
  const needsCaller = page.hasSecondFactor !== undefined || page.secondFactor
  const join = !needsCaller ? wanted : sql`${wanted} ${joinViewer(organizationId, viewer)}`
  return readPages(ctx, parent, ids, memberList(aliases[parent], page), page, join)
}
