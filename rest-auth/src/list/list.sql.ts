import { fixed, sql, type Fragment } from 'database/sql.ts'
import { ends, keyText, type Order } from './order.ts'

/** Which rows of a REST list: those after the cursor, or from its start. */
export interface ListRequest {
  readonly limit: number
  readonly offset?: number | undefined
  readonly cursor?: readonly string[] | undefined
}

interface RestList {
  readonly columns: Fragment
  /** A table, and joins that neither add rows nor take any away. */
  readonly from: Fragment
  readonly where: string
  readonly order: Order
  /** Where the answer is an object: the name of the rows in it, and how many there are over all pages. */
  readonly counted?: { readonly name: string; readonly total: Fragment }
}

/**
 * A page of a REST list as SQL: a text column that `sendList` answers, which is the cursor of the next page (empty when there
 * is none), a line break, and the rows as a JSON array. The statement is the same for all pages, as in `pageColumn`.
 */
export function listColumn(list: RestList, { limit, offset = 0, cursor }: ListRequest): Fragment {
  const { keys, descending } = list.order
  const direction = descending ? 'desc' : 'asc'
  const start = cursor ?? keys.map(({ type }) => ends[type][descending ? 1 : 0])
  const bounds = keys.map(
    ({ type }, index) => sql`${fixed(index > 0 ? ',' : '')} (select ${start[index] ?? ''}${fixed(`::text::${type})`)}`,
  )
  const places = keys.map(({ column }) => column).join(', ')
  const place = `json_build_array(${keys.map(({ type }, index) => keyText[type](`x."key${index}"`)).join(', ')})::text`
  const { name, total } = list.counted ?? {}
  return sql`(
    select concat(
      case when count(*) > ${limit} then ${fixed(`translate(encode(convert_to(max(${place})`)}
        filter (where x."rank" = ${limit}), 'utf8'), 'base64'), ${fixed(String.raw`E'+/=\n', '-_'`)}) end,
      ${fixed(String.raw`E'\n'`)}, ${fixed(name === undefined ? `''` : `'{"${name}":'`)},
      coalesce((json_agg(x."item") filter (where x."rank" <= ${limit}))::text, '[]'),
      ${total === undefined ? fixed(`''`) : sql`',"total":', ${total}, '}'`})
    from (
      select r.*, row_number() over () as "rank" from (
        select item as "item", ${fixed(keys.map(({ column }, index) => `${column} as "key${index}"`).join(', '))}
        from ${list.from} cross join lateral (select ${list.columns}) item
        ${fixed(`where ${list.where} and (${places}) ${descending ? '<' : '>'}`)} (${bounds})
        ${fixed(`order by ${keys.map(({ column }) => `${column} ${direction}`).join(', ')}`)}
        limit (select ${limit + 1}::integer) offset (select ${offset}::integer)
      ) r
    ) x)`
}
