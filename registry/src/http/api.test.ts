import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { measureRemote } from '../version/versions.sql.ts'
import { makeVersion, newKey } from '../testing/make-version.ts'
import { z } from 'zod'
import { operatorCookie, startRegistryApi } from '../testing/start-registry-api.ts'

let registry: Awaited<ReturnType<typeof startRegistryApi>>
beforeAll(async () => {
  registry = await startRegistryApi()
})
afterAll(() => registry.stop())

const logOf = (body: object) => z.object({ entries: z.array(z.object({ name: z.string() })) }).parse(body).entries
const newName = () => `mf-${randomBytes(6).toString('hex')}`
const { call, createToken } = {
  call: (...args: Parameters<typeof registry.call>) => registry.call(...args),
  createToken: (...args: Parameters<typeof registry.createToken>) => registry.createToken(...args),
}

test('lets a team publish, move channels, roll back and unpublish with its token, and logs each change', async () => {
  const name = newName()
  const token = await createToken(name, { label: 'CI' })
  for (const version of ['1.0.0', '1.1.0']) {
    const request = makeVersion({ name, version, files: { 'assets/entry.js': version } })
    const hashes = Object.keys(request.files)
    expect((await call('POST', '/missing-files', { token, payload: { hashes } })).body).toEqual({ missing: hashes })
    const published = await call('POST', '/versions', {
      token,
      payload: { ...request, channel: 'stable', why: 'why not' },
    })
    expect(published).toMatchObject({ status: 200, body: { name, version, isNew: true, channel: { version } } })
  }
  const moved = await call('PUT', `/remotes/${name}/channels/stable`, {
    token,
    payload: { version: '1.0.0', percent: 10, expect: 2 },
  })
  expect(moved).toMatchObject({ status: 200, body: { version: '1.1.0', canary: '1.0.0', percent: 10, revision: 3 } })
  expect(await call('GET', `/remotes/${name}`, { token })).toMatchObject({
    status: 200,
    body: { channels: [{ revision: 3 }], versions: [{ version: '1.1.0' }, { version: '1.0.0' }] },
  })
  const read = await call('GET', `/remotes/${name}/versions/1.1.0`, { token })
  expect(JSON.parse(String(read.body['document']))).toMatchObject({ name, version: '1.1.0' })

  for (const version of ['1.1.0', '1.0.0'])
    expect((await call('POST', `/remotes/${name}/rollback`, { token, payload: {} })).body).toMatchObject({ version })
  expect(await call('POST', `/remotes/${name}/rollback`, { token, payload: {} })).toMatchObject({ status: 409 })
  expect((await call('POST', `/remotes/${name}/unpublish`, { token, payload: { why: 'broken' } })).body).toMatchObject({
    channels: [{ version: null }],
  })
  const { body } = await call('GET', `/log?name=${name}&limit=3`, { token })
  expect(body).toMatchObject({
    entries: [{ action: 'unpublish', why: 'broken' }, { action: 'rollback' }, { action: 'rollback' }],
  })
  const rest = await call('GET', `/log?name=${name}`, { token })
  expect(JSON.stringify(rest.body)).toMatch(/token rt_[\w-]{12} \(CI\)/)
  expect(JSON.stringify(rest.body)).toContain('why not')
  expect((await call('GET', '/remotes', { token })).body).toMatchObject({
    remotes: expect.arrayContaining([{ name, channels: [expect.objectContaining({ version: null })], health: [] }]),
  })
})

test('rejects a move with a stale revision, and returns who moved the channel when and to what', async () => {
  const name = newName()
  const [one, other] = [await createToken(name, { label: 'one' }), await createToken(name)]
  await call('POST', '/versions', {
    token: one,
    payload: { ...makeVersion({ name, version: '1.0.0' }), channel: 'next' },
  })
  const move = (token: string) =>
    call('PUT', `/remotes/${name}/channels/next`, { token, payload: { version: '1.0.0', expect: 1 } })
  const responses = await Promise.all([move(one), move(other)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'CHANNEL_MOVED',
    by: expect.stringMatching(/^token rt_/),
    at: expect.any(String),
    to: '1.0.0',
    revision: 2,
  })
})

