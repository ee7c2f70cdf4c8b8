import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import { fastify, type FastifyInstance } from 'fastify'
import { bodyLimits } from 'service/body-limits.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Shell, startShell } from './testing/start-shell.ts'

/** Stands for rest-auth and the gateway. Tests replace it. */
let upstream: FastifyInstance
const relay = fastify({
  serverFactory: () => createServer((incoming, response) => upstream.routing(incoming, response)),
})
const echo = fastify()
echo.all('/*', async ({ method, url, headers, body }, reply) =>
  reply
    .headers({ 'set-cookie': ['a=1; HttpOnly', 'b=2; HttpOnly'] })
    .code(method === 'POST' ? 201 : 200)
    .send({ url, headers, body }),
)

let servicesUrl: string
let common: Shell
let origin: string
/** The common one, unless a test starts its own. */
let shell: Shell

beforeAll(async () => {
  servicesUrl = await relay.listen({ port: 0 })
  common = await startOwn()
  origin = await common.app.listen({ port: 0 })
})
afterAll(async () => {
  await common.stop()
  await relay.close()
})
beforeEach(async () => {
  await serveBy(echo)
  shell = common
  shell.log.length = 0
})
afterEach(async () => {
  if (shell !== common) await shell.stop()
})

async function serveBy(service: FastifyInstance): Promise<void> {
  await service.ready()
  upstream = service
}
const startOwn = (environment: Record<string, string> = {}) =>
  startShell({ REST_AUTH_URL: servicesUrl, GATEWAY_URL: servicesUrl, ...environment })
const start = async (environment: Record<string, string>) => {
  shell = await startOwn(environment)
}

