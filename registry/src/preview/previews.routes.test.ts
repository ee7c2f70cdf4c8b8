import { createHash, randomBytes } from 'node:crypto'
import { get } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { measureRemote } from '../version/versions.sql.ts'
import { makeVersion, newKey, signVersion } from '../testing/make-version.ts'
import { type Result, authUrl, operatorCookie, startRegistryApi } from '../testing/start-registry-api.ts'

let registry: Awaited<ReturnType<typeof startRegistryApi>>
beforeAll(async () => {
  registry = await startRegistryApi()
})
afterAll(() => registry.stop())

let name: string
let token: string
beforeEach(async () => {
  name = `mf-${randomBytes(6).toString('hex')}`
  token = await registry.createToken(name, { rights: ['publish', 'override'], label: 'CI' })
  await registry.call('POST', '/versions', {
    token,
    payload: { ...makeVersion({ name, version: '1.1.0' }), channel: 'next' },
  })
})

/** Headers of a request from our own page. */
const page = { origin: authUrl, 'sec-fetch-site': 'same-origin' }
const create = (payload: object, by = token) => registry.call('POST', '/previews', { token: by, payload })
const confirm = (id: unknown, userId: string, headers: object = { ...page, cookie: `session_token=${userId}` }) =>
  registry.call('POST', `/previews/${String(id)}/confirm`, { token: null, payload: { userId }, headers })
const cookieOf = ({ headers }: Result) => String(headers['set-cookie']).split(';', 1)[0] ?? ''

