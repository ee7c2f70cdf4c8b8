import { fixed, sql, type Fragment } from 'database/sql.ts'
import { jsonColumnsText } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import type { InvitationPageRequest, MemberPageRequest, OrganizationParts, PageRequest } from './batch-request.ts'
import { batchInvitation, batchMember, batchTeam } from './batch-answer.ts'
import { colleagueSchema, organizationSchema } from './entities.ts'
import { inviterAddress, isVisible, receivedBy } from './invitation.sql.ts'
import {
  compared,
  foundMembers,
  hasRole,
  inOrganization,
  inTeam,
  joinCaller,
  rolesOf,
  type Belonging,
} from './member.sql.ts'
import { pageColumn, type PagedList } from './page.sql.ts'
import { permissions, rolesWith } from './permissions.ts'

interface Caller {
  readonly userId: Fragment
  readonly activeOrganizationId: Fragment
}

/** A row by its id, as JSON text. */
export interface JsonRow {
  readonly id: string
  readonly json: string
}

/** A row as one value, which PostgreSQL writes as a JSON object. */
const row = (columns: string): string => `(select r from (select ${columns}) r)`

const organizationRow = jsonColumnsText(organizationSchema, 'o')
const userRow = jsonColumnsText(colleagueSchema, 'u')
const teamRow = jsonColumnsText(batchTeam, 't')

/** The team of a row with a `teamId`, null without one. Expects `joinTeam`. */
const teamColumn = `${row(`${jsonColumnsText(batchTeam, 'own')} where own."id" is not null`)} as "team"`
const joinTeam = (alias: string): string => `left join "team" own on own."id" = ${alias}."teamId"`

const memberRow = `${jsonColumnsText(batchMember, 'm')}, ${row(userRow)} as "user"`
const joinUser = 'join "user" u on u."id" = m."userId"'
const memberWithTeam = `${memberRow}, ${teamColumn}`
const joinUserAndTeam = `${joinUser} ${joinTeam('m')}`

const membershipColumn = `(
  select r from (select ${memberWithTeam} from "member" m ${joinUserAndTeam} where m."id" = caller."id") r) as "membership"`

/** The columns of an invitation for every reader. Expects `"organization" o` and `"user" u`, the inviter. */
const invitationRow = `${jsonColumnsText(batchInvitation, 'i')}, coalesce(i."role", '') as "role",
  o."name" as "organizationName", o."slug" as "organizationSlug", u."name" as "inviterName"`
const invitationForMembers = `${invitationRow}, u."email" as "inviterEmail", ${teamColumn}`
/** For the invited person, who may not see the team yet. */
const receivedRow = `${invitationRow}, ${inviterAddress} as "inviterEmail"`
const joinInviter = 'join "user" u on u."id" = i."inviterId"'
const joinInviterAndTeam = `${joinInviter} ${joinTeam('i')}`

const permissionsColumn = `(
  select coalesce(json_agg(p."name"), '[]') from (values ${permissions.map((permission) => `('${permission}', '{${rolesWith(permission).join(',')}}'::text[])`).join(', ')})
    p ("name", "roles") where p."roles" && ${rolesOf('caller')}) as "permissions"`

/** Those of these organizations, by id or slug, that the caller is a member of: a query of `id` and `json`. */
function organizationRows(
  caller: Caller,
  keys: { ids: readonly string[]; slugs: readonly string[] },
  parts: OrganizationParts,
): Fragment {
  const { include, members: memberPage, teams, invitations } = parts
  const pages = [
    memberPage && sql`, ${pageColumn(memberList('o', memberPage), memberPage)} as "members"`,
    teams && sql`, ${pageColumn(teamList, teams)} as "teams"`,
    invitations && sql`, ${pageColumn(invitationList(invitations), invitations)} as "invitations"`,
  ].filter((page) => page !== undefined)
  const included = [
    ...(include.includes('membership') ? [membershipColumn] : []),
    ...(include.includes('permissions') ? [permissionsColumn] : []),
  ]
  return sql`
    select o."id", to_json(r)::text as "json"
    from "organization" o ${joinCaller('o."id"', caller.userId)} cross join lateral (
      select ${fixed([organizationRow, ...included].join(', '))},
        o."id" is not distinct from ${caller.activeOrganizationId} as "isActive"
        ${formerSlugs(keys.slugs)} ${pages.length > 0 ? pages : sql``}) r
    where ${whereKeys(keys)}`
}

const whereIn = (name: string, [first = '', ...others]: readonly string[]): Fragment =>
  // PostgreSQL keeps a plan for one value; a list of unknown length it would plan again each time.
  others.length === 0 ? sql`${fixed(name)} = ${first}` : sql`${fixed(name)} = any (${[first, ...others]}::text[])`

