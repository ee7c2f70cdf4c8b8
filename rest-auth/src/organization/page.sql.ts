import { fixed, sql, type Fragment } from 'database/sql.ts'
import type { PageRequest } from './batch-request.ts'
import { countedAtMost } from './member-list.sql.ts'
import { ends, keyText } from '../list/order.ts'

/** The rows below one parent, which the query around refers to. An index on the parent, the key and the id has to serve them. */
export interface PagedList {
  /** Has the key and `id` as columns. It is read unless `found` names other rows. */
  readonly table: string
  readonly alias: string
  readonly found?: Fragment | undefined
  readonly where: string
  /** Joins for `item` that neither add rows nor remove any. */
  readonly joins: string
  /** A row or a value that `json_agg` turns into an item of the page, as SQL. */
  readonly item: string
  readonly key: { readonly column: string; readonly type: 'timestamptz' | 'text' }
  readonly descending?: boolean | undefined
  /** How many rows there are; without it they are counted, up to `countedAtMost`. */
  readonly total?: string | undefined
}

/**
 * One page as SQL: a JSON column `{items, hasMore, startCursor, endCursor, cursors, total}` beside the rows of the parent.
 * `hasMore` looks in the direction of the page. Cursors stay valid when rows are inserted or deleted. The statement is the
 * same for all pages in the same direction, so that PostgreSQL plans it once.
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
  // As text: the driver would cut a time to milliseconds. In a select of its own, like everything that makes one page dearer
  // than another: a planner that saw the value would plan each page again, which costs more than the page.
  const bound = fixed(`::text::${key.type})`)
  const table = list.found ?? fixed(list.table)
  const counted = list.total
    ? fixed(list.total)
    : sql`(select count(*) from (select from ${table} ${fixed(`where ${where} limit ${countedAtMost}`)}) c)`
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

/** The cursor of a row `x`: what `cursor` of list/order.ts reads. */
const cursorText = (type: PagedList['key']['type']): string => {
  const place = `json_build_array(${keyText[type]('x."key"')}, x."id")::text`
  return `translate(encode(convert_to(${place}, 'utf8'), 'base64'), E'\\n', '')`
}
