import type { TestApp } from './start-test-app.ts'

/** The columns of all schemas that contain one of the texts in any case, such as `public.user.email`. */
export async function findText({ ctx: { db } }: TestApp, texts: readonly string[]): Promise<string[]> {
  const columns = await db.read<{ schema: string; table: string; column: string }[]>`
    select "table_schema" as "schema", "table_name" as "table", "column_name" as "column"
    from information_schema.columns join information_schema.tables using ("table_schema", "table_name")
    where "table_type" = 'BASE TABLE' and "table_schema" not in ('pg_catalog', 'information_schema')
      and "data_type" in ('text', 'character varying', 'json', 'jsonb', 'ARRAY') order by 1, 2, 3`
  const found = await Promise.all(
    columns.map(async ({ schema, table, column }) => {
      const value = `lower("${column}"::text)`
      const isIn = texts.map((_, at) => `position(lower($${at + 1}) in ${value}) > 0`).join(' or ')
      const rows = await db.unsafe(`select 1 from "${schema}"."${table}" where ${isIn} limit 1`, [...texts])
      return rows.length > 0 ? [`${schema}.${table}.${column}`] : []
    }),
  )
  return found.flat()
}
