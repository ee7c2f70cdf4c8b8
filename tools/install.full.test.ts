import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { connect } from 'database/connect.ts'
import { findFreePort } from 'database/free-port.ts'
import { replaceDatabase } from 'database/testing/test-database.ts'
import { endBalancer, makeCertificate, missingPrograms, startBalancer } from 'e2e/rolling/balancers'
import { startSmtpServer } from 'rest-auth/testing/smtp-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Run, runCommand } from './testing/site.ts'

// Follows docs/operating/install.md in a copy of this repository, from an empty PostgreSQL to the
// first operator. Only addresses, passwords and folders differ.

const root = resolve(import.meta.dirname, '..')
const notSources = ['.git', 'node_modules', 'dist', '.data', '.cache', '.env', 'test-results']
const patience = { timeout: 300_000, interval: 500 }
const services = ['rest-auth', 'gateway', 'shell'] as const

test.runIf(missingPrograms().length === 0)(
  'installs minimal production behind TLS (needs haproxy, nginx and openssl)',
  async () => {
    const page = await readFile(join(root, 'docs/operating/install.md'), 'utf8')
    const [, sql = ''] = /^```sql\n([^]*?)^```/m.exec(page) ?? []
    const [settings = '', publish = ''] = [...page.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) => block)
    const [, commands = ''] = /^```\n(npm run build[^]*?)^```/m.exec(page) ?? []
    const [, addOperator = ''] = /`(npm run admin -- operator add --email )you@example\.com`/.exec(page) ?? []

    const place = await mkdtemp(join(tmpdir(), 'install-'))
    onTestFinished(() => rm(place, { recursive: true }))
    const folder = join(place, 'accounts')
    await cp(root, folder, { recursive: true, filter: (path) => !notSources.includes(basename(path)) })
    const [shell, gateway, restAuth] = [await findFreePort(), await findFreePort(), await findFreePort()]
    const ports: Record<(typeof services)[number], number> = { 'rest-auth': restAuth, gateway, shell }
    const balancer = {
      public: await findFreePort(),
      'rest-auth': await findFreePort(),
      gateway: await findFreePort(),
    }
    const origin = `https://localhost:${balancer.public}`
    const [passwords, mail] = [{ PASSWORD1: 'first', PASSWORD2: 'second' }, await startSmtpServer()]
    const own = (given: string): string =>
      Object.entries(passwords).reduce((all, [name, password]) => all.replaceAll(name, password), given)

    const database = await startEmbeddedDatabase(place)
    onTestFinished(() => database.stop())
    const [before = '', inside = ''] = own(sql).split(/^\\connect accounts$/m)
    for (const [name, statements] of [
      ['postgres', before],
      ['accounts', inside],
    ] as const) {
      const server = connect(replaceDatabase(database.url, name), { connections: 1 })
      for (const statement of statements.split(';').slice(0, -1)) await server.unsafe(statement)
      await server.end()
    }

    const secret = () => randomBytes(32).toString('base64')
    const changes: [string, string][] = [
      ['https://accounts.example.com', origin],
      ['AUTH_SECRET=\n', `AUTH_SECRET=${secret()}\n`],
      ['OPERATOR_TOKEN=\n', `OPERATOR_TOKEN=${secret()}\n`],
      ['@127.0.0.1:5432', `@127.0.0.1:${new URL(database.url).port}`],
      ['smtps://user:password@mail.example.com', mail.url],
      ['/var/lib/accounts', join(place, 'data')],
      ['http://127.0.0.1:4001', `http://127.0.0.1:${restAuth}`],
      ['http://127.0.0.1:4000', `http://127.0.0.1:${gateway}`],
      ['http://127.0.0.1:3000', `http://127.0.0.1:${shell}`],
    ]
    let environment = own(settings)
    for (const [from, to] of changes) {
      expect(environment).toContain(from)
      environment = environment.replaceAll(from, to)
    }
    await writeFile(join(folder, '.env'), environment, { mode: 0o600 })

    const certificate = await makeCertificate(place)
    const variables = Object.keys(process.env).filter((name) =>
      /^(CI|NODE_ENV|VITEST.*|npm_.*|INIT_CWD|TEST)$/.test(name),
    )
    const clean = Object.fromEntries(variables.map((name) => [name, undefined]))
    const run = (script: string, more = {}): Run =>
      runCommand(['bash', '-euo', 'pipefail', '-c', script], { ...clean, ...more }, folder)
    const finish = async (script: string) => {
      const { ended, output } = run(script, { NODE_EXTRA_CA_CERTS: join(place, 'tls.crt') })
      expect(await ended, `${script}\n${output()}`).toBe(0)
      return output()
    }

    const steps = commands.split('\n').map((line) => line.replace(/\s*#.*/, ''))
    expect(steps.slice(0, 4)).toEqual(['npm run build', ...services.map((name) => `npm run ${name}`)])
    await finish(steps[0] ?? '')
    const runs: Run[] = []
    let stops = false
    // Like the units (`Restart=always`): on a busy machine, connecting may take too long.
    const start = (name: (typeof services)[number]): void => {
      const service = run(`exec npm run ${name}`, { PORT: String(ports[name]) })
      runs.push(service)
      void service.ended.then(() => stops || start(name))
    }
    services.forEach(start)
    onTestFinished(async () => {
      stops = true
      for (const { process: child } of runs) child.kill('SIGTERM')
      await Promise.all(runs.map(({ ended }) => ended))
    })
    const readiness = () =>
      Promise.all(services.map(async (name) => (await fetch(`http://127.0.0.1:${ports[name]}/ready`)).json()))
    const unpublished = { ok: true, missing: ['published shell'] }
    await vi
      .waitFor(async () => expect(await readiness()).toEqual([{ ok: true }, { ok: true }, unpublished]), patience)
      .catch((cause: unknown) => {
        throw new Error(runs.map(({ output }) => output()).join('\n'), { cause })
      })
    const instances = Object.fromEntries(services.flatMap((name) => [1, 2].map((of) => [`${name}-${of}`, ports[name]])))
    const proxy = await startBalancer('nginx', { balancer, instances }, place)
    onTestFinished(() => endBalancer(proxy))

    expect(await finish(publish.replace('https://accounts.example.com', origin))).toContain('mf-account')
    expect(await readiness()).toEqual(services.map(() => ({ ok: true })))

    const send = async (method: 'GET' | 'POST', path: string, body?: object) => {
      const headers = { origin, 'content-type': 'application/json', accept: '*/*' }
      const call = request(new URL(path, origin), { method, ca: certificate, headers }).end(
        body && JSON.stringify(body),
      )
      const [response] = await once(call, 'response')
      return { status: response.statusCode, headers: response.headers, body: await text(response) }
    }
    const form = await send('GET', '/sign-up')
    expect(form).toMatchObject({ status: 200, body: expect.stringContaining('id="lock"') })
    const person = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }
    const signedUp = await send('POST', '/api/auth/sign-up/email', person)
    expect(signedUp.status, signedUp.body).toBe(200)
    expect(String(signedUp.headers['set-cookie'])).toMatch(/Secure/)
    await send('POST', '/api/auth/request-password-reset', { email: person.email, redirectTo: '/reset-password' })
    // The email of the sign-up comes before it or after it.
    const link = new RegExp(`${origin}\\S*/reset-password/([\\w-]+)`)
    const token = await vi.waitFor(() => {
      const sources = mail.received.map(({ source }) => source.replaceAll('=\r\n', ''))
      const found = sources.map((source) => link.exec(source)?.[1]).find((each) => each !== undefined)
      expect(found).toBeDefined()
      return found
    }, patience)
    const reset = await send('POST', '/api/auth/reset-password', { token, newPassword: 'another horse battery' })
    expect(reset.status, reset.body).toBe(200)
    expect(await finish(`${addOperator}${person.email}`)).toContain(person.email)
    const lines = runs.flatMap(({ output }) => output().split('\n'))
    expect(lines.filter((line) => /"level":[456]0/.test(line) && !line.includes('database unavailable'))).toEqual([])
  },
)
