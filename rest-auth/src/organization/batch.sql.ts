import { fixed } from 'database/sql.ts'
import { whereIn } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import {
  invitationForMembers,
  joinInviterAndTeam,
  joinUserAndTeam,
  memberWithTeam,
  row,
  teamRow,
  userRow,
} from './batch-rows.sql.ts'
import { isVisible } from './visible-invitations.sql.ts'
import { joinViewer, type Viewer } from './member-conditions.sql.ts'

export interface JsonRow {
  readonly id: string
  readonly json: string
}

export function readMembers({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read`
    select m."id", to_json(${fixed(row(memberWithTeam))})::text as "json" from "member" m ${fixed(joinUserAndTeam)}
      ${joinViewer('m."organizationId"', viewer)}
    where ${whereIn('m."id"', ids)}`
}

export function readTeams({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read`
    select t."id", to_json(${fixed(row(teamRow))})::text as "json" from "team" t
    ${joinViewer('t."organizationId"', viewer)}
    where ${whereIn('t."id"', ids)}`
}

export function readInvitations({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read`
    select i."id", to_json(${fixed(row(invitationForMembers))})::text as "json" from "invitation" i ${fixed(joinInviterAndTeam)}
      join "organization" o on o."id" = i."organizationId" ${joinViewer('o."id"', viewer)}
    where ${whereIn('i."id"', ids)} and ${fixed(isVisible)}`
}

export function readUsers({ db }: Context, viewer: Viewer, ids: readonly string[]): Promise<JsonRow[]> {
  return db.read`
    select u."id", to_json(${fixed(row(userRow))})::text as "json" from "user" u
    where ${whereIn('u."id"', ids)} and (u."id" = ${viewer.userId} or exists (
      select from "member" m ${joinViewer('m."organizationId"', viewer)} where m."userId" = u."id"))`
}
