import { fixed, sql, type Fragment } from 'database/sql.ts'
import { z } from 'zod'

/** An entity: its keys are the columns of its table, in the order in which answers name them. */
type Entity = z.ZodObject

/** The columns of an entity for a select list: `u."id", u."name"`, or with a prefix `u."id" as "user_id"`. */
export function columns(entity: Entity, alias: string, prefix = ''): Fragment {
  const list = Object.keys(entity.shape).map((name) => `${alias}."${name}" as "${prefix}${name}"`)
  return fixed(list.join(', '))
}

/** As `columns`, with times as clients read them: for JSON that PostgreSQL makes of the rows. */
export function jsonColumns(entity: Entity, alias: string): Fragment {
  return fixed(jsonColumnsText(entity, alias))
}

/** The text of `jsonColumns`, for SQL that is put together once. */
export function jsonColumnsText(entity: Entity, alias: string): string {
  const list = Object.entries(entity.shape).map(([name, type]) => {
    const column = `${alias}."${name}"`
    return `${isTime(type) ? isoText(column) : column} as "${name}"`
  })
  return list.join(', ')
}

/** The end of an `insert` whose row depends on others, which come next: `("id", "name") select $1, $2`, then `from …`. */
export function rowIfAny(row: Readonly<Record<string, string | number | boolean | Date | null>>): Fragment {
  // Each in a fragment of its own: the tag guesses by the words before them how to write lists.
  return sql`${sql`(${sql(Object.keys(row))})`} ${sql`select ${sql({ ...row })}`}`
}

/** A condition on a column: that it has one of these values. */
export const whereIn = (name: string, [first = '', ...others]: readonly string[]): Fragment =>
  // PostgreSQL keeps a plan for one value; a list of unknown length it would plan again each time.
  others.length === 0 ? sql`${fixed(name)} = ${first}` : sql`${fixed(name)} = any (${[first, ...others]}::text[])`

/** All rows of a query as one JSON array. */
export function jsonArray(query: Fragment): Fragment {
  return sql`(select coalesce(json_agg(row), '[]') from (${query}) row)`
}

function isTime(type: z.core.$ZodType): boolean {
  return type instanceof z.ZodDate || (type instanceof z.ZodNullable && isTime(type.unwrap()))
}

/** A `timestamptz` column as the text that clients read: ISO 8601 in UTC with milliseconds and `Z`. */
const isoText = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
