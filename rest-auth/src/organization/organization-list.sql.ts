import { firstRow, fixed, sql } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { listColumn, type ListRequest, type RestList } from '../list/list.sql.ts'
import type { ReadSession } from '../session/session.sql.ts'
import type { Member } from './entities.ts'
import { placeOf } from './member/member-conditions.sql.ts'
import { joinViewer, viewerOf } from './reach.sql.ts'
import { permissionsColumn } from './role/rights.sql.ts'
import { hasKey, type OrganizationKey } from './organization-json.sql.ts'

/** Reads a list below `"organization" o`. Null if the request does not reach it as `"member" caller`. */
export async function findListOf(
  ctx: Context,
  key: OrganizationKey,
  active: ReadSession,
  list: RestList,
  request: ListRequest,
): Promise<string | null> {
  const found = await firstRow(ctx.db.read<{ page: string }[]>`
    select ${listColumn(list, request)} as "page"
    from "organization" o ${joinViewer('o."id"', viewerOf(ctx, active))} where ${hasKey(key)}`)
  return found?.page ?? null
}

/** Null unless both users are members, and the request reaches the organization. */
export async function findRoleOfUser(
  ctx: Context,
  key: OrganizationKey,
  active: ReadSession,
  userId: string,
  permissions: 'true' | undefined,
): Promise<(Pick<Member, 'role'> & { readonly permissions?: string[] }) | null> {
  return firstRow(ctx.db.read`
    select m."role" ${permissions ? permissionsColumn('m') : sql``} from "organization" o ${joinViewer('o."id"', viewerOf(ctx, active))}
      join lateral (${placeOf(fixed('o."id"'), sql`${userId}`)}) m on m."organizationId" = o."id" and m."userId" = ${userId}
    where ${hasKey(key)}`)
}
