import { firstRow, fixed, sql, type Fragment } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { listColumn, type ListRequest, type RestList } from '../list/list.sql.ts'
import type { Actor } from './actor.ts'
import type { Member } from './entities.ts'
import { placeOf } from './member/member-conditions.sql.ts'
import { joinViewer, viewerOf } from './reach.sql.ts'
import { effectivePermissions, permissionsColumn } from './role/rights.sql.ts'
import { hasKey, type OrganizationKey } from './organization-json.sql.ts'

/** Reads a list below `"organization" o`. Null if the request does not reach it as `"member" caller`. */
export async function findListOf(
  ctx: Context,
  key: OrganizationKey,
  actor: Actor,
  list: RestList,
  request: ListRequest,
): Promise<string | null> {
  const found = await firstRow(ctx.db.read<{ page: string }[]>`
    select ${listColumn(list, request)} as "page"
    from "organization" o ${joinViewer('o."id"', viewerOf(ctx, actor))} where ${hasKey(key)}`)
  return found?.page ?? null
}

/** Null unless both users are members, and the request reaches the organization. */
export async function findRoleOfUser(
  ctx: Context,
  key: OrganizationKey,
  actor: Actor,
  userId: string,
  permissions: 'true' | undefined,
): Promise<(Pick<Member, 'role'> & { readonly permissions?: string[] }) | null> {
  return firstRow(ctx.db.read`
    select m."role" ${permissions ? permissionsColumn('m') : sql``} from "organization" o ${joinViewer('o."id"', viewerOf(ctx, actor))}
      join lateral (${placeOf(fixed('o."id"'), sql`${userId}`)}) m on m."organizationId" = o."id" and m."userId" = ${userId}
    where ${hasKey(key)}`)
}

interface Reached {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly permissions: string[]
}

/** Those of `"organization" o` that the request reaches, by name. */
export function findReached(ctx: Context, actor: Actor, condition: Fragment): Promise<Reached[]> {
  return ctx.db.read`
    select o."id", o."name", o."slug", array_to_json(${fixed(effectivePermissions('caller'))}) as "permissions"
    from "organization" o ${joinViewer('o."id"', viewerOf(ctx, actor))} where ${condition} order by o."name", o."id"`
}
