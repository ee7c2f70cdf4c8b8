import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Statements } from './connect.ts'
import { hasRow } from './sql.ts'
import { codeOf } from './unavailable.ts'

interface Migration {
  name: string
  text: string
  sha256: string
}

export interface MigrationLog {
  info(line: string): void
  warn(line: string): void
}

interface Options {
  log?: MigrationLog
  /** Milliseconds to wait for a table lock. Retry and progress intervals are multiples of it. */
  lockTimeout?: number
  advisoryLockKey?: number // advisory lock that serializes migrations of the same tables
}

interface Run extends Required<Omit<Options, 'advisoryLockKey'>> {
  readonly database: Database
  // Holds the advisory lock. Query it only through `unsafe` without values: a statement with values
  // keeps its snapshot, for which a concurrent index build would wait.
  readonly lockHolder: Statements
}

const defaultLockKey = 7_316_205 // any key that nothing else uses

/**
 * Applies the pending files `NNNN-name.sql` of `directory` in order. Each file runs in its own
 * transaction, unless it creates or drops indexes concurrently. If several processes call this at
 * once, one applies the files and the others wait. A file waits at most `lockTimeout` for a table
 * lock, then gives way and retries until it works.
 * @param database needs at least two connections and must not be used for anything else meanwhile
 * @throws if an applied file has changed, or if a file fails; the files before it stay applied
 */
export async function migrate(
  database: Database,
  directory: URL,
  { log = { info: () => {}, warn: () => {} }, lockTimeout = 500, advisoryLockKey = defaultLockKey }: Options = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const { pending, newer } = await compare(database, migrations)
  if (newer.length > 0) log.warn(newerSchemaWarning(newer))
  if (pending.length === 0) return []
  for (let attempt = 0; ; attempt++) {
    const applied = await tryWithAdvisoryLock(database, advisoryLockKey, (lockHolder) =>
      applyPending({ database, lockHolder, log, lockTimeout }, migrations),
    )
    if (applied) return applied
    if (attempt % 20 === 0) log.info('Another process is migrating the database; waiting for it.')
    await sleep(lockTimeout)
  }
}

// The lock belongs to a transaction because poolers share sessions. It is polled because a waiting
// statement has a snapshot, and concurrent index builds wait for all older snapshots.
function tryWithAdvisoryLock<T>(
  database: Database,
  key: number,
  work: (lockHolder: Statements) => Promise<T>,
): Promise<T | null> {
  return database.begin(async (lockHolder) => {
    await lockHolder.unsafe('set local idle_in_transaction_session_timeout = 0')
    const isAcquired = await hasRow(lockHolder.unsafe(`select 1 where pg_try_advisory_xact_lock(${key})`))
    return isAcquired ? work(lockHolder) : null
  })
}

export async function describeMigrations(database: Database, directory: URL): Promise<string[]> {
  const { pending, newer } = await compare(database, await readMigrations(directory))
  return [
    ...pending.map(({ name, text }) => `${name} ${describeEffect(text)}`),
    ...(newer.length > 0 ? [newerSchemaWarning(newer)] : []),
    pending.length > 0 ? `Pending: ${pending.length}. Nothing was changed.` : 'No pending migrations.',
  ]
}

const newerSchemaWarning = (names: string[]): string =>
  `The database was migrated by a newer release (${names.join(', ')}). This release supports the schema of the next release, but no later one.`

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

const hasMigrationTable = (db: Statements): Promise<boolean> =>
  hasRow(db.read`select 1 where to_regclass('"schemaMigration"') is not null`)

async function compare(db: Statements, migrations: Migration[]) {
  const rows = (await hasMigrationTable(db))
    ? await db.read<{ name: string; sha256: string }[]>`select "name", "sha256" from "schemaMigration" order by "name"`
    : []
  const applied = new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  const names = new Set(migrations.map(({ name }) => name))
  return {
    pending: migrations.filter((migration) => isPending(migration, applied)),
    // Without a file: a newer release was here.
    newer: rows.map(({ name }) => name).filter((name) => !names.has(name)),
  }
}

function isPending({ name, sha256 }: Migration, applied: Map<string, string>): boolean {
  const appliedSha256 = applied.get(name)
  if (appliedSha256 !== undefined && appliedSha256 !== sha256)
    throw new Error(
      `Migration ${name} was changed after it was applied. Undo the change and write a new file instead. A database of release 1 cannot be upgraded: start with an empty one.`,
    )
  return appliedSha256 === undefined
}

async function applyPending(run: Run, migrations: Migration[]): Promise<string[]> {
  const db = run.database
  if (!(await hasMigrationTable(db)))
    await db.write`
      create table "schemaMigration" (
        "name" text primary key,
        "sha256" text not null,
        "appliedAt" timestamptz not null default now()
      )`
  const { pending } = await compare(db, migrations) // another process may have applied some by now
  for (const migration of pending) {
    const { name } = migration
    const statements = parseConcurrentIndexStatements(migration)
    run.log.info(`Migration ${name} started: it ${describeEffect(migration.text)}.`)
    const apply = () =>
      statements ? applyConcurrently(run, migration, statements) : applyInTransaction(run, migration)
    await withProgressLog(run, name, () => retryOnLockConflict(run, name, apply)).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`Migration ${name} failed: ${reason}`, { cause: error })
    })
  }
  return pending.map(({ name }) => name)
}

function applyInTransaction({ database, lockTimeout }: Run, { name, text, sha256 }: Migration): Promise<void> {
  return database.begin(async (db) => {
    await db.unsafe(`set local lock_timeout = ${lockTimeout}; set local statement_timeout = 0`)
    // First: its primary key stops a second process even if the advisory lock was lost.
    await db.write`insert into "schemaMigration" ("name", "sha256") values (${name}, ${sha256})`
    await db.unsafe(text)
  })
}

