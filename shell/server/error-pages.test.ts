import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Shell, startShell } from './testing/start-shell.ts'

let shell: Shell
let port: number
beforeAll(async () => {
  shell = await startShell({ AUTH_URL: 'http://127.0.0.1:3000', REST_AUTH_URL: 'http://127.0.0.1:9' })
  await shell.publish('mf-one', {
    routes: [
      { path: '/organizations', access: 'public' },
      { path: '/invoices', access: 'public' },
      { path: '/account', access: 'public' },
    ],
  })
  const address = new URL(await shell.app.listen({ port: 0, host: '127.0.0.1' }))
  port = Number(address.port)
})
afterAll(() => shell.stop())

/** Sent by browsers as they open a URL. */
const opening = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', host: '127.0.0.1:3000' }

const get = async (url: string, headers: Record<string, string> = opening) => {
  const { statusCode, headers: received, body } = await shell.app.inject({ url, headers })
  return { status: statusCode, type: String(received['content-type']).split(';')[0], headers: received, body }
}

/** Returns all that the server sends. */
async function send(request: string, to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(request)
  return text(socket)
}

function originOf(server: Server): string {
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address?.port}`
}

const cookies = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 1000) }, (_, index) => `other${index}=${'x'.repeat(990)}`).join('; ')

describe('a URL with a dot', () => {
  test.each([
    '/organizations/acme.io',
    '/organizations/node.js',
    '/organizations/acme.io?tab=a.b',
    '/organizations/me@x.io',
    '/invoices/INV-1.2',
    '/account/a.b',
    '/organizations/acme.io/',
  ])('is a page if a remote owns it: %s', async (url) => {
    for (const accept of [opening.accept, '*/*'])
      expect(await get(url, { ...opening, accept })).toMatchObject({ status: 200, type: 'text/html' })
  })

  test.each(['/wp-login.php', '/apple-touch-icon.png', '/nothing.js', '/assets/nothing.js'])(
    'is missing as JSON for scripts and pictures, and as a page for people: %s',
    async (url) => {
      expect(await get(url, { ...opening, accept: '*/*' })).toMatchObject({ status: 404, type: 'application/json' })
      const { status, type, body } = await get(url)
      expect([status, type]).toEqual([404, 'text/html'])
      expect(body, 'the page of the shell').toContain('id="lock"')
    },
  )
})

describe('an error of this server', () => {
  test.each(['/api/auth/get-session', '/api/auth/verify-email?token=x', '/graphql'])(
    'is a page for browsers if the service of %s is down',
    async (url) => {
      const { status, type, body, headers } = await get(url, {
        ...opening,
        'accept-language': 'de-DE,de;q=0.9',
        cookie: 'color-scheme=dark',
      })
      expect([status, type]).toEqual([502, 'text/html'])
      expect(body).toContain('Diese Seite konnte nicht angezeigt werden.')
      expect(body).toContain('<html lang="de">')
      expect(body).toContain('<meta name="color-scheme" content="dark" />')
      expect(body).toContain('<a href="/">')
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  test.each(['application/json', '*/*', 'application/json, text/plain, */*', 'application/json, text/html'])(
    'is JSON for programs that accept %s',
    async (accept) => {
      const { status, type, body } = await get('/api/auth/get-session', { ...opening, accept })
      expect([status, type]).toEqual([502, 'application/json'])
      expect(JSON.parse(body)).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
    },
  )

  test('is JSON for programs that name no format', async () => {
    expect(await get('/api/auth/get-session', { host: '127.0.0.1:3000' })).toMatchObject({ type: 'application/json' })
  })

  test('leaves errors of services as they are', async () => {
    const restAuth = createServer((_, response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"UNAUTHORIZED"}'),
    ).listen(0, '127.0.0.1')
    await once(restAuth, 'listening')
    const other = await startShell({ REST_AUTH_URL: originOf(restAuth) })
    const response = await other.app.inject({ url: '/api/auth/list-sessions', headers: opening })
    await other.stop()
    restAuth.close()
    expect([response.statusCode, response.json()]).toEqual([401, { code: 'UNAUTHORIZED' }])
  })

  test('is a page for a form that is sent to an unknown URL', async () => {
    const headers = { ...opening, 'content-type': 'application/x-www-form-urlencoded' }
    const { statusCode, headers: received } = await shell.app.inject({
      url: '/x',
      method: 'POST',
      payload: 'a=1',
      headers,
    })
    expect([statusCode, received['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })
})

describe('cookies of other products on the same host', () => {
  test('do no harm up to 30 kB', async () => {
    const answer = await send(
      `GET /account/profile HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nConnection: close\r\nCookie: ${cookies(30_000)}\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })

  test.each([
    ['in the language of the browser', 'Accept-Language: uk\r\n', /Видаліть файли cookie/],
    ['in English otherwise', '', /Clear the cookies of this site/],
  ])('are refused above that, with a page %s', async (_, accept, expected) => {
    const answer = await send(`GET / HTTP/1.1\r\nHost: 127.0.0.1:3000\r\n${accept}Cookie: ${cookies(40_000)}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 431 Request Header Fields Too Large\r\n/)
    expect(answer).toMatch(expected)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  })

  test('are named for a URL that is too long', async () => {
    expect(await send(`GET /?q=${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 /)
  })
})

test('refuses what is not HTTP', async () => {
  expect(await send('hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 Bad Request\r\n[^]*<small>400/)
})

test.each(['/account/profile', '/account/a%zz.b', '/api/auth/ok'])('accepts %s in absolute form', async (path) => {
  const restAuth = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(restAuth, 'listening')
  const other = await startShell({ REST_AUTH_URL: originOf(restAuth) })
  await other.publish('mf-one', { routes: [{ path: '/account', access: 'public' }] })
  const own = Number(new URL(await other.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const request = `GET http://localhost:3000${path} HTTP/1.1\r\nHost: localhost:3000\r\nConnection: close\r\n\r\n`
  const answer = await send(request, own)
  await other.stop()
  restAuth.close()
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
})

test('has an icon and rules for crawlers', async () => {
  expect(await get('/favicon.ico')).toMatchObject({ status: 200, type: 'image/svg+xml' })
  const { status, type, body } = await get('/robots.txt')
  expect([status, type]).toEqual([200, 'text/plain'])
  expect(body).toBe('User-agent: *\nDisallow: /api/auth/\nDisallow: /graphql\n')
})
