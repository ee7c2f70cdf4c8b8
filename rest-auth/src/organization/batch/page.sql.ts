import { fixed, sql, type Fragment } from 'database/sql.ts'
import type { PageRequest } from './batch-request.ts'
import { maxCounted } from '../member/member-list.sql.ts'
import { ends, keyText } from '../../list/order.ts'

/** Rows of one parent of the outer query. Needs an index on parent, key and id. */
export interface PagedList {
  /** Has the key and `id` as columns. Ignored if `found` is set. */
  readonly table: string
  readonly alias: string
  readonly found?: Fragment | undefined
  readonly where: string
  /** Must neither add nor remove rows. */
  readonly joins: string
  /** SQL that `json_agg` collects. */
  readonly item: string
  /** SQL that orders equal keys and is in cursors: unique. By default the id. */
  readonly tie?: string
  readonly key: { readonly column: string; readonly type: 'timestamptz' | 'text' }
  readonly descending?: boolean | undefined
  /** SQL. Without it, rows are counted up to `maxCounted`. */
  readonly total?: string | undefined
}

/** `hasMore` follows the page's direction. Cursors survive inserted and deleted rows. */
export function pageColumn(list: PagedList, page: PageRequest): Fragment {
  const { alias, where, key } = list
  const isBackward = page.first === undefined && page.last !== undefined
  const direction = isBackward === (list.descending ?? false) ? 'asc' : 'desc'
  const size = page.first ?? page.last ?? 20
  const [start, end] = ends[key.type]
  const [lowest, highest] = list.descending ? [page.before, page.after] : [page.after, page.before]
  const above = lowest ?? ([start, ''] as const)
  const below = highest ?? ([end, ''] as const)
  const tie = list.tie ?? `${alias}."id"`
  const place = `(${key.column}, ${tie})`
  // As text, because the driver would truncate times. In subselects, because a planner that saw the
  // values would plan each page again, which costs more than the page.
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
        'startCursor', max(${cursor}) filter (where x."rank" = ${startRank} and x."lastRank" > 0),
        'endCursor', max(${cursor}) filter (where x."rank" = ${endRank} and x."lastRank" > 0),
        'cursors', json_agg(${cursor} ${isBackward ? 'order by x."rank" desc' : ''})`)} filter (where x."rank" <= x."lastRank" and ${page.cursors ?? false}),
      'total', case when (select ${page.total ?? false}::boolean) then ${counted} end)
    from (
      select r.*, row_number() over () as "rank", least(count(*) over (), ${size}) as "lastRank" from (
        select ${fixed(`${key.column} as "key", ${tie} as "id", ${list.item} as "item" from`)} ${table}
        ${fixed(`${list.joins} where ${where} and ${place} >`)} ((select ${above[0]}${bound}, ${above[1]})
        ${fixed(`and ${place} <`)} ((select ${below[0]}${bound}, ${below[1]})
        ${fixed(`order by ${key.column} ${direction}, ${tie} ${direction}`)} limit (select ${size + 1}::integer)
      ) r
    ) x)`
}

/** Written for `cursor` of list/order.ts. */
const cursorText = (type: PagedList['key']['type']): string => {
  const place = `json_build_array(${keyText[type]('x."key"')}, x."id")::text`
  return `translate(encode(convert_to(${place}, 'utf8'), 'base64'), E'\\n', '')`
}
