import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isReachable } from './is-reachable.ts'
import { findFreePort } from './free-port.ts'
import { type GuardedProcess, startGuarded } from './guarded-process.ts'
import { nextRetryDelay } from './retry-delay.ts'
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts'
import { findLivePostmaster, type Postmaster, removeStalePidFile } from './postmaster-pid.ts'
import { findServerUser, type ServerUser } from './server-user.ts'

interface EmbeddedDatabase {
  readonly url: string
  readonly ended: Promise<void>
  /** Stops the server only if this process started it. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  port?: number
  durable?: boolean // false only for test databases: faster, but a power cut may lose everything
}

const startTimeout = 60_000
const maxAttempts = 10
const serverSettings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'max_connections=200']
const withoutDurability = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=4GB']

/** Starts or joins `<dataDir>/postgres-18`. The server ends with the process that started it. */
export async function startEmbeddedDatabase(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> {
  const cluster = resolve(dataDir, 'postgres-18')
  const dataFolder = join(cluster, 'data')
  const logFile = resolve(dataDir, 'logs', 'postgres.log')
  await mkdir(resolve(dataDir, 'logs'), { recursive: true, mode: 0o700 })
  const user = await findServerUser()
  const programs = await findPostgresPrograms(user)
  if (!existsSync(cluster)) await createCluster(cluster, programs, user)

  let server: GuardedProcess | undefined
  for (let attempts = 0, deadline = performance.now() + startTimeout; performance.now() < deadline; await delay(20)) {
    const postmaster = await findLivePostmaster(dataFolder)
    const running = postmaster?.status === 'ready' && (await describeRunning(cluster, postmaster, server))
    if (running) return running
    if (postmaster || (server && !server.hasEnded())) continue
    if (attempts++ === maxAttempts) break
    // After a crash the last backends of the old server may hold its shared memory for a moment.
    if (attempts > 1) await delay(200)
    await removeStalePidFile(dataFolder)
    const command = await serverCommand(programs, user, dataFolder, options)
    server = startGuarded(command, user, dataFolder, logFile)
  }
  server?.stop()
  throw new Error(`PostgreSQL did not start. The last lines of ${logFile}:\n${server?.lastLines() ?? ''}`)
}

/** Also restarts the server on the same port: without disk space for its WAL, PostgreSQL exits. */
export async function keepEmbeddedDatabase(
  dataDir: string,
  report: (line: string) => void,
): Promise<Pick<EmbeddedDatabase, 'url' | 'stop'>> {
  let server = await startEmbeddedDatabase(dataDir)
  const { url } = server
  const port = Number(new URL(url).port)
  let stopping = false

  const keep = async (): Promise<void> => {
    for (let pause = 0, failed = false; ;) {
      const started = performance.now()
      await server.ended // at once after a failed restart
      if (!stopping && !failed) report('PostgreSQL exited; restarting it')
      pause = nextRetryDelay(pause, performance.now() - started)
      await delay(pause)
      if (stopping) return
      try {
        server = await startEmbeddedDatabase(dataDir, { port })
        failed = false
        report('PostgreSQL is running again')
      } catch (error) {
        if (!failed) report(`${error instanceof Error ? error.message : String(error)}\nRetrying until it starts.`)
        failed = true
      }
      if (stopping) return server.stop()
    }
  }
  void keep()
  return {
    url,
    stop: () => {
      stopping = true
      return server.stop()
    },
  }
}

/** Returns null if another process started the server and it is shutting down. */
async function describeRunning(
  cluster: string,
  { pid, port }: Postmaster,
  server?: GuardedProcess,
): Promise<EmbeddedDatabase | null> {
  const password = await readFile(join(cluster, 'password'), 'utf8')
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  if (server && (await server.pid) === pid)
    return { url, ended: server.ended, stop: () => (server.stop(), server.ended) }
  if (!(await isReachable(url))) return null
  return { url, ended: postmasterToEnd(join(cluster, 'data'), pid), stop: async () => {} }
}

async function postmasterToEnd(dataFolder: string, pid: number): Promise<void> {
  while ((await findLivePostmaster(dataFolder))?.pid === pid) await delay(500, undefined, { ref: false })
}

async function serverCommand(
  programs: PostgresPrograms,
  user: ServerUser,
  dataFolder: string,
  { port, durable = true }: EmbeddedOptions,
): Promise<[string, ...string[]]> {
  const settings = [`port=${port ?? (await findFreePort())}`, ...serverSettings, ...(durable ? [] : withoutDurability)]
  return [programs.postgres, '-D', user.nameOfCwd(dataFolder), ...settings.flatMap((setting) => ['-c', setting])]
}

/** Moves the complete cluster into place. If two processes create it, the first one wins. */
async function createCluster(cluster: string, programs: PostgresPrograms, user: ServerUser): Promise<void> {
  const draft = `${cluster}.${process.pid}-${randomBytes(4).toString('hex')}`
  const dataFolder = join(draft, 'data')
  const passwordFile = join(draft, 'password')
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 })
    await writeFile(passwordFile, randomBytes(24).toString('hex'), { mode: 0o600 })
    for (const path of [draft, dataFolder, passwordFile]) await user.own(path)
    const options = [
      '--username=postgres',
      '--auth=scram-sha-256',
      '--pwfile=../password',
      '--encoding=UTF8',
      '--no-sync',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]
    await promisify(execFile)(programs.initdb, ['-D', user.nameOfCwd(dataFolder), ...options], {
      ...user.identity,
      cwd: dataFolder,
      env: { PATH: process.env['PATH'] },
    })
    await rename(draft, cluster)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(cluster)) throw error
  }
}
