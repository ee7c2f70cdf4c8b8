import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect, type Database } from 'database/connect.ts'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { startFaultProxy } from 'database/fault-proxy.ts'
import { findFreePort } from 'database/free-port.ts'
import { findLivePostmaster } from 'database/postmaster-pid.ts'
import type { World } from './fault.ts'

const root = resolve(import.meta.dirname, '../..')
/** Megabytes: room for a cluster of PostgreSQL with as much log as {@link keepLittleLog} leaves it, and little more. */
const small = 300

/** A quick machine else fills its small disk with PostgreSQL's log before a fault does. */
const keepLittleLog = async (db: Database): Promise<void> => {
  await db.write`alter system set max_wal_size = '64MB'`
  await db.read`select pg_reload_conf()`
}

/** Starts the product of which parts are to fail. As root its data is on a file system of its own, which may be filled. */
export async function startWorld(): Promise<World & { end(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'))
  const isSmall = mountSmall(folder)
  let embedded = await startEmbeddedDatabase(folder)
  const { url } = embedded
  const port = Number(new URL(url).port)
  const proxy = await startFaultProxy(url)
  const administer: World['postgres']['administer'] = async (work) => {
    const database = connect(url, { connections: 1 })
    try {
      return await work(database)
    } finally {
      await database.end()
    }
  }
  await administer(keepLittleLog)
  const postgres = {
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
    folder,
    isSmall,
  }

  const metricsPort = await findFreePort()
  let child: ChildProcess
  let isMeant = false
  const restAuth = {
    url: '',
    ends: 0,
    async metric(name: string, labels = /^/) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return [...text.matchAll(/^(\w+)(\{.*\})? (\S+)$/gm)]
        .filter(([, one, set = '']) => one === name && labels.test(set))
        .reduce((sum, [, , , value]) => sum + Number(value), 0)
    },
    async kill() {
      isMeant = true
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async start() {
      isMeant = false
      child = spawn(process.execPath, ['--import', './scripts/end-with-parent.mjs', 'rest-auth/src/main.ts'], {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          DATABASE_URL: proxy.url,
          DATA_DIR: folder,
          PORT: restAuth.url === '' ? '0' : new URL(restAuth.url).port,
          METRICS_PORT: String(metricsPort),
          ORGANIZATION_LIMIT: '1000000',
          LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
        },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child.once('exit', () => {
        if (!isMeant) restAuth.ends += 1
      })
      const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
      const listening: unknown = Reflect.get(Object(message), 'listening')
      if (typeof listening !== 'string') throw new Error('rest-auth did not start.')
      restAuth.url = listening
    },
  }
  await restAuth.start()

  return {
    proxy,
    postgres,
    restAuth,
    async end() {
      await restAuth.kill()
      await proxy.end()
      await embedded.stop()
      if (isSmall) execFileSync('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function mountSmall(folder: string): boolean {
  if (process.getuid?.() !== 0 || process.platform !== 'linux') return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${small}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
