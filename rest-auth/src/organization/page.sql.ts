import { fixed, sql, type Fragment } from 'database/sql.ts'
import type { PageRequest } from './batch-request.ts'
import { maxCounted } from './member-list.sql.ts'
import { ends, keyText } from '../list/order.ts'

/**
 * Rows of one parent, which the outer query refers to. They need an index on parent, key and id.
 */
export interface PagedList {
  /** Must have the key and `id` as columns. Not read if `found` replaces it. */
  readonly table: string
  readonly alias: string
  readonly found?: Fragment | undefined
  readonly where: string
  /** Joins for `item` that neither add nor remove rows. */
  readonly joins: string
  /** SQL of the value that `json_agg` collects. */
  readonly item: string
  readonly key: { readonly column: string; readonly type: 'timestamptz' | 'text' }
  readonly descending?: boolean | undefined
  /** SQL of the total. Without it, rows are counted up to `maxCounted`. */
  readonly total?: string | undefined
}

/**
 * SQL of one page as JSON: `{items, hasMore, startCursor, endCursor, cursors, total}`.
 *
 * `hasMore` refers to the direction of the page. Cursors stay valid when rows are inserted or
 * deleted. All pages in one direction share one statement, so that PostgreSQL can reuse the plan.
 */
export function pageColumn(list: PagedList, page: PageRequest): Fragment {
  const { alias, where, key } = list
  const isBackward = page.first === undefined && page.last !== undefined
  const direction = isBackward === (list.descending ?? false) ? 'asc' : 'desc'
  const size = page.first ?? page.last ?? 20
  const [start, end] = ends[key.type]
  const [lowest, highest] = list.descending ? [page.before, page.after] : [page.after, page.before]
  const above = lowest ?? ([start, ''] as const)
  const below = highest ?? ([end, ''] as const)
  const place = `(${key.column}, ${alias}."id")`
  // A text, because the driver would truncate a time to milliseconds. Every value that affects the
  // cost is in its own subselect: if the planner saw the value, it would plan each page again,
  // which costs more than the page.
  const bound = fixed(`::text::${key.type})`)
  const table = list.found ?? fixed(list.table)
  const counted = list.total
    ? fixed(list.total)
    : sql`(select count(*) from (select from ${table} ${fixed(`where ${where} limit ${maxCounted}`)}) c)`
  const cursor = cursorText(key.type)
  const [startRank, endRank] = isBackward ? ['x."lastRank"', '1'] : ['1', 'x."lastRank"']
  return sql`(
    select json_build_object(
      'items', coalesce(json_agg(x."item" ${fixed(isBackward ? 'order by x."rank" desc' : '')}) filter (where x."rank" <= x."lastRank"), '[]'),
      ${fixed(`'hasMore', coalesce(count(*) > max(x."lastRank"), false),
        'startCursor', max(${cursor}) filter (where x."rank" = ${startRank}),
        'endCursor', max(${cursor}) filter (where x."rank" = ${endRank}),
        'cursors', json_agg(${cursor} ${isBackward ? 'order by x."rank" desc' : ''})`)} filter (where x."rank" <= x."lastRank" and ${page.cursors ?? false}),
      'total', case when (select ${page.total ?? false}::boolean) then ${counted} end)
    from (
      select r.*, row_number() over () as "rank", least(count(*) over (), ${size}) as "lastRank" from (
        select ${fixed(`${key.column} as "key", ${alias}."id", ${list.item} as "item" from`)} ${table}
        ${fixed(`${list.joins} where ${where} and ${place} >`)} ((select ${above[0]}${bound}, ${above[1]})
        ${fixed(`and ${place} <`)} ((select ${below[0]}${bound}, ${below[1]})
        ${fixed(`order by ${key.column} ${direction}, ${alias}."id" ${direction}`)} limit (select ${size + 1}::integer)
      ) r
    ) x)`
}

/** Written for `cursor` of list/order.ts. */
const cursorText = (type: PagedList['key']['type']): string => {
  const place = `json_build_array(${keyText[type]('x."key"')}, x."id")::text`
  return `translate(encode(convert_to(${place}, 'utf8'), 'base64'), E'\\n', '')`
}
