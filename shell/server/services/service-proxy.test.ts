import { once } from 'node:events'
import { createHash } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { IncomingMessage } from 'node:http'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { bodyLimits } from 'service/body-limits.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { authUrl, startServiceProxy } from '../testing/start-service-proxy.ts'

let t: Awaited<ReturnType<typeof startServiceProxy>>
beforeEach(async () => void (t = await startServiceProxy({ responseTimeout: 300 })))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  return t.stop()
})

const heard = z.object({
  method: z.string(),
  headers: z.record(z.string(), z.unknown()),
  url: z.string(),
  body: z.string(),
})
/** Returns the request that the service received. */
const heardAt = async (...call: Parameters<typeof t.call>) => heard.parse((await t.call(...call)).body)
const tokenOf = ({ headers }: z.infer<typeof heard>) => String(headers['authorization']).replace(/^Bearer /, '')
const payloadOf = async (token: string) =>
  (await jwtVerify(token, createLocalJWKSet(t.jwks), { audience: 'mf-invoices', issuer: authUrl })).payload
const unavailable = (what: string) => ({ code: 'UPSTREAM_UNAVAILABLE', message: `The service of mf-invoices ${what}` })

describe('a request of a page', () => {
  test('reaches the service with path, query, body and a token that identifies the user', async () => {
    const asked = await heardAt('/api/mf-invoices/list/a%2Fb?x=%2F&y', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      },
      body: '{"a": 1}',
    })
    expect(asked).toMatchObject({
      method: 'POST',
      url: '/list/a%2Fb?x=%2F&y',
      body: '{"a": 1}',
      headers: {
        host: new URL(t.url).host,
        'content-type': 'application/json',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-prefix': '/api/mf-invoices',
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
        traceparent: expect.stringContaining('0af7651916cd43dd8448eb211c80319c'),
      },
    })
    expect(await payloadOf(tokenOf(asked))).toMatchObject({ sub: 'ann', aud: 'mf-invoices' })
    expect((await heardAt('/api/mf-invoices')).url).toBe('/')
    expect((await t.call('/api/mf-billing/x')).status).toBe(404)
    expect(t.log.join('')).not.toContain(tokenOf(asked))
  })

  test('contains no internal headers and no forged ones', async () => {
    const { headers } = await heardAt('/api/mf-invoices/', {
      headers: {
        cookie: 'better-auth.session_token=ann; other=1',
        authorization: 'Bearer the-session-of-ann',
        'proxy-authorization': 'Basic x',
        'x-forwarded-for': '6.6.6.6',
        'x-forwarded-host': 'evil.example',
        host: 'evil.example',
        forwarded: 'for=6.6.6.6',
        'x-real-ip': '6.6.6.6',
        'x-request-id': 'made-up-by-somebody',
        'x-user-id': 'root',
        'x-original-url': '/admin',
        'x-http-method-override': 'DELETE',
        te: 'trailers',
        'content-length': '0',
      },
    })
    expect(headers).toEqual({
      host: new URL(t.url).host,
      connection: 'keep-alive',
      authorization: expect.stringMatching(/^Bearer ey/),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': 'localhost:3000',
      'x-forwarded-prefix': '/api/mf-invoices',
      'x-forwarded-proto': 'http',
      'x-request-id': expect.not.stringContaining('made-up'),
    })
  })

  test.each(['x-api-key', 'authorization'])('may carry an API key in %s instead of a session', async (header) => {
    t.sessions.set('acct_own', { sub: 'key:own' })
    const withKey = (key: string) => ({ [header]: header === 'authorization' ? `Bearer ${key}` : key })
    const call = { method: 'POST', session: null }
    const asked = await heardAt('/api/mf-invoices/', { ...call, headers: { ...withKey('acct_own'), origin: '' } })
    expect(await payloadOf(tokenOf(asked))).toMatchObject({ sub: 'key:own', aud: 'mf-invoices' })
    expect(JSON.stringify(asked)).not.toContain('acct_own')
    const refusals = [
      await t.call('/api/mf-invoices/', { ...call, headers: withKey('acct_wrong') }),
      await t.call('/api/mf-invoices/', { method: 'POST', headers: withKey('acct_own') }),
      await t.call('/api/mf-invoices/', {
        ...call,
        headers: { ...withKey('acct_own'), origin: 'http://evil.example' },
      }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([401, 401, 403])
  })

  test('is refused without a session or with an invalid one', async () => {
    for (const session of [null, 'stranger', 'stranger'])
      expect(await t.call('/api/mf-invoices/', { session })).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED' },
      })
    expect(await t.call('/api/mf-invoices/', { session: null, headers: { authorization: 'Bearer x' } })).toMatchObject({
      status: 401,
    })
    expect([t.service.requests, t.minted.length]).toEqual([0, 1])
  })

  test.each([429, 500, 503])('is refused at once while rest-auth responds with %i', async (status) => {
    t.state.restAuthStatus = status
    const expected = status === 429 ? [429, 'TOO_MANY_REQUESTS'] : [502, 'UPSTREAM_UNAVAILABLE']
    const { status: actual, body } = await t.call('/api/mf-invoices/')
    expect([actual, body['code']]).toEqual(expected)
    t.state.restAuthStatus = 200
    expect((await t.call('/api/mf-invoices/')).status).toBe(200)
    const told = t.log.some(
      (line) => line.includes(`service token request failed`) && line.includes(`unexpected status ${status}`),
    )
    expect(told).toBe(status !== 429)
  })
})

