import type { z } from 'zod'
import { jsonColumnsText, updatedAtText } from '../columns.sql.ts'
import { batchInvitation, batchMember, batchTeam, batchUser } from './batch-response.ts'
import { inviterAddress } from './received-invitation.sql.ts'

export const row = (columns: string): string => `(select r from (select ${columns}) r)`

export const changingRow = (entity: z.ZodObject, alias: string): string =>
  `${jsonColumnsText(entity, alias)}, ${updatedAtText(alias)}`

export const userRow = changingRow(batchUser, 'u')
export const teamRow = changingRow(batchTeam, 't')
/** Expects `joinTeam`. */
const teamColumn = `${row(`${changingRow(batchTeam, 'own')} where own."id" is not null`)} as "team"`
const joinTeam = (alias: string): string => `left join "team" own on own."id" = ${alias}."teamId"`

export const memberRow = `${changingRow(batchMember, 'm')}, ${row(userRow)} as "user"`
export const joinUser = 'join "user" u on u."id" = m."userId"'
export const memberWithTeam = `${memberRow}, ${teamColumn}`
export const joinUserAndTeam = `${joinUser} ${joinTeam('m')}`

/** Expects `"organization" o` and the inviter as `"user" u`. */
const invitationRow = `${changingRow(batchInvitation, 'i')}, coalesce(i."role", '') as "role",
  o."name" as "organizationName", o."slug" as "organizationSlug", u."name" as "inviterName"`
export const invitationForMembers = `${invitationRow}, u."email" as "inviterEmail", ${teamColumn}`
export const receivedRow = `${invitationRow}, ${inviterAddress} as "inviterEmail"`
export const joinInviter = 'join "user" u on u."id" = i."inviterId"'
export const joinInviterAndTeam = `${joinInviter} ${joinTeam('i')}`
