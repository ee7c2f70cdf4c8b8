import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { connect, type Statements } from './connect.ts'
import { startEmbeddedDatabase } from './embedded.ts'
import { findServerUser, type ServerUser } from './server-user.ts'

/** Content that a server makes anew (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA). */
const madeAnew =
  /^((pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|postmaster\.(pid|opts)$)|(^|\/)(pgsql_tmp|pg_internal\.init)/

/** Of a data folder, what belongs to one run. */
const ofOneRun = new Set(['postgres-18', 'logs', 'instance'])

/**
 * Copies a data folder to `target` while PostgreSQL from npm works in it: what was committed when the copy of its files was
 * complete is in the copy, which is then started and stopped once to see that it can be used. `target` is a data folder like the first.
 * @throws when `target` exists, is inside of `dataDir` or cannot be written; nothing stays of it then
 */
export async function backUp(dataDir: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already.`)
  if (!relative(dataDir, target).startsWith('..')) throw new Error(`${target} is inside of what is to be copied.`)
  const draft = `${resolve(target)}.${randomBytes(4).toString('hex')}`
  const user = await findServerUser()
  const server = await startEmbeddedDatabase(dataDir)
  const database = connect(server.url, { connections: 1 })
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 })
    for (const name of await readdir(dataDir))
      if (!ofOneRun.has(name))
        await cp(join(dataDir, name), join(draft, name), { recursive: true, preserveTimestamps: true })
    // One transaction, because a backup belongs to a session.
    await database.begin((db) => copyCluster(db, join(dataDir, 'postgres-18'), join(draft, 'postgres-18'), user))
    const copy = await startEmbeddedDatabase(draft)
    await copy.stop()
    await rm(join(draft, 'logs'), { recursive: true })
    await rename(draft, target)
  } finally {
    await rm(draft, { recursive: true, force: true })
    await database.end()
    await server.stop()
  }
}

/** PostgreSQL's own way without `pg_basebackup`, which npm does not bring: the files while they change, and the log of changes. */
async function copyCluster(db: Statements, from: string, to: string, user: ServerUser): Promise<void> {
  const [data, copy] = [join(from, 'data'), join(to, 'data')]
  const make = async (folder: string): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await user.own(folder)
  }
  const copyOne = async (path: string): Promise<void> => {
    try {
      await copyFile(join(data, path), join(copy, path))
      await user.own(join(copy, path))
    } catch (error) {
      // It was deleted meanwhile; what matters of it is in the log of changes.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  await make(to)
  await make(copy)
  await copyFile(join(from, 'password'), join(to, 'password'))
  await chmod(join(to, 'password'), 0o600)
  await user.own(join(to, 'password'))

  // While it exists no part of the log of changes is deleted; it ends with the session.
  await db.write`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`
  const [start] = await db.write<
    { segment: string }[]
  >`select pg_walfile_name(pg_backup_start('backup', true)) as "segment"`
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(data.length + 1)
    if (madeAnew.test(path)) continue
    await (entry.isDirectory() ? make(join(copy, path)) : copyOne(path))
  }
  const [stop] = await db.write<{ segment: string; label: string }[]>`
    select pg_walfile_name("lsn") as "segment", "labelfile" as "label" from pg_backup_stop(false)`
  if (!start || !stop) throw new Error('PostgreSQL says nothing about its backup.')
  for (const segment of (await readdir(join(data, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)))
    if (segment >= start.segment && segment <= stop.segment) await copyOne(join('pg_wal', segment))
  await writeFile(join(copy, 'backup_label'), stop.label, { mode: 0o600 })
  await user.own(join(copy, 'backup_label'))
}
