import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Statements } from './connect.ts'

interface Migration {
  name: string
  text: string
  sha256: string
}

/** Takes lines for whoever waits for the migrations. */
export interface MigrationLog {
  info(line: string): void
  warn(line: string): void
}

interface Options {
  log?: MigrationLog
  /** How long a migration stands in line for a lock before it makes way again, in milliseconds. The other times follow it. */
  lockTimeout?: number
  /** Number of the lock that keeps others from migrating the same tables at the same time. */
  lock?: number
}

/** What runs a migration. */
interface Run extends Required<Omit<Options, 'lock'>> {
  readonly database: Database
  /**
   * The transaction that keeps other processes from migrating at the same time. It is asked by `unsafe` without arguments only: what
   * comes of that is over with the answer, while other statements leave their view of the database open until the next one.
   */
  readonly lock: Statements
}

// Any number will do, so long as nothing else locks the same one.
const migrationLock = 7_316_205

/**
 * Brings the schema up to date with the files `NNNN-name.sql` in `directory`, in the order of their names. Each file is a
 * transaction, but one that builds or drops indexes concurrently, which is nothing else. Of several processes that migrate at once
 * one does the work and the others wait for it. Nobody else waits for longer than `lockTimeout`, whatever the files have to wait
 * for: they stand back and try again, for as long as it takes.
 * @param database of at least two connections, used for nothing else meanwhile
 * @returns the names of the files that were applied by this call
 * @throws when a file that was applied before has changed since; with the name of the file that failed, before which all are applied
 */
export async function migrate(
  database: Database,
  directory: URL,
  { log = { info: () => {}, warn: () => {} }, lockTimeout = 500, lock: lockNumber = migrationLock }: Options = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const { missing, newer } = await compare(database, migrations)
  if (newer.length > 0) log.warn(tellNewer(newer))
  if (missing.length === 0) return []
  for (let tries = 0; ; tries++) {
    // Held by a transaction, as behind a pooler a session's lock would be anybody's. Asked for and not waited for: a statement that
    // waits has a view of the database, and concurrent builds of indexes wait until all of before are gone.
    const applied = await database.begin(async (lock) => {
      // By `unsafe` alone: a statement with values would keep its view too, until the next one.
      await lock.unsafe('set local idle_in_transaction_session_timeout = 0')
      const [turn] = await lock.unsafe<{ mine: boolean }[]>(`select pg_try_advisory_xact_lock(${lockNumber}) as "mine"`)
      return turn?.mine ? applyMissing({ database, lock, log, lockTimeout }, migrations) : null
    })
    if (applied) return applied
    if (tries % 20 === 0) log.info('Another process migrates the database: waiting for it.')
    await pause(lockTimeout)
  }
}

interface Comparison {
  /** Files that were not applied yet. */
  missing: Migration[]
  /** Names that were applied and have no file: a newer release was here. */
  newer: string[]
}

/** What `migrate` would do, as lines for the operator. Changes nothing. */
export async function describeMigrations(database: Database, directory: URL): Promise<string[]> {
  const { missing, newer } = await compare(database, await readMigrations(directory))
  return [
    ...missing.map(({ name, text }) => `${name} ${describe(text)}`),
    ...(newer.length > 0 ? [tellNewer(newer)] : []),
    missing.length > 0 ? `Would run: ${missing.length}. Nothing was changed.` : 'Nothing would run.',
  ]
}

const tellNewer = (names: string[]): string =>
  `The database was migrated by a newer release (${names.join(', ')}): this one works on the schema of the next release, not on later ones.`

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function isMigrated(db: Statements): Promise<boolean> {
  const [table] = await db.read<
    { isThere: boolean }[]
  >`select to_regclass('"schemaMigration"') is not null as "isThere"`
  return table?.isThere ?? false
}

async function compare(db: Statements, migrations: Migration[]): Promise<Comparison> {
  const rows = (await isMigrated(db))
    ? await db.read<{ name: string; sha256: string }[]>`select "name", "sha256" from "schemaMigration" order by "name"`
    : []
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const names = new Set(migrations.map(({ name }) => name))
  return {
    missing: migrations.filter((migration) => isMissing(migration, applied)),
    newer: rows.map(({ name }) => name).filter((name) => !names.has(name)),
  }
}

function isMissing({ name, sha256 }: Migration, applied: Map<string, string>): boolean {
  const before = applied.get(name)
  if (before !== undefined && before !== sha256)
    throw new Error(
      `Migration ${name} was changed after it was applied. Undo the change and write a new file instead. A database that release 1 made cannot be used: start with an empty one.`,
    )
  return before === undefined
}

