import { sql } from 'database/sql.ts'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { startFaultProxy } from 'database/testing/fault-proxy.ts'
import { withTimeout } from 'database/testing/with-timeout.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { makeVersion } from 'registry/testing/make-version.ts'
import { type Shell, startShell } from './testing/start-shell.ts'
import { unpublish } from 'registry/channel/roll-back.ts'
import { publishVersion } from 'registry/publish/publish.ts'

let shell: Shell
beforeEach(async () => {
  shell = await startShell()
})
afterEach(() => shell.stop())

const who = { who: 'a test' }
const entry = (name: string, version = '1.0.0') => `/remotes/${name}/${version}/assets/entry.js`
const statusOf = async (at: Shell, url: string) =>
  (await at.app.inject({ url, headers: { host: 'localhost:3000' } })).statusCode
const readiness = async (at: Shell) => (await at.app.inject('/ready')).json()

/** Starts another server on the same database, behind a proxy that injects failures. */
async function startBehindProxy(folder?: string) {
  const proxy = await startFaultProxy(shell.testDatabase.url)
  onTestFinished(() => proxy.end())
  const start = async (at = folder) => {
    const besides = { testDatabase: shell.testDatabase, folder: at ?? shell.folder }
    return startShell({ DATABASE_URL: proxy.url }, { besides, ownFolder: at === undefined })
  }
  return { proxy, start }
}

describe('two servers without a shared folder', () => {
  test('show the same after a refresh, and serve each other’s files, including older versions', async () => {
    const other = await startShell({}, { besides: shell, ownFolder: true })
    onTestFinished(() => other.stop())
    await shell.publish('mf-one', {})
    await shell.publish('mf-one', {}, '1.1.0')
    await shell.publishShell('1.1.0', { 'assets/shell.44444444.js': 'next()' })
    expect(await statusOf(other, '/mf-one')).toBe(404)
    await other.registry.refresh()
    const urls = ['/mf-one', entry('mf-one'), entry('mf-one', '1.1.0'), '/assets/shell.44444444.js']
    for (const url of urls) expect([url, await statusOf(other, url)]).toEqual([url, 200])
    const { rest } = JSON.parse(/\{"remotes".*?\}\}/.exec((await shell.app.inject('/mf-one')).body)?.[0] ?? '')
    expect(await statusOf(other, rest.url)).toBe(200)
  })

  test.runIf(process.env['TEST_FULL'])('both serve the files of a page of the previous version', async () => {
    const other = await startShell({}, { besides: shell, ownFolder: true })
    onTestFinished(() => other.stop())
    await shell.publishShell('2.0.0', { 'assets/shell.11111111.js': 'shell("of another name")' }).catch(() => {})
    await shell.publishShell('3.0.0', { 'index.html': '<p>3.0.0</p>', 'assets/shell.55555555.js': 'third()' })
    await other.registry.refresh()
    for (const each of [shell, other])
      for (const file of ['shell.11111111.js', 'shell.55555555.js'])
        expect(await statusOf(each, `/assets/${file}`)).toBe(200)
    expect((await other.app.inject({ url: '/', headers: { host: 'localhost:3000' } })).body).toBe('<p>3.0.0</p>')
  })

  test('can start at the same time on an empty database', async () => {
    await shell.ctx.db.unsafe('drop schema registry cascade')
    const start = () => startShell({}, { besides: shell, ownFolder: true })
    const started = await Promise.all([start(), start(), start()])
    for (const each of started) {
      expect(await readiness(each)).toMatchObject({ ok: true, missing: expect.arrayContaining(['published shell']) })
      await each.stop()
    }
  })
})

test('serves ranges, HEAD requests and unmodified copies as HTTP requires, on each server alike', async () => {
  const other = await startShell({}, { besides: shell, ownFolder: true })
  onTestFinished(() => other.stop())
  const url = '/assets/shell.11111111.js'
  const [first, second] = await Promise.all([shell, other].map((each) => each.app.inject(url)))
  const { etag } = Object(first?.headers)
  expect(etag).toBe(second?.headers['etag'])
  const ask = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
    const { statusCode, body, headers: received } = await other.app.inject({ url, headers, method })
    return [statusCode, body, received['content-length'], received['content-encoding']]
  }
  expect(await ask({ 'if-none-match': String(etag) })).toEqual([304, '', undefined, undefined])
  expect(await ask({ range: 'bytes=0-4' })).toEqual([206, 'shell', '5', undefined])
  expect(await ask({}, 'HEAD')).toEqual([200, '', String(first?.body.length), undefined])
  const [status, , length, encoding] = await ask({ 'accept-encoding': 'br' }, 'HEAD')
  expect([status, encoding]).toEqual([200, 'br'])
  expect(Number(length)).toBeLessThan(Number(first?.body.length))
})