describe('a caller', () => {
  test('without a token is rejected with the command that creates one', async () => {
    const refused = await call('GET', '/remotes', { token: null })
    expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer realm="registry"' } })
    expect(refused.body).toMatchObject({ code: 'UNAUTHORIZED', message: expect.stringContaining('token create') })
  })

  test('with an unknown, expired or revoked token is rejected with that reason', async () => {
    const name = newName()
    const expiring = await createToken(name, { expiresIn: 60, label: 'late' })
    registry.pass(1)
    const revoked = await createToken(name)
    const { body } = await call('GET', `/tokens?name=${name}`)
    expect(JSON.stringify(body)).not.toContain(revoked)
    expect(body).toMatchObject({ tokens: [{ createdBy: 'operator', revokedAt: null }, { label: 'late' }] })
    const { id } = await registry.ctx.db
      .write`select "id" from "token" where "hash" = ${createHash('sha256').update(revoked).digest()}`.then(([row]) =>
      Object(row),
    )
    expect((await call('DELETE', `/tokens/${id}`)).status).toBe(200)
    expect((await call('DELETE', '/tokens/rt_none')).status).toBe(404)
    registry.pass(60_000)
    const unknown = `rmt_${randomBytes(32).toString('base64url')}`
    for (const [token, reason] of [
      [revoked, 'revoked'],
      [expiring, 'expired'],
      [unknown, 'unknown'],
      ['rmt_', 'unknown'],
    ]) {
      const refused = await call('GET', '/remotes', { token: token ?? '' })
      expect(refused.status).toBe(401)
      expect(refused.headers['www-authenticate']).toContain('invalid_token')
      expect(refused.body['message']).toContain(reason)
    }
  })

  test('may only use the rights of the token for its remote, and no calls of operators', async () => {
    const [name, other] = [newName(), newName()]
    const publisher = await createToken(name, { rights: ['publish'], label: 'CI' })
    const promoter = await createToken(name, { rights: ['promote'], label: 'night shift' })
    const publish = (token: string, of: string, channel?: string) =>
      call('POST', '/versions', {
        token,
        payload: {
          ...makeVersion({ name: of, version: '1.0.0', files: { 'assets/entry.js': '', 'index.html': '' } }),
          channel,
        },
      })
    for (const of of [other, 'shell']) {
      const refused = await publish(publisher, of)
      expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect(refused.body['message']).toContain(`is for ${name}, not for ${of}`)
    }
    const stable = await publish(publisher, name, 'stable')
    expect(stable).toMatchObject({ status: 403, body: { right: 'promote', who: [{ label: 'night shift' }] } })
    expect(stable.body['message']).toContain('operators, token rt_')
    expect((await publish(promoter, name)).status).toBe(403)
    expect((await publish(publisher, name, 'next')).status).toBe(200)
    const move = { payload: { version: '1.0.0' } }
    expect((await call('PUT', `/remotes/${name}/channels/stable`, { token: publisher, ...move })).status).toBe(403)
    expect((await call('PUT', `/remotes/${other}/channels/stable`, { token: promoter, ...move })).status).toBe(403)
    expect((await call('PUT', `/remotes/${name}/channels/stable`, { token: promoter, ...move })).status).toBe(200)
    for (const path of ['rollback', 'unpublish'])
      expect((await call('POST', `/remotes/${other}/${path}`, { token: promoter, payload: {} })).status).toBe(403)
    const made = await call('POST', '/tokens', { token: publisher, payload: { name } })
    expect(made).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await call('GET', '/tokens', { token: publisher })).status).toBe(403)
  })

  test('with a token reads the log of its own remote only, and an operator that of all', async () => {
    const [own, other] = [newName(), newName()]
    const token = await createToken(own)
    await createToken(other)
    const namesFor = async (path: string, by: object) => {
      const { status, body } = await call('GET', path, by)
      return status === 200 ? logOf(body).map(({ name }) => name) : status
    }
    for (const path of ['/log', `/log?name=${own}`]) expect(await namesFor(path, { token })).toEqual([own])
    expect(await namesFor(`/log?name=${other}`, { token })).toBe(403)
    expect(await namesFor(`/log?name=${other}`, {})).toEqual([other])
    for (const by of [{}, { token: 'session-of-ann' }]) expect(await namesFor('/log?limit=2', by)).toEqual([other, own])
  })

  test('learns emails of operators only as an operator', async () => {
    const name = newName()
    const token = await createToken(name, { label: 'a@ci' })
    const asOperator = { token: 'session-of-ann' }
    const request = (version: string) => makeVersion({ name, version, files: { 'assets/entry.js': version } })
    await call('POST', '/versions', { token, payload: request('1.0.0') })
    await call('POST', '/versions', { ...asOperator, payload: { ...request('1.1.0'), channel: 'stable' } })
    const preview = await call('POST', '/previews', { ...asOperator, payload: { name, version: '1.1.0' } })
    const paths = [
      '/remotes',
      `/remotes/${name}`,
      `/remotes/${name}/versions/1.1.0`,
      '/log',
      `/previews/${String(preview.body['id'])}`,
    ]
    const move = { payload: { version: '1.0.0', expect: 7 } }
    for (const by of [{ token }, asOperator]) {
      const responses = await Promise.all([
        ...paths.map((path) => call('GET', path, by)),
        call('PUT', `/remotes/${name}/channels/stable`, { ...by, ...move }),
      ])
      const texts = responses.map(({ body }) => JSON.stringify(body))
      const email = by === asOperator ? expect.stringContaining('ann@example.com') : expect.not.stringContaining('ann@')
      expect(texts).toEqual([...texts.slice(0, 4).map(() => email), expect.not.stringContaining('ann@'), email])
    }
    const { body } = await call('GET', `/remotes/${name}`, { token })
    expect(body['versions']).toMatchObject([
      { publishedBy: 'operator' },
      { publishedBy: expect.stringContaining('(a@ci)') },
    ])
  })

  test("may send an operator's session as bearer, but never from a page", async () => {
    const payload = { name: newName() }
    const asOperator = { token: 'session-of-ann' }
    expect((await call('POST', '/tokens', { ...asOperator, payload })).body).toMatchObject({
      createdBy: 'ann@example.com',
    })
    expect((await call('GET', '/remotes', { token: 'session-of-bob' })).status).toBe(401)
    const page = { origin: 'https://product.example', 'sec-fetch-site': 'same-origin' }
    for (const headers of [{ cookie: operatorCookie }, { ...page, cookie: operatorCookie }])
      for (const [method, path] of [
        ['GET', '/tokens'],
        ['POST', '/tokens'],
        ['POST', `/remotes/${payload.name}/rollback`],
      ] as const)
        expect((await call(method, path, { token: null, headers, ...(method === 'POST' && { payload }) })).status).toBe(
          401,
        )
    // A session token that code of a remote took from the cookie is rejected too.
    for (const headers of [page, { origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-origin' }])
      for (const [path, body] of [
        ['/tokens', { name: 'shell' }],
        ['/versions', makeVersion({ name: payload.name, version: '2.0.0' })],
        [`/remotes/${payload.name}/rollback`, {}],
      ] as const)
        expect((await call('POST', path, { ...asOperator, payload: body, headers })).body['code']).toBe('FORBIDDEN')
    expect((await call('GET', '/tokens', { ...asOperator, headers: page })).status).toBe(403)
  })

  test('with a wrong token never reaches rest-auth', async () => {
    const before = registry.requested.length
    const flood = Array.from({ length: 50 }, () =>
      call('GET', '/tokens', { token: `rmt_${randomBytes(32).toString('base64url')}` }),
    )
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401]))
    expect(registry.requested.length).toBe(before)
  })
})

