import type { Context } from '../context.ts'
import type { ActiveSession } from '../session/session.ts'
import {
  readInvitationPages,
  readInvitations,
  readMemberPages,
  readMembers,
  readOrganizations,
  readOwnOrganizationIds,
  readTeamPages,
  readTeams,
  readUsers,
  type InvitationPageRequest,
  type JsonRow,
  type MemberPageRequest,
  type OrganizationRow,
} from './batch.sql.ts'
import { arrayText, objectText, withFields } from './json-text.ts'
import type { PageRequest } from './page.sql.ts'
import { grantedPermissions } from './permissions.ts'
import { parseStoredRoles } from './roles.ts'

/** What to read, by ids, and which parts of it. */
export interface Batch {
  readonly organizationIds: readonly string[]
  readonly organizationSlugs: readonly string[]
  readonly memberIds: readonly string[]
  readonly teamIds: readonly string[]
  readonly invitationIds: readonly string[]
  readonly userIds: readonly string[]
  /** A page of the caller's own organizations. */
  readonly own?: PageRequest | undefined
  /** Parts of each organization. */
  readonly include: readonly ('membership' | 'permissions')[]
  readonly members?: MemberPageRequest | undefined
  readonly teams?: PageRequest | undefined
  readonly invitations?: InvitationPageRequest | undefined
  /** A part of each team. */
  readonly teamMembers?: MemberPageRequest | undefined
}

/**
 * Many objects in one answer, as JSON text that PostgreSQL made and nobody parses on the way. What does not exist and
 * what the caller may not see are absent alike.
 */
export async function readBatch(ctx: Context, active: ActiveSession, batch: Batch): Promise<string> {
  const userId = active.user.id
  const [own, members, invitations, users, teams] = await Promise.all([
    batch.own && readOwnOrganizationIds(ctx, userId, batch.own),
    none(batch.memberIds) ? [] : readMembers(ctx, userId, batch.memberIds),
    none(batch.invitationIds) ? [] : readInvitations(ctx, userId, batch.invitationIds),
    none(batch.userIds) ? [] : readUsers(ctx, userId, batch.userIds),
    none(batch.teamIds) ? [] : readTeams(ctx, userId, batch.teamIds),
  ])
  const [organizations, teamsWithMembers] = await Promise.all([
    organizationTexts(ctx, active, batch, own ? idsOfPage(own) : []),
    teamTexts(ctx, batch, teams),
  ])
  return objectText([
    ['organizations', arrayText(organizations)],
    ['members', textsOf(members)],
    ['teams', arrayText(teamsWithMembers)],
    ['invitations', textsOf(invitations)],
    ['users', textsOf(users)],
    ['own', own],
  ])
}

async function organizationTexts(
  ctx: Context,
  active: ActiveSession,
  batch: Batch,
  own: readonly string[],
): Promise<string[]> {
  const keys = { ids: [...batch.organizationIds, ...own], slugs: batch.organizationSlugs }
  if (none(keys.ids) && none(keys.slugs)) return []
  const rows = await readOrganizations(ctx, active.user.id, active.session.activeOrganizationId, keys)
  const ids = rows.map((row) => row.id)
  const [memberPages, teamPages, invitationPages] = await Promise.all([
    batch.members && readMemberPages(ctx, 'organization', ids, batch.members),
    batch.teams && readTeamPages(ctx, ids, batch.teams),
    batch.invitations && readInvitationPages(ctx, active.user.id, ids, batch.invitations),
  ])
  return rows.map((row) =>
    withFields(row.json, [
      ['membership', batch.include.includes('membership') ? row.membership : undefined],
      ['permissions', batch.include.includes('permissions') ? permissionsText(row) : undefined],
      ['members', memberPages?.get(row.id)],
      ['teams', teamPages?.get(row.id)],
      ['invitations', invitationPages?.get(row.id)],
    ]),
  )
}

async function teamTexts(ctx: Context, batch: Batch, teams: readonly JsonRow[]): Promise<string[]> {
  const ids = teams.map((team) => team.id)
  const pages = batch.teamMembers && !none(ids) ? await readMemberPages(ctx, 'team', ids, batch.teamMembers) : undefined
  return teams.map((team) => withFields(team.json, [['members', pages?.get(team.id)]]))
}

const permissionsText = (row: OrganizationRow): string => JSON.stringify(grantedPermissions(parseStoredRoles(row.role)))

const none = (list: readonly unknown[]): boolean => list.length === 0
const textsOf = (rows: readonly JsonRow[]): string => arrayText(rows.map((row) => row.json))

function idsOfPage(page: string): string[] {
  const { items }: { items: string[] } = JSON.parse(page)
  return items
}