describe('an unpublished version', () => {
  test('disappears from pages, and its files return 404, on every server', async () => {
    const other = await startShell({}, { besides: shell, ownFolder: true })
    onTestFinished(() => other.stop())
    for (const version of ['1.0.0', '1.1.0']) await shell.publish('mf-one', {}, version)
    await other.registry.refresh()
    expect(await statusOf(other, entry('mf-one', '1.1.0'))).toBe(200)
    await shell.publish('mf-one', {}, '1.2.0')
    await other.registry.refresh()
    expect(await statusOf(other, entry('mf-one', '1.1.0'))).toBe(200) // and kept, as one of those before
    for (const version of ['1.1.0', '1.2.0']) await unpublish(shell.ctx, 'mf-one', version, who)
    for (const each of [shell, other]) {
      await each.registry.refresh()
      for (const version of ['1.1.0', '1.2.0']) expect(await statusOf(each, entry('mf-one', version))).toBe(404)
      expect(await statusOf(each, entry('mf-one'))).toBe(200)
    }
  })

  test('of the shell takes only its own files along', async () => {
    const shared = { 'assets/shell.77777777.js': 'of two versions()' }
    await shell.publishShell('1.1.0', { ...shared, 'assets/shell.66666666.js': 'bad()' })
    await shell.publishShell('1.1.1', shared)
    await shell.publishShell('1.2.0')
    for (const file of ['shell.66666666.js', 'shell.77777777.js'])
      expect(await statusOf(shell, `/assets/${file}`)).toBe(200)
    await unpublish(shell.ctx, 'shell', '1.1.0', who)
    await shell.registry.refresh()
    expect(await statusOf(shell, '/')).toBe(200)
    expect(await statusOf(shell, '/assets/shell.66666666.js')).toBe(404)
    for (const file of ['shell.11111111.js', 'shell.77777777.js'])
      expect(await statusOf(shell, `/assets/${file}`)).toBe(200)
  })
})

describe('while the database is down', () => {
  test('serves pages and files, reports the outage, and shows later versions after it', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await shell.publish('mf-one', {}, version)
    const { proxy, start } = await startBehindProxy()
    const other = await start()
    onTestFinished(() => other.stop())
    await other.registry.warmed()
    await proxy.set('refuse')
    await shell.publish('mf-two', {})
    await other.registry.refresh()
    expect(await readiness(other)).toMatchObject({ ok: true, missing: expect.arrayContaining(['registry']) })
    // The previous version is the fallback.
    const live = ['1.1.0', '1.2.0'].map((version) => entry('mf-one', version))
    for (const url of ['/', '/mf-one', ...live, '/assets/locale-uk-po.33333333.js'])
      expect([url, await statusOf(other, url)]).toEqual([url, 200])
    const unknown = await other.app.inject(entry('mf-one', '1.0.0'))
    expect([unknown.statusCode, unknown.json().code, unknown.headers['cache-control']]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      'no-store',
    ])
    expect(await statusOf(other, '/mf-two')).toBe(404)
    await proxy.set('pass')
    await expect.poll(() => other.registry.refresh().then(() => other.registry.isDown)).toBe(false)
    expect(await statusOf(other, '/mf-two')).toBe(200)
    expect(await statusOf(other, entry('mf-one', '1.0.0'))).toBe(200)
  })

  test.runIf(process.env['TEST_FULL'])(
    'responds within five seconds to a request that needs a silent database',
    async () => {
      for (const version of ['1.0.0', '1.1.0', '1.2.0']) await shell.publish('mf-one', {}, version)
      const { proxy } = await startBehindProxy()
      const token = 'a-token-of-the-operator-for-tests-alone'
      const environment = { DATABASE_URL: proxy.url, OPERATOR_TOKEN: token }
      const other = await startShell(environment, { besides: shell, ownFolder: true })
      onTestFinished(() => other.stop())
      await other.registry.warmed()
      await proxy.set('hang')
      const call = { headers: { host: 'localhost:3000', authorization: `Bearer ${token}` } }
      const asked = [
        other.app.inject({ url: entry('mf-one', '1.0.0') }),
        other.app.inject({ url: '/registry/log', ...call }),
        other.app.inject({ url: '/registry/tokens', method: 'POST', payload: { name: 'mf-one' }, ...call }),
      ]
      expect((await other.app.inject({ url: '/mf-one', headers: { host: 'localhost:3000' } })).statusCode).toBe(200)
      const responses = await withTimeout(5000, Promise.all(asked), () => statusOf(other, '/mf-one'))
      for (const { statusCode, headers, body } of responses) {
        expect([statusCode, JSON.parse(body).code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      }
      await proxy.set('pass')
      await expect.poll(() => statusOf(other, entry('mf-one', '1.0.0'))).toBe(200)
    },
  )

  test.runIf(process.env['TEST_FULL'])('starts with the last known state, and only with one', async () => {
    await shell.publish('mf-one', {})
    await shell.registry.warmed()
    const { proxy, start } = await startBehindProxy(shell.folder)
    await proxy.set('refuse')
    await expect(startShell({ DATABASE_URL: proxy.url }, { besides: shell, ownFolder: true })).rejects.toThrow()
    const again = await start()
    onTestFinished(() => again.stop())
    expect(await readiness(again)).toMatchObject({ ok: true, missing: expect.arrayContaining(['registry']) })
    for (const url of ['/mf-one', entry('mf-one')]) expect(await statusOf(again, url)).toBe(200)
    const { rest } = JSON.parse(/\{"remotes".*?\}\}/.exec((await again.app.inject('/mf-one')).body)?.[0] ?? '')
    expect(await statusOf(again, rest.url)).toBe(200)
    await proxy.set('pass')
    await shell.publish('mf-two', {})
    await expect.poll(() => again.registry.refresh().then(() => statusOf(again, '/mf-two'))).toBe(200)
  })
})

