import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { findFreePort } from 'database/free-port.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { runRemote } from 'remote-tools/command/run'
import { readMetrics, valueOf } from 'service/testing/read-metrics.ts'
import { buildAll } from './product/build.ts'
import { findRemotes } from './product/find-remotes.ts'
import { newReader, pathOfMachine, readSteps } from './testing/reader.ts'
import { createSite, type Run, runCommand, type Site } from './testing/site.ts'

const root = resolve(import.meta.dirname, '..')
const password = 'correct horse battery'

async function isHealthy(address: string): Promise<boolean> {
  const responses = await Promise.all(['/ready', '/api/auth/ok'].map((path) => fetch(address + path)))
  return responses.every(({ ok }) => ok)
}

function signUp(address: string, email: string): Promise<Response> {
  return fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ name: 'Somebody', email, password }),
  })
}

// One product for these tests, in this order: the last one ends it.
describe('npm start', () => {
  let site: Site
  let run: Run
  let address: string
  const limited = {
    RATE_LIMIT_ENABLED: 'true',
    // The usual number, with a period longer than the slowest machine needs for them.
    AUTH_RATE_LIMITS: 'sign-in=3/600',
    // This machine is a load balancer, and the other tests on it are not limited.
    TRUSTED_PROXIES: '127.0.0.0/8',
    RATE_LIMIT_EXEMPT: '127.0.0.0/8',
  }
  // Three adjacent ports, below the ephemeral range.
  const metricsPort = 20_000 + (process.pid % 4000) * 3
  beforeAll(async () => {
    site = await createSite()
    const ports = { PORT: String(await findFreePort('localhost')), METRICS_PORT: String(metricsPort) }
    run = site.start(['npm', 'start'], { ...ports, ...limited, PATH: pathOfMachine })
    address = await run.ready
  })
  afterAll(() => site.end())

  test('logs one request id in all three services, and no secrets', async () => {
    const signedUp = await signUp(address, 'a@example.com')
    const [cookie = ''] = signedUp.headers.getSetCookie().map((header) => header.split(';')[0])
    const result = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address, cookie },
      body: JSON.stringify({ query: '{ viewer { organizations(first: 1) { totalCount } } }' }),
    })
    expect(await result.json()).toEqual({ data: { viewer: { organizations: { totalCount: 0 } } } })
    const requestId = result.headers.get('x-request-id') ?? 'none'
    const logs = ['shell', 'gateway', 'rest-auth'].map((name) => join(site.dataDir, 'logs', `${name}.log`))
    const readLogs = () => Promise.all(logs.map((file) => readFile(file, 'utf8')))
    await vi.waitFor(async () => {
      for (const log of await readLogs()) expect(log).toContain(`"requestId":"${requestId}"`)
    })
    const [, token = ''] = decodeURIComponent(cookie).split('=')
    expect(token.length).toBeGreaterThan(20)
    for (const log of await readLogs()) {
      expect(log).not.toContain(password)
      expect(log).not.toContain(token.split('.')[0])
    }
    expect((await stat(join(site.dataDir, 'logs'))).mode & 0o077).toBe(0)
  })

  test('serves metrics of each service on its own port, not on the public one', async () => {
    const requests = async (offset: number, labels: object) =>
      valueOf(
        await readMetrics(`http://127.0.0.1:${metricsPort + offset}/metrics`),
        'http_request_duration_seconds_count',
        { ...labels },
      )
    await vi.waitFor(async () => {
      expect(await requests(0, { route: '/api/auth/sign-up/email', status: 200 })).toBe(1)
      expect(await requests(1, { route: '/graphql', status: 200 })).toBe(1)
      expect(await requests(2, { route: '/graphql', status: 200 })).toBe(1)
    })
    for (const path of ['/metrics', '/api/auth/metrics', '/graphql/metrics', '/dev/metrics', '/metrics/'])
      expect(await (await fetch(address + path)).text()).not.toContain('http_request_duration_seconds')
  })

  test('tells two people behind a load balancer apart, and ignores forged IP addresses', async () => {
    let people = 0
    /** Fails to sign in as another user each time. `ip` is what the load balancer forwards. */
    const signIn = (ip: string) =>
      fetch(`${address}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
        body: JSON.stringify({ email: `nobody-${(people += 1)}@example.com`, password: 'wrong password' }),
      })
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await signIn('203.0.113.1')).status).toBe(401)
      expect((await signIn('203.0.113.2')).status).toBe(401)
    }
    const refused = await signIn('203.0.113.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn('198.51.100.7, 203.0.113.2')).status).toBe(429)
    expect((await signIn('203.0.113.3')).status).toBe(401)
  })

  test('prints the addresses to try, and each of them has a page', async () => {
    const printed = [...run.output().matchAll(/^ {2}\S.* (http\S+)$/gm)].map(([, url = '']) => url)
    expect(printed.map((url) => url.slice(address.length))).toEqual([
      '/sign-up',
      '/dev/mail',
      '/graphql',
      '/api/auth/reference',
      '/sdk/',
    ])
    expect(run.output()).toContain('PostgreSQL comes from npm (a beta), for development and trying the product.')
    for (const url of printed) {
      const { status } = await fetch(url, { headers: { accept: 'text/html' } })
      expect({ url, status }).toEqual({ url, status: 200 })
    }
  })

  const hasCurl = spawnSync('curl', ['--version']).status === 0
  test.runIf(hasCurl)('leads through the tour of README.md word for word, on another port (needs curl)', async () => {
    const page = await readFile(join(root, 'README.md'), 'utf8')
    const tour = page.slice(page.indexOf('## Tour'), page.indexOf('## Architecture'))
    const [start, ...steps] = readSteps(tour.replaceAll('http://localhost:3000', address))
    const withoutTimes = (text: string) => text.replaceAll(/\d+\.\d s/g, '… s')
    expect(start?.command).toBe('npm start\n')
    expect(withoutTimes(run.output())).toContain(withoutTimes(start?.shown ?? 'nothing'))

    const reader = await newReader(site.home)
    onTestFinished(() => reader.leave())
    const menu = async () => {
      // The commands end in the folder of the remote, below the one with the cookies.
      const { output } = await reader.run(`curl --silent --fail --cookie ../cookies ${address}`)
      const [, lock = '{}'] = /<script id="lock"[^>]*>([^]*?)<\/script>/.exec(output) ?? []
      const remotes: { name: string; navigation: { label: { en: string } }[] }[] = JSON.parse(lock).remotes
      return remotes.flatMap(({ navigation }) => navigation.map(({ label }) => label.en))
    }
    expect(steps.map(({ shown }) => shown !== '')).toEqual([false, false, true, false])
    for (const { command, shown } of steps) {
      const { code, output, errors } = await reader.run(command)
      expect(code, `${command}${output}${errors}`).toBe(0)
      if (shown !== '') expect(output.trim()).toBe(shown.trim())
    }
    await vi.waitFor(async () => expect(await menu()).toContain('Invoices'))
    const [, unpublish = ''] = /`(npx remote unpublish [^`]+)`/.exec(tour) ?? []
    expect(await reader.run(unpublish)).toMatchObject({ code: 0 })
    await vi.waitFor(async () => expect(await menu()).not.toContain('Invoices'))
  })

  test('is found by `remote` from any folder, with its operator token for nobody else', async () => {
    const list = (args: string[], environment: NodeJS.ProcessEnv) =>
      runRemote(['list', ...args], {
        environment: { HOME: site.home, ...environment },
        folder: site.home,
        stage: async (_title, work) => work(),
      })
    expect(await list([], {})).toMatchObject({ code: 0, out: expect.stringContaining('mf-account') })
    // A killed product leaves its file behind, and one that starts is writing it.
    const running = join(site.home, '.cache/account-platform/running')
    await writeFile(join(running, '999999999.json'), '{ "origin": "http://127.0.0.1:2", "dataDir": "/killed" }')
    await writeFile(join(running, `${process.pid}.json`), '{ "origin"')
    expect((await list([], {})).code).toBe(0)
    // A token that is set wins, and the operator's is for no other address.
    expect((await list([], { REMOTE_TOKEN: 'rmt_team' })).err).toContain(`${address} rejects this token (REMOTE_TOKEN)`)
    let authorization: string | undefined = 'not called'
    const other = createServer((request, response) => {
      authorization = request.headers.authorization
      response.writeHead(404).end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    await list(['--to', `http://127.0.0.1:${Object(other.address()).port}`], {})
    expect(authorization).toBeUndefined()
  })

  test.runIf(process.env['TEST_FULL'])('rejects a second instance on the same data', async () => {
    const second = site.start()
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain('The product is already running (process ')
    expect(await isHealthy(address)).toBe(true)
  })

  test.runIf(process.env['TEST_FULL'])('restarts PostgreSQL and services after kill -9', async () => {
    process.kill(site.find(/bin\/postgres -D/), 'SIGKILL')
    const healed = { timeout: 120_000, interval: 300 }
    await vi.waitFor(async () => expect((await signUp(address, 'b@example.com')).status).toBe(200), healed)
    process.kill(site.find(/rest-auth\/src\/main\.ts/), 'SIGKILL')
    process.kill(site.find(/gateway\/src\/main\.ts/), 'SIGKILL')
    process.kill(site.find(/shell\/server\/main\.ts/), 'SIGKILL')
    await vi.waitFor(async () => expect(await isHealthy(address)).toBe(true), healed)
    expect(run.output()).toContain('PostgreSQL exited; restarting it')
    expect(run.output()).toContain('rest-auth exited (SIGKILL), restarting')
  })

  test('stops everything on SIGTERM to npm, and keeps data and unpublishes for the next start', async () => {
    const surroundings = {
      environment: { DATA_DIR: site.dataDir },
      folder: root,
      stage: <T>(_: string, work: () => T) => work(),
    }
    const { code } = await runRemote(['unpublish', 'mf-account', '--to', address], surroundings)
    expect(code).toBe(0)
    expect((await fetch(`${address}/account/profile`)).status).toBe(404)
    expect(await runCommand(['npm', 'run', 'build'], { DATA_DIR: site.dataDir }).ended).toBe(0)
    run.process.kill('SIGTERM')
    await run.ended
    await site.nothingLeft()

    const second = site.start(undefined, { SHUTDOWN_DELAY: '60' })
    const again = await second.ready
    expect(second.output()).toContain('mf-account: unpublished by operator')
    expect((await fetch(`${again}/account/profile`)).status).toBe(404)
    second.process.kill('SIGTERM')
    // While the shell's server serves on, so do those behind it; another signal ends them all.
    const often = { interval: 100 }
    await vi.waitFor(async () => expect(await (await fetch(`${again}/ready`)).text()).toContain('stopping'), often)
    expect((await signUp(again, 'a@example.com')).status).toBe(422)
    // The same signal within half a second is ignored. One that comes while a process exits becomes
    // its exit code.
    await vi.waitFor(() => {
      second.process.kill('SIGINT')
      expect(second.process.exitCode ?? second.process.signalCode).not.toBeNull()
    }, often)
    await site.nothingLeft()
  })
})

test.runIf(process.env['TEST_FULL'])(
  'leaves nothing behind after kill -9 of npm, the boot process or the supervisor',
  async () => {
    const site = await createSite()
    let run = site.start(['npm', 'start'])
    // Also kills the server while the product publishes to it, to save another start.
    await vi.waitFor(() => expect(run.output()).toMatch(/^shell /m), { timeout: 120_000, interval: 20 })
    process.kill(site.find(/shell\/server\/main\.ts/), 'SIGKILL')
    expect(await isHealthy(await run.ready)).toBe(true)
    expect(run.output()).toContain('shell exited (SIGKILL), restarting')
    for (const victim of [/^npm start/, /tools\/boot\.mjs/, /^(?!.*boot\.mjs).*tools\/up\.ts/]) {
      await run.ready
      process.kill(site.find(victim), 'SIGKILL')
      run = site.start(['npm', 'start'])
      expect(await isHealthy(await run.ready)).toBe(true)
    }
    await site.end()
  },
)

test.runIf(process.env['TEST_FULL'])('stops everything on Ctrl-C while it starts', async () => {
  const site = await createSite()
  const run = site.start()
  await vi.waitFor(() => expect(run.output()).toMatch(/^(PostgreSQL|rest-auth)/m), { timeout: 120_000, interval: 20 })
  run.process.kill('SIGINT')
  expect(await run.ended).toBe(0)
  await site.nothingLeft()
  expect(run.output()).not.toContain('Ready after')
  await site.end()
})

// The channel closes before the process is gone: on a busy machine a second Ctrl-C often comes
// between.
test('forwards a signal to a program that has closed its channel', async () => {
  const program = `
    process.on('SIGINT', () => process.exit(0))
    process.on('SIGTERM', () => console.log('alone'))
    setInterval(() => {}, 1000)
    process.disconnect()`
  const run = runCommand(['node', 'tools/boot.mjs', '--eval', program], {})
  await vi.waitFor(() => expect(run.output()).toContain('alone'))
  run.process.kill('SIGINT')
  expect(await run.ended, run.output()).toBe(0)
})

test.runIf(process.env['TEST_FULL'])(
  'npm run dev builds again what was saved, and starts a service again (only in test:full: it builds everything twice)',
  async () => {
    await buildAll(['mf-auth'], process.env)
    const forVisitors = () => readdir(join(root, 'mf-auth/dist'), { recursive: true })
    const before = await forVisitors()
    const site = await createSite()
    const run = site.start(['node', 'tools/boot.mjs', 'tools/dev.ts'])
    const address = await run.ready
    const often = { timeout: 120_000, interval: 200 }
    const parts = ['shell', ...findRemotes()].length
    await vi.waitFor(() => expect(run.output().match(/ compiled /g)).toHaveLength(parts), often)
    const now = new Date()
    // The content is the same, so nothing is published.
    await utimes(join(root, 'mf-auth/src/remote.tsx'), now, now)
    await vi.waitFor(() => expect(run.output().match(/ mf-auth compiled /g)).toHaveLength(2), often)
    await utimes(join(root, 'gateway/src/context.ts'), now, now)
    await vi.waitFor(() => expect(run.output()).toContain('gateway restarting'), often)
    await vi.waitFor(async () => expect((await fetch(`${address}/graphql`)).status).toBeLessThan(500), often)
    run.process.kill('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(await forVisitors()).toEqual(before)
    await site.end()
  },
)
