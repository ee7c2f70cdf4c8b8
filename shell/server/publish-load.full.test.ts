import { fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, constants, loadavg, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { integrityOf } from 'contract/integrity.ts'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { nodeFlags } from 'service/node-flags.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'

const OPERATOR_TOKEN = 'the-operator-of-the-tests-has-this-token'
const script = '/assets/shell.11111111.js'
const perSecond = 50
let product: string
let folder: string
let pid: number | undefined
let stop: () => Promise<unknown>

beforeAll(async () => {
  const database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'shell-'))
  const server = fork(join(import.meta.dirname, 'main.ts'), {
    execArgv: nodeFlags('shell/server/main.ts'),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      OPERATOR_TOKEN,
    },
  })
  const [{ listening }] = await once(server, 'message')
  product = String(listening)
  pid = server.pid
  stop = async () => {
    server.kill()
    await once(server, 'close')
    await Promise.all([database.drop(), rm(folder, { recursive: true })])
  }
  const content = randomBytes(100_000).toString('hex')
  const files = { 'index.html': `<!-- ${integrityOf(Buffer.from(content))} -->`, [script.slice(1)]: content }
  expect(await publish(await prepare('shell', files))).toBe('200')
})
afterAll(() => stop())

/** Returns the path of a file with the request of a publish. */
async function prepare(name: string, files: Record<string, string>, version = '1.0.0'): Promise<string> {
  const file = join(folder, `${name}.json`)
  await writeFile(file, JSON.stringify({ ...makeVersion({ name, version, files }), channel: 'stable' }))
  return file
}

/** Publishes from a process of its own, because sending 20 MB would disturb the measurement. */
async function publish(file: string): Promise<string> {
  const program = `
    const { readFileSync } = require('node:fs')
    const headers = { authorization: 'Bearer ${OPERATOR_TOKEN}', 'content-type': 'application/json' }
    fetch('${product}/registry/versions', { method: 'POST', headers, body: readFileSync('${file}') })
      .then(async (response) => console.log(response.ok ? 200 : await response.text()))`
  const client = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (client.pid !== undefined) setPriority(client.pid, constants.priority.PRIORITY_LOW)
  return (await text(client.stdout)).trim()
}

/** Requests the shell's script at a constant rate. Returns how long each took in milliseconds. */
async function measureUntil(isOver: () => boolean): Promise<number[]> {
  const started = performance.now()
  const times: Promise<number>[] = []
  const get = async (due: number) => {
    const response = await fetch(product + script, { headers: { 'accept-encoding': 'br' } })
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 200_000])
    return performance.now() - due
  }
  while (!isOver()) {
    const due = started + (times.length * 1000) / perSecond
    await delay(Math.max(0, due - performance.now()))
    times.push(get(due))
  }
  return Promise.all(times)
}

const after = (milliseconds: number) => {
  const end = performance.now() + milliseconds
  return () => performance.now() > end
}

const percentile99 = (times: number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0

/** The most memory that the server ever had, in MB. */
async function peakMemory(): Promise<number> {
  const status = process.platform === 'linux' ? await readFile(`/proc/${pid}/status`, 'utf8') : ''
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

const isIdle = (loadavg()[0] ?? 0) < availableParallelism() / 2

// Phases of both kinds take turns, because other load of the machine changes.
test('serves a file at most three times slower, in 512 MB, while two versions of 20 MB are published', async () => {
  const times: Record<'quiet' | 'busy', number[]> = { quiet: [], busy: [] }
  await measureUntil(after(2000)) // to compile what runs often
  for (let round = 1; round <= 2; round++) {
    const prepared: string[] = []
    for (const name of ['mf-one', 'mf-two']) {
      const parts = Array.from({ length: 10 }, (_, index) => [
        `assets/${index}.bin`,
        randomBytes(1_000_000).toString('hex'),
      ])
      const files = { 'assets/entry.js': 'entry()', ...Object.fromEntries(parts) }
      prepared.push(await prepare(name, files, `${round}.0.0`))
    }
    times.quiet.push(...(await measureUntil(after(4000))))
    let open = prepared.length
    const published = prepared.map((file) => publish(file).finally(() => (open -= 1)))
    times.busy.push(...(await measureUntil(() => open === 0)))
    expect(await Promise.all(published)).toEqual(['200', '200'])
  }
  const [quiet, busy, memory] = [percentile99(times.quiet), percentile99(times.busy), await peakMemory()]
  const [load = 0] = loadavg()
  process.stdout.write(
    `p99 quiet ${quiet.toFixed()} ms, during publishes ${busy.toFixed()} ms, ${memory.toFixed()} MB, load ${load.toFixed()}\n`,
  )
  expect(isIdle ? busy : 0, 'compared on an idle machine only').toBeLessThan(3 * quiet)
  expect(memory).toBeLessThan(512)
}, 600_000)