describe('the token', () => {
  test('is cached per session and remote, and shared by concurrent requests', async () => {
    t.services.set('mf-notes', t.url)
    const asked = await Promise.all(Array.from({ length: 20 }, () => heardAt('/api/mf-invoices/')))
    expect(new Set(asked.map(tokenOf)).size).toBe(1)
    expect(t.minted).toEqual(['mf-invoices better-auth.session_token=ann'])
    const [bob, notes] = [await heardAt('/api/mf-invoices/', { session: 'bob' }), await heardAt('/api/mf-notes/')]
    expect((await payloadOf(tokenOf(bob))).sub).toBe('bob')
    await expect(payloadOf(tokenOf(notes))).rejects.toThrow('aud')
    expect(t.minted).toHaveLength(3)
  })

  test('is replaced on every server when the session changes', async () => {
    const first = await heardAt('/api/mf-invoices/')
    t.sessions.set('ann', { sub: 'ann', organization: { id: 'beta' } })
    const cookie = 'better-auth.session_token=ann; session_mark=AAAAAAAAAAAAAAAA'
    const second = await heardAt('/api/mf-invoices/', { headers: { cookie } })
    expect([
      (await payloadOf(tokenOf(first)))['organization'],
      (await payloadOf(tokenOf(second)))['organization'],
    ]).toEqual([null, { id: 'beta' }])
  })

  test('is refused for an ended session after five seconds, and then not requested again', async () => {
    await t.call('/api/mf-invoices/')
    t.sessions.delete('ann')
    const now = performance.now.bind(performance)
    const statusAfter = async (milliseconds: number) => {
      vi.spyOn(performance, 'now').mockImplementation(() => now() + milliseconds)
      return (await t.call('/api/mf-invoices/')).status
    }
    expect([await statusAfter(4000), await statusAfter(5000), await statusAfter(6000)]).toEqual([200, 401, 401])
    expect(t.minted).toHaveLength(2)
  })
})

describe('the organization of the token', () => {
  const ann = { sub: 'ann', organization: { id: 'active' }, memberOf: { acme: '1', 'Größe & Co': '2' } }
  beforeEach(() => void t.sessions.set('ann', ann))
  const idAt = async (page: string, path = '/api/mf-invoices/') => {
    const asked = await heardAt(path, { headers: { referer: `${authUrl}${page}` } })
    return Object((await payloadOf(tokenOf(asked)))['organization']).id
  }

  test('is that of the page, with a token for each', async () => {
    const pages = [
      '/organizations/acme',
      '/organizations/Gr%C3%B6%C3%9Fe%20%26%20Co/invoices/7?a=b',
      '/organizations/acme/x',
    ]
    for (const round of ['first', 'cached']) {
      expect([round, await Promise.all(pages.map((page) => idAt(page)))]).toEqual([round, ['1', '2', '1']])
    }
    expect(t.minted).toHaveLength(2)
  })

  test.each([
    '/',
    '/organizations',
    '/organizations/new',
    '/invoices/organizations/acme',
    '/sign-in?a=/organizations/acme',
  ])('is the active one at %s', async (page) => {
    expect(await idAt(page)).toBe('active')
  })

  test('is the active one if another origin names a page', async () => {
    const headers = { referer: 'https://evil.example/organizations/acme' }
    const asked = await heardAt('/api/mf-invoices/', { headers })
    expect((await payloadOf(tokenOf(asked)))['organization']).toEqual({ id: 'active' })
  })

  test('can be named in the URL, for sockets', async () => {
    expect(await idAt('/organizations/unknown', '/api/mf-invoices/?page-organization=acme')).toBe('1')
  })

  test.each(['/organizations/foreign', '/organizations/%', '/organizations/ACME'])(
    'is never foreign: a page at %s gets no token, and the service hears nothing',
    async (page) => {
      for (const options of [{}, { method: 'POST' }]) {
        const response = await t.call('/api/mf-invoices/', { ...options, headers: { referer: authUrl + page } })
        expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      }
      expect((await t.call('/api/mf-invoices/?page-organization=foreign')).status).toBe(403)
      expect(t.service.requests).toBe(0)
    },
  )

  test('separates cached responses of a page', async () => {
    t.service.handle = (_, response) => response.setHeader('vary', 'accept').setHeader('cache-control', 'private').end()
    expect((await t.call('/api/mf-invoices/')).headers['vary']).toBe('accept, referer')
  })
})

