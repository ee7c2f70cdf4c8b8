import { fixed, sql, type Fragment } from 'database/sql.ts'
import { z } from 'zod'

type Entity = z.ZodObject

/** A select list such as `u."id"`. */
export const columns = (entity: Entity, alias: string): Fragment => fixed(columnsText(entity, alias))

/** With aliases such as `"user_id"` if there is a prefix. */
export const columnsText = (entity: Entity, alias: string, prefix = ''): string =>
  Object.keys(entity.shape)
    .map((name) => `${alias}."${name}" as "${prefix}${name}"`)
    .join(', ')

/** Formats times like the API, for JSON that PostgreSQL builds. */
export function jsonColumns(entity: Entity, alias: string): Fragment {
  return fixed(jsonColumnsText(entity, alias))
}

export function jsonColumnsText(entity: Entity, alias: string, absent: readonly string[] = []): string {
  const list = Object.entries(entity.shape).flatMap(([name, type]) => {
    const column = `${alias}."${name}"`
    return absent.includes(name) ? [] : `${isTime(type) ? isoText(column) : column} as "${name}"`
  })
  return list.join(', ')
}

/** When a field that fellow members see last changed. For "user" not the column of the same name. */
export const updatedAtText = (alias: string): string =>
  `${isoText(`coalesce(${alias}."changedAt", ${alias}."createdAt")`)} as "updatedAt"`

/** An `insert` from its columns on. A `from` that follows decides whether there is a row. */
export function rowIfAny(row: Readonly<Record<string, string | number | boolean | Date | null>>): Fragment {
  // Separate fragments, because postgres.js decides by the preceding words how to write a list.
  return sql`${sql`(${sql(Object.keys(row))})`} ${sql`select ${sql({ ...row })}`}`
}

export const whereIn = (name: string, [first = '', ...others]: readonly string[]): Fragment =>
  // PostgreSQL caches the plan for one value, but plans a list of unknown length each time.
  others.length === 0 ? sql`${fixed(name)} = ${first}` : sql`${fixed(name)} = any (${[first, ...others]}::text[])`

export function jsonArray(query: Fragment): Fragment {
  return sql`(select coalesce(json_agg(row), '[]') from (${query}) row)`
}

function isTime(type: z.core.$ZodType): boolean {
  return type instanceof z.ZodDate || (type instanceof z.ZodNullable && isTime(type.unwrap()))
}

export const isoText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
