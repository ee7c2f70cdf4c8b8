import type { Database } from 'database/connect.ts'
import { describeMigrations, migrate, type MigrationLog } from 'database/migrate.ts'

const directory = new URL('../migrations/', import.meta.url)

export async function migrateDatabase(database: Database, log?: MigrationLog): Promise<string[]> {
  try {
    return await migrate(database, directory, { ...(log && { log }) })
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (Reflect.get(Object(cause), 'code') !== '42P07') throw error // a table exists already
    const hint = 'These tables do not belong to rest-auth. To copy those of a better-auth server, see docs/adopting.md.'
    throw new Error(`${error instanceof Error ? error.message : String(error)}. ${hint}`, { cause: error })
  }
}

export const describeMigration = (database: Database): Promise<string[]> => describeMigrations(database, directory)