describe('one remote', () => {
  const publish = (token: string, name: string, version: string) =>
    call('POST', '/versions', { token, payload: makeVersion({ name, version, files: { 'assets/entry.js': version } }) })

  test('has at most a thousand versions, and the error says how to remove some', async () => {
    const name = newName()
    const token = await createToken(name)
    await publish(token, name, '1.0.0')
    await registry.ctx.db.write`
      insert into "version" ("name", "version", "document", "signed", "signature", "publicKey", "publishedBy")
      select ${name}, '0.0.' || number, '{}', '', '', '', '' from generate_series(1, 999) number`
    const refused = await publish(token, name, '1.1.0')
    expect(refused).toMatchObject({ status: 403, body: { code: 'LIMIT_REACHED', versions: 1001 } })
    expect(refused.body['message']).toContain('prune')
    expect((await publish(token, name, '1.0.0')).status).toBe(200)
    expect((await call('GET', `/remotes/${name}/versions/1.1.0`)).status).toBe(404)
  })

  test('has at most a thousand changes an hour by tokens, except rollbacks; operators have no limit', async () => {
    const name = newName()
    const token = await createToken(name)
    for (const version of ['1.0.0', '1.1.0'])
      expect(
        (await call('POST', '/versions', { token, payload: { ...makeVersion({ name, version }), channel: 'stable' } }))
          .status,
      ).toBe(200)
    const now = registry.ctx.now()
    await registry.ctx.db.write`
      insert into "log" ("who", "action", "name", "at") select 'x', 'move', ${name}, ${now}::timestamptz from generate_series(1, 1000)`
    const move = { payload: { version: '1.0.0' } }
    const refused = [
      await publish(token, name, '1.2.0'),
      await call('PUT', `/remotes/${name}/channels/next`, { token, ...move }),
    ]
    for (const { status, headers, body } of refused)
      expect([status, headers['retry-after'], body['code']]).toEqual([429, '600', 'TOO_MANY_CHANGES'])
    expect((await call('POST', `/remotes/${name}/rollback`, { token, payload: {} })).status).toBe(200)
    expect((await call('PUT', `/remotes/${name}/channels/next`, move)).status).toBe(200)
    registry.pass(3_600_000)
    expect((await publish(token, name, '1.2.0')).status).toBe(200)
  })

  test('has at most two hundred channels', async () => {
    const name = newName()
    await call('POST', '/versions', { payload: makeVersion({ name, version: '1.0.0' }) })
    await registry.ctx.db.write`
      insert into "channel" ("name", "channel", "version", "movedBy") select ${name}, 'pr-' || number, '1.0.0', '' from generate_series(1, 200) number`
    const move = (channel: string) =>
      call('PUT', `/remotes/${name}/channels/${channel}`, { payload: { version: '1.0.0' } })
    expect(await move('pr-201')).toMatchObject({ status: 403, body: { code: 'LIMIT_REACHED' } })
    expect((await move('pr-200')).status).toBe(200)
  })

  test('counts each content once', async () => {
    const name = newName()
    const token = await createToken(name)
    const files = (text: string) => ({ 'assets/entry.js': text, 'assets/same.svg': '<svg />' })
    for (const [version, text] of [
      ['1.0.0', 'one'],
      ['1.1.0', 'two!'],
    ] as const)
      await call('POST', '/versions', { token, payload: makeVersion({ name, version, files: files(text) }) })
    expect(await measureRemote(registry.ctx, name)).toEqual({ versions: 2, bytes: 'onetwo!<svg />'.length })
  })
})

