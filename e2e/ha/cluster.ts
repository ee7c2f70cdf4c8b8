import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from 'database/connect.ts'
import { findServerUser } from 'database/server-user.ts'

/** Seconds after which a silent leader is replaced; Patroni's minimum. */
export const ttl = 20

const names = ['one', 'two', 'three'] as const
type Name = (typeof names)[number]

/** https://patroni.readthedocs.io/en/latest/rest_api.html#cluster-status-endpoints */
interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

/** Three PostgreSQL servers under Patroni with one etcd, behind HAProxy, all on 127.0.0.1. */
export interface Cluster {
  /** For DATABASE_URL: all servers, or HAProxy, which knows the leader. */
  readonly urls: { readonly hosts: string; readonly haproxy: string }
  leader(): Promise<string>
  /** Waits until the leader accepts writes, which may be seconds after Patroni names it. */
  takesWrites(): Promise<void>
  /** Waits for a leader, a synchronous standby and a third server. */
  whole(): Promise<void>
  /** Switches the leader over, as before maintenance. */
  switchOver(): Promise<void>
  /** `kill -9` for the leader's Patroni and PostgreSQL. @returns a function that restarts them */
  killLeader(): Promise<() => void>
  /**
   * `kill -9` for etcd, which holds the leader key. @returns a function that restarts it with its
   * data
   */
  killEtcd(): () => void
  /** Lets a leader without etcd continue while it reaches all others (`failsafe_mode`). */
  allowFailsafe(): Promise<void>
  end(): Promise<void>
}

const maxWait = 180_000

