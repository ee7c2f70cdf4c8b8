import { firstRow, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
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
  return found?.page ?? null
}
