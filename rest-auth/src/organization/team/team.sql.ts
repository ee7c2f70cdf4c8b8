import { firstRow, hasRow, onlyRow, sql } from 'database/sql.ts'
import { columns, jsonColumns } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import { teamSchema, type Team } from '../entities.ts'
import type { RestList } from '../../list/list.sql.ts'
import { byTime } from '../../list/order.ts'

const fields = columns(teamSchema, 't')

/** Expects `"team" t`. */
export const teamColumns = jsonColumns(teamSchema, 't')

export async function findTeam({ db }: Context, organizationId: string, teamId: string): Promise<Team | null> {
  return firstRow(db.read`
    select ${fields} from "team" t where t."organizationId" = ${organizationId} and t."id" = ${teamId}`)
}

/** In the order of `ids`. */
export async function findTeams({ db }: Context, organizationId: string, ids: readonly string[]): Promise<Team[]> {
  if (ids.length === 0) return []
  return db.read<Team[]>`
    select ${fields} from unnest(${[...ids]}::text[]) with ordinality as named ("id", "place")
      join "team" t on t."id" = named."id" and t."organizationId" = ${organizationId} order by "place"`
}

export const teamsOfOrganization: RestList = {
  columns: teamColumns,
  from: sql`"team" t`,
  where: 't."organizationId" = o."id"',
  order: { keys: byTime('t', 'createdAt') },
}

export async function hasOtherTeam({ db }: Context, organizationId: string, teamId: string): Promise<boolean> {
  return hasRow(db.read`
    select 1 from "team" where "organizationId" = ${organizationId} and "id" <> ${teamId} limit 1`)
}

export async function countTeams({ db }: Context, organizationId: string): Promise<number> {
  const { count } = await onlyRow(db.read<{ count: number }[]>`
    select count(*)::int as "count" from "team" where "organizationId" = ${organizationId}`)
  return count
}

export async function insertTeam({ db }: Context, team: Team): Promise<void> {
  await db.write`insert into "team" ${sql({ ...team })}`
}

export async function renameTeam(
  { db }: Context,
  { id, organizationId }: Team,
  name: string,
  expectedName: string | null,
): Promise<Team | null> {
  return firstRow(db.write`
    update "team" t set "name" = ${name} where t."organizationId" = ${organizationId} and t."id" = ${id}
      and t."name" = coalesce(${expectedName}, t."name")
    returning ${fields}`)
}

/** Members and invitations stay, with their other teams. */
export async function deleteTeam({ db }: Context, { organizationId, id }: Team): Promise<void> {
  await db.write`
    update "invitation" set "moreTeamIds" = array_remove("moreTeamIds", ${id})
    where "organizationId" = ${organizationId} and ("status" = 'pending') and ${id} = any ("moreTeamIds")`
  await db.write`delete from "team" where "id" = ${id}`
}