describe('the proxy', () => {
  test('keeps path, query, body and all cookies', async () => {
    const response = await shell.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email?a=%2F&b',
      headers: { cookie: 'c=3', origin: 'http://localhost:3000' },
      payload: { email: 'ada@example.com' },
    })
    expect(response.statusCode).toBe(201)
    expect(response.headers['set-cookie']).toEqual(['a=1; HttpOnly', 'b=2; HttpOnly'])
    expect(response.json()).toMatchObject({
      url: '/api/auth/sign-in/email?a=%2F&b',
      headers: { cookie: 'c=3', origin: 'http://localhost:3000' },
      body: { email: 'ada@example.com' },
    })
  })

  test('handles a client that announces its body first', async () => {
    const { port } = new URL(origin)
    const headers = { 'content-type': 'application/json', expect: '100-continue' }
    const call = request({ port, path: '/graphql', method: 'POST', headers })
    call.once('continue', () => call.end('{}'))
    call.flushHeaders()
    const [response]: IncomingMessage[] = await once(call, 'response')
    response?.resume()
    expect(response?.statusCode).toBe(201)
  })

  // Node checks for such connections every 30 seconds.
  test.runIf(process.env['TEST_FULL'])(
    'disconnects a client that never finishes its request (only in test:full: takes over a minute)',
    async () => {
      const { port } = new URL(origin)
      const statuses = ['/api/auth/x', '/nothing'].map(async (path) => {
        const headers = { 'content-type': 'application/json', 'content-length': 100 }
        const call = request({ port, path, method: 'POST', headers })
        call.write('{')
        const [response]: IncomingMessage[] = await once(call, 'response')
        response?.resume()
        return response?.statusCode
      })
      expect(await Promise.all(statuses)).toEqual([408, 408])
    },
  )

  test('forwards the client’s IP address, host and protocol, and ignores forged headers', async () => {
    const headers = {
      host: 'localhost:3000',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.example',
      'x-request-id': 'made-up-by-somebody',
    }
    const response = await shell.app.inject({ url: '/api/auth/ok', headers, remoteAddress: '10.0.0.9' })
    expect(response.json().headers).toMatchObject({
      'x-forwarded-for': '10.0.0.9',
      'x-forwarded-host': 'localhost:3000',
      'x-forwarded-proto': 'http',
      'x-request-id': response.headers['x-request-id'],
    })
    expect(response.headers['x-request-id']).not.toBe('made-up-by-somebody')
  })

  test('trusts proxies up to the first untrusted IP address', async () => {
    await start({ TRUSTED_PROXIES: '10.0.0.0/8, ::1' })
    const headers = {
      'x-forwarded-for': '6.6.6.6, 1.2.3.4, 10.7.7.7',
      'x-forwarded-proto': 'https',
      'x-request-id': 'from-the-proxy',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    }
    const response = await shell.app.inject({ url: '/graphql', headers, remoteAddress: '10.0.0.9' })
    expect(response.json().headers).toMatchObject({
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-proto': 'https',
      'x-request-id': 'from-the-proxy',
      traceparent: headers.traceparent,
    })
  })

  test('does not leave its prefix', async () => {
    for (const url of ['/api/auth/../secret', '/api/auth/%2e%2e/secret', '/api/auth/..%2fsecret']) {
      const response = await shell.app.inject({ url })
      expect(response.statusCode, url).toBeGreaterThanOrEqual(400)
    }
  })

  test('passes on a 503 without retrying', async () => {
    let calls = 0
    const busy = fastify()
    busy.get('/*', async (_, reply) => {
      calls += 1
      return reply.code(503).header('retry-after', '0').send({ code: 'SERVER_BUSY' })
    })
    await serveBy(busy)
    expect((await shell.app.inject({ url: '/api/auth/ok' })).statusCode).toBe(503)
    expect(calls).toBe(1)
  })

  test.each([
    ['GET', 200, 2],
    ['HEAD', 200, 2],
    ['POST', 502, 1],
  ] as const)(
    'responds to a connection that closes during a %s with %i, after %i attempts',
    async (method, status, attempts) => {
      let calls = 0
      const closing = fastify()
      closing.route({
        method: ['GET', 'HEAD', 'POST'],
        url: '/*',
        handler: async ({ socket }, reply) => {
          calls += 1
          if (calls === 1) socket.destroy()
          return reply.send({})
        },
      })
      await serveBy(closing)
      const response = await shell.app.inject({ method, url: '/api/auth/x' })
      expect([response.statusCode, calls]).toEqual([status, attempts])
    },
  )

  test('names the unavailable service without its URL', async () => {
    await start({ GATEWAY_URL: 'http://127.0.0.1:1' })
    const own = await shell.app.listen({ port: 0 })
    for (const body of ['{}', JSON.stringify({ query: 'x'.repeat(90_000) })]) {
      const response = await fetch(`${own}/graphql`, { method: 'POST', body })
      expect(response.status).toBe(502)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toEqual({
        code: 'UPSTREAM_UNAVAILABLE',
        message: 'The organization service is unavailable. Try again soon.',
      })
    }
  })

  test.each([
    ['POST', '{}'],
    ['GET', undefined],
  ])('cancels the call when a client disconnects while a service works on its %s', async (method, body) => {
    const slow = fastify()
    const left = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    slow.all('/*', async ({ socket }) => {
      socket.once('close', () => left.resolve())
      arrived.resolve()
      await left.promise
    })
    await serveBy(slow)
    const client = new AbortController()
    const call = fetch(`${origin}/api/auth/sign-in/email`, { method, body: body ?? null, signal: client.signal })
    await arrived.promise
    client.abort()
    await expect(call).rejects.toThrow('aborted')
    await left.promise
    expect(shell.log.join('')).not.toMatch(/"level":[456]0/)
  })

  test.each([
    ['/api/auth/sign-in/email', bodyLimits.restAuth],
    ['/graphql', bodyLimits.gateway],
  ])('accepts %s up to %i bytes, and rejects larger ones however slowly they arrive', async (path, limit) => {
    const service = fastify({ bodyLimit: limit })
    service.removeAllContentTypeParsers()
    service.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body)
    service.post('/*', async ({ body }) => ({ length: String(body).length }))
    await serveBy(service)
    const send = async (body: RequestInit['body']) => {
      // `duplex` is not in the types yet: https://fetch.spec.whatwg.org/#requestinit
      const how = { method: 'POST', body: body ?? null, duplex: 'half' }
      const response = await fetch(origin + path, how)
      return [response.status, await response.json()]
    }
    expect(await send('x'.repeat(limit))).toEqual([200, { length: limit }])
    for (const length of [limit + 1, 1_000_000, 5_000_000, 20_000_000]) {
      expect(await send('x'.repeat(length))).toEqual([413, expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' })])
    }
    // Chunked, so without a content length.
    expect(await send(new Blob(['x'.repeat(limit)]).stream())).toEqual([200, { length: limit }])
    expect((await send(new Blob(['x'.repeat(limit + 1)]).stream()))[0]).toBe(413)
  })

  test('passes on a service’s own lower limit', async () => {
    const service = fastify({ bodyLimit: 16 * 1024 })
    service.post('/*', async () => ({}))
    await serveBy(service)
    const body = JSON.stringify('x'.repeat(60_000))
    const headers = { 'content-type': 'application/json' }
    const statuses = Array.from({ length: 50 }, async () => {
      const { status } = await fetch(`${origin}/api/auth/sign-out`, { method: 'POST', headers, body })
      return status
    })
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([413]))
  })

  test.each([
    ['text/plain;application/json', 415],
    ['nonsense', 415],
    ['application/json;', 201],
    ['text/plain', 201],
    ['application/json; charset=utf-8', 201],
    ['application/x-www-form-urlencoded', 201],
    ['image/png', 201],
  ])('responds to a body of type %j with %i', async (type, status) => {
    const service = fastify()
    service.removeAllContentTypeParsers()
    service.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) => body)
    service.post('/*', async ({ headers, body }, reply) => reply.code(201).send([headers['content-type'], body]))
    await serveBy(service)
    for (const path of ['/api/auth/sign-in/email', '/graphql']) {
      const response = await shell.app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': type },
        payload: '{"a": 1}',
      })
      expect(response.statusCode).toBe(status)
      if (status === 201) expect(response.json()).toEqual([type, '{"a": 1}'])
      else expect(response.json().code).toBe('UNSUPPORTED_MEDIA_TYPE')
    }
  })

  test('exposes the development pages outside production only', async () => {
    expect((await shell.app.inject({ url: '/dev/mail' })).json().url).toBe('/dev/mail')
    expect((await shell.app.inject({ url: '/dev/kit' })).headers.location).toBe('/sdk/gallery')
    await start({ NODE_ENV: 'production', AUTH_URL: 'http://localhost:3000' })
    for (const url of ['/dev/mail', '/dev/kit'])
      expect((await shell.app.inject({ url, headers: { host: 'localhost:3000' } })).statusCode, url).toBe(404)
  })
})

