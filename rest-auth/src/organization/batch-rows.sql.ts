import type { z } from 'zod'
import { jsonColumnsText, updatedAtText } from '../columns.sql.ts'
import type { MemberPageRequest } from './batch-request.ts'
import { batchInvitation, batchMember, batchTeam, batchUser } from './batch-response.ts'
import { inviterAddress } from './received-invitation.sql.ts'

export const row = (columns: string): string => `(select r from (select ${columns}) r)`

export const changingRow = (entity: z.ZodObject, alias: string): string =>
  `${jsonColumnsText(entity, alias)}, ${updatedAtText(alias)}`

const forBrief = { createdAt: true, organizationId: true } as const
/** Expects `joinTeam`. */
const teamColumn = (columns: string): string => `${row(`${columns} where own."id" is not null`)} as "team"`
const joinTeam = (alias: string): string => `left join "team" own on own."id" = ${alias}."teamId"`

export const userRow = changingRow(batchUser, 'u')
export const teamRow = changingRow(batchTeam, 't')
export const briefTeam = jsonColumnsText(batchTeam.omit(forBrief), 't')

function memberRows(member: string, user: string, team: string) {
  const alone = `${member}, ${row(user)} as "user"`
  return { alone, withTeam: `${alone}, ${teamColumn(team)}` }
}
const wholeMember = memberRows(changingRow(batchMember, 'm'), userRow, changingRow(batchTeam, 'own'))
const briefMember = memberRows(
  jsonColumnsText(batchMember.omit(forBrief), 'm'),
  jsonColumnsText(batchUser.omit({ createdAt: true }), 'u'),
  jsonColumnsText(batchTeam.omit(forBrief), 'own'),
)
export const memberWithTeam = wholeMember.withTeam
export const memberRow = ({ brief, team }: Pick<MemberPageRequest, 'brief' | 'team'>): string =>
  (brief ? briefMember : wholeMember)[team ? 'withTeam' : 'alone']
export const joinUser = 'join "user" u on u."id" = m."userId"'
export const joinUserAndTeam = `${joinUser} ${joinTeam('m')}`

const offeredRole = `coalesce(i."role", '') as "role"`
/** Expects `"organization" o` and the inviter as `"user" u`. */
const invitationRow = `${changingRow(batchInvitation, 'i')}, ${offeredRole},
  o."name" as "organizationName", o."slug" as "organizationSlug", u."name" as "inviterName"`
export const invitationForMembers = `${invitationRow}, u."email" as "inviterEmail", ${teamColumn(changingRow(batchTeam, 'own'))}`
export const briefInvitation = `${jsonColumnsText(batchInvitation.omit(forBrief), 'i')}, ${offeredRole}`
export const receivedRow = `${invitationRow}, ${inviterAddress} as "inviterEmail"`
export const joinInviter = 'join "user" u on u."id" = i."inviterId"'
export const joinInviterAndTeam = `${joinInviter} ${joinTeam('i')}`
