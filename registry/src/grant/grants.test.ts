import { sql } from 'database/sql.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { makeVersion } from '../testing/make-version.ts'
import { authUrl, operatorCookie, startRegistryApi } from '../testing/start-registry-api.ts'

const registry = await startRegistryApi()
afterAll(() => registry.stop())
const { call, ctx } = registry

const use = { kind: 'connect', origin: 'https://api.example.com' }
const grant = (name: string, wanted: object = use, more: object = {}) =>
  call('PUT', `/origins/${name}`, { payload: wanted, ...more })
const revoke = (name: string, wanted: Record<string, string> = use, more: object = {}) =>
  call('DELETE', `/origins/${name}?${new URLSearchParams(wanted)}`, more)
const origins = async () => (await call('GET', '/origins')).body['origins']
const publish = (name: string, version: string, description: object, channel = 'stable') =>
  call('POST', '/versions', { payload: { ...makeVersion({ name, version, description }), channel } })

test('lets an operator grant and revoke an origin, and logs both', async () => {
  const granted = { name: 'mf-map', ...use, askedBy: [], grantedBy: 'operator', grantedAt: expect.any(String) }
  expect(await grant('mf-map', { ...use, why: 'their API' })).toMatchObject({ status: 200, body: granted })
  expect(await grant('mf-map'), 'once more').toMatchObject({ status: 200, body: granted })
  expect(await origins()).toEqual([granted])
  expect((await revoke('mf-map')).body).toEqual({ name: 'mf-map', ...use })
  expect(await origins()).toEqual([])
  expect(await revoke('mf-map')).toMatchObject({ status: 404, body: { code: 'GRANT_NOT_FOUND' } })
  const { body } = await call('GET', '/log?name=mf-map')
  const entry = { who: 'operator', action: 'origin', name: 'mf-map' }
  const named = 'connect https://api.example.com'
  expect(body['entries']).toMatchObject([
    { ...entry, from: named, to: null },
    { ...entry, from: null, to: named, why: 'their API' },
  ])
})

test('rejects grants by the team of the remote and by pages', async () => {
  const token = await registry.createToken('mf-notes')
  expect((await call('GET', '/origins', { token })).status).toBe(403)
  expect((await grant('mf-notes', use, { token })).status).toBe(403)
  expect((await revoke('mf-notes', use, { token })).status).toBe(403)
  expect((await grant('mf-notes', use, { token: null })).status).toBe(401)
  const page = { token: null, headers: { cookie: operatorCookie, origin: authUrl } }
  expect((await grant('mf-notes', use, page)).status).toBe(401)
})

test('lists requested and granted origins with their versions, and returns grants to the team', async () => {
  await publish('mf-asks', '1.0.0', { connect: [use.origin], image: ['https://*.tiles.example'] })
  await publish('mf-asks', '1.1.0', { connect: [use.origin] }, 'next')
  await publish('mf-other', '1.0.0', {})
  await grant('mf-asks')
  await grant('mf-other', { ...use, kind: 'frame' })
  const nobody = { grantedAt: null, grantedBy: null }
  expect(await origins()).toMatchObject([
    { name: 'mf-asks', ...use, askedBy: ['1.0.0', '1.1.0'], grantedBy: 'operator' },
    { name: 'mf-asks', kind: 'image', origin: 'https://*.tiles.example', askedBy: ['1.0.0'], ...nobody },
    { name: 'mf-other', kind: 'frame', origin: use.origin, askedBy: [], grantedBy: 'operator' },
  ])
  const token = await registry.createToken('mf-asks')
  expect((await call('GET', '/facts', { token })).body['grants']).toEqual([
    { name: 'mf-asks', ...use },
    { name: 'mf-other', kind: 'frame', origin: use.origin },
  ])
  await revoke('mf-asks')
  await revoke('mf-other', { ...use, kind: 'frame' })
})

test.each([
  ['connect', '*'], ['connect', 'https:'], ['connect', "'self'"], ['image', 'data:'], ['frame', 'https://a.example; script-src *'],
  ['connect', 'https://a.example 127.0.0.1'], ['connect', 'http://a.example'], ['image', 'wss://a.example'], ['connect', 'https://a.example/path'],
  ['connect', 'https://A.example'], ['connect', 'http://localhost:4000'], ['connect', 'ws://localhost:4000'], ['connect', 'https://product.example'],
  ['connect', 'wss://product.example'], ['frame', 'https://product.example:443'],
])('rejects a grant of %s %s', async (kind, origin) => {
  expect(await grant('mf-map', { kind, origin })).toMatchObject({ status: 400, body: { code: 'INVALID_URL' } })
  expect(await origins()).not.toContainEqual(expect.objectContaining({ name: 'mf-map' }))
}) // prettier-ignore

test('rejects unknown kinds, malformed origins and names other than remotes', async () => {
  for (const wanted of [{ ...use, kind: 'script' }, { ...use, origin: 7 }, { kind: 'connect' }])
    expect((await grant('mf-map', wanted)).status).toBe(400)
  for (const name of ['shell', 'map', 'MF-X']) expect((await grant(name)).status).toBe(400)
})

test.each(['* ; script-src *', 'https://a.example;x', 'http://a.example', "'self'"])(
  'rejects %j even when it is written directly to the database',
  async (origin) => {
    const row = { name: 'mf-map', kind: 'connect', origin, grantedAt: new Date(), grantedBy: 'x' }
    await expect(ctx.db.write`insert into "grant" ${sql(row)}`).rejects.toThrow('grant_origin_check')
  },
)

describe('the length of all granted origins', () => {
  const long = (number: number) => `https://${'a'.repeat(60)}.${'b'.repeat(39)}.x${number}.example`
  const many = Array.from({ length: 16 }, (_, number) => long(number + 10))

  test('stays limited when another server grants to another remote at the same time', async () => {
    const { late } = await ctx.database.begin(async (db) => {
      for (const origin of many)
        await db.write`insert into "grant" ${sql({ name: 'mf-many', kind: 'connect', origin, grantedAt: new Date(), grantedBy: 'x' })}`
      const response = grant('mf-late', { ...use, origin: long(99) })
      const isWaiting = async () => {
        await db.read`select pg_stat_clear_snapshot()` // otherwise a transaction keeps its first snapshot of the statistics
        const [row] =
          await db.write`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        return row !== undefined
      }
      await Promise.race([response, vi.waitFor(async () => expect(await isWaiting()).toBe(true))])
      return { late: response }
    })
    expect(await late).toMatchObject({ status: 403, body: { code: 'LIMIT_REACHED' } })
    // An origin that another remote already has costs nothing.
    expect((await grant('mf-one-more', { ...use, origin: long(10) })).status).toBe(200)
    expect(await grant('mf-one-more', { ...use, kind: 'frame', origin: long(10) })).toMatchObject({
      body: { code: 'LIMIT_REACHED' },
    })
  })
})
