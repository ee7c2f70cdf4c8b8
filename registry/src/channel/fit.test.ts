import { createHash } from 'node:crypto'
import { facts } from 'kit/check/facts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeVersion } from '../testing/make-version.ts'
import { startRegistryApi } from '../testing/start-registry-api.ts'
import { integrityOf } from 'contract/integrity.ts'

let api: Awaited<ReturnType<typeof startRegistryApi>>
beforeAll(async () => {
  api = await startRegistryApi()
})
afterAll(() => api.stop())

const provided = { kit: ['Page', 'Text'], react: ['*'] }
let count = 0
const newName = () => `mf-fit-${(count += 1)}`
const found = z.object({ faults: z.array(z.object({ code: z.string(), symbol: z.string(), message: z.string() })) })

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
/** Codes and symbols of what was refused. */
const faultsOf = (answer: { status: number; body: unknown }) => {
  expect(answer).toMatchObject({ status: 422, body: { code: 'CHECK_FAILED' } })
  return found.parse(answer.body).faults.map(({ code, symbol }) => `${code} ${symbol}`)
}

test('what is live is told, and what does not fit it is not kept', async () => {
  await publishShell('1.0.0', provided)
  const name = newName()
  const bad = { name, version: '1.0.0', uses: { kit: ['Page', 'Gone'] }, description: { needs: { kit: '^9' } } }
  const answer = await publish(bad)
  expect(faultsOf(answer)).toEqual(['NEEDS_UNMET kit'])
  expect(String(answer.body['message'])).toContain(`${name} 1.0.0 needs kit ^9, but the shell 1.0.0 provides 1.0.0.`)
  expect(faultsOf(await publish({ ...bad, description: {} }, 'stable'))).toEqual(['EXPORT_MISSING kit.Gone'])
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

test('files are checked as they are sent, and as they are there already', async () => {
  const files = { 'assets/entry.js': 'entry()', 'assets/a.css': 'p { color: red }' }
  const made = { name: newName(), version: '1.0.0', files, styles: ['assets/a.css'] }
  expect(faultsOf(await publish(made))).toContain('CSS_NOT_SCOPED p')
  // All that is wrong is told at once.
  const worse = await publish({ ...made, uses: { kit: ['Gone'] } }, 'stable')
  expect(faultsOf(worse)).toEqual(expect.arrayContaining(['CSS_NOT_SCOPED p', 'EXPORT_MISSING kit.Gone']))
  // The shell may have such a style; then a remote that names it sends nothing.
  const hashes = Object.values(files)
    .map((text) => integrityOf(Buffer.from(text)))
    .join()
  const shell = await publish({ name: 'shell', version: '0.9.0', files: { 'index.html': hashes, ...files } })
  expect(shell.body).toMatchObject({ isNew: true })
  const request = makeVersion(made)
  const again = await api.call('POST', '/versions', { payload: { ...request, files: {} } })
  expect(faultsOf(again)).toContain('CSS_NOT_SCOPED p')
})

test('of those who claim one address at the same time one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const routes = [{ path: `/same-${round}/:id`, access: 'public' }]
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        publish({ name: newName(), version: '1.0.0', description: { routes } }, 'stable'),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422])
  }
})

test('a shell that would drop a live remote is refused, and names it with what it would miss', async () => {
  const [one, two] = [newName(), newName()]
  await publish({ name: one, version: '1.0.0', uses: { kit: ['Text'] } }, 'stable')
  await publish({ name: two, version: '1.0.0', description: { needs: { kit: '^1' } } }, 'stable')
  const lacking = await publishShell('1.1.0', { kit: ['Page'] })
  expect(faultsOf(lacking)).toEqual(['REMOTE_DROPPED kit.Text'])
  expect(String(lacking.body['message'])).toContain(`${one} 1.0.0 uses Text of kit`)
  // It may be tried, but not be shown to everybody, nor to some.
  expect((await publishShell('2.0.0', provided, 'next')).status).toBe(200)
  expect(faultsOf(await move('shell', '2.0.0'))).toEqual(['REMOTE_DROPPED kit'])
  expect(faultsOf(await move('shell', '2.0.0', 10))).toEqual(['REMOTE_DROPPED kit'])
  await api.call('POST', `/remotes/${two}/withdraw`, { payload: {} })
  expect((await move('shell', '2.0.0', 10)).status).toBe(200)
  // Now some browsers have that shell: what is published has to fit both.
  const three = { name: newName(), version: '1.0.0', description: { needs: { kit: '^1' } } }
  expect(faultsOf(await publish(three, 'stable'))).toEqual(['NEEDS_UNMET kit'])
  expect((await publish(three, 'next')).status).toBe(200)
  await api.call('POST', '/remotes/shell/rollback', { payload: {} })
  expect((await move(three.name, '1.0.0')).status).toBe(200)
})

test('a channel is moved to what fits at that moment, forth and back', async () => {
  const [name, later] = [newName(), newName()]
  const routes = (path: string) => ({ routes: [{ path, access: 'public' }] })
  await publish({ name, version: '1.0.0', description: routes(`/${name}/old`) }, 'stable')
  await publish({ name, version: '1.1.0', description: routes(`/${name}/new`) }, 'stable')
  // The address is free now, and somebody takes it.
  expect((await publish({ name: later, version: '1.0.0', description: routes(`/${name}/old`) }, 'stable')).status).toBe(
    200,
  )
  expect(faultsOf(await move(name, '1.0.0'))).toEqual([`ROUTE_CLAIMED /${name}/old`])
  expect(faultsOf(await api.call('POST', `/remotes/${name}/rollback`, { payload: {} }))).toEqual([
    `ROUTE_CLAIMED /${name}/old`,
  ])
  expect(await stable(name)).toBe('1.1.0')
  // What must go goes, and nothing invalid comes in its place.
  expect((await api.call('POST', `/remotes/${name}/withdraw`, { payload: { version: '1.1.0' } })).status).toBe(200)
  expect(await stable(name)).toBe(null)
})

test('GraphQL documents wait for the schema, and have to fit it', async () => {
  const document = 'query Q { hello }'
  const hash = createHash('sha256').update(document).digest('hex')
  const made = { name: newName(), version: '1.0.0', documents: { [hash]: document } }
  const { schema } = api.product
  api.product.schema = null
  expect(await publish(made)).toMatchObject({ status: 503, body: { code: 'SERVICE_UNAVAILABLE' } })
  api.product.schema = 'type Query { other: String }'
  expect(faultsOf(await publish(made))).toEqual(['DOCUMENT_INVALID Q'])
  api.product.schema = schema
  expect((await publish(made, 'stable')).status).toBe(200)
  // The gateway is told, without a token, what may run in some page; it is no news where nothing has changed.
  api.pass(2000)
  const told = await api.call('GET', '/documents', { token: null })
  expect(told.body['documents']).toEqual({ [hash]: document })
  const again = await api.call('GET', '/documents', { token: null, headers: { 'if-none-match': told.headers['etag'] } })
  expect(again.status).toBe(304)
  await api.call('POST', `/remotes/${made.name}/withdraw`, { payload: {} })
  api.pass(2000)
  expect((await api.call('GET', '/documents', { token: null })).body['documents']).toEqual({ [hash]: document })
  api.pass(31 * 24 * 60 * 60_000)
  expect((await api.call('GET', '/documents', { token: null })).body['documents']).toEqual({})
})
