import type { Sql } from 'database/connect.ts'
import type { Context } from '../context.ts'
import { isVisible } from './invitation.sql.ts'
import { isoTime } from './json.sql.ts'
import { roleNames } from './member.sql.ts'
import { readPages, type PageRequest } from './page.sql.ts'

/** What a member's JSON can hold beside its id. Whoever asks for less gets less computed, sent and parsed. */
export const memberFields = [
  'organizationId',
  'role',
  'createdAt',
  'user.name',
  'user.email',
  'user.image',
  'team',
] as const
type MemberField = (typeof memberFields)[number]

export interface MemberPageRequest extends PageRequest {
  readonly orderBy?: 'createdAt' | 'name' | 'email' | undefined
  readonly descending?: boolean | undefined
  readonly role?: string | undefined
  /** A part of the name or of the e-mail address, in any case. */
  readonly query?: string | undefined
  /** All when absent. */
  readonly fields?: readonly MemberField[] | undefined
}

export interface InvitationPageRequest extends PageRequest {
  readonly status?: string | undefined
}

const teamJson = (sql: Sql) =>
  sql`json_build_object('id', t."id", 'name', t."name", 'organizationId', t."organizationId", 'createdAt', ${isoTime(sql, sql`t."createdAt"`)})`

/** Expects `"member" m`, `"user" u` and, where there is one, `"team" t`. */
function memberJson(sql: Sql, fields: readonly MemberField[] = memberFields) {
  const has = (field: MemberField) => sql`${fields.includes(field)}::boolean`
  return sql`json_build_object(
    'id', m."id",
    'organizationId', case when ${has('organizationId')} then m."organizationId" end,
    'role', case when ${has('role')} then m."role" end,
    'createdAt', case when ${has('createdAt')} then ${isoTime(sql, sql`m."createdAt"`)} end,
    'user', json_build_object(
      'id', u."id",
      'name', case when ${has('user.name')} then u."name" end,
      'email', case when ${has('user.email')} then u."email" end,
      'image', case when ${has('user.image')} then u."image" end
    ),
    'team', case when ${has('team')} and t."id" is not null then ${teamJson(sql)} end)`
}

const members = (sql: Sql) =>
  sql`"member" m join "user" u on u."id" = m."userId" left join "team" t on t."id" = m."teamId"`

/** Expects `"invitation" i`, `"organization" o`, `"user" u` (the inviter) and, where there is one, `"team" t`. */
const invitationJson = (sql: Sql) => sql`json_build_object(
  'id', i."id", 'organizationId', i."organizationId", 'email', i."email", 'role', coalesce(i."role", ''), 'status', i."status",
  'expiresAt', ${isoTime(sql, sql`i."expiresAt"`)}, 'organizationName', o."name", 'organizationSlug', o."slug",
  'inviterEmail', u."email", 'team', case when t."id" is not null then ${teamJson(sql)} end)`

/** The invitations that the caller may see as a member. */
const visibleInvitations = (sql: Sql, userId: string) => sql`
  "invitation" i join "organization" o on o."id" = i."organizationId" join "user" u on u."id" = i."inviterId"
  join "member" caller on caller."organizationId" = i."organizationId" and caller."userId" = ${userId} and ${isVisible(sql)}
  left join "team" t on t."id" = i."teamId"`

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
    select o."id", m."role", json_strip_nulls(${memberJson(sql)})::text as "membership", json_strip_nulls(json_build_object(
      'id', o."id", 'name', o."name", 'slug', o."slug", 'logo', o."logo", 'metadata', o."metadata",
      'createdAt', ${isoTime(sql, sql`o."createdAt"`)}, 'isActive', o."id" is not distinct from ${activeOrganizationId}
    ))::text as "json"
    from "organization" o join (${members(sql)}) on m."organizationId" = o."id" and m."userId" = ${userId}
    where o."id" = any (${keys.ids}::text[]) or o."slug" = any (${keys.slugs}::text[])`
}

/** The ids of the caller's organizations, oldest membership first. */
export async function readOwnOrganizationIds({ sql }: Context, userId: string, page: PageRequest): Promise<string> {
  const rows = sql`
    select m."id", ${isoTime(sql, sql`m."createdAt"`)} as "sort", to_json(m."organizationId") as "json"
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
  const sort = { createdAt: isoTime(sql, sql`m."createdAt"`), name: sql`lower(u."name")`, email: sql`u."email"` }
  const part = page.query?.toLowerCase() ?? null
  const rows = sql`
    select m."id", ${sort[page.orderBy ?? 'createdAt']} as "sort", ${memberJson(sql, page.fields)} as "json"
    from ${members(sql)}
    where ${parent === 'organization' ? sql`m."organizationId"` : sql`m."teamId"`} = p."id"
      and (${page.role ?? null}::text is null or ${page.role ?? null} = any (${roleNames(sql, sql`m."role"`)}))
      and (${part}::text is null or strpos(lower(u."name"), ${part}) > 0 or strpos(u."email", ${part}) > 0)`
  return readPages(sql, { parents, rows, descending: page.descending }, page)
}

/** Pages of teams by organization, oldest first. The caller must be known to be a member there. */
export function readTeamPages({ sql }: Context, organizationIds: readonly string[], page: PageRequest) {
  const rows = sql`
    select t."id", ${isoTime(sql, sql`t."createdAt"`)} as "sort", ${teamJson(sql)} as "json"
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
    select i."id", ${isoTime(sql, sql`i."expiresAt"`)} as "sort", ${invitationJson(sql)} as "json"
    from ${visibleInvitations(sql, userId)}
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
    select m."id", json_strip_nulls(${memberJson(sql)})::text as "json" from ${members(sql)}
    join "member" caller on caller."organizationId" = m."organizationId" and caller."userId" = ${userId}
    where m."id" = any (${ids}::text[])`
}

/** Those of these teams whose organization the caller belongs to. */
export function readTeams({ sql }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return sql<JsonRow[]>`
    select t."id", ${teamJson(sql)}::text as "json" from "team" t
    join "member" caller on caller."organizationId" = t."organizationId" and caller."userId" = ${userId}
    where t."id" = any (${ids}::text[])`
}

/** Those of these invitations that the caller may see as a member. */
export function readInvitations({ sql }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return sql<JsonRow[]>`
    select i."id", json_strip_nulls(${invitationJson(sql)})::text as "json" from ${visibleInvitations(sql, userId)}
    where i."id" = any (${ids}::text[])`
}

/** Those of these users who are the caller or share an organization with the caller. */
export function readUsers({ sql }: Context, userId: string, ids: readonly string[]): Promise<JsonRow[]> {
  return sql<JsonRow[]>`
    select u."id", json_strip_nulls(json_build_object('id', u."id", 'name', u."name", 'email', u."email", 'image', u."image"))::text as "json"
    from "user" u where u."id" = any (${ids}::text[]) and (u."id" = ${userId} or exists (
      select from "member" m join "member" caller on caller."organizationId" = m."organizationId"
      where m."userId" = u."id" and caller."userId" = ${userId}))`
}