/** Organizations by their present slugs, and by former ones. */
function whereKeys({ ids, slugs }: { ids: readonly string[]; slugs: readonly string[] }): Fragment {
  if (slugs.length === 0) return whereIn('o."id"', ids)
  if (ids.length === 0 && slugs.length === 1) {
    return sql`o."id" = coalesce(
      (select "id" from "organization" where "slug" = ${slugs[0] ?? ''}),
      (select "organizationId" from "former_slug" where "slug" = ${slugs[0] ?? ''}))`
  }
  return sql`o."id" in (
    select unnest(${ids}::text[]) union all select "id" from "organization" where "slug" = any (${slugs}::text[])
    union all select "organizationId" from "former_slug" where "slug" = any (${slugs}::text[]))`
}

/** Which of the slugs that were asked for `"organization" o` had before. */
const formerSlugs = (slugs: readonly string[]): Fragment =>
  slugs.length === 0
    ? sql``
    : sql`, (
        select coalesce(json_agg(f."slug"), '[]') from "former_slug" f
        where f."organizationId" = o."id" and f."slug" = any (${slugs}::text[])) as "formerSlugs"`

export function readOrganizations(
  { db }: Context,
  userId: string,
  activeOrganizationId: string | null,
  keys: { ids: readonly string[]; slugs: readonly string[] },
  parts: OrganizationParts,
): Promise<JsonRow[]> {
  const caller = { userId: sql`${userId}`, activeOrganizationId: sql`${activeOrganizationId}` }
  return db.read<JsonRow[]>`${organizationRows(caller, keys, parts)}`
}

/** The same as one text, separated by commas: a column, beside `"session" s`. */
export function organizationsColumn(
  keys: { ids: readonly string[]; slugs: readonly string[] },
  parts: OrganizationParts,
): Fragment {
  const caller = { userId: fixed('s."userId"'), activeOrganizationId: fixed('s."activeOrganizationId"') }
  return sql`(select string_agg(x."json", ',') from (${organizationRows(caller, keys, parts)}) x)`
}

const ownMemberships: PagedList = {
  table: '"member" m',
  alias: 'm',
  where: 'm."userId" = s."userId"',
  joins: '',
  item: 'm."organizationId"',
  key: { column: 'm."createdAt"', type: 'timestamptz' },
}

/** A page of the ids of the caller's organizations, oldest membership first: a column, beside `"session" s`. */
export function ownOrganizationIdsColumn(page: PageRequest): Fragment {
  return sql`${pageColumn(ownMemberships, page)}::text`
}

const memberKeys = {
  createdAt: { column: 'm."createdAt"', type: 'timestamptz' },
  name: { column: 'm."userName"', type: 'text' },
  email: { column: 'm."userEmail"', type: 'text' },
} as const

/** The members below `"organization" o` or `"team" t`; expects `wanted` too. */
function memberList(parent: 'o' | 't', page: MemberPageRequest): PagedList {
  const { orderBy = 'createdAt', role, teamId, query, descending } = page
  const { organizationId, condition } = parent === 'o' ? inOrganization : inTeam
  const isOfTeam = teamId !== undefined
  // A search ends at so many members, so it has to look at the right ones only.
  const asked: Belonging = {
    organizationId,
    condition: (alias, isSought = true) =>
      [
        condition(alias, isSought && !isOfTeam),
        ...(role === undefined ? [] : [hasRole(alias, role)]),
        ...(isOfTeam ? [`${compared(alias, 'teamId', isSought)} = wanted."teamId"`] : []),
      ].join(' and '),
  }
  const isWhole = query === undefined && role === undefined && !isOfTeam
  return {
    table: '"member" m',
    alias: 'm',
    found: query === undefined ? undefined : foundMembers(asked, query),
    where: asked.condition('m'),
    joins: page.team ? joinUserAndTeam : joinUser,
    item: row(page.team ? memberWithTeam : memberRow),
    key: memberKeys[orderBy],
    descending,
    total: isWhole ? `${parent}."memberCount"` : undefined,
  }
}

const teamList: PagedList = {
  table: '"team" t',
  alias: 't',
  where: 't."organizationId" = o."id"',
  joins: '',
  item: row(teamRow),
  key: { column: 't."createdAt"', type: 'timestamptz' },
}

