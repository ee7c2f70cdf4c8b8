import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fixed } from 'database/sql.ts'
import { facts } from 'remote-tools/check/facts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeVersion } from '../testing/make-version.ts'
import { publishVersion } from '../publish/publish.ts'
import { startRegistryApi } from '../testing/start-registry-api.ts'
import { integrityOf } from 'contract/integrity.ts'

let api: Awaited<ReturnType<typeof startRegistryApi>>
beforeAll(async () => {
  api = await startRegistryApi()
})
afterAll(() => api.stop())

const provided = { kit: ['Page', 'Text'], react: ['*'] }
const firstPlaces = new URL('../../migrations/0002-first-places.sql', import.meta.url)
let count = 0
const newName = () => `mf-fit-${(count += 1)}`
const found = z.object({ violations: z.array(z.object({ code: z.string(), symbol: z.string(), message: z.string() })) })

const publish = (made: Parameters<typeof makeVersion>[0], channel?: string) =>
  api.call('POST', '/versions', { payload: { ...makeVersion(made), ...(channel && { channel }) } })
const move = (name: string, version: string, percent = 100) =>
  api.call('PUT', `/remotes/${name}/channels/stable`, { payload: { version, percent } })
const publishShell = (version: string, uses: Record<string, string[]>, channel = 'stable') =>
  publish({ name: 'shell', version, uses, kit: version, files: { 'index.html': `<p>${version}</p>` } }, channel)
const stable = async (name: string) => {
  const { body } = await api.call('GET', `/remotes/${name}`)
  const { channels } = z
    .object({ channels: z.array(z.object({ channel: z.string(), version: z.string().nullable() })) })
    .parse(body)
  return channels.find(({ channel }) => channel === 'stable')?.version
}
const violationsOf = (response: { status: number; body: unknown }) => {
  expect(response).toMatchObject({ status: 422, body: { code: 'CHECK_FAILED' } })
  return found.parse(response.body).violations.map(({ code, symbol }) => `${code} ${symbol}`)
}

test('rejects a version whose prerendered page has a script, or is not among its files', async () => {
  const withPage = (name: string, html: string, file = 'pages/a.en.html') => ({
    name,
    version: '1.0.0',
    files: { 'assets/entry.js': 'entry()', 'pages/a.en.html': html },
    prerendered: { [`/${name}`]: { en: file } },
  })
  const name = newName()
  const bad = await publish(withPage(name, '<p>a</p><script src="//evil.com/a.js"></script>'), 'stable')
  expect(violationsOf(bad)).toEqual([`PAGE_INVALID /${name}`])
  const lost = await publish(withPage(name, '<p>a</p>', 'pages/b.en.html'), 'stable')
  expect(lost).toMatchObject({ status: 400, body: { code: 'INVALID_VERSION' } })
  expect((await publish(withPage(name, '<p>a</p>'), 'stable')).status).toBe(200)
})

test('returns what is live, and rejects versions that do not fit it', async () => {
  await publishShell('1.0.0', provided)
  const name = newName()
  const bad = { name, version: '1.0.0', uses: { kit: ['Page', 'Gone'] }, description: { needs: { kit: '^9' } } }
  const response = await publish(bad)
  expect(violationsOf(response)).toEqual(['NEEDS_UNMET kit'])
  expect(String(response.body['message'])).toContain(`${name} 1.0.0 needs kit ^9, but the shell 1.0.0 provides 1.0.0.`)
  expect(violationsOf(await publish({ ...bad, description: {} }, 'stable'))).toEqual(['EXPORT_MISSING kit.Gone'])
  expect((await api.call('GET', `/remotes/${name}/versions/1.0.0`)).status).toBe(404)
  const good = { ...bad, uses: { kit: ['Page'] }, description: {} }
  expect((await publish(good, 'stable')).status).toBe(200)
  expect((await publish(good)).body).toMatchObject({ isNew: false })
  const { body } = await api.call('GET', '/facts')
  const live = facts.parse(body)
  expect(live.shells).toEqual([{ version: '1.0.0', isPublic: true, kit: '1.0.0', provides: provided }])
  expect(live.remotes.find((remote) => remote.name === name)).toMatchObject({
    version: '1.0.0',
    routes: [`/${name}`],
    isPublic: true,
  })
})

