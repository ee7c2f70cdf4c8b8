import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { processesOf, type Run, runCommand } from './testing.ts'

const root = resolve(import.meta.dirname, '..')
const boot = ['node', 'scripts/boot.mjs', 'scripts/up.ts'] as const

let dataDir: string
let runs: Run[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'up-'))
  runs = []
})
afterEach(async () => {
  for (const run of runs) run.process.kill('SIGTERM')
  await nothingLeft()
  await rm(dataDir, { recursive: true })
})

function start(command: readonly [string, ...string[]] = boot, env: NodeJS.ProcessEnv = {}): Run {
  const run = runCommand([...command], { DATA_DIR: dataDir, PORT: '0', NODE_ENV: undefined, ...env })
  runs.push(run)
  return run
}

const nothingLeft = (): Promise<void> =>
  vi.waitFor(() => expect(processesOf(dataDir)).toEqual([]), { timeout: 15_000, interval: 100 })

function findProcess(pattern: RegExp): number {
  const found = processesOf(dataDir).find(({ command }) => pattern.test(command))
  if (!found) throw new Error(`no process ${pattern} among ${JSON.stringify(processesOf(dataDir))}`)
  return found.pid
}

async function isHealthy(address: string): Promise<boolean> {
  const answers = await Promise.all(['/ready', '/api/auth/ok'].map((path) => fetch(address + path)))
  return answers.every(({ ok }) => ok)
}

async function signUp(address: string, email: string): Promise<number> {
  const answer = await fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ name: 'Somebody', email, password: 'correct horse battery' }),
  })
  return answer.status
}

test('SIGTERM to npm ends everything, and the next start finds the data', async () => {
  const first = start(['npm', 'start'])
  const address = await first.ready
  expect(await isHealthy(address)).toBe(true)
  expect(await signUp(address, 'a@example.com')).toBe(200)
  first.process.kill('SIGTERM')
  await first.ended
  await nothingLeft()

  const second = start(boot)
  expect(await signUp(await second.ready, 'a@example.com')).toBe(422)
  second.process.kill('SIGINT')
  expect(await second.ended).toBe(0)
  await nothingLeft()
})

