import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withContentVersion } from 'remote-tools/check/content-version'
import { CommandError } from 'remote-tools/command/command-error'
import { publishBuild } from 'remote-tools/command/publish'
import type { RegistryClient } from 'remote-tools/command/command'
import { type VersionDocument, versionDocument } from 'contract/registry.ts'
import { makeVersion, newKey } from '../testing/make-version.ts'
import { startRegistryApi } from '../testing/start-registry-api.ts'
import { deleteUnnamedFiles } from './prune.ts'
import { findFile, noteLockFile } from '../version/files.sql.ts'

let registry: Awaited<ReturnType<typeof startRegistryApi>>
beforeAll(async () => {
  registry = await startRegistryApi()
})
afterAll(() => registry.stop())

const day = 24 * 60 * 60_000
const newName = () => `mf-${randomBytes(6).toString('hex')}`
const request = (name: string, version: string, files: Record<string, string> = {}) =>
  makeVersion({ name, version, files: { 'assets/entry.js': `entry('${name} ${version}')`, ...files } })
const publish = (name: string, version: string, channel?: string, files?: Record<string, string>) =>
  registry.call('POST', '/versions', { payload: { ...request(name, version, files), channel } })
const prune = () => registry.call('POST', '/prune')
const versionsOf = async (name: string) => {
  const { body } = await registry.call('GET', `/remotes/${name}`)
  return JSON.stringify(body['versions']).match(/\d+\.\d+\.\d+/g)
}
const hasFile = async ({ files }: { files: object }) =>
  (await findFile(registry.ctx, Object.keys(files)[0] ?? '')) !== undefined

test('removes versions and files that no channel, rollback, canary or page of the last 30 days needs', async () => {
  const name = newName()
  const same = { 'assets/same.svg': `<svg id="${name}" />` }
  await publish(name, '0.1.0', undefined, same)
  await publish(name, '0.2.0', 'pr-1')
  await publish(name, '1.0.0', 'stable', same)
  await publish(name, '1.1.0', 'stable')
  await publish(name, '1.2.0', 'next')
  await publish(name, '1.3.0')
  await registry.call('PUT', `/remotes/${name}/channels/stable`, { payload: { version: '1.3.0', percent: 10 } })
  expect((await prune()).body).toMatchObject({ versions: [] })
  registry.pass(31 * day)
  await publish(name, '2.0.0')
  const pruned = await prune()
  expect(pruned.body['versions']).toEqual([
    { name, version: '0.1.0' },
    { name, version: '0.2.0' },
  ])
  expect(pruned.body).toMatchObject({ files: 2 })
  expect((await versionsOf(name))?.toSorted()).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.3.0', '2.0.0'])
  expect(await hasFile(request(name, '0.1.0'))).toBe(false)
  expect(await hasFile(request(name, '1.0.0'))).toBe(true)
  expect(await hasFile({ files: makeVersion({ name, version: '1.0.0', files: same }).files })).toBe(true)
  const { body } = await registry.call('GET', `/log?name=${name}&limit=3`)
  expect(body).toMatchObject({
    entries: [
      { action: 'prune', from: '0.2.0', who: 'operator' },
      { action: 'prune', from: '0.1.0' },
      { action: 'prune', channel: 'pr-1', from: '0.2.0' },
    ],
  })
  expect((await registry.call('POST', `/remotes/${name}/rollback`, { payload: {} })).body).toMatchObject({
    version: '1.1.0',
  })
})

test('keeps the last shell with a kit that a live remote was built with, so that its team can install it', async () => {
  const name = newName()
  const files = { 'index.html': '{{lock}}' }
  const publishShell = (version: string, kit: string) => {
    registry.pass(1000)
    return registry.call('POST', '/versions', { payload: makeVersion({ name: 'shell', version, kit, files }) })
  }
  await publishShell('1.0.0', '1.5.0')
  await publishShell('1.1.0', '1.5.0')
  await publishShell('1.2.0', '1.6.0')
  await registry.call('POST', '/versions', {
    payload: { ...makeVersion({ name, version: '1.0.0', kit: '1.5.0' }), channel: 'next' },
  })
  registry.pass(31 * day)
  await prune()
  expect(await versionsOf('shell')).toEqual(['1.1.0'])
  await registry.call('POST', `/remotes/${name}/unpublish`, { payload: {} })
  expect((await prune()).body['versions']).toContainEqual({ name: 'shell', version: '1.1.0' })
})

test('never accepts the number of a removed or unpublished version again', async () => {
  const name = newName()
  for (const version of ['1.0.0', '1.1.0']) await publish(name, version)
  await registry.call('POST', `/remotes/${name}/unpublish`, { payload: { version: '1.1.0' } })
  registry.pass(31 * day)
  await prune()
  expect((await publish(name, '1.0.0')).body['code']).toBe('VERSION_EXISTS')
  expect((await publish(name, '1.1.0')).body['code']).toBe('VERSION_UNPUBLISHED')
  expect(await hasFile(request(name, '1.1.0'))).toBe(false)
})

