import { fixed, sql, type Fragment } from 'database/sql.ts'
import { whereIn } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { invitationList, memberList, teamList } from './batch-lists.sql.ts'
import type { InvitationPageRequest, MemberPageRequest, PageRequest } from './batch-request.ts'
import { joinInviter, receivedRow, row } from './batch-rows.sql.ts'
import { receivedBy } from './received-invitation.sql.ts'
import { joinCaller } from './member-conditions.sql.ts'
import { pageColumn, type PagedList } from './page.sql.ts'

const ownMemberships: PagedList = {
  table: '"member" m',
  alias: 'm',
  where: 'm."userId" = s."userId"',
  joins: '',
  item: 'm."organizationId"',
  key: { column: 'm."createdAt"', type: 'timestamptz' },
}

/** A column for queries of `"session" s`. Oldest membership first. */
export function ownOrganizationIdsColumn(page: PageRequest): Fragment {
  return sql`${pageColumn(ownMemberships, page)}::text`
}

/** Requires proved ownership of `email` (lower case). Latest expiry first. */
export async function readReceivedPage(ctx: Context, email: string, page: PageRequest): Promise<string | undefined> {
  const { db } = ctx
  const list: PagedList = {
    table: '"invitation" i',
    alias: 'i',
    found: receivedBy(ctx, email),
    where: 'true',
    joins: `join "organization" o on o."id" = i."organizationId" ${joinInviter}`,
    item: row(receivedRow),
    key: { column: 'i."expiresAt"', type: 'timestamptz' },
    descending: true,
  }
  const [found] = await db.read<{ page: string }[]>`select ${pageColumn(list, page)}::text as "page"`
  return found?.page
}

interface PageRow {
  readonly parent: string
  readonly page: string
}

const byParent = (rows: readonly PageRow[]) => new Map(rows.map(({ parent, page }) => [parent, page]))

/** The caller must be a member. */
export async function readMemberPages(
  { db }: Context,
  parent: 'organization' | 'team',
  parents: readonly string[],
  page: MemberPageRequest,
): Promise<Map<string, string>> {
  const alias = parent === 'organization' ? 'o' : 't'
  return byParent(
    await db.read<PageRow[]>`
    select ${fixed(`${alias}."id"`)} as "parent", ${pageColumn(memberList(alias, page), page)}::text as "page"
    from ${fixed(`"${parent}" ${alias}`)} cross join (select ${page.teamId ?? null}::text as "teamId") wanted where ${whereIn(`${alias}."id"`, parents)}`,
  )
}

/** The caller must be a member. Oldest first. */
export async function readTeamPages(
  { db }: Context,
  organizationIds: readonly string[],
  page: PageRequest,
): Promise<Map<string, string>> {
  return byParent(
    await db.read<PageRow[]>`
    select o."id" as "parent", ${pageColumn(teamList, page)}::text as "page"
    from "organization" o where ${whereIn('o."id"', organizationIds)}`,
  )
}

export async function readInvitationPages(
  { db }: Context,
  userId: string,
  organizationIds: readonly string[],
  page: InvitationPageRequest,
): Promise<Map<string, string>> {
  return byParent(
    await db.read<PageRow[]>`
    select o."id" as "parent", ${pageColumn(invitationList(page), page)}::text as "page"
    from "organization" o ${joinCaller('o."id"', sql`${userId}`)}
    where ${whereIn('o."id"', organizationIds)}`,
  )
}