interface IndexStatement {
  readonly text: string
  readonly index: string
  readonly isCreate: boolean
}

/** Returns null for an ordinary file. PostgreSQL refuses CONCURRENTLY inside a transaction. */
function parseConcurrentIndexStatements({ name, text }: Migration): IndexStatement[] | null {
  const statements = withoutComments(text)
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
  if (!statements.some((statement) => /\bconcurrently\b/i.test(statement))) return null
  return statements.map((statement) => {
    const match = /^(?:(create (?:unique )?index)|drop index) concurrently (?:if (?:not )?exists )?"(\w+)"/i.exec(
      statement,
    )
    if (!match?.[2])
      throw new Error(
        `Migration ${name} mixes concurrent index statements with others, or an index has no quoted name. Move the others to a file of their own, and quote the name.`,
      )
    return { text: statement, index: match[2], isCreate: match[1] !== undefined }
  })
}

const withoutComments = (text: string): string => text.replaceAll(/--.*$/gm, '')

/** Can be repeated after a failure: skips valid indexes and rebuilds invalid ones. */
async function applyConcurrently(
  { database: db, lockTimeout }: Run,
  { name, sha256 }: Migration,
  statements: IndexStatement[],
): Promise<void> {
  const drop = (index: string) => db.unsafe(`drop index concurrently if exists "${index}"`)
  for (const { text, index, isCreate } of statements) {
    if (!isCreate) {
      await drop(index)
      continue
    }
    let state = await readIndexState(db, index)
    // PostgreSQL finishes a build even if the process that started it was killed. It stops
    // reporting the build a moment before the index is valid.
    for (let before = ''; state === 'building' || (state === 'invalid' && before !== 'invalid');) {
      before = state
      await sleep(lockTimeout)
      state = await readIndexState(db, index)
    }
    if (state === 'valid') continue
    if (state === 'invalid') await drop(index)
    await db.unsafe(text).catch(async (error: unknown) => {
      await drop(index).catch(() => {}) // every write would maintain an invalid index
      throw error
    })
  }
  await db.write`insert into "schemaMigration" ("name", "sha256") values (${name}, ${sha256})`
}

async function readIndexState(db: Statements, index: string): Promise<'valid' | 'building' | 'invalid' | 'missing'> {
  const [row] = await db.read<{ isValid: boolean; isBuilding: boolean }[]>`
    select "indisvalid" as "isValid",
      exists (select from pg_stat_progress_create_index where "index_relid" = "indexrelid") as "isBuilding"
    from pg_index where "indexrelid" = to_regclass(${`"${index}"`})`
  if (!row) return 'missing'
  if (row.isValid) return 'valid'
  return row.isBuilding ? 'building' : 'invalid'
}

const lockConflicts = ['55P03', '40P01'] // lock_not_available, deadlock_detected

/** Retries `work` with exponential backoff while others hold locks it needs. Never gives up. */
async function retryOnLockConflict(run: Run, name: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!lockConflicts.includes(codeOf(error))) throw error
      const delay = run.lockTimeout * Math.min(2 ** attempt, 60)
      const blocker = `another transaction${await describeOldestTransaction(run.lockHolder)}`
      run.log.info(`Migration ${name} is blocked by a lock of ${blocker}. Retrying in ${delay / 1000} s.`)
      await sleep(delay)
    }
  }
}

/** The transaction most likely to hold the lock. Empty if this role can see none. */
async function describeOldestTransaction(db: Statements): Promise<string> {
  const [row] = await db.unsafe<{ pid: number; program: string; seconds: number }[]>(`
    select "pid", "application_name" as "program", extract(epoch from clock_timestamp() - "xact_start")::int as "seconds"
    from pg_stat_activity
    where "datname" = current_database() and "pid" <> pg_backend_pid() and "xact_start" is not null
    order by "xact_start" limit 1`)
  return row ? ` (oldest: process ${row.pid}, "${row.program}", ${row.seconds} s)` : ''
}

async function withProgressLog(run: Run, name: string, work: () => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  const logProgress = async (): Promise<void> => {
    const [build] = await run.lockHolder.unsafe<{ progress: string }[]>(`
      select "phase" || coalesce(', ' || 100 * "blocks_done" / nullif("blocks_total", 0) || ' %', '') as "progress"
      from pg_stat_progress_create_index where "datname" = current_database()`)
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    run.log.info(`Migration ${name} still running after ${seconds} s${build ? ` (${build.progress})` : ''}.`)
  }
  const timer = setInterval(() => void logProgress().catch(() => {}), run.lockTimeout * 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}

/** Guesses from the SQL which existing tables it locks. A hint for operators, not a parser. */
function describeEffect(text: string): string {
  const code = withoutComments(text)
  if (/\bconcurrently\b/i.test(code)) return 'creates or drops indexes concurrently'
  const tablesMatching = (pattern: RegExp) => [...code.matchAll(pattern)].flatMap(([, table]) => table ?? [])
  const created = new Set(tablesMatching(/\bcreate (?:unlogged )?table "(\w+)"/gi))
  const locked = tablesMatching(/\b(?:(?:alter|lock) table|update|references|(?:index|trigger)\b[^;]*?\bon) "(\w+)"/gi)
  const existing = [...new Set(locked)].filter((table) => !created.has(table))
  return existing.length > 0 ? `locks ${existing.join(', ')}` : 'locks no existing table'
}
