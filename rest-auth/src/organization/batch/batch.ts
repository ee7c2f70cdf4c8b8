import type { Fragment } from 'database/sql.ts'
import type { Context } from '../../context.ts'
import { isKey, type Actor } from '../actor.ts'
import type { Batch, OrganizationParts, PageRequest } from './batch-request.ts'
import { invitationList, teamList } from './batch-lists.sql.ts'
import {
  ownOrganizationIdsColumn,
  readOwnOrganizationIds,
  readInvitations,
  readMemberPages,
  readMemberFactors,
  readMemberTeams,
  readMembers,
  readPages,
  readOwnTeamsPage,
  readReceivedPage,
  readTeams,
  readUsers,
  type JsonRow,
} from './batch.sql.ts'
import { organizationsColumn, readOrganizations } from './batch-organizations.sql.ts'
import { joinViewer, viewerOf, type Only, type Viewer } from '../reach.sql.ts'

/** The part of a batch that the statement of the session can read as well. */
export function joinSession(batch: Batch, only: Only): Fragment | undefined {
  if (batch.own) return ownOrganizationIdsColumn(batch.own, only)
  return canJoinSession(batch) ? organizationsColumn(keysOf(batch), batch, only) : undefined
}

const isBackward = (page?: PageRequest) => page?.first === undefined && page?.last !== undefined
const isCommonStatus = (status: string | undefined) => status === undefined || status === 'pending'

/** First pages without filters: only these are cheap enough to read with the session. */
function arePlain({ members, teams, invitations }: OrganizationParts): boolean {
  const pages = [members, teams, invitations]
  const isFiltered = [
    members?.role,
    members?.teamId,
    members?.hasSecondFactor,
    ...pages.map((page) => page?.query),
  ].some((filter) => filter !== undefined)
  const isReordered = (members?.orderBy ?? 'createdAt') !== 'createdAt' || members?.descending === true
  return (
    !pages.some(isBackward) &&
    !isFiltered &&
    !isReordered &&
    [teams?.orderBy, invitations?.orderBy].every((orderBy) => orderBy === undefined) &&
    isCommonStatus(invitations?.status)
  )
}

const keysOf = ({ organizationIds: ids, organizationSlugs: slugs }: Batch) => ({ ids, slugs })
const canJoinSession = (batch: Batch) =>
  !batch.own && arePlain(batch) && !(none(batch.organizationIds) && none(batch.organizationSlugs))

/** Returns unparsed JSON. Objects that the caller may not see are absent. */
export async function readBatch(ctx: Context, actor: Actor, batch: Batch, only: Only): Promise<string> {
  const viewer = viewerOf(ctx, actor, only)
  // A key has nothing beside it, and no address of its own.
  const beside = isKey(actor) ? null : actor.beside
  const own = batch.own && (isKey(actor) ? await readOwnOrganizationIds(ctx, viewer, batch.own) : (beside ?? ''))
  const email = isKey(actor) ? '' : actor.user.email
  const [organizations, members, invitations, users, teams, memberTeams, memberFactors, ownTeams, received] =
    await Promise.all([
      canJoinSession(batch) && beside !== null
        ? beside
        : organizationTexts(ctx, actor, viewer, batch, own ? idsOfPage(own) : []),
      none(batch.memberIds) ? [] : readMembers(ctx, viewer, batch.memberIds),
      none(batch.invitationIds) ? [] : readInvitations(ctx, viewer, batch.invitationIds),
      none(batch.userIds) ? [] : readUsers(ctx, viewer, batch.userIds),
      none(batch.teamIds) ? [] : teamTexts(ctx, viewer, batch),
      none(batch.memberIdsForTeams) ? undefined : readMemberTeams(ctx, viewer, batch.memberIdsForTeams),
      none(batch.memberIdsForFactors) ? undefined : readMemberFactors(ctx, viewer, batch.memberIdsForFactors),
      batch.ownTeams && readOwnTeamsPage(ctx, viewer, batch.ownTeams),
      batch.received && readReceivedPage(ctx, email, batch.received, only),
    ])
  return `{${fieldsText([
    ['organizations', `[${organizations}]`],
    ['members', textsOf(members)],
    ['teams', arrayText(teams)],
    ['memberTeams', memberTeams && textsOf(memberTeams)],
    ['memberFactors', memberFactors && textsOf(memberFactors)],
    ['invitations', textsOf(invitations)],
    ['users', textsOf(users)],
    ['own', own],
    ['ownTeams', ownTeams],
    ['received', received],
  ])}}`
}

async function organizationTexts(
  ctx: Context,
  actor: Actor,
  viewer: Viewer,
  batch: Batch,
  own: readonly string[],
): Promise<string> {
  const keys = { ids: [...batch.organizationIds, ...own], slugs: batch.organizationSlugs }
  if (none(keys.ids) && none(keys.slugs)) return ''
  const activeOrganizationId = isKey(actor) ? null : actor.session.activeOrganizationId
  const isPlain = arePlain(batch)
  const parts = isPlain ? batch : { include: batch.include }
  const rows = await readOrganizations(ctx, viewer, activeOrganizationId, keys, parts)
  const ids = rows.flatMap(({ id, isReached }) => (isReached ? [id] : []))
  if (isPlain || none(ids)) return rows.map((row) => row.json).join(',')
  const { members, teams, invitations, isDelegated } = batch
  const [memberPages, teamPages, invitationPages] = await Promise.all([
    members && readMemberPages(ctx, viewer, 'organization', ids, members),
    teams && readPages(ctx, 'organization', ids, teamList(teams), teams),
    invitations &&
      readPages(
        ctx,
        'organization',
        ids,
        invitationList(invitations, isDelegated),
        invitations,
        joinViewer('o."id"', viewer),
      ),
  ])
  const texts = rows.map((row) =>
    withFields(row.json, [
      ['members', memberPages?.get(row.id)],
      ['teams', teamPages?.get(row.id)],
      ['invitations', invitationPages?.get(row.id)],
    ]),
  )
  return texts.join(',')
}

async function teamTexts(ctx: Context, viewer: Viewer, batch: Batch): Promise<string[]> {
  const teams = await readTeams(ctx, viewer, batch.teamIds)
  const ids = teams.map((team) => team.id)
  const pages =
    batch.teamMembers && !none(ids) ? await readMemberPages(ctx, viewer, 'team', ids, batch.teamMembers) : undefined
  return teams.map((team) => withFields(team.json, [['members', pages?.get(team.id)]]))
}

const none = (list: readonly unknown[]): boolean => list.length === 0
const textsOf = (rows: readonly JsonRow[]): string => arrayText(rows.map((row) => row.json))

function idsOfPage(page: string): string[] {
  const { items }: { items: string[] } = JSON.parse(page)
  return items
}

// Joins JSON of PostgreSQL without parsing it (decision 022).
type Fields = readonly (readonly [name: string, json: string | undefined])[]

const fieldsText = (fields: Fields): string =>
  fields.flatMap(([name, json]) => (json === undefined ? [] : [`"${name}":${json}`])).join(',')

const arrayText = (items: readonly string[]): string => `[${items.join(',')}]`

/** `object` must not be empty. */
function withFields(object: string, fields: Fields): string {
  const further = fieldsText(fields)
  return further === '' ? object : `${object.slice(0, -1)},${further}}`
}
