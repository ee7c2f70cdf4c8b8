import { firstRow, fixed, hasRow, onlyRow, sql, type Fragment } from 'database/sql.ts'
import { isoText } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { eventNames, events } from '../journal/events.ts'
import { targetId, targetKind } from '../journal/journal.sql.ts'
import type { Claimed } from './webhook.sql.ts'

const state = `case when d."deliveredAt" is not null and d."nextAttemptAt" is null then 'delivered'
  when d."nextAttemptAt" is not null then 'waiting' else 'failed' end`

/** The response as JSON, newest first. `before` is a cursor. */
export async function readDeliveries(
  { db }: Context,
  webhookId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<string> {
  const times = ['createdAt', 'nextAttemptAt', 'triedAt'].map((name) => `'${name}', ${isoText(`d."${name}"`)}`)
  const entry =
    fixed(`json_build_object('id', d."id", 'number', d."number"::text, 'event', d."event", 'state', ${state}, ${times.join(', ')},
    'attempts', d."attempts", 'status', d."status", 'error', d."error", 'duration', d."duration", 'payload', d."payload")`)
  const { json } = await onlyRow(db.read<{ json: string }[]>`
    select json_build_object(
      'deliveries', coalesce(json_agg(x."entry" order by x."number" desc) filter (where x."rank" <= ${limit}), '[]'),
      'next', max(x."number"::text) filter (where x."rank" = ${limit} and x."isFollowed"))::text as "json"
    from (
      select ${entry} as "entry", d."number", row_number() over places as "rank", lead(true) over places as "isFollowed"
      from (select d.* from "webhookDelivery" d where d."webhookId" = ${webhookId}
          and d."number" < coalesce(${before ?? null}::bigint, 9223372036854775807)
        order by d."number" desc limit ${limit + 1}) d
      window places as (order by d."number" desc)) x`)
  return json
}

/** Also of one that was delivered. */
export function repeatDelivery({ db, now }: Context, webhookId: string, id: string): Promise<boolean> {
  return hasRow(db.write`
    update "webhookDelivery" set "attempts" = 0, "nextAttemptAt" = ${now()} where "webhookId" = ${webhookId} and "id" = ${id}
    returning 1`)
}

interface NewDelivery {
  readonly webhookId: string
  readonly id: string
  readonly event: string
  readonly payload: string
}

export async function insertDelivery({ db, now }: Context, { webhookId, id, event, payload }: NewDelivery) {
  await db.write`
    insert into "webhookDelivery" ("webhookId", "id", "event", "payload", "createdAt", "nextAttemptAt")
    values (${webhookId}, ${id}, ${event}, ${payload}, ${now()}, ${now()})`
}

const acts = eventNames.filter((name) => 'isAct' in events[name])

/** As in the audit log, without personal data: an administrator's reason is free text. */
const payload = fixed(`json_build_object('id', j."id", 'event', j."event", 'at', ${isoText('j."at"')},
  'organizationId', j."organizationId", 'position', j."position",
  'actor', json_build_object('kind', j."actorKind", 'id', j."actorId",
    'actedFor', case when j."actedFor" is not null then json_build_object('id', j."actedFor") end),
  'target', json_build_object('kind', ${targetKind}, 'id', ${targetId}),
  'details', case when j."event" = any ('{${acts.join(',')}}') then j."details" - 'reason' else j."details" end)::text`)

const maxQueued = 500

const isWanted = fixed(`(w."events" is null or j."event" = any (w."events"))`)

const queued = (entries: Fragment, now: Date): Fragment => sql`
  insert into "webhookDelivery" ("webhookId", "id", "event", "payload", "createdAt", "nextAttemptAt")
  select w."id", j."id", j."event", ${payload}, ${now}, ${now} from ${entries} on conflict do nothing`

/** Makes deliveries of the entries that follow. Returns whether there were any. Needs the lease. */
export function queueEntries(ctx: Context, webhook: Claimed): Promise<boolean> {
  return webhook.organizationId === null ? queueByTime(ctx, webhook) : queueByPosition(ctx, webhook)
}

/** Positions are committed in their order, so that the next ones miss nothing. */
function queueByPosition({ db, now }: Context, { id }: Claimed): Promise<boolean> {
  return hasRow(db.write`
    with "seen" as materialized (
      select w."id" as "webhookId", j.* from "webhook" w join "journal" j
        on j."organizationId" = w."organizationId" and j."position" > w."readPosition"
      where w."id" = ${id} order by j."position" limit ${maxQueued}),
    "queued" as (${queued(sql`"seen" j join "webhook" w on w."id" = j."webhookId" where ${isWanted} order by j."position"`, now())})
    update "webhook" set "readPosition" = (select max("position") from "seen")
    where "id" = ${id} and exists (select from "seen") returning 1`)
}

/** Above the difference of clocks, and the wait for a connection. */
const overlap = 60

/**
 * Entries are not committed in the order of their times. Those of running transactions can follow
 * until the oldest one ends, so that the time up to which all is read stays before its start.
 */
async function queueByTime({ db, now }: Context, { id }: Claimed): Promise<boolean> {
  // A statement of its own, so that the next one sees all that has ended by then.
  const { until } = await onlyRow(db.read<{ until: string }[]>`
    select (least(min("xact_start"), ${now()}::timestamptz) - make_interval(secs => ${overlap}))::text as "until"
    from pg_stat_activity where "datname" = current_database() and "pid" <> pg_backend_pid()`)
  return hasRow(db.write`
    with "seen" as materialized (
      select w."id" as "webhookId", j.* from "webhook" w join "journal" j on j."at" > w."readUntil"
      where w."id" = ${id} and ${isWanted} and not exists (
        select from "webhookDelivery" d where d."webhookId" = w."id" and d."id" = j."id")
      order by j."at", j."id" limit ${maxQueued}),
    "read" as (
      update "webhook" set "readUntil" = greatest("readUntil", least(${until}::text::timestamptz,
        case when (select count(*) from "seen") = ${maxQueued} then (select max("at") from "seen") end))
      where "id" = ${id})
    ${queued(sql`"seen" j join "webhook" w on w."id" = j."webhookId" order by j."at", j."id"`, now())} returning 1`)
}

export interface DueDelivery {
  readonly id: string
  readonly payload: string
  readonly createdAt: Date
  readonly attempts: number
  readonly url: string
  readonly secret: string
}

/** The oldest, with the URL and the secret of now. */
export function findDue({ db, now }: Context, webhookId: string): Promise<DueDelivery | null> {
  return firstRow(db.read`
    select d."id", d."payload", d."createdAt", d."attempts", w."url", w."secret"
    from "webhook" w join "webhookDelivery" d on d."webhookId" = w."id"
    where w."id" = ${webhookId} and w."disabledAt" is null and d."nextAttemptAt" <= ${now()}
    order by d."number" limit 1`)
}

export interface Outcome {
  readonly error: string | null
  readonly status: number | null
  readonly duration: number
}

/** `next` is when to try again. */
export async function saveOutcome(
  { db, now }: Context,
  { webhookId, id }: { webhookId: string; id: string },
  { error, status, duration }: Outcome,
  { attempts, next, isSlow }: { attempts: number; next: Date | null; isSlow: boolean },
): Promise<void> {
  const deliveredAt = error === null ? now() : null
  await db.write`
    with "tried" as (
      update "webhookDelivery" set "attempts" = ${attempts}, "nextAttemptAt" = ${next}, "triedAt" = ${now()},
        "deliveredAt" = ${deliveredAt}, "status" = ${status}, "error" = ${error}, "duration" = ${duration}
      where "webhookId" = ${webhookId} and "id" = ${id})
    update "webhook" set "isSlow" = ${isSlow}, "deliveredAt" = coalesce(${deliveredAt}::timestamptz, "deliveredAt"),
      "failedAt" = case when ${deliveredAt}::timestamptz is null then ${now()}::timestamptz else "failedAt" end
    where "id" = ${webhookId}`
}