test('accepts a removed version again if its number is a hash of its content, as in npm start', async () => {
  const name = newName()
  const base = { name, files: { 'assets/entry.js': `entry('${name}')` } }
  const first: VersionDocument = JSON.parse(makeVersion({ ...base, version: '1.0.0' }).document)
  const { version } = withContentVersion(first)
  const again = () => registry.call('POST', '/versions', { payload: makeVersion({ ...base, version }) })
  for (let time = 0; time < 2; time++) {
    expect((await again()).body).toMatchObject({ version, isNew: true })
    registry.pass(31 * day)
    expect((await prune()).body['versions']).toContainEqual({ name, version })
  }
  const other = { ...base, version, files: { 'assets/entry.js': 'other()' } }
  const refused = await registry.call('POST', '/versions', { payload: makeVersion(other) })
  expect([refused.status, refused.body['code']]).toEqual([409, 'VERSION_EXISTS'])
})

test('keeps the version lock that pages load, even if nothing has changed for long', async () => {
  const [{ files }, name] = [request(newName(), '1.0.0'), newName()]
  await publish(name, '1.0.0', 'stable', { 'assets/lock.json': '{}' })
  const lock = Object.keys(makeVersion({ name, version: '1', files: { a: '{}' } }).files)
  await noteLockFile(registry.ctx, lock)
  registry.pass(400 * day)
  await prune()
  expect(await registry.ctx.db.write`select 1 from "lock_file" where "integrity" = any(${lock}::text[])`).toHaveLength(
    1,
  )
  expect(await hasFile({ files })).toBe(false)
})

test('removes no file that a concurrent publish needs', async () => {
  const names = Array.from({ length: 8 }, newName)
  // Old files that no version names now, but that a new version is about to name.
  for (const name of names) await publish(name, '1.0.0')
  await registry.ctx.db.write`delete from "version" where "name" = any(${names}::text[])`
  registry.pass(2 * day)
  const responses = await Promise.all([
    ...names.slice(0, 4).map((name) => publish(name, '1.0.0')),
    prune(),
    ...names.slice(4).map((name) => publish(name, '1.0.0')),
  ])
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  for (const name of names) expect(await hasFile(request(name, '1.0.0'))).toBe(true)
})

test('makes a publish wait while it removes a file that the publish needs, which is then stored again', async () => {
  const name = newName()
  await publish(name, '1.0.0')
  const { database, db } = registry.ctx
  await db.write`delete from "version" where "name" = ${name}`
  const isWaiting = async () => (await db.read`select 1 from pg_locks where not "granted"`).length > 0
  const { response } = await database.begin(async (tx) => {
    const { files } = await deleteUnnamedFiles({ ...registry.ctx, db: tx }, new Date('2100-01-01'))
    expect(files).toBeGreaterThan(0)
    const published = publish(name, '1.0.0')
    let hasResponse = false
    void published.then(() => (hasResponse = true))
    await expect.poll(async () => hasResponse || (await isWaiting())).toBe(true)
    return { response: published }
  })
  expect((await response).status).toBe(200)
  expect(await hasFile(request(name, '1.0.0'))).toBe(true)
})

test('makes the command send a file again that was removed after the command found it', async () => {
  const name = newName()
  await publish(name, '1.0.0')
  registry.pass(31 * day)
  const files = { 'assets/entry.js': `entry('${name} 1.0.0')` }
  const made = makeVersion({ name, version: '2.0.0', files })
  const build = {
    document: versionDocument.parse(JSON.parse(made.document)),
    files: new Map(Object.entries(made.files).map(([integrity, base64]) => [integrity, Buffer.from(base64, 'base64')])),
    bundled: [],
    texts: [],
    importers: {},
    packages: {},
    stylers: [],
  }
  const client: RegistryClient = {
    origin: '',
    get: () => Promise.reject(new Error('not needed')),
    send: async (method, path, payload, schema) => {
      const { status, body } = await registry.call(method, path.replace('/registry', ''), { payload })
      if (status !== 200) throw new CommandError(String(body['code']), String(body['message']))
      if (path.endsWith('/missing-files')) await prune()
      return schema.parse(body)
    },
  }
  expect(await publishBuild(client, build, newKey().privateKey, {})).toEqual({ isNew: true, sent: 1 })
  expect(await hasFile(made)).toBe(true)
})

test('requires an operator', async () => {
  const token = await registry.createToken(newName())
  expect(await registry.call('POST', '/prune', { token })).toMatchObject({ status: 403 })
})
