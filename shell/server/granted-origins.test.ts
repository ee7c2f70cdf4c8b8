import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { VersionLock } from 'contract/version-lock.ts'
import { moveChannel } from 'registry/channel/channels.ts'
import { unpublish } from 'registry/channel/roll-back.ts'
import { readKeptState } from 'registry/live/kept-state.ts'
import { publishVersion } from 'registry/publish/publish.ts'
import { chooseVersion } from 'registry/channel/rollout.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

// Which page's policy contains the origins that remotes request and operators grant.

const operatorToken = 'the-operator-of-the-tests-has-this-token'
const headers = { authorization: `Bearer ${operatorToken}` }
const who = { who: 'a test' }

let shell: Shell
beforeEach(async () => {
  shell = await startShell({ OPERATOR_TOKEN: operatorToken })
  await shell.publish('mf-other', {})
})
afterEach(() => shell.stop())

const change = async (method: 'PUT' | 'DELETE', name: string, kind: string, origin: string, at = shell) => {
  const use = { kind, origin }
  const url = `/registry/origins/${name}${method === 'PUT' ? '' : `?${new URLSearchParams(use)}`}`
  const response = await at.app.inject({ method, url, headers, ...(method === 'PUT' && { payload: use }) })
  expect(response.statusCode).toBe(200)
}
const grant = (name: string, kind: string, origin: string, at = shell) => change('PUT', name, kind, origin, at)

/** Directives of a document's policy that name a foreign origin. */
async function foreignIn(path = '/mf-map', cookie = '', at = shell) {
  const response = await at.app.inject({ url: path, headers: { host: 'localhost:3000', ...(cookie && { cookie }) } })
  return String(response.headers['content-security-policy'])
    .split('; ')
    .filter((directive) => directive.includes('//'))
}
const api = 'https://api.example.com'

describe('the policy of a page', () => {
  test('allows what a remote of the page requests and was granted, by kind', async () => {
    const asked = {
      connect: [api, 'wss://live.example.com'],
      image: ['https://*.tiles.example', 'https://more.example'],
      frame: ['https://pay.example:8443'],
    }
    await shell.publish('mf-map', asked)
    expect(await foreignIn()).toEqual([])
    for (const [kind, list] of Object.entries(asked)) for (const origin of list) await grant('mf-map', kind, origin)
    const expected = [
      "img-src 'self' data: blob: https://*.tiles.example https://more.example",
      `connect-src 'self' ${api} wss://live.example.com`,
      "frame-src 'self' https://pay.example:8443",
    ]
    // Also on pages of other remotes and without one, because all remotes of the lock may run
    // there.
    for (const path of ['/mf-map', '/mf-other', '/', '/nowhere', '/preview/x'])
      expect(await foreignIn(path), path).toEqual(expected)
    await change('DELETE', 'mf-map', 'image', 'https://*.tiles.example')
    await change('DELETE', 'mf-map', 'frame', 'https://pay.example:8443')
    expect(await foreignIn()).toEqual(["img-src 'self' data: blob: https://more.example", expected[1]])
  })

  test('ignores grants of other remotes, of other kinds, and without a request', async () => {
    await shell.publish('mf-map', { connect: [api] })
    await grant('mf-other', 'connect', api)
    await grant('mf-map', 'image', api)
    await grant('mf-map', 'connect', 'https://api.example.com:8443')
    await grant('mf-map', 'connect', 'https://*.example.com')
    await grant('mf-nobody', 'connect', api)
    expect(await foreignIn()).toEqual([])
  })

  test('ignores unpublished remotes and versions that no longer request the origin', async () => {
    await shell.publish('mf-map', { connect: [api] })
    await grant('mf-map', 'connect', api)
    expect(await foreignIn()).toHaveLength(1)
    await shell.publish('mf-map', {}, '1.1.0')
    expect(await foreignIn()).toEqual([])
    await shell.publish('mf-map', { connect: [api] }, '1.2.0')
    expect(await foreignIn()).toHaveLength(1)
    await shell.unpublish('mf-map')
    expect(await foreignIn('/')).toEqual([])
  })

  test('includes the fallback version, which may replace one without a request', async () => {
    const made = (version: string, container: string, description: object) =>
      shell.send(makeVersion({ name: 'mf-map', version, container, description }))
    await made('1.0.0', 'mf_map__a1', { connect: [api] })
    await made('1.1.0', 'mf_map__b1', {})
    await grant('mf-map', 'connect', api)
    expect(await foreignIn()).toEqual([`connect-src 'self' ${api}`])
    await made('1.2.0', 'mf_map__c1', {})
    expect(await foreignIn()).toEqual([])
  })

  test('includes a canary with a request only for its browsers', async () => {
    const old = 'https://old.example.com'
    await shell.publish('mf-map', { connect: [old] })
    await grant('mf-map', 'connect', old)
    await grant('mf-map', 'connect', api)
    await publishVersion(
      shell.ctx,
      makeVersion({ name: 'mf-map', version: '1.1.0', description: { connect: [api] } }),
      who,
    )
    await moveChannel(shell.ctx, 'mf-map', 'stable', { version: '1.1.0', percent: 50 }, who)
    await shell.registry.refresh()
    const rollout = { version: '1.0.0', canary: '1.1.0', percent: 50 }
    const visitors = Array.from({ length: 40 }, (_, number) => `v${String(number).padStart(21, '0')}`)
    for (const visitor of visitors) {
      const isNew = chooseVersion('mf-map', rollout, visitor) === '1.1.0'
      expect(await foreignIn('/', `visitor=${visitor}`)).toEqual([`connect-src 'self' ${isNew ? api : old}`])
    }
    await unpublish(shell.ctx, 'mf-map', '1.1.0', who)
    await shell.registry.refresh()
    for (const visitor of visitors)
      expect(await foreignIn('/', `visitor=${visitor}`)).toEqual([`connect-src 'self' ${old}`])
  })

  test('keeps origins out of the version lock', async () => {
    await shell.publish('mf-map', { connect: [api] })
    await grant('mf-map', 'connect', api)
    const { body } = await shell.app.inject({ url: '/mf-map', headers: { host: 'localhost:3000' } })
    const { rest }: VersionLock & { rest: { url: string } } = JSON.parse(
      /<script id="lock"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '',
    )
    expect(body + (await shell.app.inject(rest.url)).body).not.toContain('api.example.com')
  })
})