async function applyMissing(run: Run, migrations: Migration[]): Promise<string[]> {
  const db = run.database
  if (!(await isMigrated(db)))
    await db.write`
      create table "schemaMigration" (
        "name" text primary key,
        "sha256" text not null,
        "appliedAt" timestamptz not null default now()
      )`
  const { missing } = await compare(db, migrations)
  for (const migration of missing) {
    const { name, text } = migration
    const builds = concurrentStatements(migration)
    run.log.info(`Migration ${name} begins: it ${describe(text)}.`)
    const apply = () => (builds ? applyConcurrently(run, migration, builds) : applyAtOnce(run, migration))
    await tellingOn(run, name, () => standingBack(run, name, apply)).catch((error: unknown) => {
      throw new Error(`Migration ${name} failed: ${messageOf(error)}`, { cause: error })
    })
  }
  return missing.map(({ name }) => name)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function applyAtOnce({ database, lockTimeout }: Run, { name, text, sha256 }: Migration): Promise<void> {
  return database.begin(async (db) => {
    await db.unsafe(`set local lock_timeout = ${lockTimeout}; set local statement_timeout = 0`)
    // First of all, as nobody else can then do the same, even if the lock of the run was lost with its connection.
    await db.write`insert into "schemaMigration" ("name", "sha256") values (${name}, ${sha256})`
    await db.unsafe(text)
  })
}

interface ConcurrentStatement {
  readonly text: string
  readonly index: string
  readonly isBuild: boolean
}

/** The statements of a file that works on indexes concurrently, which PostgreSQL does outside of transactions only; else null. */
function concurrentStatements({ name, text }: Migration): ConcurrentStatement[] | null {
  const statements = withoutComments(text)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
  if (!statements.some((statement) => /\bconcurrently\b/i.test(statement))) return null
  return statements.map((statement) => {
    const found = /^(?:(create (?:unique )?index)|drop index) concurrently (?:if (?:not )?exists )?"(\w+)"/i.exec(
      statement,
    )
    if (!found?.[2])
      throw new Error(
        `Migration ${name}: beside "create index concurrently" with a name nothing else may stand in the file.`,
      )
    return { text: statement, index: found[2], isBuild: found[1] !== undefined }
  })
}

const withoutComments = (text: string): string => text.replaceAll(/--.*$/gm, '')

/** Each of its statements can be done again: an index that is there is left, one that was built by half is built anew. */
async function applyConcurrently(
  { database: db, lockTimeout }: Run,
  { name, sha256 }: Migration,
  statements: ConcurrentStatement[],
): Promise<void> {
  const drop = (index: string) => db.unsafe(`drop index concurrently if exists "${index}"`)
  for (const { text, index, isBuild } of statements) {
    if (!isBuild) {
      await drop(index)
      continue
    }
    let found = await stateOf(db, index)
    // PostgreSQL goes on with what a process has begun that was killed.
    for (; found === 'being built'; found = await stateOf(db, index)) await pause(lockTimeout)
    if (found === 'built') continue
    if (found) await drop(index)
    await db.unsafe(text).catch(async (error: unknown) => {
      await drop(index).catch(() => {}) // every write would keep it up to date for nothing
      throw error
    })
  }
  await db.write`insert into "schemaMigration" ("name", "sha256") values (${name}, ${sha256})`
}

/** Null: there is no such index. */
async function stateOf(db: Statements, index: string): Promise<'built' | 'being built' | 'left by half' | null> {
  const [found] = await db.read<{ isValid: boolean; isBuilding: boolean }[]>`
    select "indisvalid" as "isValid",
      exists (select from pg_stat_progress_create_index where "index_relid" = "indexrelid") as "isBuilding"
    from pg_index where "indexrelid" = to_regclass(${`"${index}"`})`
  if (!found) return null
  if (found.isValid) return 'built'
  return found.isBuilding ? 'being built' : 'left by half'
}

const lockNotAvailable = '55P03'
const deadlockDetected = '40P01'

/** Does `work` again, after longer and longer pauses, as long as others hold the locks that it needs. */
async function standingBack({ lock, log, lockTimeout }: Run, name: string, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const code: unknown = Reflect.get(Object(error), 'code')
      if (code !== lockNotAvailable && code !== deadlockDetected) throw error
      const wait = lockTimeout * Math.min(2 ** tries, 60)
      const holder = await oldestTransaction(lock)
      log.info(
        `Migration ${name} needs a lock that others hold${holder}. It lets them go on, and tries again in ${wait / 1000} s.`,
      )
      await pause(wait)
    }
  }
}

/** Who most probably holds up a migration, for the operator; empty when nobody can be seen. */
async function oldestTransaction(lock: Statements): Promise<string> {
  const [found] = await lock.unsafe<{ pid: number; program: string; seconds: number }[]>(`
    select "pid", "application_name" as "program", extract(epoch from clock_timestamp() - "xact_start")::int as "seconds"
    from pg_stat_activity
    where "datname" = current_database() and "pid" <> pg_backend_pid() and "xact_start" is not null
    order by "xact_start" limit 1`)
  return found ? ` (the oldest transaction: process ${found.pid}, "${found.program}", for ${found.seconds} s)` : ''
}

/** Does `work`, and tells now and then that it still runs. */
async function tellingOn({ lock, log, lockTimeout }: Run, name: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  const tell = async (): Promise<void> => {
    const [build] = await lock.unsafe<{ progress: string }[]>(`
      select "phase" || coalesce(', ' || 100 * "blocks_done" / nullif("blocks_total", 0) || ' %', '') as "progress"
      from pg_stat_progress_create_index where "datname" = current_database()`)
    const seconds = Math.round((performance.now() - started) / 1000)
    log.info(`Migration ${name} has been running for ${seconds} s${build ? ` (${build.progress})` : ''}.`)
  }
  const timer = setInterval(() => void tell().catch(() => {}), lockTimeout * 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

/** What an operator should know of a file before it runs: as far as its text shows whose tables it locks. */
function describe(text: string): string {
  const code = withoutComments(text)
  if (/\bconcurrently\b/i.test(code)) return 'builds indexes while everything goes on'
  const named = (pattern: RegExp) => [...code.matchAll(pattern)].flatMap(([, table]) => table ?? [])
  const own = new Set(named(/\bcreate (?:unlogged )?table "(\w+)"/gi))
  const locked = named(/\b(?:(?:alter|lock) table|update|references|(?:index|trigger)\b[^;]*?\bon) "(\w+)"/gi)
  const tables = [...new Set(locked)].filter((table) => !own.has(table))
  return tables.length > 0 ? `locks ${tables.join(', ')}` : 'locks no table that is there'
}
