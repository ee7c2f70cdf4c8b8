import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { connect } from 'database/connect.ts'
import { migrate } from 'database/migrate.ts'
import type { Fault } from './fault.ts'
import type { World } from './world.ts'

const isDone = (work: PromiseLike<unknown>): Promise<boolean> =>
  Promise.resolve(work).then(
    () => true,
    () => false,
  )

const viaProxy = (mode: 'hang' | 'refuse' | 'slow' | 'stale'): Pick<Fault, 'begin' | 'end'> => ({
  begin: ({ proxy }) => proxy.set(mode),
  end: ({ proxy }) => proxy.set('pass'),
})

function repeatedly(every: number, work: (world: World) => unknown): Pick<Fault, 'begin' | 'end'> {
  let timer: NodeJS.Timeout
  return {
    begin: async (world) => {
      timer = setInterval(() => void work(world), every)
    },
    end: async () => clearInterval(timer),
  }
}

/** For new sessions. Ends all others, as when a primary becomes a standby. */
const setReadOnly = ({ postgres, proxy }: World, value: 'on' | 'off'): Promise<void> =>
  postgres.administer(async (db) => {
    await db.unsafe(`set default_transaction_read_only = off`)
    await db.unsafe(`alter system set default_transaction_read_only = ${value}`)
    await db.unsafe('select pg_reload_conf()')
    if (value === 'on') proxy.reset()
  })

function outOfConnections(): Pick<Fault, 'begin' | 'end'> {
  const held: (() => Promise<unknown>)[] = []
  return {
    begin: async ({ postgres, proxy }) => {
      proxy.reset()
      // Each opens a connection, until PostgreSQL accepts no more.
      for (let isTaken = true; isTaken || held.length <= 100;) {
        const one = connect(postgres.url, { connections: 1 })
        held.push(() => one.end())
        isTaken = await isDone(one.read`select 1`)
      }
    },
    end: async () => {
      await Promise.all(held.splice(0).map((end) => end()))
    },
  }
}

function migrationBehindADump(): Pick<Fault, 'begin' | 'end'> {
  let end: (() => Promise<void>) | undefined
  return {
    begin: async ({ postgres }) => {
      const folder = await mkdtemp(join(tmpdir(), 'fault-migration-'))
      await writeFile(join(folder, '0001-of-tomorrow.sql'), 'alter table "mail" add column "ofTomorrow" text;')
      const [dump, migrator] = [connect(postgres.url, { connections: 1 }), connect(postgres.url, { connections: 2 })]
      const isDumping = Promise.withResolvers<void>()
      const isDumped = Promise.withResolvers<void>()
      const dumping = dump.begin(async (db) => {
        await db.write`lock table "mail" in access share mode`
        isDumping.resolve()
        await isDumped.promise
      })
      await isDumping.promise
      const migrating = migrate(migrator, pathToFileURL(`${folder}/`))
      end = async () => {
        isDumped.resolve()
        await Promise.all([dumping, migrating])
        await Promise.all([dump.end(), migrator.end(), rm(folder, { recursive: true })])
      }
    },
    end: async () => end?.(),
  }
}

const fileIn = ({ postgres }: World): string => join(postgres.folder, 'filling')

async function fillDisk(world: World): Promise<void> {
  const { bavail, bsize } = await statfs(world.postgres.folder)
  const file = createWriteStream(fileIn(world))
  const block = Buffer.alloc(bsize)
  for (let left = bavail; left > 0; left--) file.write(block)
  file.end()
  await finished(file).catch(() => {}) // fails with ENOSPC when the disk is full
}

/** Fills the space reserved for WAL files until PostgreSQL stops. */
async function fillLog(world: World): Promise<void> {
  await fillDisk(world)
  for (let switches = 0; switches < 100; switches += 1) {
    const fill = world.postgres.administer(
      (db) => db.write`select pg_logical_emit_message(true, 'fill', repeat('x', 1000000)), pg_switch_wal()`,
    )
    // It may also fail while PostgreSQL goes on.
    const isStopped = !(await isDone(fill)) && !(await isDone(world.postgres.administer((db) => db.read`select`)))
    if (isStopped) return
    await fillDisk(world)
  }
}

const emptyDisk = (world: World): Promise<void> => rm(fileIn(world), { force: true })

const full = {
  needsSmallDisk: true,
  responses: 'some',
  isReported: true,
} as const

// Names for `npm run test:faults -- <name>`.
export const cases: Record<string, Fault> = {
  'ended-backends': {
    name: 'PostgreSQL terminates all sessions repeatedly',
    ...repeatedly(500, ({ postgres }) =>
      isDone(
        postgres.administer(
          (db) =>
            db.write`select pg_terminate_backend("pid") from pg_stat_activity where "pid" <> pg_backend_pid() and "datname" is not null`,
        ),
      ),
    ),
    responses: 'some',
  },
  full: { name: 'disk is full', begin: fillDisk, end: emptyDisk, ...full },
  'full-log': {
    name: 'disk is full, even for WAL: PostgreSQL stops',
    begin: fillLog,
    end: async (world) => {
      await emptyDisk(world)
      // As the supervisor does (keepEmbeddedDatabase).
      while (!(await isDone(world.postgres.start()))) await delay(100)
    },
    ...full,
  },
  hang: { name: 'database hangs (packets swallowed)', ...viaProxy('hang'), responses: 'unavailable', isReported: true },
  'kill-postgres': {
    name: 'PostgreSQL killed (kill -9) and restarted',
    begin: ({ postgres }) => postgres.kill(),
    end: ({ postgres }) => postgres.start(),
    responses: 'unavailable',
    isReported: true,
  },
  'kill-rest-auth': {
    name: 'rest-auth killed (kill -9) and restarted',
    begin: ({ restAuth }) => restAuth.kill(),
    end: ({ restAuth }) => restAuth.start(),
    responses: 'anything',
  },
  'migration-behind-a-dump': {
    name: 'next release migrates behind a dump',
    ...migrationBehindADump(),
    responses: 'all',
  },
  'out-of-connections': { name: 'PostgreSQL has no free connections', ...outOfConnections(), responses: 'some' },
  'read-only': {
    name: 'database is read-only',
    begin: (world) => setReadOnly(world, 'on'),
    end: (world) => setReadOnly(world, 'off'),
    responses: 'some',
    isReported: true,
  },
  refuse: { name: 'database refuses connections', ...viaProxy('refuse'), responses: 'unavailable', isReported: true },
  reset: {
    name: 'connections reset repeatedly',
    ...repeatedly(250, ({ proxy }) => proxy.reset()),
    responses: 'some',
  },
  slow: { name: '100 ms latency to the database, each way', ...viaProxy('slow'), responses: 'some' },
  stale: {
    name: 'silent failover (old connections dead, new ones fine)',
    ...viaProxy('stale'),
    responses: 'some',
    backWithin: 15,
  },
}
