import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from 'database/connect.ts'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { startFaultProxy } from 'database/testing/fault-proxy.ts'
import { findLivePostmaster } from 'database/postmaster-pid.ts'
import { startRestAuth } from './rest-auth.ts'

// In megabytes: a PostgreSQL cluster with little more than 64 MB of WAL.
const small = 300

export type World = Awaited<ReturnType<typeof startWorld>>

/** A product with injectable faults: embedded PostgreSQL, a proxy in front of it, and rest-auth. */
export async function startWorld({ mayFill = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'))
  const isSmall = mayFill && mountSmall(folder)
  const { stop, ...postgres } = await startPostgres(folder)
  const proxy = await startFaultProxy(postgres.url)
  // Otherwise a fast machine fills the small disk with WAL before a fault does.
  await postgres.administer(async (db) => {
    await db.write`alter system set max_wal_size = '64MB'`
    await db.read`select pg_reload_conf()`
  })
  const restAuth = await startRestAuth(proxy.url, folder)
  return {
    proxy,
    postgres: { ...postgres, folder, isSmall },
    restAuth,
    async end() {
      await restAuth.kill()
      await proxy.end()
      await stop()
      if (isSmall) execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startPostgres(folder: string) {
  let embedded = await startEmbeddedDatabase(folder)
  const { url } = embedded
  const port = Number(new URL(url).port)
  /** Bypasses the proxy. */
  const administer = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    const database = connect(url, { connections: 1 })
    try {
      return await work(database)
    } finally {
      await database.end()
    }
  }
  return {
    url,
    administer,
    async kill() {
      const postmaster = await findLivePostmaster(join(folder, 'postgres-18', 'data'))
      if (postmaster) process.kill(postmaster.pid, 'SIGKILL')
      await embedded.ended
    },
    async start() {
      embedded = await startEmbeddedDatabase(folder, { port })
    },
    stop: () => embedded.stop(),
  }
}

/** As root on Linux, puts the data on a small file system of its own that may be filled. */
function mountSmall(folder: string): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${small}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
