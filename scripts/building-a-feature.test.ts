import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { found } from '../rest-auth/src/testing/organizations.ts'
import { startTestApp, testPassword, type SignedIn } from '../rest-auth/src/testing/start-test-app.ts'
import { startShell, type Shell } from '../shell/server/testing/start-shell.ts'

// The service of docs/building-a-feature.md, word for word, behind the real shell's server and rest-auth.

const root = resolve(import.meta.dirname, '..')
const port = await freePort()
const servicePort = await freePort()
const product = `http://localhost:${port}`
const operatorToken = 'the-operator-of-the-tests-has-this-token'
const t = await startTestApp({ AUTH_URL: product })

let shell: Shell
let folder: string
let service: ReturnType<typeof spawn>
beforeAll(async () => {
  const REST_AUTH_URL = await t.app.listen({ port: 0, host: '127.0.0.1' })
  shell = await startShell({ AUTH_URL: product, REST_AUTH_URL, OPERATOR_TOKEN: operatorToken })
  await shell.app.listen({ port, host: 'localhost' })
  folder = await mkdtemp(join(tmpdir(), 'building-a-feature-'))
  await symlink(join(root, 'rest-auth/node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await mkdir(join(folder, 'service'))
  const doc = await readFile(join(root, 'docs/building-a-feature.md'), 'utf8')
  const files = [...doc.matchAll(/`(service\/[\w-]+\.js)`:\n\n```js\n([^]*?)^```/gm)]
  expect(files.map(([, file]) => file)).toEqual(['service/who-asks.js', 'service/main.js'])
  for (const [, file = '', content = ''] of files) await writeFile(join(folder, file), content)
  const helper = files[0]?.[2]?.split('\n').filter((line) => line !== '' && !line.startsWith('/**')) ?? []
  expect(helper.length).toBeLessThanOrEqual(20)
  service = spawn(process.execPath, ['service/main.js'], {
    cwd: folder,
    env: { PRODUCT: product, PORT: String(servicePort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (service.stdout) await once(service.stdout, 'data')
  const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url: `http://127.0.0.1:${servicePort}` })
  const set = await fetch(`${product}/registry/upstreams/mf-invoices`, { method: 'PUT', headers, body })
  expect(set.status).toBe(200)
})
afterAll(async () => {
  service.kill()
  await shell.stop()
  await rm(folder, { recursive: true })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const address = z.object({ port: z.number() }).parse(server.address())
  server.close()
  return address.port
}

/** Asks the product as a page of `who` does. */
async function ask({ jar }: Pick<SignedIn, 'jar'>, method: 'GET' | 'POST', path: string, body?: object) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, ...(method === 'POST' && { origin: product, 'content-type': 'application/json' }) }
  const sent = method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}
  const answer = await fetch(product + path, { method, headers, ...sent })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0\b/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
  const text = await answer.text()
  return {
    status: answer.status,
    body: z
      .looseObject({})
      .nullable()
      .parse(JSON.parse(text || 'null')),
  }
}
const invoices = '/api/mf-invoices/invoices'

/** Asks the service itself, past the product. */
const askDirectly = async (token: string) =>
  (await fetch(`http://127.0.0.1:${servicePort}/`, { headers: { authorization: `Bearer ${token}` } })).status

test('serves the people of an organization by their rights, each organization its own, and nobody else', async () => {
  const [acme, beta] = [await found(t), await found(t)]
  const ann = await acme.join('member')
  expect(await ask(acme.owner, 'POST', invoices)).toEqual({ status: 201, body: { number: 1 } })
  expect(await ask(ann, 'GET', invoices)).toEqual({
    status: 200,
    body: { invoices: [{ number: 1, by: acme.owner.id }] },
  })
  expect(await ask(ann, 'POST', invoices)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await ask(beta.owner, 'GET', invoices)).toEqual({ status: 200, body: { invoices: [] } })
  const nobody = t.browser()
  expect(await ask(nobody, 'GET', invoices)).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
})

test('another active organization is the next request’s, and the end of the session ends it', async () => {
  const acme = await found(t)
  await ask(acme.owner, 'POST', invoices)
  const beta = await found(t, acme.owner)
  const setActive = (organizationId: string | null) =>
    ask(acme.owner, 'POST', '/api/auth/organization/set-active', { organizationId })
  await setActive(beta.id)
  expect((await ask(acme.owner, 'GET', invoices)).body).toEqual({ invoices: [] })
  await setActive(acme.id)
  expect((await ask(acme.owner, 'GET', invoices)).body).toMatchObject({ invoices: [{ number: 1 }] })
  await setActive(null)
  expect((await ask(acme.owner, 'GET', invoices)).body).toMatchObject({ code: 'NO_ACTIVE_ORGANIZATION' })
  await ask(acme.owner, 'POST', '/api/auth/sign-out')
  expect((await ask(acme.owner, 'GET', invoices)).status).toBe(401)
})

test('its service believes no token but its own', async () => {
  const ann = await t.signUp()
  const cookie = [...ann.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const mint = async (audience: string) => {
    const url = `/inner/service-token?audience=${audience}`
    const answer = await t.app.inject({ url, headers: { cookie }, remoteAddress: '127.0.0.1' })
    return z.object({ token: z.string() }).parse(answer.json()).token
  }
  const own = await mint('mf-invoices')
  expect(await askDirectly(own)).toBe(400) // known, and without an organization
  const [header = '', payload = '', signature = ''] = own.split('.')
  const none = Buffer.from('{"alg":"none","typ":"service+jwt"}').toString('base64url')
  const signIn = await t.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: ann.email, password: testPassword },
  })
  const authorization = `Bearer ${String(signIn.headers['set-auth-token'])}`
  const program = await t.app.inject({ url: '/api/auth/token', headers: { authorization } })
  const others = {
    'for another remote': await mint('mf-billing'),
    'of a program': z.object({ token: z.string() }).parse(program.json()).token,
    unsigned: `${none}.${payload}.`,
    changed: `${header}.${payload.slice(0, -2)}AA.${signature}`,
    'of nobody': '',
    'a session': String(signIn.headers['set-auth-token']),
  }
  for (const [name, token] of Object.entries(others)) expect(await askDirectly(token), name).toBe(401)
})
