import type { Fragment, Sql } from 'database/connect.ts'
import { constant } from 'database/constant.ts'
import type { Context } from '../context.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { visibleInvitations } from './invitation.sql.ts'
import { isoTime, jsonArray } from './json.sql.ts'
import { memberJson } from './member.sql.ts'
import { teamJson } from './team.sql.ts'

/** The row. `metadata` is JSON text. */
export interface Organization {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly logo: string | null
  readonly metadata: string | null
  readonly createdAt: Date
}

/** Names one organization: by its id or by its slug. */
export type OrganizationKey = { readonly id: string } | { readonly slug: string }

const matches = (sql: Sql, key: OrganizationKey) =>
  'slug' in key ? sql`o."slug" = ${key.slug}` : sql`o."id" = ${key.id}`
const columns = constant((sql) => sql`o."id", o."name", o."slug", o."logo", o."metadata"`)
const json = constant((sql) => sql`${columns(sql)}, ${isoTime(sql, sql`o."createdAt"`)} as "createdAt"`)

/** The organizations of a user as JSON text, in the order in which the user joined them: a column, beside `"session" s`. */
export const organizationsJson = constant((sql) => {
  const query = sql`
    select ${json(sql)} from "member" m join "organization" o on o."id" = m."organizationId"
    where m."userId" = s."userId" order by m."createdAt", m."id"`
  return sql`${jsonArray(sql, query)}::text`
})

const members = constant(
  (sql) => sql`
    select ${memberJson(sql)} from "member" m join "user" u on u."id" = m."userId"
    where m."organizationId" = o."id" order by m."createdAt", m."id"`,
)
const teams = constant(
  (sql) => sql`select ${teamJson(sql)} from "team" t where t."organizationId" = o."id" order by t."createdAt", t."id"`,
)

/**
 * One organization with its members, its teams and the invitations that this member may see, at most `limit` of each: no
 * row for those who are no members and when there is no such organization.
 */
function fullOrganization(sql: Sql, key: Fragment, userId: Fragment, limit: number): Fragment {
  return sql`
    select ${json(sql)},
      ${jsonArray(sql, sql`${visibleInvitations(sql)} limit ${limit}`)} as "invitations",
      ${jsonArray(sql, sql`${members(sql)} limit ${limit}`)} as "members",
      ${jsonArray(sql, sql`${teams(sql)} limit ${limit}`)} as "teams"
    from "organization" o join "member" caller on caller."organizationId" = o."id"
    where ${key} and caller."userId" = ${userId}`
}

/** The full organization as JSON text, the active one if none is named: a column, beside `"session" s`. */
export function fullOrganizationJson(sql: Sql, named: OrganizationKey | null, limit: number): Fragment {
  const key = named ? matches(sql, named) : sql`o."id" = s."activeOrganizationId"`
  return sql`(select row_to_json(x)::text from (${fullOrganization(sql, key, sql`s."userId"`, limit)}) x)`
}

/** The full organization as JSON text, with its id. */
export async function findFullOrganizationJson(
  { sql }: Context,
  key: OrganizationKey,
  userId: string,
  limit: number,
): Promise<{ id: string; json: string } | null> {
  const [row] = await sql<{ id: string; json: string }[]>`
    select x."id", row_to_json(x)::text as "json"
    from (${fullOrganization(sql, matches(sql, key), sql`${userId}`, limit)}) x`
  return row ?? null
}

export async function findOrganization({ sql }: Context, id: string): Promise<Organization | null> {
  const [row] = await sql<
    Organization[]
  >`select ${columns(sql)}, o."createdAt" from "organization" o where o."id" = ${id}`
  return row ?? null
}

export async function isSlugTaken({ sql }: Context, slug: string): Promise<boolean> {
  const rows = await sql`select 1 from "organization" where "slug" = ${slug}`
  return rows.length > 0
}

/** Who founds an organization. `sessionId` is the session that makes it its active one. */
interface Founder {
  readonly userId: string
  readonly memberId: string
  readonly role: string
  readonly teamId: string
  readonly sessionId: string | null
}

/**
 * Creates an organization with its first team (of the same name) and its first member, and makes it the active one of
 * the session, in one statement: this is the only place where four tables are written together. The user's row is locked
 * first, as everywhere: whoever deletes the account takes it before the sessions.
 */
export async function insertOrganization(
  { sql }: Context,
  { id, name, slug, logo, metadata, createdAt }: Organization,
  founder: Founder,
): Promise<'created' | 'slug taken' | 'no such user'> {
  const [row] = await sql<{ users: number; organizations: number }[]>`
    with u as (
      select "id" from "user" where "id" = ${founder.userId} for key share
    ), o as (
      insert into "organization" ("id", "name", "slug", "logo", "metadata", "createdAt")
      select ${id}, ${name}, ${slug}, ${logo}, ${metadata}, ${createdAt}::timestamptz from u
      on conflict ("slug") do nothing returning "id", "name", "createdAt"
    ), t as (
      insert into "team" ("id", "organizationId", "name", "createdAt")
      select ${founder.teamId}, o."id", o."name", o."createdAt" from o
    ), m as (
      insert into "member" ("id", "organizationId", "userId", "role", "teamId", "createdAt")
      select ${founder.memberId}, o."id", u."id", ${founder.role}, ${founder.teamId}, o."createdAt" from o, u
    ), s as (
      update "session" set "activeOrganizationId" = o."id" from o where "session"."id" = ${founder.sessionId}
    ) select (select count(*) from u)::int as "users", (select count(*) from o)::int as "organizations"`
  if (row?.organizations === 1) return 'created'
  return row?.users === 1 ? 'slug taken' : 'no such user'
}

/** Serialises a user's creations of organizations, so that their number can be counted. */
export async function lockUser({ sql }: Context, userId: string): Promise<void> {
  await sql`select 1 from "user" where "id" = ${userId} for no key update`
}

/** Changes the named columns. Null: there is no such organization. */
export async function updateOrganization(
  { sql }: Context,
  id: string,
  changes: Partial<Pick<Organization, 'name' | 'slug' | 'logo' | 'metadata'>>,
): Promise<Organization | 'slug taken' | null> {
  try {
    const [row] = await sql<Organization[]>`
      update "organization" o set ${sql(changes)} where o."id" = ${id} returning ${columns(sql)}, o."createdAt"`
    return row ?? null
  } catch (error) {
    if (isUniqueViolation(error, 'organization_slug_key')) return 'slug taken'
    throw error
  }
}

/** Members, teams, invitations and the sessions' references go with it, by the foreign keys. */
export async function deleteOrganization({ sql }: Context, id: string): Promise<Organization | null> {
  const [row] = await sql<Organization[]>`
    delete from "organization" o where o."id" = ${id} returning ${columns(sql)}, o."createdAt"`
  return row ?? null
}
