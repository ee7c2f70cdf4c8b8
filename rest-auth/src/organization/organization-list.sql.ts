import { firstRow, fixed, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { listColumn, type ListRequest, type RestList } from '../list/list.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import type { Member } from './entities.ts'
import { joinCaller, placeOf } from './member/member-conditions.sql.ts'
import { permissionsColumn } from './role/rights.sql.ts'
import { hasKey, type OrganizationKey } from './organization-json.sql.ts'

/** Reads a list below `"organization" o`. Null if the user is not a member, as `"member" caller`. */
export async function findListOf(
  { db }: Context,
  key: OrganizationKey,
  { user }: ActiveSession,
  list: RestList,
  request: ListRequest,
): Promise<string | null> {
  const found = await firstRow(db.read<{ page: string }[]>`
    select ${listColumn(list, request)} as "page"
    from "organization" o ${joinCaller('o."id"', sql`${user.id}`)} where ${hasKey(key)}`)
  return found?.page ?? null
}

/** Null unless both users are members. */
export async function findRoleOfUser(
  { db }: Context,
  key: OrganizationKey,
  callerId: string,
  userId: string,
  permissions: 'true' | undefined,
): Promise<(Pick<Member, 'role'> & { readonly permissions?: string[] }) | null> {
  return firstRow(db.read`
    select m."role" ${permissions ? permissionsColumn('m') : sql``} from "organization" o ${joinCaller('o."id"', sql`${callerId}`)}
      join lateral (${placeOf(fixed('o."id"'), sql`${userId}`)}) m on m."organizationId" = o."id" and m."userId" = ${userId}
    where ${hasKey(key)}`)
}
