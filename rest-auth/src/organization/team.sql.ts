import { columns, jsonColumns } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { teamSchema, type Team } from './entities.ts'
import { joinCaller } from './member.sql.ts'
import { listColumn, type ListRequest } from '../list/list.sql.ts'
import type { Order } from '../list/order.ts'

const fields = columns(teamSchema, 't')

/** The select list of a team for JSON: expects `"team" t`. */
export const teamColumns = jsonColumns(teamSchema, 't')

/** A team of this organization; one of another organization is not found. */
export async function findTeam({ sql }: Context, organizationId: string, teamId: string): Promise<Team | null> {
  const [team] = await sql<Team[]>`
    select ${fields(sql)} from "team" t where t."organizationId" = ${organizationId} and t."id" = ${teamId}`
  return team ?? null
}

export const teamOrder: Order = {
  keys: [
    { column: 't."createdAt"', type: 'timestamptz' },
    { column: 't."id"', type: 'text' },
  ],
}

/** A page of the teams of an organization, for `sendList`; null for those who are no members. */
export async function listTeamsPage(
  { sql }: Context,
  organizationId: string,
  userId: string,
  request: ListRequest,
): Promise<string | null> {
  const teams = {
    columns: teamColumns(sql),
    from: sql`"team" t`,
    where: 't."organizationId" = caller."organizationId"',
    order: teamOrder,
  }
  const [found] = await sql<{ page: string }[]>`
    select ${listColumn(sql, teams, request)} as "page"
    from (select ${organizationId}::text as "id") o ${joinCaller(sql, 'o."id"', sql`${userId}`)}`
  return found?.page ?? null
}

export async function hasOtherTeam({ sql }: Context, organizationId: string, teamId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from "team" where "organizationId" = ${organizationId} and "id" <> ${teamId} limit 1`
  return rows.length > 0
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