/** The invitations to `"organization" o` that `"member" caller` may see, latest expiry first. */
function invitationList({ status }: InvitationPageRequest): PagedList {
  const isOpen = status === 'pending'
  const ofStatus = status && `and i."status" = '${status}' and (i."status" = 'pending') = ${isOpen}`
  return {
    table: '"invitation" i',
    alias: 'i',
    where: `i."organizationId" = o."id" ${ofStatus ?? ''} and ${isVisible}`,
    joins: joinInviterAndTeam,
    item: row(invitationForMembers),
    key: { column: 'i."expiresAt"', type: 'timestamptz' },
    descending: true,
  }
}

/** A page of the invitations that an address (in lower case) can accept now, latest expiry first; empty until ownership of it is proved. */
export async function readReceivedPage(ctx: Context, email: string, page: PageRequest): Promise<string | undefined> {
  const { db } = ctx
  const list: PagedList = {
    table: '"invitation" i',
    alias: 'i',
    found: receivedBy(ctx, email),
    where: 'true',
    joins: `join "organization" o on o."id" = i."organizationId" ${joinInviter}`,
    item: row(receivedRow),
    key: { column: 'i."expiresAt"', type: 'timestamptz' },
    descending: true,
  }
  const [found] = await db.read<{ page: string }[]>`select ${pageColumn(list, page)}::text as "page"`
  return found?.page
}

interface PageRow {
  readonly parent: string
  readonly page: string
}

const byParent = (rows: readonly PageRow[]) => new Map(rows.map(({ parent, page }) => [parent, page]))

/** Pages of members by organization or by team. The caller must be known to be a member there. */
export async function readMemberPages(
  { db }: Context,
  parent: 'organization' | 'team',
  parents: readonly string[],
  page: MemberPageRequest,
): Promise<Map<string, string>> {
  const alias = parent === 'organization' ? 'o' : 't'
  return byParent(
    await db.read<PageRow[]>`
    select ${fixed(`${alias}."id"`)} as "parent", ${pageColumn(memberList(alias, page), page)}::text as "page"
    from ${fixed(`"${parent}" ${alias}`)} cross join (select ${page.teamId ?? null}::text as "teamId") wanted where ${whereIn(`${alias}."id"`, parents)}`,
  )
}

/** Pages of teams by organization, oldest first. The caller must be known to be a member there. */
export async function readTeamPages(
  { db }: Context,
  organizationIds: readonly string[],
  page: PageRequest,
): Promise<Map<string, string>> {
  return byParent(
    await db.read<PageRow[]>`
    select o."id" as "parent", ${pageColumn(teamList, page)}::text as "page"
    from "organization" o where ${whereIn('o."id"', organizationIds)}`,
  )
}

/** Pages of the invitations that the caller may see, by organization, latest expiry first. */
export async function readInvitationPages(
  { db }: Context,
  userId: string,
  organizationIds: readonly string[],
  page: InvitationPageRequest,
): Promise<Map<string, string>> {
  return byParent(
    await db.read<PageRow[]>`
    select o."id" as "parent", ${pageColumn(invitationList(page), page)}::text as "page"
    from "organization" o ${joinCaller('o."id"', sql`${userId}`)}
    where ${whereIn('o."id"', organizationIds)}`,
  )
}

/** Those of these members whose organization the caller belongs to. */
export function readMembers({ db }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read<JsonRow[]>`
    select m."id", to_json(${fixed(row(memberWithTeam))})::text as "json" from "member" m ${fixed(joinUserAndTeam)}
      ${joinCaller('m."organizationId"', sql`${userId}`)}
    where ${whereIn('m."id"', ids)}`
}

/** Those of these teams whose organization the caller belongs to. */
export function readTeams({ db }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read<JsonRow[]>`
    select t."id", to_json(${fixed(row(teamRow))})::text as "json" from "team" t
    ${joinCaller('t."organizationId"', sql`${userId}`)}
    where ${whereIn('t."id"', ids)}`
}

/** Those of these invitations that the caller may see as a member. */
export function readInvitations({ db }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read<JsonRow[]>`
    select i."id", to_json(${fixed(row(invitationForMembers))})::text as "json" from "invitation" i ${fixed(joinInviterAndTeam)}
      join "organization" o on o."id" = i."organizationId" ${joinCaller('o."id"', sql`${userId}`)}
    where ${whereIn('i."id"', ids)} and ${fixed(isVisible)}`
}

/** Those of these users who are the caller or share an organization with the caller. */
export function readUsers({ db }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read<JsonRow[]>`
    select u."id", to_json(${fixed(row(userRow))})::text as "json" from "user" u
    where ${whereIn('u."id"', ids)} and (u."id" = ${userId} or exists (
      select from "member" m ${joinCaller('m."organizationId"', sql`${userId}`)} where m."userId" = u."id"))`
}
