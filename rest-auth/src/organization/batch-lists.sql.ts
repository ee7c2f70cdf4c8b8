import {
  invitationForMembers,
  joinInviterAndTeam,
  joinUser,
  joinUserAndTeam,
  memberRow,
  memberWithTeam,
  row,
  teamRow,
} from './batch-rows.sql.ts'
import type { InvitationPageRequest, MemberPageRequest } from './batch-request.ts'
import { isVisible } from './visible-invitations.sql.ts'
import { compared, findMembers, hasRole, inOrganization, inTeam, type Belonging } from './member-conditions.sql.ts'
import type { PagedList } from './page.sql.ts'

const memberKeys = {
  createdAt: { column: 'm."createdAt"', type: 'timestamptz' },
  name: { column: 'm."userName"', type: 'text' },
  email: { column: 'm."userEmail"', type: 'text' },
} as const

/** Expects `"organization" o` or `"team" t`, and the table `wanted`. */
export function memberList(parent: 'o' | 't', page: MemberPageRequest): PagedList {
  const { orderBy = 'createdAt', role, teamId, query, descending } = page
  const { organizationId, condition } = parent === 'o' ? inOrganization : inTeam
  const isOfTeam = teamId !== undefined
  // Filters apply inside the search, because it stops after a fixed number of matches.
  const filtered: Belonging = {
    organizationId,
    condition: (alias, isSought = true) =>
      [
        condition(alias, isSought && !isOfTeam),
        ...(role === undefined ? [] : [hasRole(alias, role)]),
        ...(isOfTeam ? [`${compared(alias, 'teamId', isSought)} = wanted."teamId"`] : []),
      ].join(' and '),
  }
  const isWhole = query === undefined && role === undefined && !isOfTeam
  return {
    table: '"member" m',
    alias: 'm',
    found: query === undefined ? undefined : findMembers(filtered, query),
    where: filtered.condition('m'),
    joins: page.team ? joinUserAndTeam : joinUser,
    item: row(page.team ? memberWithTeam : memberRow),
    key: memberKeys[orderBy],
    descending,
    total: isWhole ? `${parent}."memberCount"` : undefined,
  }
}

export const teamList: PagedList = {
  table: '"team" t',
  alias: 't',
  where: 't."organizationId" = o."id"',
  joins: '',
  item: row(teamRow),
  key: { column: 't."createdAt"', type: 'timestamptz' },
}

/** Expects `"organization" o` and `"member" caller`. Latest expiry first. */
export function invitationList({ status }: InvitationPageRequest): PagedList {
  const isOpen = status === 'pending'
  const ofStatus = status && `and i."status" = '${status}' and (i."status" = 'pending') = ${isOpen}`
  return {
    table: '"invitation" i',
    alias: 'i',
    where: `i."organizationId" = o."id" ${ofStatus ?? ''} and ${isVisible}`,
    joins: joinInviterAndTeam,
    item: row(invitationForMembers),
    key: { column: 'i."expiresAt"', type: 'timestamptz' },
    descending: true,
  }
}