describe('requests from other pages', () => {
  const page = { origin: 'https://evil.example' }
  test.each([
    ['a form of another origin', 'POST', page],
    ['a form of a subdomain', 'POST', { origin: 'http://sub.localhost:3000' }],
    ['a page with an opaque origin', 'POST', { origin: 'null' }],
    ['a write without an origin', 'DELETE', { origin: '' }],
    ['a read by a script', 'GET', page],
    ['an image', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a subdomain', 'GET', { 'sec-fetch-site': 'same-site' }],
    ['a forged origin', 'POST', { 'sec-fetch-site': 'cross-site' }],
    ['a link in an email, or a typed address', 'GET', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a CORS preflight', 'OPTIONS', { ...page, 'access-control-request-method': 'POST' }],
  ])('rejects %s', async (_, method, headers: Record<string, string>) => {
    expect(await t.call('/api/mf-invoices/', { method, headers })).toMatchObject({
      status: 403,
      body: { code: 'INVALID_ORIGIN' },
    })
    expect([t.service.requests, t.minted]).toEqual([0, []])
  })

  test('accepts a download that a page links to', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
    expect((await t.call('/api/mf-invoices/', { headers })).status).toBe(200)
  })
})

test.each(['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'manifest'])(
  'rejects executable destinations: %s',
  async (destination) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': destination }
    expect(await t.call('/api/mf-invoices/x.js', { headers })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    })
    expect(t.service.requests).toBe(0)
    for (const data of ['empty', 'image', 'document', 'video'])
      expect((await t.call('/api/mf-invoices/x.js', { headers: { ...headers, 'sec-fetch-dest': data } })).status).toBe(
        200,
      )
  },
)

describe('a URL that tries to reach something else', () => {
  test.each([
    '/api/mf-invoices/../mf-notes/', '/api/mf-invoices/..', '/api/mf-invoices/%2e%2e/x', '/api/mf-invoices/a/%2E./x', '/api/mf-invoices/..%2fx',
    '/api/mf-invoices/%252e%252e%252fx', '/api/mf-invoices/%25252e%25252e/x', '/api/mf-invoices/..;/x', '/api/mf-invoices/.%2e;a=b/x',
    String.raw`/api/mf-invoices/\\evil.example/`, '/api/mf-invoices/%5c%5cevil.example', '/api/mf-invoices//evil.example/', '/api/mf-invoices/%0d%0aHost:x',
    '/api/mf-invoices/%00', '/api/mf-invoices/x%0a', '/api/mf-invoices/./x', '/api/mf-invoices/%ff',
  ])('is rejected: %s', async (path) => {
    expect((await t.call(path)).status).toBe(400)
    expect(t.service.requests).toBe(0)
  }) // prettier-ignore

  test.each([
    '/api/%6df-invoices/x', '/api/mf-invoices%2fx', '/api/mf-invoices@evil.example/', '/api/mf-invoices.evil.example/', '/api//mf-invoices/x',
    'http://evil.example/x', '/api/MF-invoices/x',
  ])('has no service: %s', async (path) => {
    expect((await t.call(path)).status).toBeGreaterThanOrEqual(400)
    expect(t.service.requests).toBe(0)
  }) // prettier-ignore

  test('stays a path of the service, whatever host it names', async () => {
    for (const path of [
      '/api/mf-invoices/http://evil.example/',
      '/api/mf-invoices/@evil.example/',
      '/api/mf-invoices/:80/x',
      '/api/mf-invoices/a//b',
    ])
      expect((await heardAt(path)).url).toBe(path.slice('/api/mf-invoices'.length))
    const absolute = await t.call(`http://evil.example/api/mf-invoices/x`)
    expect([absolute.status, t.service.requests]).toEqual([404, 4])
    const { headers } = await heardAt('/api/mf-invoices/', { headers: { host: 'evil.example' } })
    expect(headers['host']).toBe(new URL(t.url).host)
  })

  test('cannot remove a header by declaring it hop-by-hop', async () => {
    const { headers } = await heardAt('/api/mf-invoices/', {
      headers: { connection: 'authorization, x-forwarded-for, x-request-id, close' },
    })
    expect(headers).toMatchObject({
      authorization: expect.stringMatching(/^Bearer ey/),
      'x-forwarded-for': '127.0.0.1',
    })
  })

  test.each([
    ['two content lengths', 'Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello'],
    [
      'a content length and chunks',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n',
    ],
  ])('is rejected with %s', async (_, rest) => {
    const socket = connect(Number(new URL(t.origin).port), '127.0.0.1')
    const lines = [
      'POST /api/mf-invoices/ HTTP/1.1',
      'Host: localhost',
      `Origin: ${authUrl}`,
      'Cookie: better-auth.session_token=ann',
    ]
    socket.end(`${lines.join('\r\n')}\r\n${rest}`)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
    expect(t.service.requests).toBe(0)
  })
})

