import type { Fragment, Sql } from 'database/connect.ts'

/** A `timestamptz` column as the text that clients read: ISO 8601 in UTC with milliseconds and `Z`. */
export function isoTime(sql: Sql, column: Fragment): Fragment {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** All rows of a query as one JSON array. */
export function jsonArray(sql: Sql, query: Fragment): Fragment {
  return sql`(select coalesce(json_agg(row), '[]') from (${query}) row)`
}