test('shows everyone what is live, but previews and their origins to callers only', async () => {
  await publishShell('1.0.0', provided)
  const [live, preview] = [newName(), newName()]
  await publish({ name: live, version: '1.0.0' }, 'stable')
  await publish({ name: preview, version: '1.0.0' }, 'next')
  for (const name of [live, preview])
    await api.call('PUT', `/origins/${name}`, { payload: { kind: 'connect', origin: 'https://a.example' } })
  const namesFor = async (token?: null) => {
    const { status, body } = await api.call('GET', '/facts', token === undefined ? {} : { token })
    const { remotes, grants } = facts.parse(body)
    return { status, remotes: remotes.map(({ name }) => name), grants: grants.map(({ name }) => name) }
  }
  const everyone = await namesFor(null)
  expect(everyone).toMatchObject({ status: 200, grants: expect.arrayContaining([live]) })
  expect(everyone.remotes).toContain(live)
  expect([...everyone.remotes, ...everyone.grants]).not.toContain(preview)
  const own = await namesFor()
  expect(own.remotes).toEqual(expect.arrayContaining([live, preview]))
  expect(own.grants).toContain(preview)
  expect((await api.call('GET', '/facts', { token: 'rmt_wrong' })).status).toBe(401)
})

test('checks files that are sent and files that are already stored', async () => {
  const files = { 'assets/entry.js': 'entry()', 'assets/a.css': 'p { color: red }' }
  const made = { name: newName(), version: '1.0.0', files, styles: ['assets/a.css'] }
  expect(violationsOf(await publish(made))).toContain('CSS_NOT_SCOPED p')
  // All violations are listed at once.
  const worse = await publish({ ...made, uses: { kit: ['Gone'] } }, 'stable')
  expect(violationsOf(worse)).toEqual(expect.arrayContaining(['CSS_NOT_SCOPED p', 'EXPORT_MISSING kit.Gone']))
  // The shell may have such a style. A remote that names the same file need not send it.
  const hashes = Object.values(files)
    .map((text) => integrityOf(Buffer.from(text)))
    .join()
  const shell = await publish({ name: 'shell', version: '0.9.0', files: { 'index.html': hashes, ...files } })
  expect(shell.body).toMatchObject({ isNew: true })
  const request = makeVersion(made)
  const again = await api.call('POST', '/versions', { payload: { ...request, files: {} } })
  expect(violationsOf(again)).toContain('CSS_NOT_SCOPED p')
})

test('grants a path to one of several remotes that claim it at the same time', async () => {
  for (let round = 0; round < 5; round++) {
    const routes = [{ path: `/same-${round}/:id`, access: 'public' }]
    const responses = await Promise.all(
      Array.from({ length: 6 }, () =>
        publish({ name: newName(), version: '1.0.0', description: { routes } }, 'stable'),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422])
  }
})

test('rejects a shell that would drop a live remote, and names what the remote would lack', async () => {
  const [one, two] = [newName(), newName()]
  await publish({ name: one, version: '1.0.0', uses: { kit: ['Text'] } }, 'stable')
  await publish({ name: two, version: '1.0.0', description: { needs: { kit: '^1' } } }, 'stable')
  const lacking = await publishShell('1.1.0', { kit: ['Page'] })
  expect(violationsOf(lacking)).toEqual(['REMOTE_DROPPED kit.Text'])
  expect(String(lacking.body['message'])).toContain(`${one} 1.0.0 uses Text of kit`)
  // It may be on `next`, but neither on `stable` nor a canary.
  expect((await publishShell('2.0.0', provided, 'next')).status).toBe(200)
  expect(violationsOf(await move('shell', '2.0.0'))).toEqual(['REMOTE_DROPPED kit'])
  expect(violationsOf(await move('shell', '2.0.0', 10))).toEqual(['REMOTE_DROPPED kit'])
  await api.call('POST', `/remotes/${two}/unpublish`, { payload: {} })
  expect((await move('shell', '2.0.0', 10)).status).toBe(200)
  // Now some browsers have that shell, so versions have to fit both.
  const three = { name: newName(), version: '1.0.0', description: { needs: { kit: '^1' } } }
  expect(violationsOf(await publish(three, 'stable'))).toEqual(['NEEDS_UNMET kit'])
  expect((await publish(three, 'next')).status).toBe(200)
  await api.call('POST', '/remotes/shell/rollback', { payload: {} })
  expect((await move(three.name, '1.0.0')).status).toBe(200)
})

