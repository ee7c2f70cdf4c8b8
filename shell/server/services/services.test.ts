import { afterAll, expect, test } from 'vitest'
import { authUrl, operatorCookie, startRegistryApi } from 'registry/testing/start-registry-api.ts'
import { startShell, type Shell } from '../testing/start-shell.ts'

const registry = await startRegistryApi()
afterAll(() => registry.stop())
const { call } = registry

const set = (name: string, url: unknown, more: object = {}) =>
  call('PUT', `/services/${name}`, { payload: { url }, ...more })
const services = async () => (await call('GET', '/services')).body['services']

test('lets an operator set, move and remove a remote’s service, and logs each step', async () => {
  expect(await set('mf-invoices', 'http://10.0.0.7:8080/')).toMatchObject({
    status: 200,
    body: { name: 'mf-invoices', url: 'http://10.0.0.7:8080', setBy: 'operator', setAt: expect.any(String) },
  })
  await call('PUT', '/services/mf-invoices', { payload: { url: 'https://invoices.internal', why: 'a new machine' } })
  expect(await services()).toEqual([expect.objectContaining({ name: 'mf-invoices', url: 'https://invoices.internal' })])
  expect((await call('DELETE', '/services/mf-invoices')).body).toEqual({ name: 'mf-invoices' })
  expect(await services()).toEqual([])
  expect(await call('DELETE', '/services/mf-invoices')).toMatchObject({
    status: 404,
    body: { code: 'SERVICE_NOT_FOUND' },
  })
  const { body } = await call('GET', '/log?name=mf-invoices')
  const entry = { who: 'operator', action: 'service', name: 'mf-invoices' }
  expect(body['entries']).toMatchObject([
    { ...entry, from: 'https://invoices.internal', to: null },
    { ...entry, from: 'http://10.0.0.7:8080', to: 'https://invoices.internal', why: 'a new machine' },
    { ...entry, from: null, to: 'http://10.0.0.7:8080' },
  ])
})

test('refuses the team of the remote, and pages', async () => {
  const token = await registry.createToken('mf-notes')
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', '/mf-notes'],
    ['DELETE', '/mf-notes'],
  ] as const)
    expect((await call(method, `/services${path}`, { token, payload: { url: 'https://x.example' } })).status).toBe(403)
  expect((await set('mf-notes', 'https://x.example', { token: null })).status).toBe(401)
  const page = { token: null, headers: { cookie: operatorCookie, origin: authUrl } }
  expect((await set('mf-notes', 'https://x.example', page)).status).toBe(401)
})

test.each([
  'ftp://x.example', 'file:///etc/passwd', 'x.example', '//x.example', 'javascript:alert(1)', 'unix:/run/x.sock', '',
  'http://ann:secret@x.example', 'http://ann@x.example', 'http://x.example/path', 'http://x.example/..', 'http://x.example/?a=1',
  'http://x.example/#a', 'http://x.example\\@y.example', 'http://x.example\r\nHost: y', 'http:// x.example', 'http:x.example',
  'http://x.example:99999', 'http://%6d.example', authUrl, `${authUrl}:443/`, 17,
])('rejects %j as the URL of a service', async (url) => {
  expect((await set('mf-invoices', url)).status).toBe(400)
  expect(await services()).toEqual([])
}) // prettier-ignore

test.each(['shell', 'auth', 'mf-', 'mf-x%2F..', 'MF-X'])('rejects a service for %s', async (name) => {
  expect((await set(name, 'https://x.example')).status).toBe(400)
})

const operatorToken = 'the-operator-of-the-tests-has-this-token'
const setIn = async ({ app }: Shell, name: string, url: string) => {
  const headers = { authorization: `Bearer ${operatorToken}` }
  const response = await app.inject({ method: 'PUT', url: `/registry/services/${name}`, headers, payload: { url } })
  return response.json().code ?? response.statusCode
}

test('keeps paths of the account service away from remotes', async () => {
  const shell = await startShell({ OPERATOR_TOKEN: operatorToken, AUTH_BASE_PATH: '/api/mf-auth/v1' })
  expect(await setIn(shell, 'mf-auth', 'https://x.example')).toBe('INVALID_URL')
  expect(await setIn(shell, 'mf-authors', 'https://x.example')).toBe(200)
  await shell.stop()
})
