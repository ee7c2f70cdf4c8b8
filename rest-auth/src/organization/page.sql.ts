import type { Fragment, Sql } from 'database/connect.ts'

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

/** The place of a row in its list: the text that orders it, and its id among equals. */
type Cursor = readonly [sort: string, id: string]

/** A list below each of several parents. */
interface PagedList {
  readonly parents: readonly string[]
  /** A select of `id`, `sort` (text) and `json`, which may refer to its parent's id as `p."id"`. */
  readonly rows: Fragment
  readonly descending?: boolean | undefined
}

/**
 * One page of the list of each parent: the parent's id → JSON text `{items, hasMore, startCursor?, endCursor?, cursors?,
 * total?}`, nulls left out. `hasMore` looks in the direction of the page. Cursors hold whatever is inserted or deleted meanwhile.
 */
export async function readPages(sql: Sql, list: PagedList, page: PageRequest): Promise<Map<string, string>> {
  const backward = page.first === undefined && page.last !== undefined
  const size = page.first ?? page.last ?? 20
  const [after, before] = [page.after ?? [null, null], page.before ?? [null, null]]
  const [follows, precedes] = list.descending ? [sql`<`, sql`>`] : [sql`>`, sql`<`]
  const scan = backward === (list.descending ?? false) ? sql`asc` : sql`desc`
  const [shown, reversed] = backward ? [sql`desc`, sql`asc`] : [sql`asc`, sql`desc`]
  const within = sql`filter (where x."rank" <= ${size})`
  const place = sql`r."sort" collate "C"`
  const pages = await sql<{ parent: string; json: string }[]>`
    select p."id" as "parent", json_strip_nulls(json_build_object(
      'items', coalesce(json_agg(x."json" order by x."rank" ${shown}) ${within}, '[]'),
      'hasMore', coalesce(max(x."rank") > ${size}, false),
      'startCursor', (array_agg(x."cursor" order by x."rank" ${shown}) ${within})[1],
      'endCursor', (array_agg(x."cursor" order by x."rank" ${reversed}) ${within})[1],
      'cursors', case when ${page.cursors ?? false} then json_agg(x."cursor" order by x."rank" ${shown}) ${within} end,
      'total', case when ${page.total ?? false} then (select count(*) from (${list.rows}) r) end
    ))::text as "json"
    from unnest(${list.parents}::text[]) p("id") left join lateral (
      select r."json", row_number() over (order by ${place} ${scan}, r."id" ${scan}) as "rank",
        translate(encode(convert_to(json_build_array(r."sort", r."id")::text, 'utf8'), 'base64'), E'\n', '') as "cursor"
      from (${list.rows}) r
      where (${after[1]}::text is null or (${place}, r."id") ${follows} (${after[0]}::text, ${after[1]}::text))
        and (${before[1]}::text is null or (${place}, r."id") ${precedes} (${before[0]}::text, ${before[1]}::text))
      order by ${place} ${scan}, r."id" ${scan} limit ${size + 1}
    ) x on true
    group by p."id"`
  return new Map(pages.map((row) => [row.parent, row.json]))
}