test('lists every remote that a shell would drop, and the layer that would keep those of an older kit', async () => {
  const names = Array.from({ length: 55 }, newName)
  const needs = { needs: { kit: '^1' } }
  for (const name of names) await publish({ name, version: '1.0.0', description: needs }, 'stable')
  const other = { name: newName(), version: '1.2.0', uses: { kit: ['Text'] } }
  await publish(other, 'stable')
  const refused = await publishShell('3.0.0', { kit: ['Page'] })
  const message = String(refused.body['message'])
  const [, all = '', live, list = ''] = /would drop (\d+) of (\d+) live remotes: (.*?)\. To keep/.exec(message) ?? []
  expect(Number(live)).toBeGreaterThanOrEqual(Number(all))
  expect(list.split('), ')).toHaveLength(Number(all))
  for (const name of names) expect(list).toContain(`${name} 1.0.0 (kit ^1)`)
  expect(list).toContain(`${other.name} 1.2.0 (kit.Text`)
  expect(message).toMatch(/need kit 1\.0\.0, add the layer packages\/kit\/compat\/1\.0\.0\//)
  expect(message.length).toBeLessThan(5000)
  // With the layer it only lacks what the other remote uses.
  const layered = await publishShell('3.0.0', { ...provided, 'kit@1.0.0': provided.kit, kit: ['Page'] })
  const rest = String(layered.body['message'])
  expect(rest).not.toContain('kit ^1')
  expect(rest).not.toContain('packages/kit/compat')
  expect(rest).toContain(`${other.name} 1.2.0 (kit.Text)`)
  for (const name of [...names, other.name]) await api.call('POST', `/remotes/${name}/unpublish`, { payload: {} })
})

test('bounds every list and text of remote.json in new versions', async () => {
  const name = newName()
  const label = { en: 'Here' }
  const items = (length: number, more = {}) =>
    Array.from({ length }, (_, index) => ({ to: `/${name}/${index}`, label, order: 10, ...more }))
  const cards = (length: number) => Array.from({ length }, (_, index) => ({ name: `c${index}`, label, order: 10 }))
  const languages = (length: number) => Object.fromEntries(Array.from({ length }, (_, index) => [`x${index}`, 'Text']))
  const long = 'x'.repeat(201)
  const tooMuch: [symbol: string, description: object][] = [
    ['navigation', { navigation: items(31) }],
    ['navigation.0.label.en', { navigation: items(1, { label: { en: 'x'.repeat(81) } }) }],
    ['navigation.0.group.de', { navigation: items(1, { group: { en: 'A', de: 'x'.repeat(81) } }) }],
    ['navigation.0.label', { navigation: items(1, { label: { ...label, ...languages(30) } }) }],
    [
      `navigation.0.label.${'x'.repeat(80)}`,
      { navigation: items(1, { label: { ...label, ['x'.repeat(81)]: 'Text' } }) },
    ],
    ['navigation.0.to', { navigation: items(1, { to: `/${long}` }) }],
    ['navigation.0.roles', { navigation: items(1, { roles: Array(11).fill('owner') }) }],
    ['places.start-card', { places: { 'start-card': cards(21) } }],
    ['routes', { routes: Array.from({ length: 101 }, (_, index) => ({ path: `/${name}/${index}`, access: 'user' })) }],
    ['needs.kit', { needs: { kit: `^1 || ${long}` } }],
  ]
  for (const [symbol, description] of tooMuch)
    expect(violationsOf(await publish({ name, version: '1.0.0', description }))).toContain(
      `DESCRIPTION_TOO_LARGE ${symbol}`,
    )
  const largest = {
    navigation: items(30, { label: { en: 'x'.repeat(80), ...languages(29) } }),
    places: { 'start-card': cards(20), 'organization-card': cards(20) },
  }
  expect(await publish({ name, version: '1.0.0', description: largest }, 'stable')).toMatchObject({ status: 200 })
  // Without a product to check against, as if stored by an earlier release.
  const stored = makeVersion({ name, version: '0.9.0', description: { navigation: items(500) } })
  await publishVersion(api.ctx, stored, { who: 'a test' })
  expect((await move(name, '0.9.0')).status).toBe(200)
  expect((await api.call('POST', `/remotes/${name}/rollback`, { payload: {} })).status).toBe(200)
})

test('gives the first places only to remotes that an operator granted them', async () => {
  const name = newName()
  const make = (version: string, order: number) => {
    const entry = { label: { en: 'First' }, order }
    const places = { 'start-card': [{ name: `${name}-card`, ...entry }] }
    return { name, version, description: { navigation: [{ to: `/${name}`, ...entry }], places } }
  }
  const first = await publish(make('1.0.0', 9), 'next')
  expect(violationsOf(first)).toEqual(['FIRST_PLACE order'])
  expect(String(first.body['message'])).toContain(`npm run remote -- allow ${name} first`)
  expect((await publish(make('1.0.0', 10), 'stable')).status).toBe(200)
  const token = await api.createToken(name)
  const grant = (isGranted: boolean, options: object = {}) =>
    api.call('PUT', `/first-places/${name}`, { payload: { isGranted, why: 'asked' }, ...options })
  expect((await grant(true, { token })).status).toBe(403)
  for (let times = 0; times < 2; times++) expect((await grant(true)).body).toEqual({ name, isGranted: true })
  const { body } = await api.call('GET', '/facts')
  expect(facts.parse(body).firstPlaces).toEqual([name])
  expect((await publish(make('1.1.0', -1), 'stable')).status).toBe(200)
  expect(violationsOf(await publish({ ...make('1.1.0', 1), name: newName() }))).toContain('FIRST_PLACE order')
  for (let times = 0; times < 2; times++) expect((await grant(false)).body).toEqual({ name, isGranted: false })
  const { body: log } = await api.call('GET', `/log?name=${name}`)
  expect(log['entries']).toMatchObject([
    { action: 'origin', from: 'first places', to: null, who: 'operator', why: 'asked' },
    { action: 'move' },
    { action: 'publish' },
    { action: 'origin', from: null, to: 'first places' },
    {},
    {},
    {},
  ])
  expect(violationsOf(await publish(make('1.2.0', 1)))).toEqual(['FIRST_PLACE order'])
  // A version published with the grant keeps its places. So do remotes that had some before.
  const [, keep = ''] = /(insert into "firstPlace"[^;]*)/.exec(readFileSync(firstPlaces, 'utf8')) ?? []
  await api.ctx.db.write`${fixed(keep)}`
  expect(facts.parse((await api.call('GET', '/facts')).body).firstPlaces).toEqual([name])
  expect((await grant(false)).status).toBe(200)
  for (const version of ['1.0.0', '1.1.0']) expect((await move(name, version)).status).toBe(200)
  expect((await publish(make('1.1.0', -1), 'stable')).status).toBe(200)
})

test('checks moves and rollbacks against what is live at that moment', async () => {
  const [name, later] = [newName(), newName()]
  const routes = (path: string) => ({ routes: [{ path, access: 'public' }] })
  await publish({ name, version: '1.0.0', description: routes(`/${name}/old`) }, 'stable')
  await publish({ name, version: '1.1.0', description: routes(`/${name}/new`) }, 'stable')
  // The path is free now, and another remote takes it.
  expect((await publish({ name: later, version: '1.0.0', description: routes(`/${name}/old`) }, 'stable')).status).toBe(
    200,
  )
  expect(violationsOf(await move(name, '1.0.0'))).toEqual([`ROUTE_CLAIMED /${name}/old`])
  expect(violationsOf(await api.call('POST', `/remotes/${name}/rollback`, { payload: {} }))).toEqual([
    `ROUTE_CLAIMED /${name}/old`,
  ])
  expect(await stable(name)).toBe('1.1.0')
  // Unpublishing succeeds, and the previous version, which does not fit, does not return.
  expect((await api.call('POST', `/remotes/${name}/unpublish`, { payload: { version: '1.1.0' } })).status).toBe(200)
  expect(await stable(name)).toBe(null)
})

test('rejects routes that browsers resolve, but not in versions that were published before', async () => {
  const name = newName()
  const make = (version: string) => ({
    name,
    version,
    description: { routes: [{ path: `/${name}/./${version}`, access: 'public' }] },
  })
  expect(violationsOf(await publish(make('2.0.0'), 'stable'))).toEqual([`ROUTE_INVALID /${name}/./2.0.0`])
  // Without a product to check against, as if stored by an earlier release.
  for (const version of ['1.0.0', '1.1.0']) await publishVersion(api.ctx, makeVersion(make(version)), { who: 'a test' })
  for (const version of ['1.0.0', '1.1.0']) expect((await move(name, version)).status).toBe(200)
  expect((await publish(make('1.1.0'))).body).toMatchObject({ isNew: false })
  expect((await api.call('POST', `/remotes/${name}/rollback`, { payload: {} })).status).toBe(200)
  expect(await stable(name)).toBe('1.0.0')
})

test('rejects GraphQL documents that do not fit the schema, or while it is unknown', async () => {
  const document = 'query Q { hello }'
  const hash = createHash('sha256').update(document).digest('hex')
  const made = { name: newName(), version: '1.0.0', documents: { [hash]: document } }
  const { schema } = api.product
  api.product.schema = null
  expect(await publish(made)).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
  api.product.schema = 'type Query { other: String }'
  expect(violationsOf(await publish(made))).toEqual(['DOCUMENT_INVALID Q'])
  api.product.schema = schema
  expect((await publish(made, 'stable')).status).toBe(200)
  // The gateway reads the documents of all pages without a token, and gets 304 if nothing changed.
  api.pass(2000)
  const first = await api.call('GET', '/documents', { token: null })
  expect(first.body['documents']).toEqual({ [hash]: document })
  const again = await api.call('GET', '/documents', {
    token: null,
    headers: { 'if-none-match': first.headers['etag'] },
  })
  expect(again.status).toBe(304)
  await api.call('POST', `/remotes/${made.name}/unpublish`, { payload: {} })
  api.pass(2000)
  expect((await api.call('GET', '/documents', { token: null })).body['documents']).toEqual({ [hash]: document })
  api.pass(31 * 24 * 60 * 60_000)
  expect((await api.call('GET', '/documents', { token: null })).body['documents']).toEqual({})
})

test('limits the first load, with another maximum if an operator has raised it, and no part loaded on demand', async () => {
  const publishWith = (name: string, version: string, entry: number, late: number) => {
    const noise = (bytes: number) => `//${randomBytes(bytes / 2).toString('hex')}`
    const part = noise(late)
    const script = `${noise(entry)} ${integrityOf(Buffer.from(part))}`
    return publish({ name, version, files: { 'assets/entry.js': script, 'assets/part.js': part } }, 'stable')
  }
  const name = newName()
  expect(violationsOf(await publishWith(name, '1.0.0', 150_000, 10))).toEqual(['BUDGET_EXCEEDED first'])
  expect((await publishWith('mf-maps', '1.0.0', 150_000, 10)).status).toBe(200)
  expect(violationsOf(await publishWith('mf-maps', '1.1.0', 250_000, 10))).toEqual(['BUDGET_EXCEEDED first'])
  expect((await publishWith(name, '1.0.0', 10, 150_000)).status).toBe(200)
  expect(facts.parse((await api.call('GET', '/facts')).body).budgets.raised).toEqual({ 'mf-maps': 90_000 })
})

test('accepts the default export of React, which no shell lists', async () => {
  const name = newName()
  const uses = { kit: ['Page'], 'react-dom': ['default'] }
  expect((await publish({ name, version: '1.0.0', uses }, 'stable')).status).toBe(200)
  const others = { kit: ['default'], 'react-dom': ['useFuture'] }
  expect(violationsOf(await publish({ name, version: '1.1.0', uses: others }, 'stable'))).toEqual([
    'EXPORT_MISSING kit.default',
    'EXPORT_MISSING react-dom.useFuture',
  ])
})
