import { firstRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { listColumn, type ListRequest, type RestList } from '../list/list.sql.ts'
import type { ActiveSession } from '../session/session.ts'
import { joinCaller } from './member-conditions.sql.ts'

/** Reads a list below `"organization" o`. Null if the user is not a member, as `"member" caller`. */
export async function findListOf(
  { db }: Context,
  organizationId: string,
  { user }: ActiveSession,
  list: RestList,
  request: ListRequest,
): Promise<string | null> {
  const found = await firstRow(db.read<{ page: string }[]>`
    select ${listColumn(list, request)} as "page"
    from "organization" o ${joinCaller('o."id"', sql`${user.id}`)} where o."id" = ${organizationId}`)
  return found && found.page
}

export async function requireListOf(...call: Parameters<typeof findListOf>): Promise<string> {
  const page = await findListOf(...call)
  if (page === null) throw new ApiError('YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION')
  return page
}
