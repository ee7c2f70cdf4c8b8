import type { Sql } from 'database/connect.ts'
import { constant } from 'database/constant.ts'
import type { z } from 'zod'
import { isoTime, jsonFields, jsonPairs } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { batchInvitation, batchMember, batchTeam, memberFields } from './batch-answer.ts'
import { colleagueSchema, organizationSchema } from './entities.ts'
import { isVisible } from './invitation.sql.ts'
import { roleNames } from './member.sql.ts'
import { readPages, type PageRequest } from './page.sql.ts'

export interface MemberPageRequest extends PageRequest {
  readonly orderBy?: 'createdAt' | 'name' | 'email' | undefined
  readonly descending?: boolean | undefined
  readonly role?: string | undefined
  /** A part of the name or of the e-mail address, in any case. */
  readonly query?: string | undefined
  /** All when absent. */
  readonly fields?: readonly string[] | undefined
}

export interface InvitationPageRequest extends PageRequest {
  readonly status?: string | undefined
}

/** Expects `"team" t`. */
const teamObject = constant((sql) => sql`json_build_object(${jsonPairs(batchTeam, 't')(sql)})`)

/** The parts of a member or its user that `wanted` names; beside the id, which everybody gets. */
const wantedPairs = (entity: z.ZodObject, alias: string, path = ''): string =>
  jsonFields(entity, alias)
    .map(({ name, value }) =>
      name === 'id'
        ? `'id', ${value}`
        : `'${name}', case when '${path}${name}' = any (wanted."fields") then ${value} end`,
    )
    .join(', ')

/** Expects the tables of `membersWith`. */
const memberObject = constant(
  (sql) => sql`json_build_object(
    ${sql.unsafe(wantedPairs(batchMember, 'm'))},
    'user', json_build_object(${sql.unsafe(wantedPairs(colleagueSchema, 'u', 'user.'))}),
    'team', case when 'team' = any (wanted."fields") and t."id" is not null then ${teamObject(sql)} end)`,
)

/** Members with all that their JSON is made of; all fields of it are wanted if none are named. */
const membersWith = (sql: Sql, fields: readonly string[] = memberFields) => sql`
  "member" m join "user" u on u."id" = m."userId" left join "team" t on t."id" = m."teamId"
  cross join (select ${fields}::text[] as "fields") wanted`

/** Expects the tables of `invitationsFor`. */
const invitationObject = constant(
  (sql) => sql`json_build_object(
    ${jsonPairs(batchInvitation, 'i')(sql)}, 'role', coalesce(i."role", ''), 'organizationName', o."name",
    'organizationSlug', o."slug", 'inviterEmail', u."email", 'team', case when t."id" is not null then ${teamObject(sql)} end)`,
)

/** The invitations that the caller may see as a member, with all that their JSON is made of. */
const invitationsFor = (sql: Sql, userId: string) => sql`
  "invitation" i join "organization" o on o."id" = i."organizationId" join "user" u on u."id" = i."inviterId"
  join "member" caller on caller."organizationId" = i."organizationId" and caller."userId" = ${userId} and ${isVisible(sql)}
  left join "team" t on t."id" = i."teamId"`

const organizationPairs = jsonPairs(organizationSchema, 'o')
const userPairs = jsonPairs(colleagueSchema, 'u')

/** An organization of the caller, its JSON still open for parts: `role` and `membership` are the caller's. */
export interface OrganizationRow {
  readonly id: string
  readonly json: string
  readonly role: string
  readonly membership: string
}

/** Those of these organizations, by id or slug, that the caller is a member of. */
export function readOrganizations(
  { sql }: Context,
  userId: string,
  activeOrganizationId: string | null,
  keys: { ids: readonly string[]; slugs: readonly string[] },
): Promise<OrganizationRow[]> {
  return sql<OrganizationRow[]>`
    select o."id", m."role", json_strip_nulls(${memberObject(sql)})::text as "membership", json_strip_nulls(json_build_object(
      ${organizationPairs(sql)}, 'isActive', o."id" is not distinct from ${activeOrganizationId}
    ))::text as "json"
    from "organization" o join (${membersWith(sql)}) on m."organizationId" = o."id" and m."userId" = ${userId}
    where o."id" = any (${keys.ids}::text[]) or o."slug" = any (${keys.slugs}::text[])`
}

