import { fixed, hasRow, sql, type Fragment } from 'database/sql.ts'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { ReadSession } from '../session/session.sql.ts'
import { joinCaller } from './member/member-conditions.sql.ts'

// Decides whether a request reaches an organization. Each statement that reads an organization's
// data for a request joins its member here.

/** The organization that a service may read for its user; undefined for all. */
export type Only = string | null | undefined

/** The user of a request, and what its session has shown. */
export interface Viewer {
  readonly userId: Fragment
  readonly only: Only
  /** Organizations that have required a second factor since before this time are closed to it. */
  readonly closedUntil: Fragment
}

const never = '-infinity'

/** For queries of `"session" s`. Needs `timeNow`. */
export const sessionViewer = (only?: Only): Viewer => ({
  userId: fixed('s."userId"'),
  only,
  closedUntil: fixed(`case when s."secondFactorAt" is null then "time"."now" else '${never}' end`),
})

/** The session as it was read, at the start of the request. */
export const viewerOf = (
  { now }: Pick<Context, 'now'>,
  { user, hasSecondFactor }: Pick<ReadSession, 'hasSecondFactor'> & { readonly user: { readonly id: string } },
  only?: Only,
): Viewer => ({
  userId: sql`${user.id}`,
  only,
  closedUntil: sql`${hasSecondFactor ? never : now().toISOString()}::text::timestamptz`,
})

/** Whether the organization is open to what the session has shown. `organizationId` is SQL. */
export function isOpen(organizationId: string, { closedUntil }: Viewer): Fragment {
  if (organizationId === 'o."id"') return sql`(o."secondFactorRequiredAt" > ${closedUntil}) is not false`
  const required = fixed(`(select d."secondFactorRequiredAt" from "organization" d where d."id" = ${organizationId})`)
  return sql`(${closedUntil} = ${fixed(`'${never}'`)} or (${required} > ${closedUntil}) is not false)`
}

/** Null, which no member has, outside of `only`. */
export const within = (organizationId: string, { userId, only }: Viewer): Fragment =>
  only === undefined ? userId : sql`case when ${fixed(organizationId)} = ${only} then ${userId} end`

/** Joins `"member" caller` to rows of organizations that the request reaches. */
export const joinViewer = (organizationId: string, viewer: Viewer, kind?: 'inner' | 'left'): Fragment =>
  joinCaller(
    organizationId,
    sql`case when ${isOpen(organizationId, viewer)} then ${within(organizationId, viewer)} end`,
    kind,
  )

/** For calls that found nothing: throws if the user is a member whom only the second factor keeps out. */
export async function refuseClosed(ctx: Context, active: ReadSession, organization: Fragment): Promise<void> {
  if (active.hasSecondFactor) return
  const isClosed = await hasRow(ctx.db.read`
    select 1 from "organization" o ${joinCaller('o."id"', sql`${active.user.id}`)}
    where ${organization} and not ${isOpen('o."id"', viewerOf(ctx, active))}`)
  if (isClosed) throw new ApiError('SECOND_FACTOR_REQUIRED')
}
