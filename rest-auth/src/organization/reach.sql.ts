import { fixed, hasRow, sql, type Fragment } from 'database/sql.ts'
import type { ActiveKey } from '../active-key/active-key.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Actor } from './actor.ts'
import { joinCaller, placeOf } from './member/member-conditions.sql.ts'
import { scopeMark } from './role/rights.ts'
import { scopesWithin } from './role/rights.sql.ts'

// Decides whether a request reaches an organization. Each statement that reads an organization's
// data for a request joins its member here.

/** The organizations that a service may read for its user, or that a key names; undefined for all. */
export type Only = readonly string[] | undefined

/** Who makes a request, and what its session has shown. */
export interface Viewer {
  /** Null for a key of an organization. */
  readonly userId: Fragment
  readonly only: Only
  /** Organizations that have required a second factor since before this time are closed to it. */
  readonly closedUntil: Fragment
  readonly key?: ActiveKey
}

const never = '-infinity'

/** For queries of `"session" s`. Needs `timeNow`. */
export const sessionViewer = (only?: Only): Viewer => ({
  userId: fixed('s."userId"'),
  only,
  closedUntil: fixed(`case when s."secondFactorAt" is null then "time"."now" else '${never}' end`),
})

/** The session or key as it was read, at the start of the request. */
export const viewerOf = ({ now }: Pick<Context, 'now'>, actor: FactorHolder, only?: Only): Viewer => ({
  closedUntil: sql`${actor.hasSecondFactor ? never : now().toISOString()}::text::timestamptz`,
  ...('scopes' in actor
    ? { userId: sql`${actor.userId}::text`, only: actor.organizationIds, key: actor }
    : { userId: sql`${actor.user.id}`, only }),
})
type FactorHolder = ActiveKey | { readonly hasSecondFactor: boolean; readonly user: { readonly id: string } }

/** Whether the organization is open to what the session has shown. `organizationId` is SQL. */
export function isOpen(organizationId: string, { closedUntil }: Viewer): Fragment {
  if (organizationId === 'o."id"') return sql`(o."secondFactorRequiredAt" > ${closedUntil}) is not false`
  const required = fixed(`(select d."secondFactorRequiredAt" from "organization" d where d."id" = ${organizationId})`)
  return sql`(${closedUntil} = ${fixed(`'${never}'`)} or (${required} > ${closedUntil}) is not false)`
}

/** Null, which no member has, outside of `only`. */
export const within = (organizationId: string, { userId, only }: Viewer): Fragment =>
  only === undefined ? userId : sql`case when ${fixed(organizationId)} = any (${[...only]}::text[]) then ${userId} end`

/**
 * The row of a key in an organization, with its scopes as roles: those that its person has there
 * now. The offset keeps PostgreSQL from finding the scopes again for each use of the column.
 */
function rowOfKey(organizationId: Fragment, { id, userId, organizationIds, memberIds, scopes }: ActiveKey): Fragment {
  if (userId === null) {
    const roles = scopes.map((scope) => scopeMark + scope).join(',')
    return sql`
      select ${id}::text as "id", ${organizationId} as "organizationId", null::text as "userId", ${roles}::text as "role",
        null::text as "teamId" where ${organizationId} = any (${[...organizationIds]}::text[])`
  }
  return sql`
    select c."id", c."organizationId", c."userId", c."teamId",
      coalesce((select ${fixed(scopesWithin('c', 'k."scopes"'))} from (select ${[...scopes]}::text[] as "scopes") k), '') as "role"
    from (${placeOf(organizationId, sql`${userId}`)}) c
    where c."organizationId" = ${organizationId} and c."userId" = ${userId} and c."id" = any (${[...memberIds]}::text[])
    offset 0`
}

const joinKey = (organizationId: string, key: ActiveKey, condition: Fragment, kind: 'inner' | 'left'): Fragment =>
  sql`${fixed(kind)} join lateral (${rowOfKey(fixed(organizationId), key)}) caller on ${condition}`

/** Joins `"member" caller` to rows of organizations, also of closed ones. */
export const joinAnyViewer = (organizationId: string, viewer: Viewer): Fragment =>
  viewer.key
    ? joinKey(organizationId, viewer.key, fixed('true'), 'inner')
    : joinCaller(organizationId, within(organizationId, viewer))

/** Joins `"member" caller` to rows of organizations that the request reaches. */
export function joinViewer(organizationId: string, viewer: Viewer, kind: 'inner' | 'left' = 'inner'): Fragment {
  const isReached = isOpen(organizationId, viewer)
  return viewer.key
    ? joinKey(organizationId, viewer.key, isReached, kind)
    : joinCaller(organizationId, sql`case when ${isReached} then ${within(organizationId, viewer)} end`, kind)
}

/** The viewer's row as `m`, for a query of its own. */
export const ownRow = (organizationId: string, { key, userId }: Viewer): Fragment =>
  key
    ? sql`(${rowOfKey(sql`${organizationId}::text`, key)}) m`
    : sql`(select * from (${placeOf(sql`${organizationId}`, userId)}) p
        where p."organizationId" = ${organizationId} and p."userId" = ${userId}) m`

/** For calls that found nothing: throws if the viewer is a member whom only the second factor keeps out. */
export async function refuseClosed(ctx: Context, actor: Actor, organization: Fragment): Promise<void> {
  if (actor.hasSecondFactor) return
  const viewer = viewerOf(ctx, actor)
  const isClosed = await hasRow(ctx.db.read`
    select 1 from "organization" o ${joinAnyViewer('o."id"', viewer)}
    where ${organization} and not ${isOpen('o."id"', viewer)}`)
  if (isClosed) throw new ApiError('SECOND_FACTOR_REQUIRED')
}
