import { sql } from 'database/sql.ts'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { PageLock } from 'contract/version-lock.ts'
import { moveChannel } from 'registry/channel/channels.ts'
import { confirmPreview, createPreview } from 'registry/preview/previews.ts'
import { sendBuild } from 'registry/preview/preview-builds.ts'
import { publishVersion } from 'registry/publish/publish.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
let restAuth: Server
/** The session requests that rest-auth received; it derives the user from the cookie. */
let asked: string[] = []
let isAway = false

beforeAll(async () => {
  restAuth = createServer(({ url = '', headers }, response) => {
    // Pages of all visitors need the facts.
    if (url.includes('/get-session')) asked.push(url)
    if (isAway) return void response.destroy()
    const id = /session_token=(\w+)/.exec(headers.cookie ?? '')?.[1]
    return void response.end(JSON.stringify(id === undefined ? null : { session: {}, user: { id } }))
  }).listen(0, '127.0.0.1')
  await once(restAuth, 'listening')
  const { port } = z.object({ port: z.number() }).parse(restAuth.address())
  shell = await startShell({ REST_AUTH_URL: `http://127.0.0.1:${port}` })
  await shell.publishShell('1.1.0', { 'development.html': '<script id="lock">{{lock}}</script>for developers' })
})
afterAll(async () => {
  await shell.stop()
  restAuth.close()
})

let name: string
beforeEach(async () => {
  asked = []
  name = `mf-${randomBytes(6).toString('hex')}`
  await shell.publish(name, {})
  await publishVersion(shell.ctx, makeVersion({ name, version: '1.1.0' }), who)
})
afterEach(() => shell.unpublish(name))

const who = { who: 'a test' }
const open = async (cookie = '', path = `/${name}`) => {
  const { body, headers, statusCode } = await shell.app.inject({ url: path, headers: cookie ? { cookie } : {} })
  const lock: PageLock = JSON.parse(/<script id="lock"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '')
  const version = lock.remotes.find((remote) => remote.name === name)?.version
  return { body, headers, statusCode, lock, version, setCookie: headers['set-cookie'] }
}

describe('a canary', () => {
  const show = async (percent: number) => {
    await moveChannel(shell.ctx, name, 'stable', { version: '1.1.0', percent }, who)
    await shell.registry.refresh()
  }

  test('gives a browser a cookie and the same version each time; without a canary, no cookie', async () => {
    expect((await open()).setCookie).toBeUndefined()
    await show(10)
    const visits = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const first = await open()
        expect(first.setCookie).toMatch(/^visitor=[\w-]{22}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax$/)
        const cookie = String(first.setCookie).split(';', 1)[0]
        const again = await open(cookie)
        expect([again.version, again.setCookie]).toEqual([first.version, undefined])
        return first.version
      }),
    )
    const chosen = visits.filter((version) => version === '1.1.0').length
    // 300 browsers with a chance of 10 %: fewer occur once in ten million runs.
    expect(chosen).toBeGreaterThan(8)
    expect(chosen).toBeLessThan(62)
    expect(asked).toEqual([])
    await show(100)
    expect((await open()).version).toBe('1.1.0')
    expect((await open()).setCookie).toBeUndefined()
  })
})

