// npm run test:faults [-- name …]: injects the faults of cases.ts under load, prints the results.
// npm run test:faults -- journal [100000]: compares the journal with the changes of eight writers.
// npm run test:faults -- webhooks [100000]: compares what their webhooks receive with the journal.
import { setTimeout as delay } from 'node:timers/promises'
import { cases } from './cases.ts'
import type { Fault } from './fault.ts'
import { compareJournal } from './journal.ts'
import { findLosses, startCaller, type Call, type Caller } from './load.ts'
import { compareWebhooks } from './webhooks.ts'
import { startWorld, type World } from './world.ts'

const people = 4
const lasts = 12_000
const slowest = 5000

const columns = ['fault', 'tried', '200', '503', 'other', 'slowest', '/ready', 'back after', 'acknowledged', 'lost']
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

async function readReadiness({ restAuth }: World): Promise<{ status: number | 'none'; reason: string; ms: number }> {
  const at = performance.now()
  try {
    const response = await fetch(`${restAuth.url}/ready`, { signal: AbortSignal.timeout(5000) })
    const body: unknown = await response.json()
    const reason = String(Reflect.get(Object(body), 'reason') ?? '')
    return { status: response.status, reason, ms: performance.now() - at }
  } catch {
    return { status: 'none', reason: '', ms: performance.now() - at }
  }
}

/** Milliseconds since `from` until every kind of call works and keeps working. */
async function timeToRecover(world: World, callers: readonly Caller[], from: number): Promise<number> {
  for (;;) {
    await delay(100)
    const latest = callers.flatMap(({ calls }) => calls.filter(({ at }) => at > from).slice(-6))
    const isWell = latest.length === callers.length * 6 && latest.every(isDone)
    if (isWell && (await readReadiness(world)).status === 200) break
    if (performance.now() - from > 60_000) return Infinity
  }
  const failed = callers.flatMap(({ calls }) => calls.filter((call) => call.at > from && !isDone(call)))
  return Math.max(0, ...failed.map(({ at, ms }) => at + ms - from))
}

/** An unknown reset link correctly redirects to a page with the error. */
const isDone = ({ status, what }: Call): boolean => status === 200 || (what === 'reset link' && status === 302)

const isRefused = ({ status, isFormed }: Call): boolean => isFormed && (status === 503 || status === 302)

const countRefusals = ({ restAuth }: World): Promise<number> =>
  restAuth.metric('http_request_duration_seconds_count', /route="\/api\/auth.*status="503"/)

/** Whether the metrics match what the callers saw, and no query is waiting. */
async function checkMetrics(world: World, fault: Fault, before: number, callers: readonly Caller[]) {
  await delay(500) // requests are counted when their connection is finished
  const waiting = await world.restAuth.metric('database_waiting')
  const seen = callers.flatMap(({ calls }) => calls).filter(({ status }) => status === 503).length
  const counted = (await countRefusals(world)) - before
  return [
    waiting > 0 && `metrics: ${waiting} requests still wait for the database`,
    // A killed process has lost its counters.
    fault.responses !== 'anything' &&
      counted !== seen &&
      `metrics: ${counted} responses with 503, but callers saw ${seen}`,
  ]
}

async function play(world: World, fault: Fault) {
  const { backWithin = 2, isReported = false, needsSmallDisk = false, responses } = fault
  const isAnything = responses === 'anything'
  if (needsSmallDisk && !world.postgres.isSmall)
    return { cells: ['skipped: needs a small file system: run it as root on Linux'], complaints: [] }
  const endsBefore = world.restAuth.ends
  const refusedBefore = await countRefusals(world)
  const callers = await Promise.all(Array.from({ length: people }, () => startCaller(world)))
  await delay(2000)
  const began = performance.now()
  await fault.begin(world)
  const begun = performance.now()
  await delay(lasts / 2)
  const ready = await readReadiness(world)
  await delay(lasts / 2)
  await fault.end(world)
  const ended = performance.now()
  const back = await timeToRecover(world, callers, ended)
  await Promise.all(callers.map((caller) => caller.stop()))
  const ofMetrics = await checkMetrics(world, fault, refusedBefore, callers)
  const { acknowledged, lost } = await world.postgres.administer((database) => findLosses(database, callers))

  const met = callers.flatMap(({ calls }) => calls.filter(({ at, ms }) => at < ended && at + ms > began))
  // Excludes the start and the end: pending work may still finish then.
  const during = met.filter(({ at, ms }) => at > begun + 1000 && at + ms < ended)
  const other = met.filter((call) => !isDone(call) && !isRefused(call))
  const longest = Math.max(0, ...met.map(({ ms }) => ms))
  const kinds = [...new Set(other.map(({ what, status }) => `${what}: ${status}`))]
  const complaints = [
    !isAnything && other.length > 0 && `unexpected responses (${kinds.join(', ')})`,
    responses === 'unavailable' && during.some(({ status }) => status === 200) && 'the fault had no effect',
    responses === 'all' && met.some((call) => !isDone(call)) && 'a call failed',
    !isAnything && longest > slowest + 500 && 'a call took longer than five seconds',
    isReported && ready.status !== 503 && '/ready does not return 503',
    ready.ms > 2500 && '/ready takes longer than two seconds',
    back > backWithin * 1000 && `not back within ${backWithin} s`,
    lost > 0 && 'acknowledged writes were lost',
    world.restAuth.ends > endsBefore && 'rest-auth exited',
    ...ofMetrics,
  ].filter((complaint) => complaint !== false)
  const cells = [
    met.length,
    met.filter(isDone).length,
    met.filter((call) => !isDone(call) && isRefused(call)).length,
    other.length,
    seconds(longest),
    `${ready.status} in ${seconds(ready.ms)} ${ready.reason}`,
    seconds(back),
    acknowledged,
    lost,
  ]
  return { cells, complaints }
}

const known = Object.keys(cases)
const chosen = process.argv.slice(2)
if (chosen[0] === 'journal') await compareJournal(Number(chosen[1] ?? 100_000))
if (chosen[0] === 'webhooks') await compareWebhooks(Number(chosen[1] ?? 100_000))
const unknown = chosen.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`Unknown fault: ${unknown.join(', ')}. Choose from ${known.join(', ')}, or omit names to run all.`)
  process.exit(1)
}
const faults = (chosen.length > 0 ? chosen : known).flatMap((name) => cases[name] ?? [])
const world = await startWorld()
const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |\n`
process.stdout.write(row(columns) + row(columns.map(() => '---')))
const complaints: string[] = []
try {
  for (const fault of faults) {
    const line = await play(world, fault)
    process.stdout.write(row([fault.name, ...line.cells]))
    complaints.push(...line.complaints.map((text) => `${fault.name}: ${text}\n`))
  }
} finally {
  await world.end()
}
process.stdout.write(`\n${complaints.join('')}`)
process.exit(complaints.length > 0 ? 1 : 0) // even if connections are still open
