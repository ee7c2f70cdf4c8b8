import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect } from './connect.ts'
import { keepEmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts'
import { findLivePostmaster } from './postmaster-pid.ts'

const full = Boolean(process.env['TEST_FULL'])
const isRoot = process.getuid?.() === 0
const nobody = { uid: 65534, gid: 65534 }
const mayNobodyRunThis = (): boolean => {
  const program = `require('node:fs').accessSync(${JSON.stringify(new URL('embedded.ts', import.meta.url).pathname)})`
  return isRoot && spawnSync(process.execPath, ['-e', program], { ...nobody, cwd: '/' }).status === 0
}

let folder: string
let starters: ChildProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-'))
  starters = []
})
afterEach(async () => {
  for (const starter of starters) starter.kill('SIGKILL')
  await serverToBeGone()
  await rm(folder, { recursive: true })
})

const dataFolder = (): string => join(folder, 'postgres-18', 'data')
const serverToBeGone = (): Promise<void> =>
  vi.waitFor(async () => expect(await findLivePostmaster(dataFolder())).toBeNull())

/** Starts the database in a process that can be killed. */
async function startInProcess(
  identity: { uid?: number; gid?: number } = {},
): Promise<{ process: ChildProcess; url: string }> {
  const program = `
    import { startEmbeddedDatabase } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
    const server = await startEmbeddedDatabase(process.argv[1])
    console.log(server.url)
    process.on('SIGTERM', () => server.stop().then(() => process.exit()))
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, folder], {
    ...identity,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  starters.push(child)
  const [url] = await once(createInterface(child.stdout), 'line')
  return { process: child, url: String(url) }
}

async function query(url: string, statement: string): Promise<object[]> {
  const database = connect(url, { connections: 1 })
  try {
    return await database.unsafe(statement)
  } finally {
    await database.end()
  }
}

async function serverPid(): Promise<number> {
  const postmaster = await findLivePostmaster(dataFolder())
  if (!postmaster) throw new Error('no server runs')
  return postmaster.pid
}

test.runIf(full)('keeps its data across a restart and requires the password', async () => {
  const first = await startEmbeddedDatabase(folder)
  await query(first.url, 'create table kept as select 1 as value')
  const wrong = first.url.replace(/:[0-9a-f]+@/, ':wrong@')
  await expect(query(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  await first.stop()
  await serverToBeGone()
  const second = await startEmbeddedDatabase(folder)
  expect(await query(second.url, 'select value from kept')).toEqual([{ value: 1 }])
  expect((await stat(join(folder, 'postgres-18'))).mode & 0o077).toBe(0)
  await second.stop()
})

test.runIf(full)('shares one server between processes until the one that started it stops', async () => {
  const started = await Promise.all([startInProcess(), startInProcess(), startInProcess()])
  expect(new Set(started.map(({ url }) => url)).size).toBe(1)
  const joined = await startEmbeddedDatabase(folder)
  expect(await query(joined.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await joined.stop()
  expect(await query(joined.url, 'select 1 as one')).toEqual([{ one: 1 }])
  for (const { process: starter } of started) starter.kill('SIGTERM')
  await joined.ended
  await serverToBeGone()
})

test.runIf(full)('stops with the process that started it, even after kill -9', async () => {
  const { process: starter, url } = await startInProcess()
  await query(url, 'create table kept as select 1 as value')
  starter.kill('SIGKILL')
  const next = await startEmbeddedDatabase(folder)
  expect(await query(next.url, 'select value from kept')).toEqual([{ value: 1 }])
  await next.stop()
})

test.runIf(full)('restarts on the same port after kill -9, as soon as it can start', async () => {
  const told: string[] = []
  const { url, stop } = await keepEmbeddedDatabase(folder, (line) => told.push(line))
  await query(url, 'create table kept as select 1 as value')
  const polling = { interval: 50 }
  const kept = () =>
    vi.waitFor(async () => expect(await query(url, 'select value from kept')).toEqual([{ value: 1 }]), polling)
  process.kill(await serverPid(), 'SIGKILL')
  await kept()
  // As on a full disk: it exits and cannot start.
  const control = join(dataFolder(), 'global', 'pg_control')
  await rename(control, `${control}.away`)
  process.kill(await serverPid(), 'SIGKILL')
  await vi.waitFor(
    () => expect(told.at(-1)).toMatch(/PostgreSQL did not start[^]*pg_control[^]*Retrying until/),
    polling,
  )
  await rename(`${control}.away`, control)
  await kept()
  expect(told.filter((line) => line === 'PostgreSQL is running again')).toHaveLength(2)
  await stop()
})

test.runIf(full)('starts after kill -9 of both the starter and the server', async () => {
  const { process: starter } = await startInProcess()
  const pid = await serverPid()
  starter.kill('SIGKILL')
  process.kill(pid, 'SIGKILL')
  const next = await startEmbeddedDatabase(folder)
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.stop()
})

test.runIf(full)('ignores a pid file with the pid of an unrelated process', async () => {
  const server = await startEmbeddedDatabase(folder)
  const text = await readFile(join(dataFolder(), 'postmaster.pid'), 'utf8')
  await server.stop()
  await serverToBeGone()
  // As after a restart of the machine or container, when another process got the pid.
  const stranger = spawn('sleep', ['60'], isRoot ? { uid: (await stat(dataFolder())).uid } : {})
  await once(stranger, 'spawn')
  await writeFile(join(dataFolder(), 'postmaster.pid'), text.replace(/^\d+/, String(stranger.pid)))
  const next = await startEmbeddedDatabase(folder)
  expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await next.stop()
  stranger.kill()
})

test.runIf(full)('rejects with the end of the log when the server cannot start', async () => {
  const server = await startEmbeddedDatabase(folder)
  await server.stop()
  await serverToBeGone()
  await rm(join(dataFolder(), 'global', 'pg_control'))
  await expect(startEmbeddedDatabase(folder)).rejects.toThrow(/PostgreSQL did not start[^]*database system/)
})

test.runIf(isRoot && full)('runs for root below a folder of mode 0700 (needs root)', async () => {
  await chmod(folder, 0o700)
  folder = join(folder, 'nested')
  await mkdir(folder, { mode: 0o700 })
  const server = await startEmbeddedDatabase(folder)
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  folder = join(folder, '..')
})

test.runIf(full && mayNobodyRunThis())(
  'runs as the same user unless that is root (needs root, and a checkout that others may read)',
  async () => {
    await chown(folder, nobody.uid, nobody.gid)
    const { process: starter, url } = await startInProcess(nobody)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(dataFolder())).uid).toBe(nobody.uid)
    starter.kill('SIGTERM')
    await serverToBeGone()
  },
)