/** Creates the cluster in a new temporary folder. */
export async function startCluster(): Promise<Cluster> {
  const user = await findServerUser()
  const folder = await mkdtemp(join(tmpdir(), 'ha-'))
  await chmod(folder, 0o755)
  const password = randomBytes(12).toString('hex')
  const ports = await freePorts(2 + 2 * names.length + 1)
  const [etcdPort = 0, peerPort = 0, haproxyPort = 0, ...others] = ports
  const databasePort = (name: Name): number => others[names.indexOf(name)] ?? 0
  const restPort = (name: Name): number => others[names.length + names.indexOf(name)] ?? 0
  const running = new Map<string, ChildProcess>()

  const start = (name: string, program: string, args: string[]): void => {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const home = { PATH: `${process.env['PATH']}:/usr/sbin:/sbin`, HOME: join(folder, name), PYTHONUNBUFFERED: '1' }
    running.set(name, spawn(program, args, { ...user.identity, cwd: folder, env: home, stdio: ['ignore', log, log] }))
    closeSync(log)
  }
  const startServer = (name: Name): void => start(name, 'patroni', [join(folder, `${name}.yml`)])

  for (const name of ['etcd', 'haproxy', ...names]) {
    await mkdir(join(folder, name), { mode: 0o700 })
    await user.own(join(folder, name))
  }
  for (const name of names) {
    const text = patroniSettings({
      name,
      folder,
      password,
      etcd: etcdPort,
      database: databasePort(name),
      rest: restPort(name),
    })
    await writeFile(join(folder, `${name}.yml`), text)
  }
  const servers = names.map((name) => ({ name, database: databasePort(name), rest: restPort(name) }))
  await writeFile(join(folder, 'haproxy.cfg'), haproxySettings(haproxyPort, servers))

  const etcdUrls = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`] as const
  const startEtcd = (): void =>
    start('etcd', 'etcd', [
      '--name=etcd',
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${etcdUrls[0]}`,
      `--advertise-client-urls=${etcdUrls[0]}`,
      `--listen-peer-urls=${etcdUrls[1]}`,
      `--initial-advertise-peer-urls=${etcdUrls[1]}`,
      `--initial-cluster=etcd=${etcdUrls[1]}`,
    ])
  startEtcd()
  start('haproxy', 'haproxy', ['-f', join(folder, 'haproxy.cfg')])
  for (const name of names) startServer(name)

  /** As reported by any server. */
  const members = async (): Promise<readonly Member[]> => {
    for (const name of names) {
      const result = await fetch(`http://127.0.0.1:${restPort(name)}/cluster`, { signal: AbortSignal.timeout(2000) })
        .then((response) => response.json())
        .catch(() => null)
      const told: unknown = Object(result).members
      if (Array.isArray(told)) return told.map(Object).map(({ name: of, role, state }) => ({ name: of, role, state }))
    }
    return []
  }
  const leader = async (): Promise<Name> => {
    for (const end = performance.now() + maxWait; performance.now() < end; await delay(200)) {
      const found = (await members()).find(({ role, state }) => role === 'leader' && state === 'running')
      const name = names.find((one) => one === found?.name)
      if (name) return name
    }
    throw new Error(`The cluster has no leader. Its logs are in ${folder}`)
  }

  return {
    urls: {
      hosts: `postgres://postgres:${password}@${names.map((name) => `127.0.0.1:${databasePort(name)}`).join()}/postgres`,
      haproxy: `postgres://postgres:${password}@127.0.0.1:${haproxyPort}/postgres`,
    },
    leader,
    takesWrites: async () => {
      const url = `postgres://postgres:${password}@127.0.0.1:${databasePort(await leader())}/postgres`
      for (const end = performance.now() + maxWait; performance.now() < end; await delay(100)) {
        const database = connect(url, { connections: 1 })
        const [told] = await database.read<{ waits: boolean }[]>`select pg_is_in_recovery() as "waits"`.catch(() => [])
        await database.end()
        if (told?.waits === false) return
      }
      throw new Error(`The leader accepts no writes. Its logs are in ${folder}`)
    },
    whole: async () => {
      for (const end = performance.now() + maxWait; performance.now() < end; await delay(300)) {
        const found = await members()
        const run = found.filter(({ state }) => state === 'running' || state === 'streaming')
        const roles = new Set(run.map(({ role }) => role))
        if (run.length === names.length && roles.has('leader') && roles.has('sync_standby')) return
      }
      throw new Error(`The cluster did not become complete. Its logs are in ${folder}`)
    },
    switchOver: async () => {
      const from = await leader()
      const response = await fetch(`http://127.0.0.1:${restPort(from)}/switchover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ leader: from }),
      })
      if (!response.ok) throw new Error(`Patroni rejected the request: ${await response.text()}`)
    },
    killLeader: async () => {
      const name = await leader()
      const postmaster = Number(readFileSync(join(folder, name, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
      running.get(name)?.kill('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      return () => startServer(name)
    },
    killEtcd: () => {
      running.get('etcd')?.kill('SIGKILL')
      return startEtcd
    },
    allowFailsafe: async () => {
      const asked = await fetch(`http://127.0.0.1:${restPort(await leader())}/config`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ failsafe_mode: true }),
      })
      if (!asked.ok) throw new Error(`Patroni rejected the request: ${await asked.text()}`)
      const isKnown = async (name: Name) => (await fetch(`http://127.0.0.1:${restPort(name)}/failsafe`)).ok
      for (const end = performance.now() + maxWait; performance.now() < end; await delay(500))
        if ((await Promise.all(names.map(isKnown))).every(Boolean)) return
      throw new Error(`Patroni rejects failsafe_mode. Its logs are in ${folder}`)
    },
    end: async () => {
      // Patroni needs etcd to stop its PostgreSQL.
      await Promise.all(names.map((name) => endProcess(running.get(name))))
      await Promise.all(['etcd', 'haproxy'].map((name) => endProcess(running.get(name))))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function endProcess(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

interface ServerSettings {
  name: Name
  folder: string
  password: string
  etcd: number
  database: number
  rest: number
}

function patroniSettings({ name, folder, password, etcd, database, rest }: ServerSettings): string {
  const own = join(folder, name)
  // JSON is valid YAML.
  return JSON.stringify({
    scope: 'ha',
    name,
    restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl,
        loop_wait: 5,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${database}`,
      connect_address: `127.0.0.1:${database}`,
      data_dir: join(own, 'data'),
      bin_dir: programs.postgres.replace(/\/postgres$/, ''),
      pgpass: join(own, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
      parameters: { unix_socket_directories: own },
    },
  })
}

function haproxySettings(port: number, servers: { name: string; database: number; rest: number }[]): string {
  return `
global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen leader
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map(({ name, database, rest }) => `  server ${name} 127.0.0.1:${database} check port ${rest}`).join('\n')}
`
}

/** Debian's paths. */
export const programs = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  postgres: '/usr/lib/postgresql/15/bin/postgres',
} as const

/** Returns distinct free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports = await Promise.all(
    probes.map(
      (probe) =>
        new Promise<number>((resolve) =>
          probe.once('listening', () => {
            const address = probe.address()
            resolve(typeof address === 'object' && address !== null ? address.port : 0)
          }),
        ),
    ),
  )
  await Promise.all(probes.map((probe) => new Promise((closed) => probe.close(closed))))
  return ports
}