describe('a malicious service', () => {
  test.each([
    ['/next?a=1#b', '/api/mf-invoices/next?a=1#b'],
    ['next', '/api/mf-invoices/deep/next'],
    ['../../../../x', '/api/mf-invoices/x'],
  ])('keeps the redirect %s below the remote', async (location, expected) => {
    t.service.handle = (_, response) => response.writeHead(302, { location }).end()
    const { status, headers } = await t.call('/api/mf-invoices/deep/here')
    expect([status, headers.location]).toEqual([302, expected])
    t.service.handle = (_, response) =>
      response.writeHead(307, { location: t.url + location.replace(/^[^/]/, '/$&') }).end()
    expect((await t.call('/api/mf-invoices/')).headers.location).toMatch(/^\/api\/mf-invoices\//)
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    String.raw`/\evil.example`,
    'javascript:alert(1)',
    'http://[',
    'http://127.0.0.1:1/',
  ])('causes an error with the redirect %s', async (location) => {
    t.service.handle = (_, response) => response.writeHead(302, { location }).end('x')
    const { status, headers, body } = await t.call('/api/mf-invoices/')
    expect([status, headers.location, body]).toEqual([502, undefined, unavailable('is unavailable. Try again soon.')])
  })

  test('cannot set cookies, allow other origins, use shared caches, or run anything', async () => {
    t.service.handle = (_, response) =>
      response
        .writeHead(401, {
          'set-cookie': ['better-auth.session_token=evil; Path=/', 'x=1'],
          'access-control-allow-origin': '*',
          'access-control-allow-credentials': 'true',
          'www-authenticate': 'Basic realm="The product"',
          'clear-site-data': '"*"',
          'strict-transport-security': 'max-age=0',
          'content-security-policy': "script-src 'unsafe-inline' *",
          'x-accel-redirect': '/etc/passwd',
          'service-worker-allowed': '/',
          'x-request-id': 'made-up',
          refresh: '0; url=https://evil.example',
          link: '</x>; rel=preload',
          'cache-control': 'public, max-age=3600',
          'content-type': 'text/html',
          etag: '"1"',
        })
        .end('<script>alert(1)</script>')
    const { status, headers } = await t.call('/api/mf-invoices/')
    expect(status).toBe(401)
    expect(headers).toMatchObject({
      'content-type': 'text/html',
      etag: '"1"',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.not.stringContaining('made-up'),
    })
    const names = [
      'set-cookie',
      'www-authenticate',
      'clear-site-data',
      'x-accel-redirect',
      'service-worker-allowed',
      'refresh',
      'link',
    ]
    for (const name of [
      ...names,
      'access-control-allow-origin',
      'access-control-allow-credentials',
      'strict-transport-security',
    ])
      expect(headers, name).not.toHaveProperty(name)
    t.service.handle = (_, response) => response.setHeader('cache-control', 'private, max-age=60').end()
    expect((await t.call('/api/mf-invoices/')).headers['cache-control']).toBe('private, max-age=60')
  })

  test.each<[string, (socket: Socket) => void]>([
    ['giant headers', (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`)],
    ['text that is not HTTP', (socket) => socket.write('hello\r\n\r\n')],
    ['an unrequested upgrade', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')],
    ['endless interim responses', (socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n'), 5)
      socket.on('close', () => clearInterval(timer))
    }],
    ['a disconnect', (socket) => socket.destroy()],
  ])('causes our own error with %s, and does not affect the next request', async (_, lie) => {
    t.service.handle = ({ socket }) => {
      socket.on('error', () => {})
      lie(socket)
    }
    const { status, headers, body } = await t.call('/api/mf-invoices/', { method: 'POST' })
    expect([502, 504]).toContain(status)
    expect(body).toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      message: expect.stringMatching(/^The service of mf-invoices .* again/),
    })
    expect(headers).toMatchObject({ 'x-request-id': expect.any(String), 'cache-control': 'no-store' })
    t.service.handle = t.echo
    expect((await t.call('/api/mf-invoices/')).status).toBe(200)
  }) // prettier-ignore

  test('cannot break the proxy with repeated headers, which are joined', async () => {
    t.service.handle = ({ url }, response) => {
      const twice = (name: string, ...values: string[]) => values.flatMap((value) => [name, value])
      const location = url === '/moved' ? twice('location', '/next', 'https://evil.example/') : []
      const types = twice('content-type', 'text/html', 'text/event-stream')
      response
        .writeHead(url === '/moved' ? 302 : 200, [...types, ...twice('etag', '"1"', '"2"'), ...location])
        .end('{}')
    }
    const { status, headers } = await t.call('/api/mf-invoices/')
    expect([status, headers['content-type'], headers.etag]).toEqual([200, 'text/html, text/event-stream', '"1", "2"'])
    const moved = await t.call('/api/mf-invoices/moved')
    expect(moved.headers.location).toMatch(/^\/api\/mf-invoices\/next,/)
  })

  test.each([
    'private="set-cookie", max-age=60',
    'private, public',
    'private, s-maxage=60',
    'public',
    'x-private',
    'max-age=60',
  ])('cannot store a private response in a shared cache with %s', async (control) => {
    t.service.handle = (_, response) => response.setHeader('cache-control', control).end()
    expect((await t.call('/api/mf-invoices/')).headers['cache-control']).toBe('no-store')
  })

  test('is cut off with the token if its response never ends, without using memory', async () => {
    t.sessions.set('ann', { sub: 'ann', expiresIn: 1 })
    let written = 0
    t.service.handle = (_, response) => {
      const more = (): void => {
        while (!response.destroyed) {
          written += 65_536
          if (!response.write(Buffer.alloc(65_536))) return void response.once('drain', more)
        }
      }
      response.writeHead(200)
      more()
    }
    const sent = t.begin('/api/mf-invoices/').end()
    const [result]: IncomingMessage[] = await once(sent, 'response')
    if (!result) throw new Error('no response')
    const closed = new Promise((resolve) => result.once('close', resolve))
    result.on('error', () => {})
    result.pause() // nobody reads
    let before = 0
    await vi.waitFor(() => {
      const isStill = written > 0 && written === before
      before = written
      expect(isStill).toBe(true)
    })
    expect(written).toBeLessThan(30_000_000)
    result.resume()
    await closed
    expect(result.complete).toBe(false)
  })
})

describe('an unavailable service', () => {
  test('leads to 502 with the request id, and does not affect others', async () => {
    t.services.set('mf-away', 'http://127.0.0.1:1')
    const { status, headers, body } = await t.call('/api/mf-away/')
    expect([status, body]).toEqual([
      502,
      { code: 'UPSTREAM_UNAVAILABLE', message: 'The service of mf-away is unavailable. Try again soon.' },
    ])
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/)
    expect(t.log.join('')).not.toContain('eyJ')
    expect((await t.call('/api/mf-invoices/')).status).toBe(200)
  })

  test('leads to 504 if it does not respond, and does not block other services', async () => {
    const slow = await startServiceProxy()
    slow.service.handle = () => {}
    t.services.set('mf-slow', slow.url)
    const waiting = Array.from({ length: 30 }, () => t.call('/api/mf-slow/'))
    expect((await t.call('/api/mf-invoices/')).status).toBe(200)
    const responses = await Promise.all(waiting)
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([504]))
    expect(responses[0]?.body).toEqual({
      code: 'UPSTREAM_UNAVAILABLE',
      message: 'The service of mf-slow took too long to respond. Try again.',
    })
    await slow.stop()
  })

  test('cannot take more than 64 open requests of one user, however the session cookie is written', async () => {
    t.service.handle = () => {}
    const waiting = Array.from({ length: 70 }, (_, n) =>
      t.call('/api/mf-invoices/', {
        headers: { cookie: `better-auth.session_token=ann; better-auth.session_token=x${n % 7}` },
      }),
    )
    await vi.waitFor(() => expect(t.service.requests).toBe(64))
    t.service.handle = t.echo
    expect((await t.call('/api/mf-invoices/', { session: 'bob' })).status).toBe(200)
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect([
      statuses.filter((status) => status === 503).length,
      statuses.filter((status) => status === 504).length,
    ]).toEqual([6, 64])
    expect((await t.call('/api/mf-invoices/')).status).toBe(200)
  })

  test('cannot be starved by a few users or one network, while others find room', async () => {
    const settings = {
      SERVICE_OPEN_REQUESTS: '16',
      SERVICE_OPEN_REQUESTS_PER_NETWORK: '8',
      SERVICE_OPEN_REQUESTS_PER_USER: '4',
      TRUSTED_PROXIES: '127.0.0.1',
    }
    const small = await startServiceProxy({ settings })
    const names = ['eve', 'mallory', 'cy', 'dee', 'fay', 'gus', 'hal']
    for (const sub of names) small.sessions.set(sub, { sub })
    small.service.handle = () => {}
    const ask = async (session: string, address: string) => {
      const sent = small.begin('/api/mf-invoices/', { session, headers: { 'x-forwarded-for': address } }).end()
      sent.on('error', () => {})
      const before = small.service.requests
      const status = once(sent, 'response').then(([response]: IncomingMessage[]) => response?.resume().statusCode)
      return Promise.race([status, vi.waitUntil(() => small.service.requests > before).then(() => 'open')])
    }
    const askInTurn = async (...callers: [string, string][]) => {
      const outcomes: unknown[] = []
      for (const caller of callers) outcomes.push(await ask(...caller))
      return outcomes
    }
    const [here, there, elsewhere] = ['2001:db8:0:1::1', '203.0.113.7', '198.51.100.1']
    const four = (name: string, address: string) => Array.from({ length: 4 }, (): [string, string] => [name, address])
    expect(await askInTurn(...four('eve', here), ...four('mallory', here))).toEqual([
      ...Array(6).fill('open'),
      503,
      503,
    ])
    expect(await askInTurn(['ann', here], ['bob', '2001:db8:0:1:2::2'], ['cy', here])).toEqual(['open', 'open', 503])
    expect(await askInTurn(...four('dee', there), ['dee', there])).toEqual([...Array(4).fill('open'), 503])
    expect(await askInTurn(['eve', there], ['ann', there], ['cy', there])).toEqual([503, 503, 'open'])
    expect(await askInTurn(['fay', elsewhere], ['gus', elsewhere], ['hal', elsewhere])).toEqual([
      'open',
      'open',
      'open',
    ])
    await small.stop()
  })

  test('limits how often one user calls a remote, without affecting others', async () => {
    const slow = await startServiceProxy({ settings: { SERVICE_REQUESTS_PER_USER: '3' } })
    slow.services.set('mf-notes', slow.url)
    for (let times = 0; times < 3; times++) expect((await slow.call('/api/mf-invoices/')).status).toBe(200)
    expect(await slow.call('/api/mf-invoices/')).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { code: 'TOO_MANY_REQUESTS' },
    })
    expect(slow.service.requests).toBe(3)
    expect((await slow.call('/api/mf-invoices/', { session: 'bob' })).status).toBe(200)
    expect((await slow.call('/api/mf-notes/')).status).toBe(200)
    await slow.stop()
  })

  test('is cancelled when the client disconnects', async () => {
    const left = Promise.withResolvers<void>()
    t.service.handle = (asked) => void asked.socket.once('close', () => left.resolve())
    const sent = t.begin('/api/mf-invoices/').end()
    sent.on('error', () => {})
    await vi.waitFor(() => expect(t.service.requests).toBe(1))
    sent.destroy()
    await left.promise
  })
})

describe('a long exchange', () => {
  test('streams a body up to its limit, however it is sent', async () => {
    const chunks: number[] = []
    t.service.handle = (asked, response) => {
      asked.on('data', (chunk: Buffer) => chunks.push(chunk.length))
      asked.on('end', () => response.end('{}'))
    }
    const sent = t.begin('/api/mf-invoices/', { method: 'POST' })
    sent.write('first')
    await vi.waitFor(() => expect(chunks).toEqual([5])) // before the rest is there
    sent.end('second')
    const [result]: IncomingMessage[] = await once(sent, 'response')
    expect(result?.statusCode).toBe(200)
    result?.resume()

    const most = Buffer.alloc(bodyLimits.service)
    expect((await t.call('/api/mf-invoices/', { method: 'PUT', body: most })).status).toBe(200)
    const more = Buffer.alloc(bodyLimits.service + 1)
    const tooLarge = { status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } }
    expect(await t.call('/api/mf-invoices/', { method: 'PUT', body: more })).toMatchObject(tooLarge)
    const headers = { 'transfer-encoding': 'chunked' }
    expect(await t.call('/api/mf-invoices/', { method: 'PUT', body: more, headers })).toMatchObject(tooLarge)
  })

  test('streams events at once, with the last event id, and ends them normally with the token', async () => {
    t.sessions.set('ann', { sub: 'ann', expiresIn: 1 })
    t.service.handle = ({ headers }, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: after ${String(headers['last-event-id'])}\n\n`)
    }
    const sent = t.begin('/api/mf-invoices/', { headers: { accept: 'text/event-stream', 'last-event-id': '7' } }).end()
    const [result]: IncomingMessage[] = await once(sent, 'response')
    if (!result) throw new Error('no response')
    expect(result.headers['x-accel-buffering']).toBe('no')
    const [first]: Buffer[] = await once(result, 'data')
    expect(String(first)).toBe('data: after 7\n\n')
    await once(result.resume(), 'end')
    expect(result.complete).toBe(true)
  })

  test('at shutdown, finishes requests and ends streams and sockets', async () => {
    const finish = Promise.withResolvers<void>()
    t.service.handle = ({ url }, response) => {
      if (url === '/slow') return void finish.promise.then(() => response.end('{}'))
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    }
    const stream = t.begin('/api/mf-invoices/', { headers: { accept: 'text/event-stream' } }).end()
    const [events]: IncomingMessage[] = await once(stream, 'response')
    const slow = t.call('/api/mf-invoices/slow')
    await vi.waitFor(() => expect(t.service.requests).toBe(2))
    void t.app.close() // which waits for connections that are kept open, too
    if (events) await once(events.resume(), 'end')
    finish.resolve()
    expect((await slow).status).toBe(200)
  })

  test.each(['a stream', 'a socket'])('ends with its session, within five seconds: %s', async (kind) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const now = performance.now.bind(performance)
    const wss = new WebSocketServer({ server: t.server })
    t.service.handle = (_, response) => response.setHeader('content-type', 'text/event-stream').write('data: 1\n\n')
    const ended = Promise.withResolvers<unknown>()
    if (kind === 'a socket') {
      const headers = { cookie: 'better-auth.session_token=ann', origin: authUrl }
      const socket = new WebSocket(`${t.origin.replace('http', 'ws')}/api/mf-invoices/live`, { headers })
      socket.once('close', ended.resolve)
      await once(socket, 'open')
    } else {
      const [events] = await once(
        t.begin('/api/mf-invoices/', { headers: { accept: 'text/event-stream' } }).end(),
        'response',
      )
      events.once('end', ended.resolve).resume()
    }
    let passed = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
    const pass = async (checks: number) => {
      passed += 3000
      await vi.advanceTimersByTimeAsync(3000)
      await vi.waitFor(() => expect(t.minted).toHaveLength(checks))
    }
    await pass(2)
    t.state.restAuthStatus = 503 // says nothing about the session
    await pass(3)
    t.state.restAuthStatus = 200
    t.sessions.delete('ann')
    await pass(4)
    expect(await ended.promise).toBe(kind === 'a socket' ? 1001 : undefined)
    wss.close()
  })
})

