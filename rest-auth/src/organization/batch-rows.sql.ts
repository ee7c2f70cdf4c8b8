import type { z } from 'zod'
import { jsonColumnsText, updatedAtText } from '../columns.sql.ts'
import type { MemberPageRequest } from './batch-request.ts'
import { batchInvitation, batchMember, batchTeam, batchUser } from './batch-response.ts'
import { colleagueSchema } from './entities.ts'
import { inviterAddress } from './received-invitation.sql.ts'

export const row = (columns: string): string => `(select r from (select ${columns}) r)`

export const changingRow = (entity: z.ZodObject, alias: string): string =>
  `${jsonColumnsText(entity, alias)}, ${updatedAtText(alias)}`

export const userRow = changingRow(batchUser, 'u')
export const teamRow = changingRow(batchTeam, 't')
/** Expects `joinTeam`. */
const teamColumn = (columns: string): string => `${row(`${columns} where own."id" is not null`)} as "team"`
const joinTeam = (alias: string): string => `left join "team" own on own."id" = ${alias}."teamId"`

/** Writing all times of a member takes PostgreSQL longer than reading the member. */
export function memberRow({ times, team }: Pick<MemberPageRequest, 'times' | 'team'>): string {
  const columnsOf = times ? changingRow : jsonColumnsText
  const user = `${row(columnsOf(times ? batchUser : colleagueSchema, 'u'))} as "user"`
  return [columnsOf(batchMember, 'm'), user, ...(team ? [teamColumn(columnsOf(batchTeam, 'own'))] : [])].join(', ')
}
export const joinUser = 'join "user" u on u."id" = m."userId"'
export const memberWithTeam = memberRow({ times: true, team: true })
export const joinUserAndTeam = `${joinUser} ${joinTeam('m')}`

/** Expects `"organization" o` and the inviter as `"user" u`. */
const namesOfInvitation = `coalesce(i."role", '') as "role",
  o."name" as "organizationName", o."slug" as "organizationSlug", u."name" as "inviterName"`
const invitationRow = `${changingRow(batchInvitation, 'i')}, ${namesOfInvitation}`
export const invitationForMembers = `${invitationRow}, u."email" as "inviterEmail", ${teamColumn(changingRow(batchTeam, 'own'))}`
export const briefInvitation = `${jsonColumnsText(batchInvitation.omit({ createdAt: true }), 'i')}, ${namesOfInvitation}, u."email" as "inviterEmail"`
export const receivedRow = `${invitationRow}, ${inviterAddress} as "inviterEmail"`
export const joinInviter = 'join "user" u on u."id" = i."inviterId"'
export const joinInviterAndTeam = `${joinInviter} ${joinTeam('i')}`
