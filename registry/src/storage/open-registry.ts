import { connect, type ConnectOptions, type Database } from 'database/connect.ts'
import { hasRow } from 'database/sql.ts'
import { codeOf } from 'database/unavailable.ts'
import { migrate, type MigrationLog } from 'database/migrate.ts'

const migrations = new URL('../../migrations/', import.meta.url)
/** Different from rest-auth's, so that the two do not wait for each other. */
const migrationLock = 7_316_206

export interface RegistrySettings {
  /** For a role whose `search_path` is the schema `registry`. */
  readonly REGISTRY_DATABASE_URL?: string | undefined
  readonly DATABASE_URL?: string | undefined // the fallback; each session sets its `search_path`
  readonly DATABASE_POOLER?: 'transaction' | undefined
}

export function registryUrl({ REGISTRY_DATABASE_URL, DATABASE_URL }: RegistrySettings): string {
  if (REGISTRY_DATABASE_URL) return REGISTRY_DATABASE_URL
  const url = DATABASE_URL ?? ''
  return `${url}${url.includes('?') ? '&' : '?'}search_path=registry`
}

export function connectRegistry(
  settings: RegistrySettings,
  { onStatement }: Pick<ConnectOptions, 'onStatement'> = {},
): Database {
  const isSession = settings.DATABASE_POOLER !== 'transaction'
  // A silent connection ends a second after `statement`, so calls take at most five seconds.
  const deadlines = { statement: 3500, lock: 3000 }
  const options = { program: 'shell', connections: 5, isSession, deadlines, onStatement }
  return connect(registryUrl(settings), options)
}

/** Creates or migrates the registry's tables. Several processes may call it at once. */
export async function migrateRegistry(settings: RegistrySettings, log?: MigrationLog): Promise<string[]> {
  const isSession = settings.DATABASE_POOLER !== 'transaction'
  const database = connect(registryUrl(settings), { connections: 2, isSession })
  try {
    // "if not exists" fails with 23505 if another server creates the schema at the same moment.
    if (!(await hasRow(database.read`select 1 from pg_namespace where nspname = 'registry'`)))
      await database.unsafe('create schema if not exists "registry"').catch((error: unknown) => {
        if (codeOf(error) !== '23505') throw error
      })
    const [session] = await database.read<{ schema: string | null; user: string }[]>`
      select current_schema() as "schema", current_user as "user"`
    if (session?.schema !== 'registry')
      throw new Error(
        `"${session?.user}" uses the schema "${session?.schema}", but the registry needs "registry". Run: alter role "${session?.user}" set search_path = registry`,
      )
    return await migrate(database, migrations, { ...(log && { log }), advisoryLockKey: migrationLock })
  } finally {
    await database.end()
  }
}
