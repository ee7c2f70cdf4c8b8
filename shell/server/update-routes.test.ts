import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moveChannel } from 'registry/channel/channels.ts'
import { rollBack, unpublish } from 'registry/channel/roll-back.ts'
import { prune } from 'registry/publish/prune.ts'
import { publishVersion } from 'registry/publish/publish.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
beforeAll(async () => {
  shell = await startShell()
})
afterAll(() => shell.stop())

const who = { who: 'a test' }
let name: string
beforeEach(async () => {
  name = `mf-${randomBytes(6).toString('hex')}`
  await publish('1.0.0')
})
afterEach(() => shell.unpublish(name))

/** Each version has its own chunk, which its pages may load late. */
const publish = (version: string) =>
  shell.publish(name, {}, version, {
    'assets/entry.js': 'entry()',
    'assets/remote.js': 'remote()',
    'assets/remote.css': '',
    [`assets/late.${version}.js`]: `late('${version}')`,
  })
const seen = async (change: Promise<unknown>): Promise<void> => {
  await change
  await shell.registry.refresh()
}
/** Returns the response for a page that runs these versions. */
const ask = async (running: Record<string, string> | string[][], cookie = '') => {
  const url = `/lock/newer?${new URLSearchParams(running).toString()}`
  const { statusCode, headers, payload } = await shell.app.inject({ url, headers: { cookie } })
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
  return JSON.parse(payload)
}
const nothing = { newer: {}, isRequired: false }
const statusOf = async (url: string) => (await shell.app.inject({ url })).statusCode

describe('an open page is told which versions differ', () => {
  test('after a release, a rollback and the removal of its remote, but not for versions it does not run', async () => {
    const page = { shell: '1.0.0', [name]: '1.0.0' }
    expect(await ask(page)).toEqual(nothing)
    await publish('1.1.0')
    expect(await ask(page)).toEqual({ newer: { [name]: '1.1.0' }, isRequired: false })
    expect(await ask({ shell: '1.0.0' })).toEqual(nothing)
    const next = { shell: '1.0.0', [name]: '1.1.0' }
    expect(await ask(next)).toEqual(nothing)
    await seen(rollBack(shell.ctx, name, 'stable', who))
    expect(await ask(next)).toEqual({ newer: { [name]: '1.0.0' }, isRequired: false })
    await shell.unpublish(name)
    expect(await ask(next)).toEqual({ newer: { [name]: null }, isRequired: false })
    await shell.publishShell('1.0.1')
    expect(await ask({ shell: '1.0.0' })).toEqual({ newer: { shell: '1.0.1' }, isRequired: false })
    await seen(rollBack(shell.ctx, 'shell', 'stable', who))
  })

  test('by its canary bucket, ignoring previews', async () => {
    await publishVersion(shell.ctx, makeVersion({ name, version: '1.1.0' }), who)
    await seen(moveChannel(shell.ctx, name, 'stable', { version: '1.1.0', percent: 50 }, who))
    const open = async () => {
      const { headers, payload } = await shell.app.inject(`/${name}`)
      const version = /"version":"(1\.\d\.0)"/.exec(payload)?.[1] ?? ''
      return { cookie: String(headers['set-cookie']).split(';', 1)[0] ?? '', version }
    }
    for (let i = 0; i < 10; i += 1) {
      const { cookie, version } = await open()
      expect(await ask({ [name]: version }, cookie)).toEqual(nothing)
      const other = version === '1.0.0' ? '1.1.0' : '1.0.0'
      expect(await ask({ [name]: other }, cookie)).toEqual({ newer: { [name]: version }, isRequired: false })
      expect(await ask({ [name]: version }, `${cookie}; preview=${'x'.repeat(43)}`)).toEqual(nothing)
    }
    // Asking for updates does not assign a bucket, so this browser does not get the canary.
    expect(await ask({ [name]: '1.0.0' })).toEqual(nothing)
  })

  test('without querying the database, whatever it sends', async () => {
    const tables = ['channel', 'preview', 'revision', 'version']
    const rename = (ending: [from: string, to: string]) =>
      shell.ctx.db.unsafe(
        tables.map((table) => `alter table "${table}${ending[0]}" rename to "${table}${ending[1]}"`).join(';'),
      )
    await rename(['', ' gone'])
    const page = { constructor: '1.0.0', toString: 'x', ['mf-' + 'x'.repeat(2000)]: '1' }
    expect(await ask(page)).toMatchObject({ isRequired: false })
    expect(await ask({}, `preview=${'x'.repeat(43)}; visitor=${'x'.repeat(22)}`)).toEqual(nothing)
    expect(await statusOf(`/lock/newer?${name}=1.0.0&${name}=2.0.0`)).toBe(200)
    expect(await statusOf(`/lock/newer?__proto__=1.0.0&${name}`)).toBe(200)
    await rename([' gone', ''])
  })
})

describe('an open page must reload', () => {
  test('after its version was unpublished', async () => {
    await publish('1.1.0')
    await seen(unpublish(shell.ctx, name, '1.1.0', who))
    expect(await ask({ [name]: '1.1.0' })).toEqual({ newer: { [name]: '1.0.0' }, isRequired: true })
    expect(await ask({ [name]: '1.0.0' })).toEqual(nothing)
    const lastGood = [
      [name, '1.1.0'],
      [name, '1.0.0'],
    ]
    expect(await ask(lastGood)).toEqual({ newer: {}, isRequired: true })
  })

  test('by the server’s last known state while the database is down', async () => {
    await publish('1.1.0')
    await seen(unpublish(shell.ctx, name, '1.0.0', who))
    const other = await startShell({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, { besides: shell })
    try {
      const { payload } = await other.app.inject(`/lock/newer?${name}=1.0.0`)
      expect(JSON.parse(payload)).toEqual({ newer: { [name]: '1.1.0' }, isRequired: true })
    } finally {
      await other.stop()
    }
  })
})

test('serves late files of all retained versions, except unpublished ones', async () => {
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    await publish(version)
    await shell.publishShell(version, { [`assets/late.${version}.js`]: `shell('${version}')` })
  }
  const later = (days: number) => ({ ...shell.ctx, now: () => new Date(Date.now() + days * 24 * 60 * 60_000) })
  await prune(later(29), who)
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
    expect(await statusOf(`/remotes/${name}/${version}/assets/late.${version}.js`)).toBe(200)
    expect(await statusOf(`/assets/late.${version}.js`)).toBe(200)
  }
  for (const of of [name, 'shell']) await seen(unpublish(shell.ctx, of, '1.2.0', who))
  expect(await statusOf(`/remotes/${name}/1.2.0/assets/late.1.2.0.js`)).toBe(404)
  expect(await statusOf('/assets/late.1.2.0.js')).toBe(404)
  expect(await ask({ shell: '1.2.0', [name]: '1.2.0' })).toMatchObject({ isRequired: true })
})
