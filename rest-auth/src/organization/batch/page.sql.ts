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

interface Texts {
  readonly aggregates: Fragment
  readonly counted: Fragment
  readonly rows: Fragment
  readonly conditions: Fragment
  readonly bound: Fragment
  readonly below: Fragment
  readonly order: Fragment
}
type Direction = 'forward' | 'backward'
const known = { forward: new WeakMap<PagedList, Texts>(), backward: new WeakMap<PagedList, Texts>() }

/** Once for each list, because it takes longer than to read a short one. */
function textsOf(list: PagedList, way: Direction): Texts {
  const before = known[way].get(list)
  if (before) return before
  const { alias, where, key } = list
  const direction = (way === 'backward') === (list.descending ?? false) ? 'asc' : 'desc'
  const tie = list.tie ?? `${alias}."id"`
  const place = `(${key.column}, ${tie})`
  const cursor = cursorText(key.type)
  const order = way === 'backward' ? 'order by x."rank" desc' : ''
  const [startRank, endRank] = way === 'backward' ? ['x."lastRank"', '1'] : ['1', 'x."lastRank"']
  const texts = {
    aggregates: fixed(`'items', coalesce(json_agg(x."item" ${order}) filter (where x."rank" <= x."lastRank"), '[]'),
      'hasMore', coalesce(count(*) > max(x."lastRank"), false),
      'startCursor', max(${cursor}) filter (where x."rank" = ${startRank} and x."lastRank" > 0),
      'endCursor', max(${cursor}) filter (where x."rank" = ${endRank} and x."lastRank" > 0),
      'cursors', json_agg(${cursor} ${order})`),
    counted: fixed(list.total ?? `where ${where} limit ${maxCounted}`),
    rows: fixed(`${key.column} as "key", ${tie} as "id", ${list.item} as "item" from`),
    conditions: fixed(`${list.joins} where ${where} and ${place} >`),
    // As text, because the driver would truncate times. In subselects, because a planner that saw
    // the values would plan each page again, which costs more than the page.
    bound: fixed(`::text::${key.type})`),
    below: fixed(`and ${place} <`),
    order: fixed(`order by ${key.column} ${direction}, ${tie} ${direction}`),
  }
  known[way].set(list, texts)
  return texts
}

/** `hasMore` follows the page's direction. Cursors survive inserted and deleted rows. */
export function pageColumn(list: PagedList, page: PageRequest): Fragment {
  const isBackward = page.first === undefined && page.last !== undefined
  const texts = textsOf(list, isBackward ? 'backward' : 'forward')
  const { aggregates, rows, conditions, bound, below, order } = texts
  const size = page.first ?? page.last ?? 20
  const [start, end] = ends[list.key.type]
  const [lowest, highest] = list.descending ? [page.before, page.after] : [page.after, page.before]
  const [lowestKey, lowestId] = lowest ?? ([start, ''] as const)
  const [highestKey, highestId] = highest ?? ([end, ''] as const)
  const table = list.found ?? fixed(list.table)
  const counted = list.total ? texts.counted : sql`(select count(*) from (select from ${table} ${texts.counted}) c)`
  return sql`(
    select json_build_object(
      ${aggregates} filter (where x."rank" <= x."lastRank" and ${page.cursors ?? false}),
      'total', case when (select ${page.total ?? false}::boolean) then ${counted} end)
    from (
      select r.*, row_number() over () as "rank", least(count(*) over (), ${size}) as "lastRank" from (
        select ${rows} ${table} ${conditions} ((select ${lowestKey}${bound}, ${lowestId})
        ${below} ((select ${highestKey}${bound}, ${highestId})
        ${order} limit (select ${size + 1}::integer)
      ) r
    ) x)`
}

/** Written for `cursor` of list/order.ts. */
const cursorText = (type: PagedList['key']['type']): string => {
  const place = `json_build_array(${keyText[type]('x."key"')}, x."id")::text`
  return `translate(encode(convert_to(${place}, 'utf8'), 'base64'), E'\\n', '')`
}
