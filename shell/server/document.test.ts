import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { joinLocks, type PageLock } from 'contract/version-lock.ts'
import { accentRoles } from 'service/accent.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
beforeEach(async () => {
  shell = await startShell()
})
afterEach(() => shell.stop())

const page = (url: string, headers: Record<string, string> = {}) =>
  shell.app.inject({ url, headers: { host: 'localhost:3000', ...headers } })
const inlineLockIn = (html: string): PageLock =>
  JSON.parse(/<script id="lock"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '')
/** Joins the inlined part and the rest of the version lock, as the shell does. */
const lockOf = async (html: string, at = shell) => {
  const { rest, ...inline } = inlineLockIn(html)
  const file = await at.app.inject(rest.url)
  expect(hashOf(file.body)).toBe(rest.integrity)
  return joinLocks(inline, file.json())
}
const preloadsIn = (html: string) =>
  [...html.matchAll(/rel="preload" as="\w+" crossorigin="anonymous" integrity="[^"]+" href="([^"]+)"/g)].map(
    ([, url]) => url,
  )

const hashOf = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`

describe('the document', () => {
  test('presents the product as the settings say', async () => {
    const mark = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" fill="currentColor"/></svg>'
    const settings = { PRODUCT_NAME: 'Fox & <Hound>', PRODUCT_MARK: mark, PRODUCT_ACCENT: '#e8a317' }
    const branded = await startShell({
      ...settings,
      SUPPORT_URL: 'mailto:help@fox.test',
      TERMS_URL: 'https://fox.test/t?a&b',
    })
    const { body, headers } = await branded.app.inject({ url: '/', headers: { host: 'localhost:3000' } })
    await branded.stop()
    const name = 'Fox &amp; &lt;Hound&gt;'
    expect(body).toContain(`<title>${name}</title><meta name="application-name" content="${name}">`)
    const icon = decodeURIComponent(/<link rel="icon" href="data:image\/svg\+xml,([^"]+)">/.exec(body)?.[1] ?? '')
    const [, fill = ''] = / fill="(#[\da-f]{6})"/.exec(icon) ?? []
    expect(icon, 'an image would draw it black').toBe(mark.replace('currentColor', fill))
    expect(fill, 'is the accent, as text can stand on it').toBe(accentRoles('#e8a317', 'light').accent)
    expect(body).toContain('<link rel="help" href="mailto:help@fox.test">')
    expect(body).toContain('<link rel="terms-of-service" href="https://fox.test/t?a&amp;b">')
    expect(body).not.toContain('privacy-policy')
    const [, nonce = ''] = /<style nonce="(.*?)">:root\{--kit-accent:light-dark\(#/.exec(body) ?? []
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
  })

  test('has a name and an icon, and only the accent of the stylesheet, without settings', async () => {
    const { body } = await page('/')
    expect(body).toContain('<title>Accounts</title>')
    expect(body).toMatch(/<link rel="icon" href="data:image\/svg\+xml,%3Csvg/)
    expect(body).not.toContain('--kit-accent')
  })

  test('carries the version lock of the live versions', async () => {
    expect(await lockOf((await page('/')).body)).toEqual({ shell: '1.0.0', remotes: [] })
    await shell.publish('mf-one', { places: { header: [{ name: 'one', order: 1 }] } })
    await shell.publish('mf-one', {}, '1.1.0')
    await shell.publish('mf-two', {})
    expect(await lockOf((await page('/')).body)).toMatchObject({
      remotes: [
        {
          name: 'mf-one',
          version: '1.1.0',
          entry: '/remotes/mf-one/1.1.0/assets/entry.js',
          integrity: hashOf('entry()'),
        },
        { name: 'mf-two', version: '1.0.0' },
      ],
    })
  })

  test('inlines the part of the version lock that the page needs, and links the immutable rest', async () => {
    await shell.publish('mf-one', {})
    await shell.publish('mf-two', {})
    const { body } = await page('/mf-two/deep')
    const { remotes } = inlineLockIn(body)
    expect(remotes).toMatchObject([{ name: 'mf-two' }])
    const { rest } = inlineLockIn((await page('/')).body)
    expect((await page('/')).body).toContain(
      `<link rel="preload" as="fetch" crossorigin="anonymous" href="${rest.url}">`,
    )
    const file = await shell.app.inject({ url: rest.url, headers: { 'accept-encoding': 'br' } })
    expect(file.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'br',
    })
    await shell.unpublish('mf-one')
    expect(inlineLockIn((await page('/mf-two')).body).rest.url).not.toBe(rest.url)
    expect((await shell.app.inject(rest.url)).body).toContain('mf-one')
  })

  test('preloads the rest of the version lock if the page needs it, and inlines a small one', async () => {
    await shell.publish('mf-one', {})
    const session = { cookie: 'lang=en; __Secure-better-auth.session_token=any' }
    const wantedAt = async (path: string, headers = {}) => {
      const { body } = await page(path, headers)
      const { rest, remotes } = inlineLockIn(body)
      expect(body.includes(`as="fetch" crossorigin="anonymous" href="${rest.url}"`)).toBe(!rest.wanted)
      return [rest.wanted, remotes.map(({ name }) => name)]
    }
    expect(await wantedAt('/mf-one/5')).toEqual(['later', ['mf-one']])
    expect(await wantedAt('/mf-one/5', { cookie: 'not-better-auth.session_token=any' })).toEqual(['later', ['mf-one']])
    for (const path of ['/', '/nowhere', '/preview/x']) expect(await wantedAt(path)).toEqual([undefined, []])
    // Signed-in users need the whole version lock, from its own URL if it is large.
    await shell.publish('mf-two', {})
    expect(await wantedAt('/mf-two', session)).toEqual(['none', ['mf-two', 'mf-one']])
    const navigation = [{ to: '/mf-three', label: { en: 'x'.repeat(8000) }, order: 1 }]
    await shell.publish('mf-three', { navigation })
    expect(await wantedAt('/mf-two', session)).toEqual([undefined, ['mf-two']])
  })

  test('is compressed if the client accepts it', async () => {
    const plain = (await page('/')).body.replaceAll(/nonce="[^"]+"|request-id="[^"]+"/g, '')
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip;q=0.8, br;q=0', 'gzip', gunzipSync],
      ['identity', undefined, (content: Buffer) => content],
    ] as const) {
      const { headers, rawPayload } = await page('/', { 'accept-encoding': accepted })
      expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding'])
      expect(
        decode(rawPayload)
          .toString()
          .replaceAll(/nonce="[^"]+"|request-id="[^"]+"/g, ''),
      ).toBe(plain)
    }
  })

  test('contains its request id, for support', async () => {
    const { body, headers } = await page('/')
    expect(body).toContain(`data-request-id="${String(headers['x-request-id'])}"`)
    const { body: quoted } = await page('/', { 'x-request-id': '"><script>' })
    expect(quoted).not.toContain('"><script>')
  })

  test('escapes the texts of remotes', async () => {
    const label = { en: '</script><script>alert(1)</script>' }
    await shell.publish('mf-one', { navigation: [{ to: '/mf-one', label, order: 1 }] })
    const { body } = await page('/mf-one')
    expect(body).not.toContain('alert(1)</script>')
    expect(inlineLockIn(body)).toMatchObject({ remotes: [{ navigation: [{ label }] }] })
  })

  test('omits a remote that the live shell cannot run, and keeps the previous version instead of an unsigned one', async () => {
    await shell.publish('mf-one', {})
    await shell.publish('mf-ahead', { needs: { kit: '^99' } })
    // Forged: written into the tables, but without the signing key.
    await shell.publish('mf-forged', {}, '1.0.0')
    const { db } = shell.ctx
    await db.write`
      insert into "version" ("name", "version", "document", "signed", "signature", "publicKey", "publishedBy")
      select "name", '1.0.1', "document", replace("signed", '1.0.0', '1.0.1'), "signature", "publicKey", 'nobody' from "version"
      where "name" = 'mf-forged'`
    await db.write`update "channel" set "version" = '1.0.1' where "name" = 'mf-forged'`
    await shell.registry.refresh()
    const { remotes } = await lockOf((await page('/')).body)
    expect(remotes).toMatchObject([{ name: 'mf-forged', version: '1.0.0' }, { name: 'mf-one' }])
    // Logged once, not for each change or document, which would fill the log in an incident.
    for (const version of ['1.1.0', '1.2.0']) await shell.publish('mf-one', {}, version)
    await page('/mf-forged')
    const told = (what: string) => shell.log.filter((line) => line.includes(what)).length
    expect(told('The signature of mf-forged 1.0.1 does not match its key.')).toBe(1)
    await db.write`update "channel" set "version" = '1.0.0' where "name" = 'mf-forged'`
    await shell.registry.refresh()
    await db.write`update "channel" set "version" = '1.0.1' where "name" = 'mf-forged'`
    await shell.registry.refresh()
    expect(told('The signature of mf-forged 1.0.1 does not match its key.'), 'when it happens again').toBe(2)
    expect(told('the live shell cannot run this remote')).toBe(1)
  })

  test('parses the visitor’s languages with or without spaces', async () => {
    for (const header of ['nn,uk;q=0.9', 'nn , uk;q=0.9', 'uk ;q=1'])
      expect((await page('/', { 'accept-language': header })).body).toContain('<html lang="uk"')
  })

  test('preloads the shell’s code for signed-in users on pages that require a session', async () => {
    const header = '/assets/signed-in.12345678.js'
    await shell.publish('mf-one', {
      routes: [
        { path: '/mf-one', access: 'user' },
        { path: '/mf-one-in', access: 'guest' },
      ],
    })
    await shell.publishShell('1.2.0', { [header.slice(1)]: 'header()' })
    const isAhead = async (path: string) => preloadsIn((await page(path)).body).includes(header)
    expect([await isAhead('/mf-one/deep'), await isAhead('/mf-one-in'), await isAhead('/')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('preloads the remote that owns the path, in the visitor’s language', async () => {
    await shell.publish('mf-one', {})
    expect(preloadsIn((await page('/mf-one/deep', { 'accept-language': 'uk-UA,uk;q=0.9,en;q=0.8' })).body)).toEqual([
      '/assets/locale-uk-po.33333333.js',
      '/remotes/mf-one/1.0.0/assets/entry.js',
      '/remotes/mf-one/1.0.0/assets/remote.js',
      '/remotes/mf-one/1.0.0/assets/locale-uk-po.js',
      '/remotes/mf-one/1.0.0/assets/remote.css',
    ])
    const elsewhere = await page('/', { cookie: 'lang=uk', 'accept-language': 'en' })
    expect(preloadsIn(elsewhere.body)).toEqual(['/assets/locale-uk-po.33333333.js'])
    expect(elsewhere.body).toContain('<html lang="uk" data-auth-base-path="/api/auth"')
    expect(elsewhere.body).toContain('as="fetch" crossorigin="anonymous" href="/api/auth/get-session"')
    expect(preloadsIn((await page('/', { cookie: 'lang=pl' })).body)).toEqual(['/assets/locale-en-po.22222222.js'])
  })

  test('preloads no file of a page for administrators, because the visitor may be somebody else', async () => {
    await shell.publish('mf-one', { routes: [{ path: '/mf-one', access: 'user', userRole: 'admin' }] })
    expect(preloadsIn((await page('/mf-one/deep')).body)).toEqual(['/assets/locale-en-po.22222222.js'])
  })

  test('preloads each file with the hash and mode of the later request', async () => {
    await shell.publish('mf-one', {})
    const { body } = await page('/mf-one')
    for (const [as, file, content] of [
      ['script', 'entry.js', 'entry()'],
      ['script', 'remote.js', 'remote()'],
      ['script', 'locale-en-po.js', 'english()'],
      ['style', 'remote.css', '.remote {}'],
    ] as const) {
      expect(body).toContain(
        `<link rel="preload" as="${as}" crossorigin="anonymous" integrity="${hashOf(content)}" href="/remotes/mf-one/1.0.0/assets/${file}">`,
      )
    }
  })

  test('preloads only the files of the requested screen, of the remote and of the shell', async () => {
    const screens = {
      '/mf-one': { files: ['assets/list.js'], shared: [] },
      '/mf-one/:id': { files: ['assets/layout.js', 'assets/one.js', 'assets/one.css'], shared: ['kit/graphql'] },
      '/mf-one/new': { files: ['assets/new.js'], shared: ['kit/unknown'] },
    }
    const files = ['entry.js', 'list.js', 'layout.js', 'one.js', 'one.css', 'new.js'].map((file) => `assets/${file}`)
    const contents = Object.fromEntries(files.map((file) => [file, file]))
    const needs = { kit: '^1' }
    await shell.send(
      makeVersion({ name: 'mf-one', version: '1.0.0', files: contents, description: { needs }, screens }),
    )
    await shell.publishShell(
      '1.1.0',
      { 'assets/9.js': 'graphql()', 'assets/10.js': 'layer()' },
      { 'kit/graphql': ['assets/9.js'] },
    )
    const aheadOf = async (path: string) => preloadsIn((await page(path)).body).slice(2)
    const at = '/remotes/mf-one/1.0.0/assets'
    expect(await aheadOf('/mf-one')).toEqual([`${at}/list.js`])
    expect(await aheadOf('/MF-one/5/')).toEqual([`${at}/layout.js`, `${at}/one.js`, `${at}/one.css`, '/assets/9.js'])
    expect(await aheadOf('/mf-one/new')).toEqual([`${at}/new.js`])
    expect(await aheadOf('/mf-one/5/more')).toEqual([])
    expect((await page('/mf-one/5')).body).toContain(
      `as="style" crossorigin="anonymous" integrity="${hashOf('assets/one.css')}" href="${at}/one.css"`,
    )
    // A shell of the next major version, in which the remote uses the layer.
    const layer = {
      'kit@1.6.0': ['assets/10.js'],
      'kit/graphql@1.6.0': ['assets/11.js'],
      'kit/graphql': ['assets/9.js'],
    }
    await shell.publishShell(
      '2.0.0',
      { 'assets/9.js': 'graphql()', 'assets/10.js': 'layer()', 'assets/11.js': 'layer of graphql()' },
      layer,
      '2.0.0',
    )
    expect(await aheadOf('/mf-one/new')).toEqual([`${at}/new.js`, '/assets/10.js'])
    expect((await aheadOf('/mf-one/5')).slice(3)).toEqual(['/assets/10.js', '/assets/11.js'])
  })

  test('responds with 404 to an unowned path, even one that starts like an owned path', async () => {
    await shell.publish('mf-one', {})
    expect((await page('/')).statusCode).toBe(200)
    expect((await page('/mf-one/anything')).statusCode).toBe(200)
    expect((await page('/mf-one-more')).statusCode).toBe(404)
    for (const url of ['/nowhere', '/100%', '/50%C3?q=100%']) {
      const response = await page(url)
      expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    }
  })

  test('responds with 404 to a URL that no browser would send', async () => {
    const { port } = new URL(await shell.app.listen({ port: 0 }))
    const [response]: IncomingMessage[] = await once(get({ port, path: String.raw`/\[nowhere` }), 'response')
    response?.resume()
    expect(response?.statusCode).toBe(404)
  })

  test('has a policy without unsafe sources and with a new nonce each time', async () => {
    const [first, second] = [await page('/'), await page('/')]
    const nonces = [first, second].map(({ body }) => /nonce="([\w-]{22})"/.exec(body)?.[1])
    expect(new Set(nonces).size).toBe(2)
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}';`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(first.headers['integrity-policy']).toBe('blocked-destinations=(script)')
    expect(first.headers['cache-control']).toBe('private, no-cache')
  })

  test('redirects other loopback hosts to its own', async () => {
    const response = await page('/mf-one?a=1', { host: '127.0.0.1:3000' })
    expect([response.statusCode, response.headers.location]).toEqual([307, 'http://localhost:3000/mf-one?a=1'])
    const doubled = await page('//evil.example/x', { host: '127.0.0.1:3000' })
    expect(doubled.headers.location).toBe('http://localhost:3000//evil.example/x')
    expect((await page('//evil.example/x')).statusCode).toBe(404)
  })
})

