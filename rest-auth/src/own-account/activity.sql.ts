import { fixed, onlyRow, sql } from 'database/sql.ts'
import { isoText } from '../columns.sql.ts'
import type { Context } from '../context.ts'
import { byTime, ends, keyText, type Order } from '../list/order.ts'
import { isOpen, joinViewer, viewerOf } from '../organization/reach.sql.ts'
import type { ReadSession } from '../session/session.sql.ts'

export const activityOrder: Order = { keys: byTime('j', 'at'), descending: true }

interface ActivityQuery {
  readonly limit: number
  readonly cursor?: readonly string[] | undefined
  readonly kind?: 'sign-in' | 'change' | undefined
}

const newestFirst = fixed('order by j."at" desc, j."id" desc')
const place = fixed(`json_build_array(${keyText.timestamptz('j."at"')}, j."id")::text`)

/** The response as JSON. Users see no more of others than fellow members do. Null: an administrator reads it, who sees all. */
export async function readActivity(
  ctx: Context,
  userId: string,
  query: ActivityQuery,
  own: ReadSession | null,
): Promise<string> {
  const { limit, kind, cursor: [time, id] = [ends.timestamptz[1], ends.text[1]] } = query
  const page = sql`${newestFirst} limit (select ${limit + 1}::int)`
  const isOwn = sql`j."actorId" is not distinct from ${userId}`
  const viewer = viewerOf(ctx, own ?? { user: { id: userId }, hasSecondFactor: false })
  const seesAll = fixed(String(own === null))
  const isNamed = sql`(${seesAll} or ${isOwn} or j."actedFor" = ${userId} or caller."id" is not null)`
  const { json } = await onlyRow(ctx.db.read<{ json: string }[]>`
    select json_build_object(
      'entries', coalesce(json_agg(x."entry" order by x."rank") filter (where x."rank" <= ${limit}), '[]'),
      'cursor', max(translate(encode(convert_to(x."place", 'utf8'), 'base64'), E'+/=\\n', '-_'))
        filter (where x."rank" = ${limit} and x."isFollowed"))::text as "json"
    from (
      select ${place} as "place", row_number() over places as "rank", lead(true) over places as "isFollowed",
        json_build_object(
          'id', j."id", 'at', ${fixed(isoText('j."at"'))}, 'event', j."event", 'details', case when ${seesAll} or ${isOpen('o."id"', viewer)} then j."details" else '{}' end, 'isOwn', ${isOwn},
          'actor', json_build_object('kind', j."actorKind", 'id', j."actorId",
            'name', case when ${isNamed} then a."name" end,
            'actedFor', case when j."actedFor" is not null then json_build_object('id', j."actedFor", 'name', case when ${isNamed} then f."name" end) end),
          'organization', case when ${seesAll} and o."id" is not null or caller."id" is not null then json_build_object('id', o."id", 'name', o."name", 'slug', o."slug") end,
          'ipAddress', case when ${seesAll} or ${isOwn} or j."actorId" is null then j."ipAddress" end,
          'device', case when ${seesAll} or ${isOwn} or j."actorId" is null then j."device" end) as "entry"
      from (
        select j.* from unnest(${kind ? [kind] : ['sign-in', 'change']}::text[]) wanted("kind") cross join lateral (
          select j.* from "journal" j where j."userId" = ${userId} and j."kind" = wanted."kind"
            and (j."at", j."id") < ((select ${time ?? ''}::text::timestamptz), ${id ?? ''}) ${page}) j ${page}
      ) j left join "organization" o on o."id" = j."organizationId" left join "user" a on a."id" = j."actorId"
        left join "user" f on f."id" = j."actedFor"
        ${joinViewer('o."id"', viewer, 'left')}
      window places as (${newestFirst})
    ) x`)
  return json
}
