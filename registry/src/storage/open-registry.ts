import { connect, type Database } from 'database/connect.ts'
import { codeOf } from 'database/unavailable.ts'
import { migrate, type MigrationLog } from 'database/migrate.ts'

const migrations = new URL('../../migrations/', import.meta.url)
/** Another one than rest-auth's, so that the two wait for themselves only. */
const migrationLock = 7_316_206

export interface RegistrySettings {
  /** The address of a role whose `search_path` is the schema `registry`. */
  readonly REGISTRY_DATABASE_URL?: string | undefined
  /** Taken instead; the schema is named to each session. */
  readonly DATABASE_URL?: string | undefined
  readonly DATABASE_POOLER?: 'transaction' | undefined
}

export function registryUrl({ REGISTRY_DATABASE_URL, DATABASE_URL }: RegistrySettings): string {
  if (REGISTRY_DATABASE_URL) return REGISTRY_DATABASE_URL
  const url = DATABASE_URL ?? ''
  return `${url}${url.includes('?') ? '&' : '?'}search_path=registry`
}

/** Connections to the registry's tables. Nothing is sent before the first query. */
export function connectRegistry(settings: RegistrySettings): Database {
  const isSession = settings.DATABASE_POOLER !== 'transaction'
  // A silent connection is given up a second after `statement`, so whoever asks is answered within five.
  const deadlines = { statement: 3500, lock: 3000 }
  return connect(registryUrl(settings), { connections: 5, isSession, deadlines })
}

/**
 * Makes the registry's tables in the schema `registry`, or brings them up to date; of several servers that start at once one does.
 * @throws what is to be done where the role finds another schema
 */
export async function migrateRegistry(settings: RegistrySettings, log?: MigrationLog): Promise<string[]> {
  const isSession = settings.DATABASE_POOLER !== 'transaction'
  const database = connect(registryUrl(settings), { connections: 2, isSession })
  try {
    const [found] = await database.read<
      { isThere: boolean }[]
    >`select to_regnamespace('registry') is not null as "isThere"`
    // "if not exists" does not wait for another server that makes it at this moment: PostgreSQL finds it there twice.
    if (!found?.isThere) {
      await database.unsafe('create schema if not exists "registry"').catch((error: unknown) => {
        if (codeOf(error) !== '23505') throw error
      })
    }
    const [session] = await database.read<{ schema: string | null; user: string }[]>`
      select current_schema() as "schema", current_user as "user"`
    if (session?.schema !== 'registry')
      throw new Error(
        `The registry's tables are in the schema "registry", and "${session?.user}" looks in "${session?.schema}": alter role "${session?.user}" set search_path = registry`,
      )
    return await migrate(database, migrations, { ...(log && { log }), advisoryLockKey: migrationLock })
  } finally {
    await database.end()
  }
}
