import { columns, jsonArray, jsonColumns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { teamSchema, type Team } from './entities.ts'

const fields = columns(teamSchema, 't')

/** The select list of a team for JSON: expects `"team" t`. */
export const teamColumns = jsonColumns(teamSchema, 't')

/** A team of this organization; one of another organization is not found. */
export async function findTeam({ sql }: Context, organizationId: string, teamId: string): Promise<Team | null> {
  const [team] = await sql<Team[]>`
    select ${fields(sql)} from "team" t where t."organizationId" = ${organizationId} and t."id" = ${teamId}`
  return team ?? null
}

/** The first `limit` teams of an organization as JSON text; null for those who are no members. */
export async function listTeamsJson(
  { sql }: Context,
  organizationId: string,
  userId: string,
  limit: number,
): Promise<string | null> {
  const teams = sql`
    select ${teamColumns(sql)} from "team" t where t."organizationId" = m."organizationId"
    order by t."createdAt", t."id" limit ${limit}`
  const [found] = await sql<{ json: string }[]>`
    select ${jsonArray(sql, teams)}::text as "json" from "member" m
    where m."organizationId" = ${organizationId} and m."userId" = ${userId}`
  return found?.json ?? null
}

export async function countTeams({ sql }: Context, organizationId: string): Promise<number> {
  const [found] = await sql<{ count: number }[]>`
    select count(*)::int as "count" from "team" where "organizationId" = ${organizationId}`
  return found?.count ?? 0
}

export async function insertTeam({ sql }: Context, team: Team): Promise<void> {
  await sql`insert into "team" ${sql({ ...team })}`
}

export async function renameTeam(
  { sql }: Context,
  organizationId: string,
  teamId: string,
  name: string,
): Promise<Team | null> {
  const [team] = await sql<Team[]>`
    update "team" t set "name" = ${name} where t."organizationId" = ${organizationId} and t."id" = ${teamId}
    returning ${fields(sql)}`
  return team ?? null
}

/** Its members and invitations stay, without a team, by the foreign keys. */
export async function deleteTeam({ sql }: Context, teamId: string): Promise<void> {
  await sql`delete from "team" where "id" = ${teamId}`
}