test('never serves a file that does not match its hash, nor its compressed form', async () => {
  for (const column of ['content', 'brotli', 'gzip']) {
    const name = `mf-${column}`
    const files = { 'assets/entry.js': `${column}(${'1'.repeat(200)})` }
    const request = makeVersion({ name, version: '1.0.0', files })
    await publishVersion(shell.ctx, request, who)
    const [integrity] = Object.keys(request.files)
    await shell.ctx.db.unsafe('alter table "file" disable trigger user')
    await shell.ctx.db.write`
      update "file" set ${sql(column)} = set_byte(${sql(column)}, 20, (get_byte(${sql(column)}, 20) + 1) % 256)
      where "integrity" = ${integrity ?? ''}`
    await shell.ctx.db.unsafe('alter table "file" enable trigger user')
    const response = await shell.app.inject({ url: entry(name), headers: { 'accept-encoding': 'br' } })
    expect([column, response.statusCode]).toEqual([column, 500])
  }
})

test.runIf(process.env['TEST_FULL'])(
  'reloads a modified cached file, even in the next process, and never serves it',
  async () => {
    const content = `entry(${'1'.repeat(200)})`
    await shell.publish('mf-one', {}, '1.0.0', {
      'assets/entry.js': content,
      'assets/remote.js': '',
      'assets/remote.css': '',
    })
    await shell.registry.warmed()
    const besides = { testDatabase: shell.testDatabase, folder: shell.folder }
    const flip = async () => {
      for (const file of await readdir(shell.registry.files)) {
        const path = `${shell.registry.files}/${file}`
        const bytes = await readFile(path)
        if (bytes.length > 0) await writeFile(path, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1))
      }
    }
    const next = await startShell({}, { besides })
    onTestFinished(() => next.stop())
    for (const server of [shell, next]) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        await flip()
        const headers = { host: 'localhost:3000', 'accept-encoding': encoding }
        const { rawPayload } = await server.app.inject({ url: entry('mf-one'), headers })
        const unpack = { identity: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync }[encoding]
        expect(unpack?.(rawPayload).toString()).toBe(content)
      }
    }
    await flip()
    const third = await startShell({}, { besides })
    onTestFinished(() => third.stop())
    expect(await statusOf(third, '/')).toBe(200)
    expect(await statusOf(third, entry('mf-one'))).toBe(200)
    expect(await statusOf(third, '/assets/shell.11111111.js')).toBe(200)
  },
)

test('queries nothing for a document, nor for a live file that was requested before', async () => {
  await shell.publish('mf-one', {})
  await shell.registry.warmed()
  await shell.ctx.db.unsafe('alter table "file" rename to "gone"; alter table "version" rename to "gone_too"')
  for (const url of ['/mf-one', entry('mf-one'), '/assets/shell.11111111.js'])
    expect(await statusOf(shell, url)).toBe(200)
})

test.runIf(process.env['TEST_FULL'])('reloads files that another process deleted', async () => {
  await shell.publish('mf-one', {})
  await shell.registry.warmed()
  for (const file of await readdir(shell.registry.files)) await rm(`${shell.registry.files}/${file}`)
  expect(await statusOf(shell, entry('mf-one'))).toBe(200)
})