describe('a link', () => {
  test('requires the right `override`, and describes its preview to anyone who has it', async () => {
    const made = await create({ name, version: '1.1.0' })
    expect(made).toMatchObject({
      status: 200,
      body: { version: '1.1.0', url: `${authUrl}/preview/${String(made.body['id'])}` },
    })
    expect(await registry.call('GET', `/previews/${String(made.body['id'])}`, { token: null })).toMatchObject({
      status: 200,
      body: { name, version: '1.1.0', createdBy: expect.stringMatching(/^token rt_.* \(CI\)$/) },
    })
    const log = await registry.call('GET', `/log?name=${name}&limit=1`, { token })
    expect(log.body).toMatchObject({ entries: [{ action: 'override', to: '1.1.0' }] })
  })

  test('cannot be created without the right, for another remote, or by a page of an operator', async () => {
    const publisher = await registry.createToken(name, { rights: ['publish', 'promote'] })
    expect(await create({ name, version: '1.1.0' }, publisher)).toMatchObject({ status: 403 })
    const stranger = await registry.createToken(`${name}-other`)
    expect(await create({ name, version: '1.1.0' }, stranger)).toMatchObject({ status: 403 })
    const headers = { ...page, cookie: operatorCookie }
    const refused = await registry.call('POST', '/previews', { token: null, payload: { name, version: null }, headers })
    expect(refused).toMatchObject({ status: 401 })
    for (const payload of [{ name }, { name, version: '1.1.0', channel: 'next' }, { name, version: 'next' }])
      expect(await create(payload)).toMatchObject({ status: 400 })
  })

  test('sets a cookie that no script, no other site and no subdomain can read or set', async () => {
    const { body } = await create({ name, version: '1.1.0' })
    const confirmed = await confirm(body['id'], 'ann')
    expect(confirmed).toMatchObject({ status: 200, body: { path: `/${name}` } })
    expect(confirmed.headers['set-cookie']).toMatch(
      /^__Host-preview=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  test('can be confirmed only by our own page, for the user whom the page named', async () => {
    const { id } = (await create({ name, version: '1.1.0' })).body
    const cookie = 'session_token=ann'
    for (const headers of [
      { cookie },
      { cookie, origin: 'null', 'sec-fetch-site': 'same-origin' },
      { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { cookie, origin: `${authUrl}.evil.example` },
      { cookie, origin: authUrl, 'sec-fetch-site': 'same-site' },
      { cookie, origin: 'http://product.example' },
    ])
      expect(await confirm(id, 'ann', headers)).toMatchObject({ status: 403, body: { code: 'INVALID_ORIGIN' } })
    // Any page can send this content type with a form; JSON needs CORS.
    const form = { token: null, payload: 'userId=ann', headers: { ...page, cookie, 'content-type': 'text/plain' } }
    expect((await registry.call('POST', `/previews/${String(id)}/confirm`, form)).status).toBe(400)
    expect(await confirm(id, 'ann', page)).toMatchObject({ status: 401 })
    expect(await confirm(id, 'ann', { ...page, cookie: 'session_token=bob' })).toMatchObject({
      status: 409,
      body: { code: 'OTHER_USER' },
    })
    for (const method of ['GET', 'PUT'] as const)
      expect(
        (await registry.call(method, `/previews/${String(id)}/confirm`, { token: null, headers: { ...page, cookie } }))
          .status,
      ).toBe(404)
    expect((await confirm(id, 'ann')).status).toBe(200)
    // The browser is used by another user afterwards.
    expect(await confirm(id, 'bob')).toMatchObject({ status: 404, body: { code: 'PREVIEW_NOT_FOUND' } })
    expect(await registry.call('GET', `/previews/${String(id)}`, { token: null })).toMatchObject({ status: 404 })
  })

  test('can be ended only by its creator', async () => {
    const { id } = (await create({ name, version: '1.1.0' })).body
    const other = await registry.createToken(name)
    expect((await registry.call('DELETE', `/previews/${String(id)}`, { token: other })).status).toBe(404)
    expect((await registry.call('DELETE', `/previews/${String(id)}`, { token: null, headers: page })).status).toBe(401)
    expect((await registry.call('DELETE', `/previews/${String(id)}`, { token })).status).toBe(200)
    expect((await confirm(id, 'ann')).status).toBe(404)
  })
})

test('rejects leaving previews from another site', async () => {
  const { id } = (await create({ name, version: null })).body
  const cookie = `${cookieOf(await confirm(id, 'ann'))}; session_token=ann`
  const leave = (headers: object) =>
    registry.call('POST', '/previews/leave', { token: null, payload: {}, headers: { cookie, ...headers } })
  expect(await leave({ origin: 'https://evil.example' })).toMatchObject({ status: 403 })
  expect(await leave({})).toMatchObject({ status: 403 })
  expect(await leave(page)).toMatchObject({ status: 200 })
})

test.each(['/previews/leave', '/previews/x/confirm'])(
  'reads at most a kilobyte of an anonymous POST to %s',
  async (path) => {
    const post = (bytes: number, headers: object) =>
      registry.call('POST', path, { token: null, payload: { userId: 'a'.repeat(bytes), id: 'x' }, headers })
    // The origin is checked before the body, even one that is too large.
    for (const bytes of [10, 2000]) expect((await post(bytes, {})).body['code']).toBe('INVALID_ORIGIN')
    expect(await post(2000, page)).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
    expect((await post(500, page)).body['code']).not.toBe('PAYLOAD_TOO_LARGE')
  },
)

describe('the builds of a developer', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const key = newKey()
  const build = (files: Record<string, string>) =>
    makeVersion({ name, version: '1.2.0', files: { 'assets/entry.js': 'entry()', ...files } }, key)
  const send = (id: unknown, files: Record<string, string>, by = token) =>
    registry.call('PUT', `/previews/${String(id)}/build`, { token: by, payload: build(files) })
  const startDev = async () => {
    const own = await registry.createToken(name, { rights: ['override'] })
    const { id } = (await create({ name, version: null }, own)).body
    const confirmed = await confirm(id, 'ann')
    return { id, own, confirmed, cookie: `${cookieOf(confirmed)}; session_token=ann` }
  }
  const read = (id: unknown, path: string, headers: object) =>
    registry.app.inject({ url: `/registry/previews/${String(id)}/files/${path}`, headers: { ...headers } })

  test('are served as files, never as pages, and only to their browser', async () => {
    const { id, own, cookie } = await startDev()
    const evil = '<script src="entry.js"></script>'
    expect(await send(id, { 'assets/evil.html': evil, 'assets/evil.svg': evil }, own)).toMatchObject({
      body: { build: 1 },
    })
    expect((await read(id, 'assets/entry.js', {})).statusCode).toBe(404)
    expect((await read(id, 'assets/entry.js', { cookie: `__Host-preview=${'x'.repeat(43)}` })).statusCode).toBe(404)
    const entry = await read(id, 'assets/entry.js', { cookie })
    expect(entry).toMatchObject({ statusCode: 200, body: 'entry()' })
    expect(entry.headers['content-type']).toBe('text/javascript; charset=utf-8')
    for (const path of ['assets/evil.html', 'assets/evil.svg']) {
      const { headers } = await read(id, path, { cookie })
      expect(headers['content-type']).not.toContain('html')
      expect(headers['content-security-policy']).toContain("default-src 'none';")
      expect(headers['content-security-policy']).toMatch(/; sandbox$/)
    }
    expect(await read(id, 'assets/main.0123.hot-update.json', { cookie })).toMatchObject({
      statusCode: 200,
      body: 'null',
    })
  })

  test("must be sent with the token that created the link, signed with the token's key", async () => {
    const { id, own } = await startDev()
    expect((await send(id, {}, own)).status).toBe(200)
    expect((await send(id, {})).status).toBe(404)
    // A build does not bind the token to its key.
    const tokens = await registry.call('GET', `/tokens?name=${name}`)
    expect(tokens.body).toMatchObject({
      tokens: expect.arrayContaining([expect.objectContaining({ rights: ['override'], publicKey: null })]),
    })
    const ofPublisher = (await create({ name, version: null })).body
    expect(await send(ofPublisher['id'], {})).toMatchObject({ status: 403, body: { code: 'KEY_MISMATCH' } })
  })

  test('have documents only for their browser, and only under the hash of the text', async () => {
    const own = await registry.createToken(name, { rights: ['override'] })
    const { id } = (await create({ name, version: null }, own)).body
    const text = `query Q${randomBytes(4).toString('hex')} { hello }`
    const withDocuments = (documents: Record<string, string>) =>
      registry.call('PUT', `/previews/${String(id)}/build`, {
        token: own,
        payload: makeVersion({ name, version: '1.2.0', documents }, key),
      })
    const documentsFor = async (cookie: string, path = '/previews/documents') =>
      (await registry.call('GET', path, { token: null, headers: { cookie } })).body['documents']
    for (const [violation, documents] of [
      ['DOCUMENT_HASH', { [sha256('query Other { hello }')]: text }],
      ['DOCUMENT_INVALID', { [sha256('{ unknown }')]: '{ unknown }' }],
    ] as const)
      expect(await withDocuments(documents)).toMatchObject({
        status: 422,
        body: { code: 'CHECK_FAILED', violations: [{ code: violation }] },
      })
    expect((await withDocuments({ [sha256(text)]: text })).status).toBe(200)
    const cookie = cookieOf(await confirm(id, 'ann'))
    registry.pass(1001)
    expect(await documentsFor(cookie)).toEqual({ [sha256(text)]: text })
    expect(await documentsFor(`__Host-preview=${'x'.repeat(43)}`)).toEqual({})
    expect(await documentsFor(cookie, '/documents')).not.toHaveProperty(sha256(text))
  })

  test('may have 8 MB until the preview is confirmed, and 64 MB afterwards', async () => {
    const own = await registry.createToken(name, { rights: ['override'] })
    const { id } = (await create({ name, version: null }, own)).body
    const large = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((part) => [part, part.repeat(1_700_000)]))
    const refused = await send(id, large, own)
    expect(refused).toMatchObject({ status: 403, body: { code: 'LIMIT_REACHED' } })
    expect(refused.body['message']).toContain('confirm')
    expect((await send(id, {}, own)).status).toBe(200)
    await confirm(id, 'ann')
    expect((await send(id, large, own)).status).toBe(200)
  })

  test('count for the quota of the remote, with the bytes that they really have', async () => {
    const { id, own } = await startDev()
    const before = await measureRemote(registry.ctx, name)
    await send(id, { 'assets/a.bin': 'a'.repeat(1000) }, own)
    const { bytes } = await measureRemote(registry.ctx, name)
    expect(bytes - before.bytes).toBe('entry()'.length + 1000)
    const lying = build({ 'assets/b.bin': 'b'.repeat(1000), 'assets/c.bin': 'b'.repeat(1000) })
    const document = lying.document.replace('"bytes":1000', '"bytes":1')
    const payload = { ...lying, ...signVersion(document, key) }
    const refused = await registry.call('PUT', `/previews/${String(id)}/build`, { token: own, payload })
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_VERSION' } })
    await registry.ctx.db.write`
      insert into "version" ("name", "version", "document", "signed", "signature", "publicKey", "publishedBy")
      select ${name}, '0.0.' || number, '{}', '', '', '', '' from generate_series(1, 1000) number`
    expect(await send(id, {}, own)).toMatchObject({ status: 403, body: { code: 'LIMIT_REACHED', versions: 1001 } })
  })

  test('are accepted with documents while the schema is unknown', async () => {
    const { id, own } = await startDev()
    registry.product.schema = null
    const payload = makeVersion({ name, version: '1.2.0', documents: { [sha256('{ new }')]: '{ new }' } }, key)
    const sent = await registry.call('PUT', `/previews/${String(id)}/build`, { token: own, payload })
    registry.product.schema = 'type Query { hello: String }'
    expect(sent.status).toBe(200)
  })

  test('are announced to the pages of that user and browser, and so is the end', async () => {
    const { id, own, cookie } = await startDev()
    const address = await registry.app.listen({ port: 0, host: '127.0.0.1' })
    const open = (headers: Record<string, string>) =>
      new Promise<{ status: number | undefined; heard: () => string; isOver: () => boolean }>((resolve, reject) => {
        let heard = ''
        get(`${address}/registry/previews/events`, { headers }, (response) => {
          response.on('data', (text) => (heard += String(text)))
          resolve({ status: response.statusCode, heard: () => heard, isOver: () => response.complete })
        }).on('error', reject)
      })
    await send(id, {}, own)
    const [preview = ''] = cookie.split(';')
    expect((await open({})).status).toBe(204)
    expect((await open({ cookie: `${preview}; session_token=bob` })).status).toBe(204)
    const stream = await open({ cookie })
    await expect.poll(stream.heard).toContain(`event: build\ndata: {"id":"${String(id)}","builds":1,"updates":{}}\n\n`)
    const update = 'assets/main.0123.hot-update.js'
    await send(id, { [update]: 'change()' }, own)
    const hash = JSON.parse(build({ [update]: 'change()' }).document).files[update].integrity
    await expect.poll(stream.heard).toContain(JSON.stringify({ [update]: hash }))
    await expect.poll(stream.heard).toContain('"builds":2')
    const left = await registry.call('POST', '/previews/leave', {
      token: null,
      payload: {},
      headers: { ...page, cookie },
    })
    expect(left.status).toBe(200)
    await expect.poll(stream.heard).toContain('event: end')
    // A stop does not wait for listeners.
    await registry.app.close()
    await expect.poll(stream.isOver).toBe(true)
  })
})
