// Compares the CPU per request of this server, better-auth and a bare node:http handler in one run.
// `--check` leaves out better-auth and exits with 1 if a call costs too much.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { administer, replaceDatabase } from 'database/testing/test-database.ts'
import { startContender, type Contender } from '../contender.ts'
import { load, send, type LoadRequest } from '../load.ts'
import { postgresCpu } from '../postgres-cpu.ts'
import {
  cookieOf,
  fill,
  keyOf,
  largeOrganizationId,
  nthOfLarge,
  nthOwner,
  nthPerson,
  organizationOf,
} from './fixture.ts'

const isCheck = process.argv.includes('--check')
const wanted = process.argv.slice(2).filter((name) => name !== '--check')
const rounds = Number(process.env['ROUNDS'] ?? 15)
const connections = 32
const origin = 'http://localhost:3000'
const secret = 'a secret that only the benchmark knows of'
const password = 'correct horse battery'

interface Player {
  readonly contender: Contender
  /** Fewer requests for the slow one, so that a run takes minutes. */
  readonly share: number
}
interface Measured {
  readonly cpu: number
  readonly rate: number
}

let sent = 0
/** A different person for each request, from 4096 IP addresses: no rate limit is reached. */
const headersOf = (person: (n: number) => number) => ({
  cookie: cookieOf(person((sent += 1)), secret),
  'x-forwarded-for': `10.0.${(sent >> 8) & 15}.${sent & 255}`,
})
const get = (path: string, person = nthPerson): LoadRequest => ({
  method: 'GET',
  path: `/api/auth${path}`,
  headers: headersOf(person),
})
const post = (path: string, body: object, headers: Record<string, string>): LoadRequest => ({
  method: 'POST',
  path: `/api/auth${path}`,
  headers: { origin, 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
interface Call {
  readonly requests: number
  /**
   * CPU as a multiple of the bare handler's, as in README.md. It may rise up to `goal`, with a line
   * there that says for what.
   */
  readonly recorded: number
  readonly goal: number
  request(): LoadRequest
}
const calls: Record<string, Call> = {
  'get-session': { requests: 2000, recorded: 1.5, goal: 1.8, request: () => get('/get-session') },
  list: { requests: 2000, recorded: 2.3, goal: 2.5, request: () => get('/organization/list') },
  'get-full-organization': {
    requests: 500,
    recorded: 2,
    goal: 2.2,
    request: () => get(`/organization/get-full-organization?organizationId=${largeOrganizationId}`, nthOfLarge),
  },
  create: {
    requests: 500,
    recorded: 1.9,
    goal: 3,
    request: () => post('/organization/create', { name: 'x', slug: `new-${sent}` }, headersOf(nthPerson)),
  },
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const dataFolder = join(folder, 'postgres-18', 'data')
const postgres = await startEmbeddedDatabase(folder, { durable: false })
const players: Player[] = []

/** Starts a server on its own database and fills it after the migration. */
async function enter(name: string, file: string | URL, env: Record<string, string>, share = 1): Promise<string> {
  const database = `bench_${players.length}`
  await administer(postgres.url, `create database ${database}`)
  const url = replaceDatabase(postgres.url, database)
  const common = { AUTH_SECRET: secret, AUTH_URL: origin, DATA_DIR: folder, TRUSTED_PROXIES: '127.0.0.1' }
  const settings = { ...common, DATABASE_URL: url, ...env }
  // Compares code: how rest-auth's heap is kept small would cost other servers as much.
  const contender = await startContender(name, new URL(file, import.meta.url), settings, '')
  await fill(url)
  players.push({ contender, share })
  return url
}

try {
  const own = '../../rest-auth/src/main.ts'
  const url = await enter('rest-auth', own, { RATE_LIMIT_ENABLED: 'false' })
  await enter('rest-auth, rate limits on', own, { RATE_LIMIT_ENABLED: 'true' })
  // Checkouts of other releases, with their dependencies installed: RELEASES=/tmp/1.8.1,/tmp/1.0.0
  for (const checkout of process.env['RELEASES']?.split(',') ?? [])
    await enter(checkout, pathToFileURL(resolve(checkout, 'rest-auth/src/main.ts')), { RATE_LIMIT_ENABLED: 'false' })
  if (!isCheck && !wanted.includes('totals')) await enter('better-auth', 'better-auth-server.ts', {}, 0.1)
  const bare = await startContender('bare handler', new URL('bare-server.ts', import.meta.url), {
    DATABASE_URL: url,
    AUTH_SECRET: secret,
  })
  players.push({ contender: bare, share: 1 })

  console.log(`load of the machine: ${loadavg()[0]?.toFixed(1)}`)
  for (const [name, call] of Object.entries(calls))
    if (wanted.length === 0 || wanted.includes(name)) await compare(name, call)
  if (!isCheck && (wanted.length === 0 || wanted.includes('sign-in'))) await flood()
  if (wanted.includes('mix')) await mix()
  if (wanted.includes('keys')) await compareKeys()
  if (wanted.includes('totals')) await compareReleases()
  if (wanted.includes('steady')) await steady(Number(process.env['MINUTES'] ?? 10))
} finally {
  await Promise.all(players.map(({ contender }) => contender.stop()))
  await postgres.stop()
  await rm(folder, { recursive: true })
}

async function measure({ contender, share }: Player, { requests, request }: Call): Promise<Measured> {
  const count = requests * share
  const before = await contender.cpu()
  const { seconds } = await load(contender.url, connections, (begun) => begun >= count, request)
  return { cpu: ((await contender.cpu()) - before) / count, rate: count / seconds }
}

/** Contenders alternate, so that other load affects all alike. The first round is a warm-up. */
async function compare(name: string, call: Call): Promise<void> {
  const results = players.map((): Measured[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, player] of players.entries()) {
      const measured = await measure(player, call)
      if (round > 0) results[index]?.push(measured)
    }
  }
  const least = medianOf(results.at(-1), 'cpu')
  const ratio = medianOf(results[0], 'cpu') / least
  const limit = Math.min(call.recorded * 1.25, call.goal)
  if (isCheck && ratio > limit) {
    console.error(`${name} costs ${ratio.toFixed(2)} times the bare handler, at most ${limit.toFixed(2)} is allowed`)
    process.exitCode = 1
  }
  for (const [index, { contender }] of players.entries()) {
    const [cpu, rate] = [medianOf(results[index], 'cpu'), medianOf(results[index], 'rate')]
    console.log(
      `| ${name} | ${contender.name} | ${cpu.toFixed(3)} | ${(cpu / least).toFixed(1)} × | ${Math.round(rate)} |`,
    )
  }
}

/**
 * 32 connections sign in without a pause while one client requests its session every 5 ms.
 * Contenders alternate in rounds of four seconds; the first is a warm-up.
 */
async function flood(): Promise<void> {
  const contenders = players.filter(({ contender }) => /^rest-auth$|^better-auth$/.test(contender.name))
  const results = contenders.map((): Measured[] => [])
  const waits = contenders.map((): number[] => [])
  const account = { name: 'Ada', email: 'ada@example.com', password }
  for (const { contender } of contenders) await send(contender.url, post('/sign-up/email', account, {}))
  for (let round = 0; round <= 5; round += 1) {
    for (const [index, { contender }] of contenders.entries()) {
      const until = performance.now() + 4000
      const isOver = () => performance.now() > until
      const before = await contender.cpu()
      const [{ latencies, seconds }, reads] = await Promise.all([
        load(contender.url, connections, isOver, () => post('/sign-in/email', { email: account.email, password }, {})),
        load(contender.url, 1, isOver, () => get('/get-session'), 5),
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

/** Requests get-session without a pause: neither CPU per request nor latency may grow over time. */
async function steady(minutes: number): Promise<void> {
  for (let minute = 1; minute <= minutes; minute += 1) {
    for (const { contender } of players.filter(({ share }) => share === 1)) {
      const until = performance.now() + 60_000 / players.length
      const before = await contender.cpu()
      const { latencies } = await load(
        contender.url,
        connections,
        () => performance.now() > until,
        () => get('/get-session'),
      )
      const cpu = ((await contender.cpu()) - before) / latencies.length
      const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? 0
      console.log(
        `minute ${minute}: ${contender.name}: ${latencies.length} requests, ${cpu.toFixed(3)} CPU ms, p99 ${p99.toFixed(1)} ms`,
      )
    }
  }
}

/** The requests of pages; one in 300 signs in. docs/operating/scale.md derives users per core from it. */
async function mix(): Promise<void> {
  const [player] = players
  if (!player) return
  const { contender } = player
  const account = { name: 'Ada', email: 'ada@example.com', password }
  await send(contender.url, post('/sign-up/email', account, {}))
  const full = `/organization/get-full-organization?organizationId=${largeOrganizationId}`
  const page = [() => get('/get-session'), () => get('/organization/list'), () => get(full, nthOfLarge)]
  const requestOf = (n: number): LoadRequest =>
    n % 300 === 0 ? post('/sign-in/email', { email: account.email, password }, {}) : (page[n % 3]?.() ?? get(full))
  const run = async (requests: number): Promise<void> => {
    const before = [await contender.cpu(), await postgresCpu(dataFolder)] as const
    const { latencies, ...took } = await load(contender.url, 8, (begun) => begun >= requests, requestOf)
    const [own, database] = [(await contender.cpu()) - before[0], (await postgresCpu(dataFolder)) - before[1]]
    const rate = latencies.length / took.seconds
    const [p50, p99] = [0.5, 0.99].map((part) => (latencies[Math.floor(latencies.length * part)] ?? 0).toFixed(1))
    console.log(
      `${Math.round(rate)} requests/s (p50 ${p50} ms, p99 ${p99} ms) with ${(own / took.seconds / 1000).toFixed(2)} cores; ` +
        `per core: rest-auth ${Math.round((latencies.length / own) * 1000)}/s, PostgreSQL ${Math.round((latencies.length / database) * 1000)}/s`,
    )
  }
  for (let round = 0; round <= 3; round += 1) await run(1500) // the first one compiles what runs often
}

/** With PostgreSQL, beside the checkouts of `RELEASES`. */
async function compareReleases(): Promise<void> {
  const contenders = players.slice(0, -1).map(({ contender }) => contender) // without the bare handler
  const requests = {
    ...Object.fromEntries(Object.entries(calls).map(([name, { request }]) => [name, request])),
    'update-user': () => post('/update-user', { name: `Ada ${sent}` }, headersOf(nthPerson)),
    'organization/update': () =>
      post(
        '/organization/update',
        { organizationId: organizationOf(nthOwner(sent + 1)), data: { metadata: { n: sent } } },
        headersOf(nthOwner),
      ),
  }
  for (const [name, request] of Object.entries(requests))
    await compareTotals(
      name,
      contenders.map((contender) => ({ label: contender.name, contender, request })),
    )
}

/** The same calls of the same people by cookie and by key. */
async function compareKeys(): Promise<void> {
  const [player] = players
  if (!player) return
  const { contender } = player
  for (const name of ['list-teams', 'get-full-organization']) {
    const path = `/organization/${name}?organizationId=${largeOrganizationId}`
    const byKey = (): LoadRequest => {
      const { cookie: _, ...headers } = headersOf(nthOfLarge)
      return { method: 'GET', path: `/api/auth${path}`, headers: { ...headers, 'x-api-key': keyOf(nthOfLarge(sent)) } }
    }
    await compareTotals(name, [
      { label: 'by cookie', contender, request: () => get(path, nthOfLarge) },
      { label: 'by key', contender, request: byKey },
    ])
  }
}

interface Way {
  readonly label: string
  readonly contender: Contender
  readonly request: () => LoadRequest
}

/** CPU of the server and of PostgreSQL together (Linux only), in rounds that alternate. */
async function compareTotals(name: string, ways: readonly Way[]): Promise<void> {
  const count = 500
  const results = ways.map((): Measured[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { contender, request }] of ways.entries()) {
      const before = (await contender.cpu()) + (await postgresCpu(dataFolder))
      const { seconds } = await load(contender.url, connections, (begun) => begun >= count, request)
      const cpu = ((await contender.cpu()) + (await postgresCpu(dataFolder)) - before) / count
      if (round > 0) results[index]?.push({ cpu, rate: count / seconds })
    }
  }
  for (const [index, { label }] of ways.entries())
    console.log(`| ${name} | ${label} | ${medianOf(results[index], 'cpu').toFixed(3)} with PostgreSQL |`)
}

function medianOf(results: readonly Measured[] | undefined, key: keyof Measured): number {
  const values = (results ?? []).map((measured) => measured[key]).toSorted((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? 0
}