describe('a socket', () => {
  const open = (path = '/api/mf-invoices/live', headers: Record<string, string> = {}) =>
    new WebSocket(t.origin.replace('http', 'ws') + path, ['chat'], {
      headers: { cookie: 'better-auth.session_token=ann', origin: authUrl, ...headers },
    })
  const statusOf = async (socket: WebSocket) => {
    socket.on('error', () => {})
    const [, result] = await once(socket, 'unexpected-response')
    return z.object({ statusCode: z.number() }).parse(result).statusCode
  }

  test('passes messages both ways, with a token once, and none of the page’s own headers', async () => {
    const wss = new WebSocketServer({ server: t.server })
    const asked = Promise.withResolvers<IncomingMessage>()
    wss.on('connection', (socket, request) => {
      asked.resolve(request)
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary }))
    })
    const socket = open('/api/mf-invoices/live?room=1', { 'x-user-id': 'root' })
    await once(socket, 'open')
    socket.send('hello')
    expect(String((await once(socket, 'message'))[0])).toBe('hello')
    const { url, headers } = await asked.promise
    expect(url).toBe('/live?room=1')
    expect(headers).not.toHaveProperty('cookie')
    expect(headers).not.toHaveProperty('x-user-id')
    expect((await payloadOf(String(headers.authorization).slice(7))).sub).toBe('ann')
    socket.close()
    await once(socket, 'close')
    await vi.waitFor(() => expect(t.log.join('')).toContain('"status":101'))
    wss.close()
  })

  test.each<[string, Record<string, string>, number]>([
    ['from another origin', { origin: 'https://evil.example' }, 403],
    ['without an origin', { origin: '' }, 403],
    ['without a session', { cookie: '' }, 401],
    ['with a forged origin', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('is refused %s', async (_, headers, status) => {
    expect(await statusOf(open(undefined, headers))).toBe(status)
    expect(t.service.requests).toBe(0)
  })

  test('is refused for a method that opens none, and what follows is not treated as a request', async () => {
    const socket = connect(Number(new URL(t.origin).port), '127.0.0.1')
    const lines = [
      'POST /api/mf-invoices/live HTTP/1.1',
      'Host: localhost',
      `Origin: ${authUrl}`,
      'Cookie: better-auth.session_token=ann',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\nGET /api/mf-invoices/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 405 [^]*Invalid HTTP method$/)
    expect(t.service.requests).toBe(0)
  })

  const acceptOf = (key: string) =>
    createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  const accepted = (key: string, more = '') =>
    `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${acceptOf(key)}\r\n${more}\r\n`
  const framed =
    (...bytes: number[]) =>
    (socket: Socket, key: string) => {
      socket.write(accepted(key))
      socket.write(Buffer.from(bytes))
    }
  test.each<[string, (socket: Socket, key: string) => void]>([
    ['a redirect', (socket) => socket.end('HTTP/1.1 302 Found\r\nlocation: ws://127.0.0.1:1/\r\n\r\n')],
    ['text that is not HTTP', (socket) => socket.end('hello\r\n\r\n')],
    ['an invalid frame', framed(0xff, 0xff, 1, 2)],
    ['a giant message', framed(0x82, 127, 0, 0, 0, 1, 0, 0, 0, 0)],
  ])('is closed alone if its service responds with %s', async (_, lie) => {
    const liar = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (data) => lie(socket, /sec-websocket-key: (.*)\r/i.exec(String(data))?.[1] ?? ''))
    }).listen(0, '127.0.0.1')
    await once(liar, 'listening')
    const { port } = z.object({ port: z.number() }).parse(liar.address())
    t.services.set('mf-liar', `http://127.0.0.1:${port}`)
    const [code] = await once(open('/api/mf-liar/live'), 'close')
    expect(code).toBe(1011)
    expect((await t.call('/api/mf-invoices/')).status).toBe(200)
    liar.close()
  }) // prettier-ignore

  test('reaches only the remote’s service', async () => {
    expect(await statusOf(open('/api/mf-invoices/..%2fx'))).toBe(400)
    expect(await statusOf(open('/api/mf-billing/x'))).toBe(404)
  })

  test('ends with its token, a new one, on both sides', async () => {
    t.sessions.set('ann', { sub: 'ann', expiresIn: 1 })
    const wss = new WebSocketServer({ server: t.server })
    const closedThere = new Promise((resolve) => wss.on('connection', (socket) => socket.once('close', resolve)))
    const [[code]] = await Promise.all([once(open(), 'close'), closedThere])
    expect(code).toBe(1001)
    wss.close()
  })

  test('is closed if either side floods a slow one', async () => {
    const patient = await startServiceProxy()
    const flood = (socket: WebSocket) => {
      for (let sent = 0; sent < 60 && socket.readyState === socket.OPEN; sent++) socket.send(Buffer.alloc(900_000))
    }
    const opened = async () => {
      const socket = new WebSocket(`${patient.origin.replace('http', 'ws')}/api/mf-invoices/`, {
        headers: { cookie: 'better-auth.session_token=ann', origin: authUrl },
      })
      socket.on('error', () => {})
      await once(socket, 'open')
      return socket
    }
    patient.server.once('upgrade', () => {}) // takes the connection and never responds
    const page = await opened()
    flood(page)
    await once(page, 'close')

    const wss = new WebSocketServer({ server: patient.server })
    const there = Promise.withResolvers<WebSocket>()
    wss.on('connection', (socket) => there.resolve(socket))
    const lazy = await opened()
    lazy.pause()
    const service = await there.promise
    service.on('error', () => {})
    flood(service)
    await once(service, 'close')
    lazy.terminate()
    wss.close()
    await patient.stop()
  })

  test('over HTTP/2 is not upgraded: such a request gets a normal response', async () => {
    const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'x' }
    expect((await heardAt('/api/mf-invoices/', { method: 'POST', headers, body: 'whole' })).body).toBe('whole')
  })
})
