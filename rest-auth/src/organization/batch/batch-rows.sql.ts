import type { z } from 'zod'
import { jsonColumnsText, updatedAtText } from '../../columns.sql.ts'
import type { MemberPageRequest } from './batch-request.ts'
import { batchInvitation, batchMember, batchTeam, batchUser } from './batch-response.ts'
import { shownFactor } from '../second-factor/demand.sql.ts'
import { teamIdsText } from '../invitation/visible-invitations.sql.ts'
import { inviterAddress } from '../invitation/received-invitation.sql.ts'

export const row = (columns: string): string => `(select r from (select ${columns}) r)`

export const changingRow = (entity: z.ZodObject, alias: string): string =>
  `${jsonColumnsText(entity, alias)}, ${updatedAtText(alias)}`

const briefRow = (entity: z.ZodObject, alias: string): string =>
  jsonColumnsText(entity, alias, ['createdAt', 'organizationId'])

export const userRow = changingRow(batchUser, 'u')
export const teamRow = changingRow(batchTeam, 't')
export const briefTeam = briefRow(batchTeam, 't')
/** Expects `joinTeam`. */
const teamColumn = (columns: string): string => `${row(`${columns} where own."id" is not null`)} as "team"`
const joinTeam = (alias: string): string => `left join "team" own on own."id" = ${alias}."teamId"`

/** Writing all times of a member takes PostgreSQL longer than reading the member. */
/** Expects `"member" caller` for `secondFactor`. */
export function memberRow({
  brief,
  team,
  secondFactor,
}: Pick<MemberPageRequest, 'brief' | 'team' | 'secondFactor'>): string {
  const columnsOf = brief ? briefRow : changingRow
  const user = `${row(columnsOf(batchUser, 'u'))} as "user"`
  return [
    columnsOf(batchMember, 'm'),
    user,
    ...(secondFactor ? [shownFactor] : []),
    ...(team ? [teamColumn(columnsOf(batchTeam, 'own'))] : []),
  ].join(', ')
}
export const joinUser = 'join "user" u on u."id" = m."userId"'
export const memberWithTeam = memberRow({ team: true })
export const joinUserAndTeam = `${joinUser} ${joinTeam('m')}`

const realId = 'i."id"'
const withoutId = batchInvitation.omit({ id: true })
const offeredRole = `coalesce(i."role", '') as "role"`
/** Expects `"organization" o` and the inviter as `"user" u`. */
const invitationRow = (id: string) => `${id} as "id", ${changingRow(withoutId, 'i')}, ${offeredRole},
  o."name" as "organizationName", o."slug" as "organizationSlug", u."name" as "inviterName"`
/** Lists pass `shownId`. A caller that reads an invitation by its id knows it. */
export const invitationForMembers = (id = realId): string =>
  `${invitationRow(id)}, ${teamIdsText}, u."email" as "inviterEmail", ${teamColumn(changingRow(batchTeam, 'own'))}`
export const briefInvitation = (id: string): string => `${id} as "id", ${briefRow(withoutId, 'i')}, ${offeredRole}`
export const receivedRow = `${invitationRow(realId)}, ${inviterAddress} as "inviterEmail"`
export const joinInviter = 'join "user" u on u."id" = i."inviterId"'
export const joinInviterAndTeam = `${joinInviter} ${joinTeam('i')}`
