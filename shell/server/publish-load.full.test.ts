import { fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, constants, loadavg, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { integrityOf } from 'contract/integrity.ts'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const OPERATOR_TOKEN = 'the-operator-of-the-tests-has-this-token'
const script = '/assets/shell.11111111.js'
const perSecond = 50
let product: string
let folder: string
let stop: () => Promise<unknown>

beforeAll(async () => {
  const database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'shell-'))
  const server = fork(join(import.meta.dirname, 'main.ts'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder, DATABASE_URL: database.url, OPERATOR_TOKEN },
  })
  const [{ listening }] = await once(server, 'message')
  product = String(listening)
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
async function prepare(name: string, files: Record<string, string>): Promise<string> {
  const file = join(folder, `${name}.json`)
  await writeFile(file, JSON.stringify({ ...makeVersion({ name, version: '1.0.0', files }), channel: 'stable' }))
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

/** Requests the shell's script at a constant rate. Returns the 99th percentile in milliseconds. */
async function measureUntil(isOver: () => boolean): Promise<number> {
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
  const sorted = (await Promise.all(times)).toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

const after = (milliseconds: number) => {
  const end = performance.now() + milliseconds
  return () => performance.now() > end
}

// Needs an otherwise idle machine: TEST_FULL=1 vitest run --project shell publish-load
const isIdle = (loadavg()[0] ?? 0) < availableParallelism() / 2
test.runIf(isIdle)(
  'serves 99 of 100 others within half a second while two versions of 20 MB are published',
  async () => {
    const prepared: string[] = []
    for (const name of ['mf-one', 'mf-two']) {
      const parts = Array.from({ length: 10 }, (_, index) => [
        `assets/${index}.bin`,
        randomBytes(1_000_000).toString('hex'),
      ])
      prepared.push(await prepare(name, { 'assets/entry.js': 'entry()', ...Object.fromEntries(parts) }))
    }
    await measureUntil(after(2000)) // to compile what runs often
    const quiet = await measureUntil(after(5000))
    let open = prepared.length
    const published = prepared.map((file) => publish(file).finally(() => (open -= 1)))
    const loaded = await measureUntil(() => open === 0)
    expect(await Promise.all(published)).toEqual(['200', '200'])
    process.stdout.write(`p99 quiet ${quiet.toFixed()} ms, during two publishes ${loaded.toFixed()} ms\n`)
    expect(loaded).toBeLessThan(500)
  },
)