describe('a preview', () => {
  const confirm = async (request: Parameters<typeof createPreview>[1] = { name, version: '1.1.0' }) => {
    const { id } = await createPreview(shell.ctx, request, who)
    const { browser } = await confirmPreview(shell.ctx, id, { userId: 'ann', browser: null })
    return { id, browser, cookie: `preview=${browser}` }
  }

  test('is shown only to its user in its browser', async () => {
    const { cookie, id } = await confirm()
    const own = await open(`${cookie}; session_token=ann`)
    expect(own.version).toBe('1.1.0')
    expect(own.lock.previews).toEqual({
      userId: 'ann',
      running: [{ id, name, version: '1.1.0', builds: null, endsIn: expect.any(Number) }],
      areShown: true,
    })
    expect(own.lock.previews?.running[0]?.endsIn).toBeLessThanOrEqual(8 * 60 * 60)
    expect(asked).toEqual(['/api/auth/get-session?disableCookieCache=true&disableRefresh=true'])
    for (const other of [
      `${cookie}; session_token=bob`,
      cookie,
      'session_token=ann',
      `preview=${randomBytes(32).toString('base64url')}; session_token=ann`,
      `preview=${id}; session_token=ann`,
    ])
      expect(await open(other)).toMatchObject({ version: '1.0.0', lock: expect.not.objectContaining({ previews: {} }) })
  })

  test('shows a failing preview instead of the fallback version', async () => {
    const container = (version: string) => `${name.replaceAll('-', '_')}__${version.replaceAll('.', '')}`
    const make = (version: string) => makeVersion({ name, version, container: container(version) })
    await publishVersion(shell.ctx, { ...make('2.0.0'), channel: 'stable' }, who)
    await shell.send(make('2.1.0'))
    await publishVersion(shell.ctx, { ...make('2.2.0'), channel: 'next' }, who)
    const { cookie } = await confirm({ name, version: '2.2.0' })
    const [tried] = (await open(`${cookie}; session_token=ann`)).lock.remotes
    expect([tried?.version, tried?.lastGood]).toEqual(['2.2.0', undefined])
    const [live] = (await open('session_token=ann')).lock.remotes
    expect([live?.version, live?.lastGood?.version]).toEqual(['2.1.0', '2.0.0'])
  })

  test('may use a foreign origin in its browser only, if the remote was granted it', async () => {
    const [granted, other] = ['https://api.example.com', 'https://other.example.com']
    await publishVersion(
      shell.ctx,
      makeVersion({ name, version: '1.2.0', description: { connect: [granted, other] } }),
      who,
    )
    const row = { name, kind: 'connect', origin: granted, grantedAt: new Date(), grantedBy: 'a test' }
    await shell.ctx.db.write`insert into "grant" ${sql(row)}`
    await shell.registry.refresh()
    const { cookie } = await confirm({ name, version: '1.2.0' })
    const originsFor = async (by: string, path = `/${name}`) =>
      String((await open(by, path)).headers['content-security-policy']).match(/https:[^ ;]+/g)
    expect(await originsFor(`${cookie}; session_token=ann`)).toEqual([granted])
    expect(await originsFor(`${cookie}; session_token=ann`, '/preview/x'), 'where nothing of it runs').toBeNull()
    expect(await originsFor(`${cookie}; session_token=bob`)).toBeNull()
    expect(await originsFor('session_token=ann')).toBeNull()
  })

  test('queries nothing for browsers without previews', async () => {
    for (const cookie of ['', `; preview=${'x'.repeat(43)}`])
      expect((await open(`session_token=ann${cookie}`)).version).toBe('1.0.0')
    expect(asked).toEqual([])
  })

  test('is not shown if the session check fails', async () => {
    const { cookie } = await confirm()
    isAway = true
    expect((await open(`${cookie}; session_token=ann`)).version).toBe('1.0.0')
    isAway = false
  })

  test('does not run on the confirmation page, which cannot be framed', async () => {
    const { cookie } = await confirm()
    for (const path of ['/preview', '/preview/anything', '/preview/%61?x=1', '//preview/x', '/preview/../preview/x']) {
      const { lock, headers, statusCode } = await open(`${cookie}; session_token=ann`, path)
      expect(statusCode).toBe(200)
      expect(lock.remotes).toEqual([])
      expect(lock.previews).toMatchObject({ areShown: false, running: [{ name }] })
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-frame-options']).toBe('DENY')
    }
    await moveChannel(shell.ctx, name, 'stable', { version: '1.1.0', percent: 99 }, who)
    await shell.registry.refresh()
    expect((await open('', '/preview/x')).setCookie).toBeUndefined()
  })

  test('may be a remote that visitors do not have, or another shell', async () => {
    const fresh = `${name}-new`
    await publishVersion(shell.ctx, makeVersion({ name: fresh, version: '1.0.0' }), who)
    const { cookie } = await confirm({ name: fresh, version: '1.0.0' })
    const { statusCode, lock } = await open(`${cookie}; session_token=ann`, `/${fresh}`)
    expect([statusCode, lock.remotes.map((remote) => remote.name)]).toEqual([200, [fresh]])
    const files = { 'index.html': '<script id="lock">{{lock}}</script>another shell' }
    await publishVersion(shell.ctx, makeVersion({ name: 'shell', version: '2.0.0', files }), who)
    const ofShell = await confirm({ name: 'shell', version: '2.0.0' })
    expect((await open(`${ofShell.cookie}; session_token=ann`)).body).toContain('another shell')
    expect((await open()).body).not.toContain('another shell')
  })

  test('shows each build of a developer, from its own URL, in the development shell', async () => {
    const { id, cookie } = await confirm({ name, version: null })
    const session = `${cookie}; session_token=ann`
    expect(await open(session)).toMatchObject({ version: '1.0.0' })
    await sendBuild(shell.ctx, id, makeVersion({ name, version: '1.2.0' }), who)
    const { body, lock } = await open(session)
    expect(body).toContain('for developers')
    expect(lock.previews?.running).toMatchObject([{ id, version: '1.2.0', builds: 1 }])
    const entry = `/registry/previews/${id}/files/assets/entry.js`
    expect(lock.remotes).toMatchObject([
      { name, version: '1.2.0', entry, integrity: expect.stringMatching(/^sha384-/) },
    ])
    expect((await shell.app.inject({ url: entry, headers: { cookie } })).body).toBe('entry()')
    expect((await shell.app.inject({ url: entry })).statusCode).toBe(404)
    expect((await open()).body).not.toContain('for developers')
  })
})
