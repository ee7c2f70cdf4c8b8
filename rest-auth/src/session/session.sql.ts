import { firstRow, fixed, type Fragment, hasRow, sql } from 'database/sql.ts'
import { credentialProvider } from '../account/account.ts'
import { columnsText, jsonColumns, rowIfAny } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { randomId } from '../crypto/random.ts'
import { listColumn, type ListRequest } from '../list/list.sql.ts'
import { byTime, type Order } from '../list/order.ts'
import { entryAbout, entryWritten, type Entry } from '../journal/journal.sql.ts'
import { mailQueue, type NewMailRow } from '../mail/mail.sql.ts'
import { isPlaceholderEmail } from '../user/email.ts'
import { userSchema } from '../user/user.ts'
import { mayCreateSession, mayUseSession, needsNoFactor, timeNow } from './session-gate.sql.ts'
import type { SecondFactor } from './second-factor.ts'
import { sessionSchema, type ActiveSession, type Session } from './session.ts'

export interface ReadSession extends ActiveSession {
  /** Whether its user has shown one. */
  readonly hasSecondFactor: boolean
  readonly beside: string | null
  /** The response of get-session, if the cookie cache has it. */
  readonly json?: string
}

// One fragment, because every request joins all of them.
const found = fixed(`${columnsText(sessionSchema, 's')}, ${columnsText(userSchema, 'u', 'user_')},
  s."secondFactorAt" is not null as "hasSecondFactor"`)
const userFields = Object.keys(userSchema.shape).map((name) => [name, `user_${name}`] as const)

type Row = Readonly<Record<string, unknown>>

function toActiveSession(row: Row): ActiveSession {
  // A loop over known names, because each request does it.
  const user: Record<string, unknown> = {}
  for (const [name, column] of userFields) user[name] = row[column]
  return { session: sessionSchema.parse(row), user: userSchema.parse(user) }
}

const nothing = sql`null`
const tokenColumn = sql`s."token"`
const idColumn = sql`s."id"`

/** Includes expired sessions. `beside` can use `"session" s` and `"user" u`. */
export const findSessionByToken = (ctx: Context, token: string, beside?: Fragment): Promise<ReadSession | null> =>
  findSession(ctx, tokenColumn, token, beside)

/** Ids are not secret: authorize the caller in another way. */
export const findSessionById = (ctx: Context, id: string, beside?: Fragment): Promise<ReadSession | null> =>
  findSession(ctx, idColumn, id, beside)

async function findSession(
  ctx: Context,
  column: Fragment,
  value: string,
  beside: Fragment = nothing,
): Promise<ReadSession | null> {
  // `timeNow` in place: another fragment would cost each request a hundredth.
  const [row] = await ctx.db.read<(Row & Pick<ReadSession, 'hasSecondFactor' | 'beside'>)[]>`
    select ${found}, ${beside} as "beside"
    from (select ${ctx.now()}::timestamptz as "now") "time", "session" s join "user" u on u."id" = s."userId"
    where ${column} = ${value} and ${mayUseSession}`
  return row ? { ...toActiveSession(row), hasSecondFactor: row.hasSecondFactor, beside: row.beside } : null
}

export async function findSessionsByTokens(ctx: Context, tokens: readonly string[]): Promise<ActiveSession[]> {
  const rows = await ctx.db.read<Row[]>`
    select ${found} from ${timeNow(ctx)}, "session" s join "user" u on u."id" = s."userId"
    where s."token" = any(${tokens}) and s."expiresAt" >= "time"."now" and ${mayUseSession} order by s."createdAt", s."id"`
  return rows.map(toActiveSession)
}

export const sessionOrder: Order = { keys: byTime('own', 'createdAt'), descending: true }
const ownColumns = jsonColumns(sessionSchema, 'own')

/** A column for queries of `"session" s`. Only unexpired sessions, and as in better-auth none that an administrator uses. */
export function ownSessionsColumn({ now }: Context, request: ListRequest): Fragment {
  const sessions = {
    columns: ownColumns,
    from: sql`(select * from "session" where "expiresAt" >= ${now()} and "impersonatedBy" is null) own`,
    where: 'own."userId" = s."userId"',
    order: sessionOrder,
  }
  return listColumn(sessions, request)
}

/** The user if they may have a session now. A concurrent change of the password either ends it, or is seen here. */
function provenUser(ctx: Context, userId: string, passwordHash: string | undefined, isFactorShown: boolean): Fragment {
  const isAdmitted = isFactorShown ? mayCreateSession : sql`${mayCreateSession} and ${needsNoFactor}`
  return passwordHash === undefined
    ? sql`select 1 from ${timeNow(ctx)}, "user" u where u."id" = ${userId} and ${isAdmitted} for key share of u`
    : sql`
      select 1 from ${timeNow(ctx)}, "user" u join "account" a on a."userId" = u."id" and a."providerId" = ${credentialProvider}
      where u."id" = ${userId} and a."password" = ${passwordHash} and ${isAdmitted}
      for key share of u for share of a`
}

interface SignInFacts {
  device: { fingerprint: string; isKnown: boolean }
  newDeviceEmail: NewMailRow
  passwordHash?: string | undefined
  /** Null if the user needs none. */
  level: SessionLevel | null
  entry: Entry
}

