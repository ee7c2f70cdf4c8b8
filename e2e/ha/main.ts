// npm run test:ha [rounds]: fail-overs of a cluster under load, half by switchover, half by kill
// -9; then the loss of etcd.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts, programs, startCluster, ttl } from './cluster.ts'
import { startWrites, type Writes } from './writes.ts'

const root = resolve(import.meta.dirname, '../..')
const packages = ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'postgresql-15']
const rounds = Number(process.argv[2] ?? 20)
if (!Number.isInteger(rounds)) {
  console.error('npm run test:ha -- [number of fail-overs, 20 by default]')
  process.exit(1)
}
/** Seconds that writes may take after the ttl, or after a slower leader accepts them. */
const grace = 2

const areInstalled = (): boolean => Object.values(programs).every((program) => existsSync(program))
requirePrograms()
const dataDir = await mkdtemp(join(tmpdir(), 'ha-rest-auth-'))
const started: ChildProcess[] = []
const cluster = await startCluster()
const end = async (): Promise<void> => {
  for (const child of started) child.kill('SIGKILL')
  await cluster.end()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end().then(() => process.exit(1)))
try {
  process.exitCode = (await failOver()) ? 0 : 1
} finally {
  await end()
}
if (process.exitCode === 0) await rm(dataDir, { recursive: true })
else console.log(`The log of rest-auth is in ${dataDir}`)

interface Instance {
  readonly way: string
  readonly writes: Writes
}

/**
 * Stops etcd for longer than `ttl`. Patroni then demotes its leader, unless `failsafe_mode` is on.
 * @returns whether all responses were right and writes resumed in time
 */
async function loseEtcd(instances: readonly Instance[], isFailsafe: boolean): Promise<boolean> {
  if (isFailsafe) await cluster.allowFailsafe()
  await cluster.whole()
  await delay(3000)
  const begun = performance.now()
  const revive = cluster.killEtcd()
  await delay((ttl + 15) * 1000)
  const silent = instances.map(({ writes }) => writes.longestSilence(begun) / 1000)
  revive()
  const ended = performance.now()
  const done = await Promise.all(instances.map(({ writes }) => writes.nextAfter(ended, 60_000)))
  await cluster.whole()
  console.log(`etcd away for ${ttl + 15} s ${isFailsafe ? 'with' : 'without'} failsafe_mode:`)
  const verdicts = instances.map(({ way, writes }, index) => {
    const back = ((done[index] ?? Infinity) - ended) / 1000
    const met = (responses: Writes['responses']) => responses.filter(({ at, took }) => at + took > begun && at < ended)
    const [written, read] = [met(writes.responses), met(writes.reads)]
    const wrong = [...written, ...read].filter(({ isRight }) => !isRight)
    const refused = written.filter(({ status }) => status === 503).length
    console.log(
      `${way}: ${written.length} writes, of which ${refused} got 503; ${read.length} reads, of which ` +
        `${read.filter(({ status }) => status === 503).length} got 503; ${wrong.length} wrong responses ` +
        `(${[...new Set(wrong.map(({ status }) => status))].join()}); ${silent[index]?.toFixed(1)} s without a write; ` +
        `back ${back.toFixed(1)} s after etcd`,
    )
    return wrong.length === 0 && back <= ttl + grace && isFailsafe === (silent[index] ?? Infinity) < ttl / 2
  })
  return verdicts.every(Boolean)
}

/** @returns whether no acknowledged write was lost and writes always resumed in time */
async function failOver(): Promise<boolean> {
  await cluster.whole()
  console.log(`A cluster of three, ttl ${ttl} s, synchronous_mode; ${rounds} fail-overs`)
  const instances = await Promise.all(
    Object.entries(cluster.urls).map(async ([way, databaseUrl]) => {
      const url = await startRestAuth(way, databaseUrl).catch(() => startRestAuth(way, databaseUrl)) // as what keeps it running would
      return { way, writes: startWrites(() => url, 3) }
    }),
  )
  let isInTime = true
  console.log(
    [
      '',
      'fail-over',
      'leader',
      'Patroni: s to a new leader',
      's until it takes writes',
      ...instances.map(({ way }) => `${way}: s without a write`),
    ].join(' | '),
  )
  for (let round = 1; round <= rounds; round += 1) {
    await delay(3000) // some writes on the way things are
    const before = await cluster.leader()
    const begun = performance.now()
    const isKill = round % 2 === 0
    const revive = isKill ? await cluster.killLeader() : undefined
    if (!isKill) await cluster.switchOver()
    while ((await cluster.leader()) === before) await delay(200)
    const elected = performance.now()
    await cluster.takesWrites()
    const open = (performance.now() - begun) / 1000
    await Promise.all(instances.map(({ writes }) => writes.nextAfter(elected, 60_000)))
    revive?.()
    await cluster.whole()
    const silent = instances.map(({ writes }) => writes.longestSilence(begun) / 1000)
    const election = (elected - begun) / 1000
    if (Math.max(...silent) > Math.max(ttl, open) + grace) isInTime = false
    const leaders = `${before} -> ${await cluster.leader()}`
    console.log(
      [
        round,
        isKill ? 'kill -9' : 'switch-over',
        leaders,
        ...[election, open, ...silent].map((s) => s.toFixed(1)),
      ].join(' | '),
    )
  }
  const isRight = [await loseEtcd(instances, false), await loseEtcd(instances, true)].every(Boolean)
  await Promise.all(instances.map(({ writes }) => writes.stop()))
  const lost = (await Promise.all(instances.map(({ writes }) => writes.lost(cluster.urls.haproxy)))).flat()
  for (const { way, writes } of instances) {
    const by = new Map<number, number>()
    for (const { status } of writes.responses) by.set(status, (by.get(status) ?? 0) + 1)
    const counts = [...by].toSorted(([a], [b]) => a - b)
    const responses = counts.map(([status, count]) => `${status === 0 ? 'none' : status}: ${count}`).join(', ')
    const slowest = Math.max(...writes.responses.map(({ took }) => took)) / 1000
    console.log(
      `${way}: ${writes.acknowledged()} writes acknowledged; responses ${responses}; the slowest after ${slowest.toFixed(1)} s`,
    )
  }
  console.log(
    `${lost.length} acknowledged writes lost; writes were ${isInTime ? 'always' : 'NOT always'} back within ${grace} s of the ttl or the leader`,
  )
  return isRight && lost.length === 0 && isInTime
}

async function startRestAuth(way: string, databaseUrl: string): Promise<string> {
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const log = openSync(join(dataDir, `${way}.log`), 'a')
  const child = spawn(process.execPath, ['--import', './tools/end-with-parent.mjs', 'rest-auth/src/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: String(port), AUTH_URL: url, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
    stdio: ['ignore', log, log, 'ipc'],
  })
  started.push(child)
  const listening = await Promise.race([
    new Promise<boolean>((done) => child.once('message', () => done(true))),
    new Promise<boolean>((done) => child.once('exit', () => done(false))),
  ])
  if (!listening) throw new Error(`rest-auth did not start with the URL of ${way}: ${dataDir}`)
  return url
}

/** Installs what is missing, or says how to. */
function requirePrograms(): void {
  if (areInstalled()) return
  const install = ['install', '--yes', '--no-install-recommends', ...packages]
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${packages.join(', ')} ...`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update'], { env })
    spawnSync('apt-get', install, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  if (areInstalled()) return
  console.error(`Debian packages are missing. As root, run: apt-get ${install.join(' ')}`)
  process.exit(1)
}
