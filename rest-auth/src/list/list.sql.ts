import { fixed, sql, type Fragment } from 'database/sql.ts'
import { ends, keyText, type Order } from './order.ts'

export interface ListRequest {
  readonly limit: number
  readonly offset?: number | undefined
  readonly cursor?: readonly string[] | undefined
}

export interface RestList {
  readonly columns: Fragment
  /** A table with joins that neither add nor remove rows. */
  readonly from: Fragment
  readonly where: string
  readonly order: Order
  /** Set if the response is an object: the field of the rows, and the total. */
  readonly counted?: { readonly name: string; readonly total: Fragment }
}

/** One text for `sendList`: the next page's cursor, if any, a line break, and the rows as JSON. */
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
