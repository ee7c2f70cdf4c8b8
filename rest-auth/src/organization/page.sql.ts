import type { Fragment, Sql } from 'database/connect.ts'
import { fixed } from 'database/constant.ts'
import { countedAtMost } from './member.sql.ts'
import { ends, keyText } from '../list/order.ts'

/** Which stretch of an ordered list: `first` counts from the start, else `last` from the end, both between the cursors. */
export interface PageRequest {
  readonly first?: number | undefined
  readonly last?: number | undefined
  readonly after?: Cursor | undefined
  readonly before?: Cursor | undefined
  /** Count the whole list too. */
  readonly total?: boolean | undefined
  /** Give the cursor of each item, not only of the first and the last. */
  readonly cursors?: boolean | undefined
}

/** The place of a row in its list: the text of what orders it, and its id among equals. */
type Cursor = readonly [key: string, id: string]

/** The rows below one parent, which the query around refers to. An index on the parent, the key and the id has to serve them. */
export interface PagedList {
  /** Of which the key and `id` are columns. Read from it if no other rows are named by `found`. */
  readonly table: string
  readonly alias: string
  readonly found?: Fragment | undefined
  readonly where: string
  /** What the JSON text takes beside: joins that neither add rows nor take any away. */
  readonly joins: string
  readonly json: string
  readonly key: { readonly column: string; readonly type: 'timestamptz' | 'text' }
  readonly descending?: boolean | undefined
  /** How many rows there are; without it they are counted, up to `countedAtMost`. */
  readonly total?: string | undefined
}

/**
 * One page as SQL: a text column `{items, hasMore, startCursor?, endCursor?, cursors?, total?}` in JSON, beside the rows of
 * the parent. `hasMore` looks in the direction of the page. Cursors hold whatever is inserted or deleted meanwhile. The
 * statement is the same for all pages in the same direction, so that PostgreSQL plans it once.
 */
export function pageColumn(sql: Sql, list: PagedList, page: PageRequest): Fragment {
  const { alias, where, key } = list
  const isBackward = page.first === undefined && page.last !== undefined
  const direction = isBackward === (list.descending ?? false) ? 'asc' : 'desc'
  const size = page.first ?? page.last ?? 20
  const [start, end] = ends[key.type]
  const [lowest, highest] = list.descending ? [page.before, page.after] : [page.after, page.before]
  const [above, below] = [lowest ?? [start, ''], highest ?? [end, '']]
  const place = `(${key.column}, ${alias}."id")`
  // As text: the driver would cut a time to milliseconds. In a select of its own, like whatever makes the one page dearer than
  // the other: where the planner sees it, it plans each page anew, which costs more than the page.
  const bound = fixed(sql, `::text::${key.type})`)
  const table = list.found ?? fixed(sql, list.table)
  const counted = list.total
    ? fixed(sql, list.total)
    : sql`(select count(*) from (select from ${table} ${fixed(sql, `where ${where} limit ${countedAtMost}`)}) c)`
  return sql`(
    select concat(${fixed(sql, pageText[key.type])},
      ',"cursors":[' || string_agg(case when ${page.cursors ?? false} and x."isShown" then ${fixed(sql, cursorOfRow[key.type])} end, ',') || ']',
      ',"total":' || case when (select ${page.total ?? false}::boolean) then ${counted} end, '}')
    from (
      select r.*, row_number() over () as "rank", row_number() over () <= ${size} as "isShown" from (
        select ${fixed(sql, `${key.column} as "key", ${alias}."id", ${list.json} as "json" from`)} ${table}
        ${fixed(sql, `${list.joins} where ${where} and ${place} >`)} ((select ${above[0]}${bound}, ${above[1]})
        ${fixed(sql, `and ${place} <`)} ((select ${below[0]}${bound}, ${below[1]})
        ${fixed(sql, `order by ${key.column} ${direction}, ${alias}."id" ${direction}`)} limit (select ${size + 1}::integer)
      ) r ${fixed(sql, isBackward ? 'order by "rank" desc' : '')}
    ) x)`
}

type KeyType = PagedList['key']['type']

const both = <T>(make: (type: KeyType) => T): Record<KeyType, T> => ({
  timestamptz: make('timestamptz'),
  text: make('text'),
})

/** Of aggregates over rows `x` in the order of the page. */
const shown = (aggregate: string) => `(${aggregate} filter (where x."isShown"))`
const cursorText = (type: KeyType, key: string, id: string) => {
  const place = `json_build_array(${keyText[type](key)}, ${id})::text`
  return `'"' || translate(encode(convert_to(${place}, 'utf8'), 'base64'), E'\\n', '') || '"'`
}
const cursorOfRow = both((type) => cursorText(type, 'x."key"', 'x."id"'))
const pageText = both((type) => {
  const at = (name: string, index: string) => {
    const [key, id] = ['key', 'id'].map((column) => `${shown(`array_agg(x."${column}")`)}[${index}]`)
    return `case when count(*) > 0 then ',"${name}":' || ${cursorText(type, key ?? '', id ?? '')} end`
  }
  const count = shown('count(*)')
  return `'{"items":[', ${shown(`string_agg(x."json", ',')`)}, '],"hasMore":', (count(*) > ${count})::text,
    ${at('startCursor', '1')}, ${at('endCursor', count)}`
})
