import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'

/** The database of compose.yaml, unless DATABASE_URL names another one. */
const { DATABASE_URL = 'postgres://postgres:postgres@127.0.0.1:5432/postgres' } = process.env

/** Connects, and runs the files of `migrations` that the database has not run yet. Each test has its own schema. */
export async function openDatabase(schema?: string): Promise<Sql> {
  const sql = postgres(DATABASE_URL, { onnotice: () => {}, ...(schema && { connection: { search_path: schema } }) })
  if (schema) await sql`create schema if not exists ${sql(schema)}`
  await migrate(sql)
  return sql
}

/** All or nothing. Instances that start at the same time wait for each other. */
async function migrate(sql: Sql): Promise<void> {
  const folder = join(import.meta.dirname, 'migrations')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  await sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(4100)`
    await transaction`create table if not exists migration (name text primary key, run_at timestamptz not null default now())`
    const known = await transaction<{ name: string }[]>`select name from migration`
    for (const name of files) {
      if (known.some((each) => each.name === name)) continue
      await transaction.file(join(folder, name))
      await transaction`insert into migration (name) values (${name})`
    }
  })
}