test('ignores origins on the visitor’s own machine over https, even if granted earlier', async () => {
  const local = 'http://localhost:4000'
  await shell.publish('mf-map', { connect: [local, api] })
  await grant('mf-map', 'connect', local)
  await grant('mf-map', 'connect', api)
  expect(await foreignIn()).toEqual([`connect-src 'self' ${local} ${api}`])
  const moved = await startShell(
    { AUTH_URL: 'https://app.example', NODE_ENV: 'production' },
    { besides: shell, ownFolder: true },
  )
  const response = await moved.app.inject({ url: '/', headers: { host: 'app.example' } })
  expect(String(response.headers['content-security-policy'])).toContain(`connect-src 'self' ${api};`)
  await moved.stop()
})

test.runIf(process.env['TEST_FULL'])('works together with ASSETS_ORIGIN', async () => {
  await shell.publish('mf-map', { connect: [api], image: [api] })
  for (const kind of ['connect', 'image']) await grant('mf-map', kind, api)
  const elsewhere = await startShell({ ASSETS_ORIGIN: 'https://cdn.example' }, { besides: shell, ownFolder: true })
  const places = 'https://cdn.example/assets/ https://cdn.example/remotes/'
  expect(await foreignIn('/', '', elsewhere)).toEqual([
    `script-src 'self' ${places}`,
    expect.stringContaining(`style-src 'self' ${places}`),
    `img-src 'self' ${places} data: blob: ${api}`,
    `font-src 'self' ${places}`,
    `connect-src 'self' ${places} ${api}`,
  ])
  await elsewhere.stop()
})

test.runIf(process.env['TEST_FULL'])(
  'keeps the response head under nginx’s 4 kB with all grantable origins',
  async () => {
    const long = (number: number) => `https://${'a'.repeat(60)}.${'b'.repeat(39)}.x${number}.example`
    const wanted = Array.from({ length: 16 }, (_, number) => ({
      kind: number < 9 ? 'connect' : 'frame',
      origin: long(10 + number),
    }))
    const of = (kind: string) => wanted.filter((each) => each.kind === kind).map(({ origin }) => origin)
    await shell.publish('mf-map', { connect: of('connect'), frame: of('frame') })
    for (const { kind, origin } of wanted) await grant('mf-map', kind, origin)
    const environment = {
      AUTH_URL: 'https://app.example',
      NODE_ENV: 'production',
      ASSETS_ORIGIN: `https://files.${'c'.repeat(40)}.example`,
    }
    const other = await startShell(environment, { besides: shell, ownFolder: true })
    const { headers: sent } = await other.app.inject({
      url: '/mf-map',
      headers: { host: 'app.example', 'accept-encoding': 'br' },
    })
    const head = Object.entries(sent)
      .map(([name, value]) => `${name}: ${String(value)}\r\n`)
      .join('')
    expect(String(sent['content-security-policy']).match(/aaaa/g)?.length).toBeGreaterThan(200)
    expect(head.length).toBeGreaterThan(3000)
    // Leaves room for a cookie, a connection header and the like.
    expect(head.length).toBeLessThan(3900)
    await other.stop()
  },
)

test('uses grants on all servers, even from the cache while the database is down', async () => {
  const other = await startShell({}, { besides: shell, ownFolder: true })
  await shell.publish('mf-map', { connect: [api] })
  await grant('mf-map', 'connect', api)
  expect(await foreignIn('/', '', other)).toEqual([])
  await other.registry.refresh()
  expect(await foreignIn('/', '', other)).toEqual([`connect-src 'self' ${api}`])
  expect((await readKeptState(join(other.folder, 'cache')))?.grants).toEqual({ 'mf-map': [`connect ${api}`] })
  await other.stop()
})