/** The ids of the caller's organizations, oldest membership first. */
export async function readOwnOrganizationIds({ sql }: Context, userId: string, page: PageRequest): Promise<string> {
  const rows = sql`
    select m."id", ${isoTime(sql, 'm."createdAt"')} as "sort", to_json(m."organizationId") as "json"
    from "member" m where m."userId" = p."id"`
  return (await readPages(sql, { parents: [userId], rows }, page)).get(userId) ?? ''
}

/** Pages of members by organization or by team. The caller must be known to be a member there. */
export function readMemberPages(
  { sql }: Context,
  parent: 'organization' | 'team',
  parents: readonly string[],
  page: MemberPageRequest,
) {
  const sort = { createdAt: isoTime(sql, 'm."createdAt"'), name: sql`lower(u."name")`, email: sql`u."email"` }
  const part = page.query?.toLowerCase() ?? null
  const rows = sql`
    select m."id", ${sort[page.orderBy ?? 'createdAt']} as "sort", ${memberObject(sql)} as "json"
    from ${membersWith(sql, page.fields)}
    where ${parent === 'organization' ? sql`m."organizationId"` : sql`m."teamId"`} = p."id"
      and (${page.role ?? null}::text is null or ${page.role ?? null} = any (${roleNames(sql, sql`m."role"`)}))
      and (${part}::text is null or strpos(lower(u."name"), ${part}) > 0 or strpos(u."email", ${part}) > 0)`
  return readPages(sql, { parents, rows, descending: page.descending }, page)
}

/** Pages of teams by organization, oldest first. The caller must be known to be a member there. */
export function readTeamPages({ sql }: Context, organizationIds: readonly string[], page: PageRequest) {
  const rows = sql`
    select t."id", ${isoTime(sql, 't."createdAt"')} as "sort", ${teamObject(sql)} as "json"
    from "team" t where t."organizationId" = p."id"`
  return readPages(sql, { parents: organizationIds, rows }, page)
}

/** Pages of the invitations that the caller may see, by organization, latest expiry first. */
export function readInvitationPages(
  { sql }: Context,
  userId: string,
  organizationIds: readonly string[],
  page: InvitationPageRequest,
) {
  const rows = sql`
    select i."id", ${isoTime(sql, 'i."expiresAt"')} as "sort", ${invitationObject(sql)} as "json"
    from ${invitationsFor(sql, userId)}
    where i."organizationId" = p."id" and (${page.status ?? null}::text is null or i."status" = ${page.status ?? null})`
  return readPages(sql, { parents: organizationIds, rows, descending: true }, page)
}

/** A row by its id, as JSON text. */
export interface JsonRow {
  readonly id: string
  readonly json: string
}

/** Those of these members whose organization the caller belongs to. */
export function readMembers({ sql }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return sql<JsonRow[]>`
    select m."id", json_strip_nulls(${memberObject(sql)})::text as "json" from ${membersWith(sql)}
    join "member" caller on caller."organizationId" = m."organizationId" and caller."userId" = ${userId}
    where m."id" = any (${ids}::text[])`
}

/** Those of these teams whose organization the caller belongs to. */
export function readTeams({ sql }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return sql<JsonRow[]>`
    select t."id", ${teamObject(sql)}::text as "json" from "team" t
    join "member" caller on caller."organizationId" = t."organizationId" and caller."userId" = ${userId}
    where t."id" = any (${ids}::text[])`
}

/** Those of these invitations that the caller may see as a member. */
export function readInvitations({ sql }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return sql<JsonRow[]>`
    select i."id", json_strip_nulls(${invitationObject(sql)})::text as "json" from ${invitationsFor(sql, userId)}
    where i."id" = any (${ids}::text[])`
}

/** Those of these users who are the caller or share an organization with the caller. */
export function readUsers({ sql }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return sql<JsonRow[]>`
    select u."id", json_strip_nulls(json_build_object(${userPairs(sql)}))::text as "json"
    from "user" u where u."id" = any (${ids}::text[]) and (u."id" = ${userId} or exists (
      select from "member" m join "member" caller on caller."organizationId" = m."organizationId"
      where m."userId" = u."id" and caller."userId" = ${userId}))`
}
