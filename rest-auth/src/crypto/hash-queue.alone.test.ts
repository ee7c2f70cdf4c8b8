import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { withTimeout } from 'database/testing/with-timeout.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../errors.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { runInHashQueue } from './hash-queue.ts'
import { hashPassword, verifyPassword } from './password.ts'

const t = await startTestApp()
const run = promisify(execFile)

/** Retries like clients that get SERVER_BUSY. */
const retryWhileBusy = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'SERVER_BUSY')
      return setTimeout(50).then(() => retryWhileBusy(work))
    throw error
  })
const anyHash = () => retryWhileBusy(() => hashPassword('x'))

const workers = Math.min(availableParallelism(), 8)
const tooLittle = { memoryCost: 1, timeCost: 1, parallelism: 1 } // argon2 wants at least 8 KiB

test('fails only the task of a worker that dies, and replaces the worker', async () => {
  const doomed = Array.from({ length: availableParallelism() }, () =>
    runInHashQueue({ kind: 'hash', password: 'x', parameters: tooLittle }),
  )
  const waiting = Array.from({ length: 5 }, anyHash)
  const fates = await Promise.allSettled(doomed)
  expect(new Set(fates.map(({ status }) => status))).toEqual(new Set(['rejected']))
  for (const hash of await Promise.all(waiting)) expect(await verifyPassword(hash, 'x')).toBe(true)
})

test.runIf(process.env['TEST_FULL'])('ends idle workers except one, and starts them again', async () => {
  const threads = () => Reflect.get(Object(process.report.getReport()), 'workers').length
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const flood = () => Promise.all(Array.from({ length: 3 * workers }, anyHash))
  const before = threads()
  await flood()
  const during = threads()
  vi.advanceTimersByTime(29_000)
  await hashPassword('x')
  expect(threads()).toBe(during)
  vi.advanceTimersByTime(29_000)
  await expect.poll(threads).toBe(during - workers + 1)
  expect(before).toBeLessThanOrEqual(during)
  expect(new Set((await flood()).map((hash) => hash.slice(0, 9)))).toEqual(new Set(['$argon2id']))
  expect(threads()).toBe(during)
})

test('hashes passwords of any length and characters without truncation', async () => {
  const long = `${'ä'.repeat(100)}😀`
  const hash = await hashPassword(long)
  expect(await verifyPassword(hash, long)).toBe(true)
  expect(await verifyPassword(hash, long.slice(0, -2))).toBe(false)
})

const hashOf = (timeCost: number, memoryCost = 19_456) =>
  ({ kind: 'hash', password: 'x', parameters: { memoryCost, timeCost, parallelism: 1 } }) as const
const slow = hashOf(60) // longer than the quarter of a second after which a disconnect counts

/** The outcomes of hashes that requests needed, in the order in which they ended. */
const outcomes: string[] = []
let arrived = 0
for (const method of ['GET', 'POST'] as const) {
  t.app.route({
    method,
    url: '/slow',
    handler: async () => {
      const outcome = runInHashQueue(slow).then(
        () => 'computed',
        () => 'left',
      )
      arrived += 1
      outcomes.push(await outcome)
      return {}
    },
  })
}
const address = await t.app.listen({ port: 0, host: '127.0.0.1' })

/** Sent after the headers, when the request must still be known. */
async function* lateBody() {
  await setTimeout(50)
  yield Buffer.from('{}')
}

describe.each([
  ['GET', () => ({})],
  ['POST', () => ({ body: lateBody(), duplex: 'half' as const })],
])('hashes for requests by %s', (method, makeBody) => {
  test.runIf(method === 'GET' || process.env['TEST_FULL'])('skips requests whose client has disconnected', async () => {
    outcomes.length = 0
    arrived = 0
    const client = new AbortController()
    const init = { method, headers: { 'content-type': 'application/json' }, signal: client.signal }
    const requests = Array.from({ length: 3 * workers }, () =>
      fetch(`${address}/slow`, { ...init, ...makeBody() }).catch(() => 'hung up'),
    )
    await vi.waitFor(() => expect(arrived).toBe(requests.length))
    client.abort()
    await Promise.all(requests)
    await vi.waitFor(() => expect(outcomes).toHaveLength(requests.length))
    // Those in progress when the clients left, and at most one more per worker.
    expect(outcomes.filter((outcome) => outcome === 'left').length).toBeGreaterThanOrEqual(workers)
  })
})

test.runIf(process.env['TEST_FULL'])('always queues sixteen jobs per core, even if hashes are slow', async () => {
  for (let times = 0; times < 8; times++) await Promise.all(Array.from({ length: workers }, () => runInHashQueue(slow)))
  // On a busy machine some would give up after four seconds.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const hashes = Array.from({ length: 16 * workers }, () => hashPassword('x'))
  expect(await Promise.all(hashes)).toHaveLength(16 * workers)
})

test.runIf(process.env['TEST_FULL'])(
  'refuses jobs that would wait for two seconds, and ends all waits after five',
  async () => {
    // A hash that takes a fifth of a second on this machine: a busy one computes too few longer
    // ones.
    const started = performance.now()
    await retryWhileBusy(() => runInHashQueue(hashOf(2)))
    const fifth = hashOf(Math.min(20, Math.max(1, Math.round(400 / (performance.now() - started)))))
    // Until their duration is known.
    for (let times = 0; times < 8; times++)
      await Promise.all(Array.from({ length: workers }, () => retryWhileBusy(() => runInHashQueue(fifth))))
    const tasks = Array.from({ length: 60 * workers }, () => runInHashQueue(fifth).catch((error: unknown) => error))
    let ended = 0
    for (const task of tasks) void task.then(() => ended++)
    const told = await Promise.race([tasks.at(-1), setImmediate('not yet')])
    expect(told, 'at once').toBeInstanceOf(ApiError)
    // Four seconds in the queue. After that only hashes in progress are awaited.
    const waited = vi.waitUntil(() => ended >= tasks.length - workers)
    await withTimeout(4500, waited, () => setTimeout(250))
    const fates = await Promise.all(tasks)
    const refused = fates.flatMap((fate) => (fate instanceof ApiError ? [fate] : []))
    for (const error of refused) expect(error).toMatchObject({ code: 'SERVER_BUSY', status: 503, retryAfter: 2 })
    expect(refused.length).toBeGreaterThan(workers)
    expect(fates.length - refused.length).toBeGreaterThan(workers)
  },
)

// Like `nice npm start` and systemd's Nice=. Only root may raise a priority again.
test.runIf(process.env['TEST_FULL'] && process.platform === 'linux')(
  'keeps a lower priority of the process for hashes',
  async () => {
    const program = `
      import { readdirSync, readFileSync } from 'node:fs'
      import { Worker } from 'node:worker_threads'
      const worker = new Worker(process.env.WORKER)
      worker.postMessage(${JSON.stringify(slow)})
      worker.once('message', () => {
        const stats = readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/stat', 'utf8'))
        console.log(stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17])).join(' '))
        process.exit()
      })`
    const env = { ...process.env, WORKER: fileURLToPath(new URL('hash-worker.ts', import.meta.url)) }
    const { stdout } = await run('nice', ['-n', '15', process.execPath, '--eval', program], { env })
    expect(new Set(stdout.trim().split(' ')).size, stdout).toBe(1)
  },
)
