import { firstRow, hasRow, onlyRow, sql } from 'database/sql.ts'
import { columns, jsonColumns } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import { listColumn, type ListRequest, type RestList } from '../../list/list.sql.ts'
import { byTime, type Order } from '../../list/order.ts'
import { teamMemberSchema, type Member, type TeamMember } from '../entities.ts'
import { isOpen, joinViewer, type Viewer } from '../reach.sql.ts'
import { teamColumns } from './team.sql.ts'

const fields = columns(teamMemberSchema, '"teamMember"')

export async function findTeamMember(
  { db }: Context,
  { organizationId, userId }: Member,
  teamId: string,
): Promise<TeamMember | null> {
  return firstRow(db.read`
    select ${fields} from "teamMember"
    where "organizationId" = ${organizationId} and "userId" = ${userId} and "teamId" = ${teamId}`)
}

/** The team must not have the member yet. */
export async function insertTeamMember(
  { db, now }: Context,
  { organizationId, userId }: Member,
  teamId: string,
): Promise<TeamMember> {
  return onlyRow(db.write`
    insert into "teamMember" ${sql({ organizationId, userId, teamId, createdAt: now() })} returning ${fields}`)
}

/** False if the member is not in the team. */
export async function deleteTeamMember(
  { db }: Context,
  { organizationId, userId }: Member,
  teamId: string,
): Promise<boolean> {
  return hasRow(db.write`
    delete from "teamMember"
    where "organizationId" = ${organizationId} and "userId" = ${userId} and "teamId" = ${teamId} returning 1`)
}

/** In the order of joining the organization. Expects `"team" t`. */
export const membersOfTeam: RestList = {
  columns: jsonColumns(teamMemberSchema, 'c'),
  from: sql`"teamMember" c`,
  where: 'c."teamId" = t."id"',
  order: {
    keys: [
      { column: 'c."joinedAt"', type: 'timestamptz' },
      { column: 'c."memberId"', type: 'text' },
    ],
  },
}

export const userTeamOrder: Order = { keys: byTime('c', 'createdAt') }

/** In the order of joining them: of one organization or, with null, of all that the viewer reaches. */
export async function listTeamsOf(
  { db }: Context,
  viewer: Viewer,
  userId: string,
  organizationId: string | null,
  request: ListRequest,
): Promise<string> {
  const within =
    organizationId === null
      ? sql`where ${isOpen('x."organizationId"', viewer)}`
      : sql`where x."organizationId" = ${organizationId}`
  const list: RestList = {
    columns: teamColumns,
    from: sql`(select x.* from "teamMember" x ${within}) c join "team" t on t."id" = c."teamId"`,
    where: 'c."userId" = me."id"',
    order: userTeamOrder,
  }
  const { page } = await onlyRow(db.read<{ page: string }[]>`
    select ${listColumn(list, request)} as "page" from (select ${userId}::text as "id") me`)
  return page
}

/** Null if the team does not exist or the viewer does not reach its organization. */
export async function listMembersOfTeam(
  { db }: Context,
  viewer: Viewer,
  teamId: string,
  request: ListRequest,
): Promise<string | null> {
  const found = await firstRow(db.read<{ page: string }[]>`
    select ${listColumn(membersOfTeam, request)} as "page" from "team" t ${joinViewer('t."organizationId"', viewer)}
    where t."id" = ${teamId}`)
  return found?.page ?? null
}
