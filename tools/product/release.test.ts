import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RegistryClient } from 'remote-tools/command/command'
import { clientOf } from 'remote-tools/command/registry-client'
import { readLog } from 'registry/log/log.sql.ts'
import { integrityOf } from 'contract/integrity.ts'
import { operatorToken, startRegistryApi } from 'registry/testing/start-registry-api.ts'
import { release } from './release.ts'

let api: Awaited<ReturnType<typeof startRegistryApi>>
let client: RegistryClient
let folder: string
beforeEach(async () => {
  api = await startRegistryApi()
  client = clientOf(await api.app.listen({ port: 0, host: '127.0.0.1' }), operatorToken)
  folder = await mkdtemp(join(tmpdir(), 'release-'))
  await mkdir(join(folder, 'data'))
  await build('shell', 'first')
  await build('mf-one', 'first')
})
afterEach(async () => {
  await api.stop()
  await rm(folder, { recursive: true })
})

/** Writes a build as `npm run build` would. */
async function build(name: string, code: string, uses: Record<string, string[]> = {}): Promise<void> {
  const isShell = name === 'shell'
  const facts = { kit: '1.4.0', uses: isShell ? { kit: ['Page'], ...uses } : uses, bundled: [], texts: [] }
  const hash = Buffer.from(code).toString('hex')
  const files = {
    'package.json': { version: '1.0.0' },
    'dist/build.json': facts,
    'dist/remote.json': { name, routes: [{ path: `/${name}`, access: 'public' }] },
    'dist/mf-manifest.json': {
      metaData: { globalName: `${name.replaceAll('-', '_')}__1`, remoteEntry: { name: `assets/${hash}.js` } },
      exposes: [{ assets: { js: { sync: [] }, css: { sync: [] } } }],
    },
    'dist/index.html': `<script src="/assets/${hash}.js" integrity="${integrityOf(Buffer.from(code))}"></script>`,
  }
  await rm(join(folder, name), { recursive: true, force: true })
  for (const [path, content] of Object.entries({ ...files, [`dist/assets/${hash}.js`]: code })) {
    if (path === (isShell ? 'dist/remote.json' : 'dist/index.html')) continue
    await mkdir(dirname(join(folder, name, path)), { recursive: true })
    await writeFile(join(folder, name, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

const start = (names = ['shell', 'mf-one'], data = 'data', isTrial = false, takesOver = false) =>
  release(names, {
    checkout: folder,
    builds: folder,
    dataDir: join(folder, data),
    client,
    isTrial,
    takesOver,
    why: 'npm start',
  })
const outcomes = async (...args: Parameters<typeof start>) => (await start(...args)).map(({ outcome }) => outcome)
const act = async (call: string, payload: object = {}) =>
  expect((await api.call('POST', `/remotes/mf-one/${call}`, { payload })).status).toBe(200)
const history = async () =>
  (await readLog(api.ctx, { limit: 100 })).map(({ action, name }) => `${action} ${name}`).toReversed()

test('publishes everything to an empty registry, then only changes', async () => {
  expect(await outcomes()).toEqual(['published', 'published'])
  expect(await outcomes()).toEqual(['live', 'live'])
  await build('mf-one', 'second')
  expect(await outcomes()).toEqual(['live', 'published'])
  expect(await outcomes()).toEqual(['live', 'live'])
  expect(await history()).toEqual([
    'publish shell',
    'move shell',
    'publish mf-one',
    'move mf-one',
    'publish mf-one',
    'move mf-one',
  ])
})

test('keeps a rollback, also for later builds, until someone promotes one', async () => {
  await start()
  await build('mf-one', 'second')
  const [, second] = await start()
  await act('rollback')
  const [, left] = await start()
  expect(left?.outcome).toBe('left')
  expect(left?.text).toContain(`rolled back from ${second?.version} to 1.0.0-`)
  await build('mf-one', 'third')
  const [, third] = await start()
  expect(third?.outcome).toBe('left')
  expect(third?.text).toContain(`npm run remote -- promote mf-one ${third?.version}`)
  const move = { payload: { version: third?.version } }
  expect((await api.call('PUT', '/remotes/mf-one/channels/stable', move)).status).toBe(200)
  expect(await outcomes()).toEqual(['live', 'live'])
  await build('mf-one', 'fourth')
  expect(await outcomes()).toEqual(['live', 'published'])
})

describe.each([
  ['a remote that was unpublished', {}],
  ['a version that was unpublished permanently (only in test:full)', { version: true }],
])('does not restore', (title, { version }: { version?: boolean }) => {
  test.runIf(!version || process.env['TEST_FULL'])(title, async () => {
    const [, first] = await start()
    await act('unpublish', version ? { version: first?.version } : {})
    const [, left] = await start()
    expect([left?.outcome, left?.text]).toEqual(['left', expect.stringContaining('unpublished')])
    await build('mf-one', 'second')
    expect(await outcomes()).toEqual(['live', 'left'])
    const { body } = await api.call('GET', '/remotes/mf-one')
    expect(body['channels']).toMatchObject([{ channel: 'stable', version: null }])
  })
})

test('replaces what another data folder has published only on request, and reverts no rollback and no unpublish', async () => {
  const publish = () => outcomes(['mf-one'], 'other', false, true)
  await start()
  await mkdir(join(folder, 'other'))
  await build('mf-one', 'second')
  expect(await outcomes(undefined, 'other')).toEqual(['live', 'left'])
  expect(await publish()).toEqual(['published'])
  await act('rollback')
  await rm(join(folder, 'other/published.json'))
  await build('mf-one', 'third')
  expect(await publish()).toEqual(['left'])
  await act('unpublish')
  expect(await publish()).toEqual(['left'])
})

test.runIf(process.env['TEST_FULL'])(
  'publishes each build once when two instances start at the same time',
  async () => {
    await mkdir(join(folder, 'other'))
    const both = await Promise.all([outcomes(), outcomes(undefined, 'other')])
    for (const name of [0, 1]) expect(both.map((each) => each[name]).toSorted()).toEqual(['live', 'published'])
    expect((await history()).toSorted()).toEqual(['move mf-one', 'move shell', 'publish mf-one', 'publish shell'])
  },
)

test.runIf(process.env['TEST_FULL'])('resumes after it was killed before it saved its state', async () => {
  await start()
  await rm(join(folder, 'data/published.json'))
  expect(await outcomes()).toEqual(['live', 'live'])
  await build('mf-one', 'second')
  expect(await outcomes()).toEqual(['live', 'published'])
})

test('publishes the shell and a remote that needs it in any order, and names unmet needs', async () => {
  await start()
  await build('mf-one', 'second', { kit: ['Page', 'Novelty'] })
  const [, refused] = await start()
  expect(refused?.outcome).toBe('refused')
  expect(refused?.text).toContain('Novelty')
  await build('shell', 'second', { kit: ['Page', 'Novelty'] })
  expect(await outcomes(['mf-one', 'shell'])).toEqual(['published', 'published'])
})

test('names every remote that a new shell would drop', async () => {
  const names = Array.from({ length: 3 }, (_, index) => `mf-use-${index}`)
  for (const name of names) await build(name, name, { kit: ['Page', 'Text', 'Badge'] })
  await build('shell', 'first', { kit: ['Page', 'Text', 'Badge'] })
  expect(await outcomes(['shell', ...names])).toEqual(Array(4).fill('published'))
  await build('shell', 'second', { kit: ['Page'] })
  const [refused] = await start(['shell'])
  expect(refused?.outcome).toBe('refused')
  expect(refused?.text).toContain('3 of 3 live remotes: ')
  for (const name of names)
    expect(refused?.text).toMatch(new RegExp(`${name} 1\\.0\\.0-\\w+ \\(kit\\.Text, kit\\.Badge\\)`))
})

test.runIf(process.env['TEST_FULL'])(
  'removes an export of kit together with its uses when only developers use the product',
  async () => {
    await build('mf-one', 'first', { kit: ['Page'] })
    await start()
    await build('shell', 'second', { kit: ['Sheet'] })
    await build('mf-one', 'second', { kit: ['Sheet'] })
    expect(await outcomes()).toEqual(['refused', 'refused'])
    expect(await outcomes(undefined, undefined, true)).toEqual(['published', 'published'])
    expect(await history()).toContain('unpublish mf-one')
  },
)
