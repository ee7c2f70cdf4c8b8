import { fixed, onlyRow, sql, type Fragment } from 'database/sql.ts'
import { isoText } from '../../columns.sql.ts'
import type { Context } from '../../context.ts'
import type { EventName } from '../../journal/events.ts'
import { targetId, targetKind } from '../../journal/journal.sql.ts'

export interface AuditLogQuery {
  readonly limit: number
  /** Positions. With `after` the oldest come first. */
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly actorId?: string | undefined
  readonly event?: readonly EventName[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const none = 2 ** 53 // above all positions

/** Within an organization, times have the order of the positions. */
const firstSince = (organizationId: string, time: string | undefined): Fragment =>
  time === undefined
    ? sql`null`
    : sql`(select coalesce((
        select "position" from "journal" where "organizationId" = ${organizationId} and "at" >= ${time}::text::timestamptz
        order by "at", "position" limit 1), ${none}::bigint))`

const entry = fixed(`json_build_object(
  'id', j."id", 'position', j."position", 'at', ${isoText('j."at"')}, 'event', j."event",
  'actor', json_build_object('kind', j."actorKind", 'id', j."actorId", 'name', coalesce(a."name", k."name"), 'image', a."image",
    'actedFor', case when j."actedFor" is not null then json_build_object('id', j."actedFor", 'name', f."name") end),
  'target', json_build_object('kind', ${targetKind}, 'id', ${targetId}, 'name', case split_part(j."event", '.', 1)
    when 'organization' then o."name" when 'team' then t."name" when 'invitation' then null when 'key' then g."name" else u."name" end),
  'email', j."email", 'details', j."details", 'requestId', j."requestId")`)

/** The response as JSON. Reads no more rows than it returns, whatever the filters. */
export async function readAuditLog(ctx: Context, organizationId: string, query: AuditLogQuery): Promise<string> {
  const { limit, after, before, actorId, event, from, to } = query
  const direction = fixed(after === undefined ? 'desc' : 'asc')
  const within = sql`j."organizationId" = ${organizationId}
    ${actorId === undefined ? sql`` : sql`and j."actorId" = ${actorId}`}
    and j."position" > (select greatest(${after ?? null}::bigint, ${firstSince(organizationId, from)} - 1, 0))
    and j."position" < (select least(${before ?? null}::bigint, ${firstSince(organizationId, to)}, ${none}::bigint))`
  const page = sql`order by j."position" ${direction} limit (select ${limit + 1}::int)`
  const found =
    event === undefined
      ? sql`select j.* from "journal" j where ${within} ${page}`
      : sql`select j.* from unnest(${[...event]}::text[]) wanted("event") cross join lateral (
          select j.* from "journal" j where j."event" = wanted."event" and ${within} ${page}) j ${page}`
  const { json } = await onlyRow(ctx.db.read<{ json: string }[]>`
    select json_build_object(
      'entries', coalesce(json_agg(x."entry" order by x."rank") filter (where x."rank" <= ${limit}), '[]'),
      'next', max(x."position"::text) filter (where x."rank" = ${limit} and x."isFollowed"),
      'keptDays', ${ctx.config.JOURNAL_DAYS}::int)::text as "json"
    from (
      select ${entry} as "entry", j."position", row_number() over places as "rank", lead(true) over places as "isFollowed"
      from (${found}) j left join "organization" o on o."id" = j."organizationId"
        left join "user" a on a."id" = j."actorId" left join "apiKey" k on k."id" = j."actorId"
        left join "user" u on u."id" = j."userId"
        left join "user" f on f."id" = j."actedFor" left join "team" t on t."id" = j."details"->>'teamId'
        left join "apiKey" g on g."id" = j."details"->>'keyId'
      window places as (order by j."position" ${direction})
    ) x`)
  return json
}
