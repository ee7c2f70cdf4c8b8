import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database, Sql } from './connect.ts'

interface Migration {
  name: string
  text: string
  sha256: string
}

// Any number will do, so long as nothing else locks the same one.
const migrationLock = 7_316_204

/**
 * Brings the schema up to date with the files `NNNN-name.sql` in `directory`, in the order of their names, all in one transaction.
 * Of several processes that migrate at once, one does the work and the others wait for it.
 * @returns the names of the files that were applied by this call
 * @throws when a file that was applied before has changed since
 */
export async function migrate(database: Database, directory: URL): Promise<string[]> {
  const migrations = await readMigrations(directory)
  return database.begin(async (sql) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`
    const applied = await readApplied(sql)
    const missing = migrations.filter((migration) => isMissing(migration, applied))
    for (const { name, text, sha256 } of missing) {
      await sql.unsafe(text).catch((error: unknown) => {
        throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        })
      })
      await sql`insert into "schemaMigration" ("name", "sha256") values (${name}, ${sha256})`
    }
    return missing.map(({ name }) => name)
  })
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function readApplied(sql: Sql): Promise<Map<string, string>> {
  await sql`
    create table if not exists "schemaMigration" (
      "name" text primary key,
      "sha256" text not null,
      "appliedAt" timestamptz not null default now()
    )`
  const rows = await sql<{ name: string; sha256: string }[]>`select "name", "sha256" from "schemaMigration"`
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
}

function isMissing({ name, sha256 }: Migration, applied: Map<string, string>): boolean {
  const before = applied.get(name)
  if (before !== undefined && before !== sha256)
    throw new Error(`Migration ${name} was changed after it was applied. Undo the change and write a new file instead.`)
  return before === undefined
}