test('redirects password managers to the page that changes the password, if there is one', async () => {
  expect((await page('/.well-known/change-password')).statusCode).toBe(404)
  await shell.publish('mf-one', { routes: [{ path: '/account', access: 'user' }] })
  const { statusCode, headers } = await page('/.well-known/change-password')
  expect([statusCode, headers.location]).toEqual([302, '/account/security#password'])
})

describe('a page that requires a session', () => {
  const signIn = { path: '/sign-in', access: 'guest' }
  const open = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const response = await shell.app.inject({ method, url, headers: { host: 'localhost:3000', ...headers } })
    return [response.statusCode, response.headers.location]
  }
  beforeEach(async () => {
    const routes = [signIn, { path: '/mine', access: 'user' }, { path: '/mine/open', access: 'public' }]
    await shell.publish('mf-one', { routes })
  })

  test('sends guests to sign-in, which remembers the page', async () => {
    expect(await open('/mine?a=1&b=%23')).toEqual([302, '/sign-in?redirectTo=%2Fmine%3Fa%3D1%26b%3D%2523'])
    expect(await open('/Mine/deep/', {}, 'HEAD')).toEqual([302, '/sign-in?redirectTo=%2FMine%2Fdeep%2F'])
    expect(await open('/mine', { cookie: 'better-auth.session_token=; lang=de' })).toEqual([
      302,
      '/sign-in?redirectTo=%2Fmine',
    ])
    // Otherwise the browser would repeat it after the visitor has signed in.
    expect((await page('/mine')).headers['cache-control']).toBe('no-store')
  })

  test('never leads to another origin', async () => {
    const own = 'http://localhost:3000'
    for (const path of [
      '//evil.example/mine',
      '/mine//evil.example',
      '/mine/..//evil.example',
      '/mine\\evil.example',
    ]) {
      const [, location] = await open(path)
      const target = new URL(String(location ?? '/'), own).searchParams.get('redirectTo') ?? '/'
      expect(new URL(target, own).origin, path).toBe(own)
    }
  })

  test('is left to the page with any session cookie, even an expired one', async () => {
    for (const cookie of ['better-auth.session_token=any', 'lang=de; __Secure-better-auth.session_token=expired.x'])
      expect(await open('/mine', { cookie })).toEqual([200, undefined])
  })

  test('does not concern other pages', async () => {
    for (const path of ['/', '/sign-in', '/mine/open', '/preview/x', '/sdk/gallery'])
      expect(await open(path), path).toEqual([200, undefined])
    expect(await open('/nowhere')).toEqual([404, undefined])
  })

  test('does not lead anywhere without a page for guests to sign in', async () => {
    await shell.publish('mf-one', { routes: [{ ...signIn, access: 'user' }] }, '1.1.0')
    expect(await open('/sign-in')).toEqual([200, undefined])
  })
})

describe('the error page', () => {
  const error = () => page('/api/auth/error?error=access_denied&error_description=a%20b')

  test('belongs to the product if a remote has one, and gets all details of the error', async () => {
    await shell.publish('mf-one', { routes: [{ path: '/error', access: 'public' }] })
    const { statusCode, headers } = await error()
    expect([statusCode, headers.location]).toEqual([302, '/error?error=access_denied&error_description=a%20b'])
    expect((await page('/error?error=access_denied')).statusCode).toBe(400)
  })

  test('belongs to the account service otherwise', async () => {
    const { statusCode, headers } = await error()
    expect([statusCode, headers.location]).toEqual([502, undefined]) // which does not run here
  })
})