/** Returns false if the user may not have sessions, needs a second factor, or `passwordHash` is no longer current. */
export async function insertSession(ctx: Context, session: Session, facts: SignInFacts): Promise<boolean> {
  const { device, newDeviceEmail, passwordHash, level, entry } = facts
  const { userId, createdAt } = session
  const notifies = !device.isKnown && !isPlaceholderEmail(newDeviceEmail.to)
  const isNewDevice = sql`
    from "device_now" where "isNew" and exists (select from "known") and ${notifies}::boolean`
  const proof = provenUser(ctx, userId, passwordHash, level !== null)
  // One statement, so that concurrent sign-ins send one email.
  const { count } = await ctx.db.write`
    with "proof" as materialized (${proof}),
    "known" as materialized (select 1 from "device" where "userId" = ${userId} limit 1),
    "device_now" as (
      insert into "device" ("userId", "fingerprint", "seenAt")
      select ${userId}, ${device.fingerprint}, ${createdAt}::timestamptz from "proof"
      on conflict ("userId", "fingerprint") do update set "seenAt" = excluded."seenAt" returning (xmax = 0) as "isNew"
    ),
    ${mailQueue(ctx, newDeviceEmail, isNewDevice)},
    ${entryWritten(entry, sql`select ${userId}::text as "userId" from "proof"`)}
    insert into "session" ${rowIfAny({ ...session, ...(level?.secondFactor && level) })} from "proof"`
  return count === 1
}

/** Like `insertSession`, for a session that waits for the second factor. */
export async function insertFactorRequest(
  ctx: Context,
  { userId, ...request }: { userId: string; identifier: string; expiresAt: Date },
  passwordHash: string | undefined,
): Promise<boolean> {
  const now = ctx.now()
  const row = { id: randomId(), ...request, value: userId, createdAt: now, updatedAt: now }
  const { count } = await ctx.db.write`
    with "proof" as materialized (${provenUser(ctx, userId, passwordHash, true)})
    insert into "verification" ${rowIfAny(row)} from "proof"`
  return count === 1
}

/** How and when the second factor was shown; nulls if it was not. */
export interface SessionLevel {
  readonly secondFactor: SecondFactor | null
  readonly secondFactorAt: Date | null
}

export async function findSessionLevel(ctx: Context, id: string): Promise<SessionLevel> {
  const level = await firstRow(ctx.db.read<SessionLevel[]>`
    select "secondFactor", "secondFactorAt" from "session" where "id" = ${id}`)
  return level ?? { secondFactor: null, secondFactorAt: null }
}

/** Locks the session until the transaction ends. False if it has ended. */
export async function lockSession(tx: Context, id: string): Promise<boolean> {
  return hasRow(tx.db.write`
    select 1 from ${timeNow(tx)}, "session" s join "user" u on u."id" = s."userId"
    where s."id" = ${id} and s."expiresAt" >= "time"."now" and ${mayUseSession} for key share of s`)
}

/** `updatedAt` stays: it is the time of the last sign-in. */
export async function extendSession(ctx: Context, id: string, expiresAt: Date): Promise<boolean> {
  const { count } = await ctx.db.write`update "session" set "expiresAt" = ${expiresAt} where "id" = ${id}`
  return count === 1
}

/** Stores null if the organization no longer exists. */
export async function setActiveOrganization(
  ctx: Context,
  sessionId: string,
  organizationId: string | null,
): Promise<void> {
  await ctx.db.write`
    update "session"
    set "activeOrganizationId" = (select "id" from "organization" where "id" = ${organizationId} for key share)
    where "id" = ${sessionId}`
}

/** False unless the user is in the team, and it is of the active organization. */
export async function setActiveTeam(ctx: Context, { id, userId }: Session, teamId: string): Promise<boolean> {
  // The lock orders this with leaving the team.
  const { count } = await ctx.db.write`
    update "session" s set "activeTeamId" = c."teamId"
    from (select * from "teamMember" where "userId" = ${userId} and "teamId" = ${teamId} for key share) c
    where s."id" = ${id} and s."activeOrganizationId" = c."organizationId"`
  return count === 1
}

export async function leaveActiveTeam(ctx: Context, { id }: Session): Promise<void> {
  await ctx.db.write`update "session" set "activeTeamId" = null where "id" = ${id}`
}

export async function leaveActiveOrganization(ctx: Context, userId: string, organizationId: string): Promise<void> {
  await ctx.db.write`
    update "session" set "activeOrganizationId" = null
    where "userId" = ${userId} and "activeOrganizationId" = ${organizationId}`
}

export const ofTokens = (tokens: readonly string[]): Fragment => sql`"token" = any(${tokens})`

export const ofUser = (userId: string, exceptToken: string | null = null): Fragment =>
  sql`"userId" = ${userId} and "token" is distinct from ${exceptToken}`

interface Ended {
  readonly userId: string
  /** Not one that an administrator used. */
  readonly isOwn: boolean
}

/** Writes an entry for each of their users, whom it returns. */
export async function deleteSessions(
  ctx: Context,
  condition: Fragment,
  { own, impersonated }: { own: Entry; impersonated: Entry },
): Promise<Ended[]> {
  return ctx.db.write`
    with "ended" as (delete from "session" where ${condition} returning "userId", "impersonatedBy" is null as "isOwn"),
      ${entryWritten(own, sql`select distinct "userId" from "ended" where "isOwn"`)},
      ${entryAbout(impersonated, sql`select distinct "userId" from "ended" where not "isOwn"`)}
    select distinct "userId", "isOwn" from "ended"`
}
