import {
  briefInvitation,
  briefTeam,
  invitationForMembers,
  joinInviterAndTeam,
  joinUser,
  joinUserAndTeam,
  memberRow,
  row,
  teamRow,
} from './batch-rows.sql.ts'
import { isRole } from 'contract/roles.ts'
import { fixed, sql } from 'database/sql.ts'
import type { InvitationPageRequest, MemberPageRequest, NamedPageRequest } from './batch-request.ts'
import { isVisible, shownId, standInId } from '../invitation/visible-invitations.sql.ts'
import {
  hasRole,
  inOrganization,
  inTeam,
  maxScanned,
  patternOf,
  rolesOf,
  searchMembers,
  type Belonging,
} from '../member/member-conditions.sql.ts'
import { hasFactorOf, seesFactors } from '../second-factor/demand.sql.ts'
import type { PagedList } from './page.sql.ts'

const memberKeys = {
  createdAt: { column: 'm."createdAt"', type: 'timestamptz' },
  name: { column: 'm."userName"', type: 'text' },
  email: { column: 'm."userEmail"', type: 'text' },
} as const

const lists = new Map<string, PagedList>()

/** One object for all lists with the same SQL, which is written once. `options` must be few. */
function listWith(options: readonly unknown[], list: () => PagedList): PagedList {
  const key = options.join()
  const known = lists.get(key) ?? list()
  lists.set(key, known)
  return known
}

/** Expects `"organization" o` or `"team" t`, the table `wanted` and `"member" caller` for second factors. */
export function memberList(parent: 'o' | 't', page: MemberPageRequest): PagedList {
  const { orderBy, role, teamId, query, descending, hasSecondFactor, brief, team, secondFactor } = page
  const isPlain = [role, teamId, query, hasSecondFactor].every((filter) => filter === undefined)
  return isPlain
    ? listWith(['members', parent, orderBy, descending, brief, team, secondFactor], () => newMemberList(parent, page))
    : newMemberList(parent, page)
}

function newMemberList(parent: 'o' | 't', page: MemberPageRequest): PagedList {
  const { orderBy = 'createdAt', role, teamId, query, descending, hasSecondFactor } = page
  const isOfTeam = teamId !== undefined
  const among =
    parent === 't'
      ? inTeam('t."id"', 't."organizationId"')
      : isOfTeam
        ? inTeam('wanted."teamId"', 'o."id"')
        : inOrganization
  // Filters apply inside the search, because it stops after a fixed number of matches.
  const filtered: Belonging = {
    ...among,
    condition: (alias, isSought = true) =>
      [
        among.condition(alias, isSought),
        ...(isOfTeam ? [inOrganization.condition(alias, false)] : []),
        ...(role === undefined
          ? []
          : [isRole(role) ? hasRole(alias, role) : `wanted."role" = any (${rolesOf(alias)})`]),
        ...(hasSecondFactor === undefined ? [] : [hasFactorOf(alias, hasSecondFactor, seesFactors('caller'))]),
      ].join(' and '),
  }
  const isWhole = query === undefined && role === undefined && hasSecondFactor === undefined && !isOfTeam
  return {
    table: `${among.table} m`,
    alias: 'm',
    found: query === undefined ? undefined : searchMembers(filtered, query),
    where: filtered.condition('m', query === undefined),
    joins: page.team ? joinUserAndTeam : joinUser,
    item: row(memberRow(page)),
    key: memberKeys[orderBy],
    descending,
    total: isWhole ? `${parent}."memberCount"` : undefined,
  }
}

/** As in the index of teams. Not the whole name, because an adopted one may be too long for an index. */
export const nameKey = (alias: string): string => `lower(left(${alias}."name", 200)) collate "C"`

/** Expects `"organization" o`. A search checks the teams that are oldest. */
export const teamList = (page: NamedPageRequest): PagedList =>
  page.query === undefined
    ? listWith(['teams', page.orderBy, page.descending, page.brief], () => newTeamList(page))
    : newTeamList(page)

const newTeamList = ({ orderBy, descending, query, brief }: NamedPageRequest): PagedList => ({
  table: '"team" t',
  alias: 't',
  found:
    query === undefined
      ? undefined
      : sql`(select f.* from (
          select * from "team" c where c."organizationId" = o."id" order by c."createdAt", c."id" limit ${fixed(`${maxScanned}`)}) f
        where lower(f."name") like ${patternOf(query)}) t`,
  where: 't."organizationId" = o."id"',
  joins: '',
  item: row(brief ? briefTeam : teamRow),
  key: orderBy === 'name' ? { column: nameKey('t'), type: 'text' } : { column: 't."createdAt"', type: 'timestamptz' },
  descending,
})

/** Expects `"organization" o` and `"member" caller`. Searches and sorts by email those that expire last. */
export function invitationList(page: InvitationPageRequest, isDelegated?: boolean): PagedList {
  const { status, orderBy, descending, query, brief } = page
  return query === undefined
    ? listWith(['invitations', status, orderBy, descending, brief, isDelegated], () =>
        newInvitationList(page, isDelegated),
      )
    : newInvitationList(page, isDelegated)
}

function newInvitationList(page: InvitationPageRequest, isDelegated?: boolean): PagedList {
  const { status, orderBy = 'expiresAt', descending, query, brief } = page
  const ofStatus = (alias: string) =>
    status === undefined
      ? ''
      : `and ${alias}."status" = '${status}' and (${alias}."status" = 'pending') = ${status === 'pending'}`
  const isByEmail = orderBy === 'email'
  return {
    table: '"invitation" i',
    alias: 'i',
    found:
      query === undefined && !isByEmail
        ? undefined
        : sql`(select f.* from (
            select * from "invitation" c where c."organizationId" = o."id" ${fixed(ofStatus('c'))}
            order by c."expiresAt" desc, c."id" desc limit ${fixed(`${maxScanned}`)}) f
          where f."email" like ${patternOf(query ?? '')}) i`,
    where: `i."organizationId" = o."id" ${ofStatus('i')} and ${isVisible}`,
    joins: brief ? '' : joinInviterAndTeam,
    item: row((brief ? briefInvitation : invitationForMembers)(shownId(isDelegated))),
    tie: standInId,
    key: isByEmail
      ? { column: 'i."email" collate "C"', type: 'text' }
      : { column: 'i."expiresAt"', type: 'timestamptz' },
    descending: descending ?? !isByEmail,
  }
}