describe('cached data of a session', () => {
  const session = '__Secure-better-auth.session_token=new; Path=/; HttpOnly'
  const setUpstream = () =>
    shell.app.inject({
      method: 'PUT',
      url: '/registry/services/mf-invoices',
      headers: { authorization: `Bearer ${operatorToken}` },
      payload: { url: servicesUrl },
    })
  const cookiesOf = async (url: string) =>
    [(await shell.app.inject({ method: 'POST', url })).headers['set-cookie']].flat().map(String)
  const operatorToken = 'the-operator-of-the-tests-has-this-token'

  test.each(['/api/auth/organization/set-active', '/graphql'])(
    'is invalidated when %s sets the session cookie, also for another active organization',
    async (url) => {
      const service = fastify()
      service.post('/*', async (_, reply) => reply.header('set-cookie', session).send({}))
      await serveBy(service)
      await start({ OPERATOR_TOKEN: operatorToken })
      expect(await cookiesOf(url)).toEqual([session])
      expect((await setUpstream()).statusCode).toBe(200)
      const marks = [await cookiesOf(url), await cookiesOf(url)].map(([first, mark = '']) => {
        expect(first).toBe(session)
        expect(mark).toMatch(/^session_mark=[\w-]{16}; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/)
        return mark
      })
      expect(new Set(marks).size).toBe(2)
    },
  )

  test('is unaffected by other cookies', async () => {
    await start({ OPERATOR_TOKEN: operatorToken })
    await setUpstream()
    expect(await cookiesOf('/api/auth/sign-in/email')).toEqual(['a=1; HttpOnly', 'b=2; HttpOnly'])
  })
})

test('serves only the keys of service tokens where services expect them', async () => {
  expect((await shell.app.inject('/.well-known/jwks.json')).json().url).toBe('/api/auth/jwks')
  for (const url of ['/inner/service-token?audience=mf-x', '/api/auth/../../inner/service-token', '/api/mf-x/inner'])
    expect((await shell.app.inject({ url, headers: { accept: 'application/json' } })).body).not.toContain(
      '"url":"/inner',
    )
})

test('keeps secrets of URLs out of the log', async () => {
  await shell.app.inject({ url: '/api/auth/reset-password/abcdefghijklmnopqrstuvwx?token=topsecret' })
  expect(shell.log.join('')).toContain('/api/auth/reset-password/…"')
  expect(shell.log.join('')).not.toMatch(/topsecret|abcdefghij/)
})

test('logs one line per response, with its duration', async () => {
  const before = performance.now()
  await shell.app.inject({ method: 'POST', url: '/graphql' })
  const took = performance.now() - before
  expect(shell.log).toHaveLength(1)
  const { method, path, status, ms, msg } = JSON.parse(shell.log[0] ?? '')
  expect([method, path, status, msg]).toEqual(['POST', '/graphql', 201, 'request'])
  expect(ms).toBeLessThanOrEqual(Math.ceil(took))
})