test('one request has one id in the logs of all three services, and no secret is in any of them', async () => {
  const run = start()
  const address = await run.ready
  const password = 'correct horse battery'
  const signedUp = await fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ name: 'Somebody', email: 'c@example.com', password }),
  })
  const [cookie = ''] = signedUp.headers.getSetCookie().map((header) => header.split(';')[0])
  const answer = await fetch(`${address}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address, cookie },
    body: JSON.stringify({ query: '{ viewer { organizations(first: 1) { totalCount } } }' }),
  })
  expect(await answer.json()).toEqual({ data: { viewer: { organizations: { totalCount: 0 } } } })
  const requestId = answer.headers.get('x-request-id') ?? 'none'
  const services = ['shell', 'gateway', 'rest-auth']
  const readLogs = () => Promise.all(services.map((name) => readFile(join(dataDir, 'logs', `${name}.log`), 'utf8')))
  await vi.waitFor(async () => {
    for (const log of await readLogs()) expect(log).toContain(`"requestId":"${requestId}"`)
  })
  const [, token = ''] = decodeURIComponent(cookie).split('=')
  expect(token.length).toBeGreaterThan(20)
  for (const log of await readLogs()) {
    expect(log).not.toContain(password)
    expect(log).not.toContain(token.split('.')[0])
  }
  expect((await stat(join(dataDir, 'logs'))).mode & 0o077).toBe(0)
})

test('Ctrl-C while it starts ends everything at once', async () => {
  const run = start()
  await vi.waitFor(() => expect(run.output()).toMatch(/^(PostgreSQL|rest-auth)/m), { timeout: 30_000, interval: 20 })
  run.process.kill('SIGINT')
  expect(await run.ended).toBe(0)
  await nothingLeft()
  expect(run.output()).not.toContain('Ready after')
})

test('a second instance on the same data, and one on the same port, are refused in plain words', async () => {
  const first = start()
  const address = await first.ready
  const sameData = start()
  expect(await sameData.ended).toBe(1)
  expect(sameData.output()).toContain(`It runs already (process `)

  const { port } = new URL(address)
  const other = await mkdtemp(join(tmpdir(), 'up-other-'))
  const samePort = start(boot, { DATA_DIR: other, PORT: port })
  expect(await samePort.ended).toBe(1)
  expect(samePort.output()).toContain(`Port ${port} is taken.`)
  await rm(other, { recursive: true })
  expect(await isHealthy(address)).toBe(true)
})

for (const [victim, pattern] of [
  ['npm', /^npm start/],
  ['the boot process', /scripts\/boot\.mjs/],
  ['the supervisor', /scripts\/up\.ts/],
] as const) {
  test(`kill -9 of ${victim} leaves nothing behind, and the next start works`, async () => {
    const first = start(['npm', 'start'])
    await first.ready
    const pid = victim === 'the supervisor' ? supervisorPid() : findProcess(pattern)
    process.kill(pid, 'SIGKILL')
    const second = start()
    expect(await isHealthy(await second.ready)).toBe(true)
    second.process.kill('SIGTERM')
    await second.ended
    await nothingLeft()
  })
}

/** The boot process names the supervisor's file too. */
function supervisorPid(): number {
  const found = processesOf(dataDir).find(
    ({ command }) => /scripts\/up\.ts/.test(command) && !/boot\.mjs/.test(command),
  )
  return found?.pid ?? 0
}

test('kill -9 of the postmaster or of a service is healed without a restart', async () => {
  const run = start()
  const address = await run.ready
  process.kill(findProcess(/bin\/postgres -D/), 'SIGKILL')
  await vi.waitFor(async () => expect(await signUp(address, 'b@example.com')).toBe(200), {
    timeout: 20_000,
    interval: 300,
  })
  process.kill(findProcess(/rest-auth\/src\/main\.ts/), 'SIGKILL')
  process.kill(findProcess(/gateway\/src\/main\.ts/), 'SIGKILL')
  process.kill(findProcess(/shell\/server\/main\.ts/), 'SIGKILL')
  await vi.waitFor(async () => expect(await isHealthy(address)).toBe(true), { timeout: 20_000, interval: 300 })
  expect(run.output()).toContain('PostgreSQL ended; it starts again')
  expect(run.output()).toContain('rest-auth ended (SIGKILL); it starts again')
})

test('a port that another program holds is named before the slow work', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => holder.once('listening', listening))
  const address = holder.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const run = start(boot, { PORT: String(port) })
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain(`Port ${port} is taken. Stop the program that uses it, or choose another`)
  expect(await readdir(dataDir)).toEqual(['logs'])
  holder.close()
})

test('a data folder that cannot be written is named, with what to do', async () => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  const run = start(boot, { DATA_DIR: join(file, 'data') })
  expect(await run.ended).toBe(1)
  expect(run.output()).toMatch(/The data folder .*file\/data cannot be written .*choose another: DATA_DIR=/)
})

test('a service that refuses its environment says why, and nothing stays', async () => {
  const run = start(boot, { PASSWORD_MIN_LENGTH: 'eight' })
  expect(await run.ended).toBe(1)
  expect(run.output()).toMatch(/PASSWORD_MIN_LENGTH[^]*rest-auth did not start/)
  await nothingLeft()
})

test('production starts with nothing made up: each setting that is missing is named', async () => {
  const run = start(boot, { NODE_ENV: 'production', AUTH_URL: 'https://accounts.example.com' })
  expect(await run.ended).toBe(1)
  for (const name of ['AUTH_SECRET', 'DATABASE_URL', 'MAIL_URL'])
    expect(run.output()).toContain(`${name}: is required in production`)
  await nothingLeft()
})

test('a Node that is too old is told so', async () => {
  const pretend = join(dataDir, 'pretend.cjs')
  await writeFile(
    pretend,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })",
  )
  const run = start(['node', '--require', pretend, 'scripts/boot.mjs', 'scripts/up.ts'])
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('Node 18.20.0 is too old. Install Node 20 or newer')
})

test('a registry that cannot be reached is told so', async () => {
  const clone = join(dataDir, 'clone')
  await mkdir(join(clone, 'scripts'), { recursive: true })
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', 'scripts/boot.mjs']) {
    await cp(join(root, file), join(clone, file))
  }
  const run = runCommand(
    ['node', 'scripts/boot.mjs', 'scripts/up.ts'],
    {
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_cache: join(dataDir, 'npm-cache'),
      npm_config_fetch_retries: '0',
    },
    clone,
  )
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('The npm registry could not be reached.')
})

test('npm run dev builds again what was saved, and starts a service again', async () => {
  const run = start(['node', 'scripts/boot.mjs', 'scripts/dev.ts'])
  const address = await run.ready
  const built = join(dataDir, 'registry', '.built')
  const builds = 4
  await vi.waitFor(() => expect(run.output().match(/ compiled /g)).toHaveLength(builds), {
    timeout: 60_000,
    interval: 200,
  })
  const before = await readFile(built, 'utf8')
  const now = new Date()
  await utimes(join(root, 'mf-auth/src/remote.tsx'), now, now)
  await vi.waitFor(async () => expect(await readFile(built, 'utf8')).not.toBe(before), {
    timeout: 30_000,
    interval: 200,
  })
  await utimes(join(root, 'gateway/src/context.ts'), now, now)
  await vi.waitFor(() => expect(run.output()).toContain('gateway starts again'), { timeout: 30_000, interval: 200 })
  await vi.waitFor(async () => expect((await fetch(`${address}/graphql`)).status).toBeLessThan(500), {
    timeout: 30_000,
  })
  run.process.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})
