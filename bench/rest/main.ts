// CPU-milliseconds and requests per second: this server, better-auth, and a bare node:http handler, side by side.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../../database/src/embedded.ts'
import { administer, withDatabase } from '../../database/src/test-database.ts'
import { startContender, type Contender } from '../contender.ts'
import { load, type LoadRequest } from '../load.ts'
import { fill, password, type Fixture } from './fixture.ts'

const rounds = Number(process.env['ROUNDS'] ?? 15)
const connections = 32
const origin = 'http://localhost:3000'
const secret = 'a secret that only the benchmark knows of'

interface Player {
  readonly contender: Contender
  /** How much of a round it plays: the slow one less, so that a run ends in minutes. */
  readonly share: number
  readonly fixture: Fixture
}
interface Measured {
  readonly cpu: number
  readonly rate: number
}

let turn = 0
/** Requests come from 4096 addresses in turn, so that rate limits are at work and refuse nobody. */
const nextAddress = () => `10.0.${((turn += 1) >> 8) & 15}.${turn & 255}`

const get = (path: string, cookie: string): LoadRequest => ({
  method: 'GET',
  path: `/api/auth${path}`,
  headers: { cookie, 'x-forwarded-for': nextAddress() },
})
const post = (path: string, body: object, cookie = ''): LoadRequest => ({
  method: 'POST',
  path: `/api/auth${path}`,
  headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': nextAddress(), ...(cookie && { cookie }) },
  body: JSON.stringify(body),
})
let slugs = 0
const calls: Record<string, { requests: number; request: (fixture: Fixture) => LoadRequest }> = {
  'get-session': { requests: 1000, request: ({ cookie }) => get('/get-session', cookie) },
  list: { requests: 1000, request: ({ cookie }) => get('/organization/list', cookie) },
  'get-full-organization': {
    requests: 500,
    request: ({ cookie, organizationId: id }) =>
      get(`/organization/get-full-organization?organizationId=${id}`, cookie),
  },
  create: {
    requests: 400,
    request: ({ founderCookies }) =>
      post('/organization/create', { name: 'x', slug: `new-${(slugs += 1)}` }, founderCookies[slugs % 32]),
  },
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const postgres = await startEmbeddedDatabase(folder, { durable: false })
const newDatabase = async (name: string) => {
  await administer(postgres.url, `create database ${name}`)
  return withDatabase(postgres.url, name)
}
const [ownUrl, theirUrl] = [await newDatabase('ours'), await newDatabase('theirs')]
const common = { AUTH_SECRET: secret, AUTH_URL: origin, DATA_DIR: folder }
const start = (name: string, file: string, env: Record<string, string>) =>
  startContender(name, new URL(file, import.meta.url), { ...common, ...env })

const ours = await start('rest-auth', '../../rest-auth/src/main.ts', {
  DATABASE_URL: ownUrl,
  RATE_LIMIT_ENABLED: 'true',
  TRUSTED_PROXIES: '127.0.0.1',
})
const theirs = await start('better-auth', 'better-auth-server.ts', { DATABASE_URL: theirUrl })
const bare = await start('bare handler', 'bare-server.ts', { DATABASE_URL: ownUrl })
const ownFixture = await fill(ours.url, ownUrl)
const players: Player[] = [
  { contender: ours, share: 1, fixture: ownFixture },
  { contender: theirs, share: 0.2, fixture: await fill(theirs.url, theirUrl) },
  { contender: bare, share: 1, fixture: ownFixture },
]

try {
  const wanted = process.argv.slice(2)
  for (const name of Object.keys(calls)) if (wanted.length === 0 || wanted.includes(name)) await compare(name)
  if (wanted.length === 0 || wanted.includes('sign-in')) await flood()
  if (wanted.includes('steady')) await steady(Number(process.env['MINUTES'] ?? 10))
} finally {
  await Promise.all(players.map(({ contender }) => contender.stop()))
  await postgres.stop()
  await rm(folder, { recursive: true })
}

async function measure({ contender, fixture, share }: Player, name: string): Promise<Measured> {
  const { requests, request } = calls[name] ?? { requests: 0, request: () => get('/', '') }
  const count = requests * share
  const before = await contender.cpu()
  const { seconds } = await load(
    contender.url,
    connections,
    (sent) => sent >= count,
    () => request(fixture),
  )
  return { cpu: ((await contender.cpu()) - before) / count, rate: count / seconds }
}

/** Rounds take turns, so that what else the machine does hits all alike; the first one warms up. */
async function compare(name: string): Promise<void> {
  const results = players.map((): Measured[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, player] of players.entries()) {
      const measured = await measure(player, name)
      if (round > 0) results[index]?.push(measured)
    }
  }
  const least = medianOf(results[2], 'cpu')
  for (const [index, { contender }] of players.entries()) {
    const [cpu, rate] = [medianOf(results[index], 'cpu'), medianOf(results[index], 'rate')]
    console.log(
      `| ${name} | ${contender.name} | ${cpu.toFixed(3)} | ${(cpu / least).toFixed(1)} × | ${Math.round(rate)} |`,
    )
  }
}

/**
 * 32 connections sign in without a pause; meanwhile one signed-in client asks for its session every 5 ms. Rounds of four
 * seconds take turns; the first one warms up.
 */
async function flood(): Promise<void> {
  const contenders = players.slice(0, 2)
  const results = contenders.map((): Measured[] => [])
  const waits = contenders.map((): number[] => [])
  for (let round = 0; round <= 5; round += 1) {
    for (const [index, { contender, fixture }] of contenders.entries()) {
      const until = performance.now() + 4000
      const isOver = () => performance.now() > until
      const before = await contender.cpu()
      const [{ latencies, seconds }, reads] = await Promise.all([
        load(contender.url, connections, isOver, () => post('/sign-in/email', { email: fixture.email, password })),
        load(contender.url, 1, isOver, () => get('/get-session', fixture.cookie), 5),
      ])
      if (round === 0) continue
      const cpu = ((await contender.cpu()) - before) / latencies.length
      results[index]?.push({ cpu, rate: latencies.length / seconds })
      waits[index]?.push(...reads.latencies)
    }
  }
  for (const [index, { contender }] of contenders.entries()) {
    const cpu = medianOf(results[index], 'cpu').toFixed(1)
    const rate = medianOf(results[index], 'rate').toFixed(1)
    const sorted = (waits[index] ?? []).toSorted((a, b) => a - b)
    const [p50, p99] = [0.5, 0.99].map((part) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1))
    console.log(
      `| sign-in | ${contender.name} | ${cpu} | | ${rate} |  get-session meanwhile: p50 ${p50} ms, p99 ${p99} ms`,
    )
  }
}

/** get-session without a pause, minute by minute: neither CPU per request nor waiting may grow. */
async function steady(minutes: number): Promise<void> {
  for (let minute = 1; minute <= minutes; minute += 1) {
    const until = performance.now() + 60_000
    const before = await ours.cpu()
    const { latencies } = await load(
      ours.url,
      4,
      () => performance.now() > until,
      () => get('/get-session', ownFixture.cookie),
    )
    const cpu = ((await ours.cpu()) - before) / latencies.length
    const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
    console.log(
      `| minute ${minute} | ${cpu.toFixed(3)} | ${Math.round(latencies.length / 60)} | p99 ${p99.toFixed(1)} ms |`,
    )
  }
}

function medianOf(results: readonly Measured[] | undefined, key: keyof Measured): number {
  const values = (results ?? []).map((measured) => measured[key]).toSorted((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? 0
}
