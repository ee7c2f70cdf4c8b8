import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { connect, type Statements } from './connect.ts'
import { startEmbeddedDatabase } from './embedded.ts'
import { findServerUser, type ServerUser } from './server-user.ts'
import { onlyRow } from './sql.ts'
import { codeOf } from './unavailable.ts'

// https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP-DATA
const recreatedByServer =
  /^((pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|postmaster\.(pid|opts)$)|(^|\/)(pgsql_tmp|pg_internal\.init)/

const notCopied = new Set(['postgres-18', 'logs', 'instance'])

/** Copies a data folder while its PostgreSQL runs, then starts the copy once to test it. */
export async function backUp(dataDir: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} already exists. Choose another path.`)
  if (!relative(dataDir, target).startsWith('..'))
    throw new Error(`${target} is inside ${dataDir}. Choose a path outside of it.`)
  const draft = `${resolve(target)}.${randomBytes(4).toString('hex')}`
  const user = await findServerUser()
  const server = await startEmbeddedDatabase(dataDir)
  const database = connect(server.url, { connections: 1 })
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 })
    for (const name of await readdir(dataDir))
      if (!notCopied.has(name))
        await cp(join(dataDir, name), join(draft, name), { recursive: true, preserveTimestamps: true })
    // In a transaction, because a backup belongs to one session.
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

/** Replaces `pg_basebackup`, which the npm package lacks: copies the live files and their WAL. */
async function copyCluster(db: Statements, from: string, to: string, user: ServerUser): Promise<void> {
  const [data, copy] = [join(from, 'data'), join(to, 'data')]
  const copyOne = async (path: string): Promise<void> => {
    try {
      await copyFile(join(data, path), join(copy, path))
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
  }
  await mkdir(copy, { recursive: true, mode: 0o700 })
  await copyFile(join(from, 'password'), join(to, 'password'))
  await chmod(join(to, 'password'), 0o600)

  // The slot keeps PostgreSQL from deleting WAL until the session ends.
  await db.write`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`
  const start = await onlyRow(db.write<{ segment: string }[]>`
    select pg_walfile_name(pg_backup_start('backup', true)) as "segment"`)
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(data.length + 1)
    if (recreatedByServer.test(path)) continue
    await (entry.isDirectory() ? mkdir(join(copy, path), { recursive: true, mode: 0o700 }) : copyOne(path))
  }
  const stop = await onlyRow(db.write<{ segment: string; label: string }[]>`
    select pg_walfile_name("lsn") as "segment", "labelfile" as "label" from pg_backup_stop(false)`)
  for (const segment of (await readdir(join(data, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)))
    if (segment >= start.segment && segment <= stop.segment) await copyOne(join('pg_wal', segment))
  await writeFile(join(copy, 'backup_label'), stop.label, { mode: 0o600 })
  for (const path of ['', ...(await readdir(to, { recursive: true }))]) await user.own(join(to, path))
}
