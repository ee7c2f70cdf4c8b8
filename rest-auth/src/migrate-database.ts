import type { Database } from 'database/connect.ts'
import { migrate } from 'database/migrate.ts'

/** Makes rest-auth's tables, or brings them up to date. */
export async function migrateDatabase(database: Database): Promise<void> {
  try {
    await migrate(database, new URL('../migrations/', import.meta.url))
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    if (Reflect.get(Object(cause), 'code') !== '42P07') throw error // not: a table is there already
    const hint = 'These tables are not of rest-auth. To take over those of a better-auth server, see docs/adopting.md.'
    throw new Error(`${error instanceof Error ? error.message : String(error)}. ${hint}`, { cause: error })
  }
}