describe('a token', () => {
  test('is bound to the key of its first publish, even if two run at once', async () => {
    const name = newName()
    const token = await createToken(name)
    const requests = ['1.0.0', '1.1.0'].map((version) => makeVersion({ name, version }, newKey()))
    const responses = await Promise.all(requests.map((payload) => call('POST', '/versions', { token, payload })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403])
    const refused = responses.find(({ status }) => status === 403)
    const winner = requests[responses.findIndex(({ status }) => status === 200)]
    expect(refused?.body).toMatchObject({ code: 'KEY_MISMATCH', expected: winner?.publicKey })
    expect(refused?.body['message']).toContain('.remote/key.pem')
    const { body } = await call('GET', `/tokens?name=${name}`)
    expect(body).toMatchObject({ tokens: [{ publicKey: winner?.publicKey }] })
  })

  test('that is being revoked is rejected', async () => {
    const name = newName()
    const token = await createToken(name)
    const { database, db } = registry.ctx
    const isWaiting = async () => (await db.read`select 1 from pg_locks where not "granted"`).length > 0
    const published = await database.begin(async (tx) => {
      await tx.write`update "token" set "revokedAt" = now() where "name" = ${name}`
      const response = call('POST', '/versions', { token, payload: makeVersion({ name, version: '1.0.0' }) })
      let hasResponse = false
      void response.then(() => (hasResponse = true))
      await expect.poll(async () => hasResponse || (await isWaiting())).toBe(true)
      return { response }
    })
    expect(await published.response).toMatchObject({ status: 401 })
  })

  test('that is revoked during a publish lets it finish before, or rejects it', async () => {
    const name = newName()
    for (let round = 0; round < 5; round++) {
      const made = await call('POST', '/tokens', { payload: { name } })
      const token = String(made.body['token'])
      const version = `1.${round}.0`
      const [published, revoked] = await Promise.all([
        call('POST', '/versions', { token, payload: makeVersion({ name, version }) }),
        call('DELETE', `/tokens/${String(made.body['id'])}`),
      ])
      expect(revoked.status).toBe(200)
      const log = await call('GET', `/log?name=${name}&limit=2`)
      const done = published.status === 200
      if (!done) expect(published).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
      expect(log.body).toMatchObject({
        entries: done ? [{ action: 'revoke' }, { action: 'publish' }] : [{ action: 'revoke' }, { action: 'token' }],
      })
    }
  })
})

test('names each wrong value of a call and what it must be, in plain English', async () => {
  const payload = { name: 'mf-one', label: 5, rights: ['fly'], expiresIn: 0 }
  const { status, body } = await call('POST', '/tokens', { payload })
  expect([status, body['message']]).toEqual([
    400,
    'The body is not valid: "label" must be a string; ' +
      '"rights.0" must be one of "publish", "promote", "override"; "expiresIn" must be at least 60.',
  ])
  const empty = await call('POST', '/tokens', { payload: {} })
  expect(empty.body['message']).toContain('"name" ')
  const headers = { 'content-type': 'application/json' }
  expect((await call('POST', '/tokens', { payload: '[]', headers })).body['message']).toBe(
    'The body is not valid: it must be an object.',
  )
})
