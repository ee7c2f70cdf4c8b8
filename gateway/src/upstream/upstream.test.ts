import { once } from 'node:events'
import { request } from 'node:http'
import { withTimeout } from 'database/testing/with-timeout.ts'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createTestOrganization, type TestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Behaviour } from '../testing/start-relay.ts'

const gateway = await startGateway()
const { relay } = gateway

let acme: TestOrganization
beforeAll(async () => {
  acme = await createTestOrganization(gateway)
})
beforeEach(() => {
  relay.clear()
  gateway.logged.length = 0
})

const page = `query ($slug: String!) {
  viewer { user { name } }
  organization(by: { slug: $slug }) { name viewerHasPermissions(permissions: [TEAM_CREATE]) teams { totalCount } }
}`
const read = () => acme.owner.graphql(page, { slug: acme.slug })
const whole = () => ({
  viewer: { user: { name: 'Olive' } },
  organization: { name: acme.slug, viewerHasPermissions: true, teams: { totalCount: 1 } },
})

/** Runs `ask`. If calls get no response, a fake clock advances by five seconds after the one of `path`. */
async function withinFiveSeconds<T>(behaviour: Behaviour, ask: () => Promise<T>, path = ''): Promise<T> {
  if (behaviour !== silent) return ask()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const response = ask()
  while (!relay.calls.some((call) => call.includes(path))) await once(relay.server, 'request')
  vi.advanceTimersByTime(5000)
  return response
}

/** Log records of failed calls. */
const warnings = () =>
  gateway.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'rest-auth call failed')

/** Only calls of this path misbehave. */
const at =
  (path: string, behaviour: Behaviour): Behaviour =>
  (incoming, response, pass) =>
    (incoming.url ?? '').includes(path) ? behaviour(incoming, response, pass) : pass()

const silent: Behaviour = () => undefined
const cut: Behaviour = (incoming) => void incoming.socket.destroy()
const respond =
  (status: number, type: string, body: string): Behaviour =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body)
const cutInTheMiddle: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"success":')
  setTimeout(() => response.destroy(), 20)
}

const faults: [name: string, behaviour: Behaviour][] = [
  ['does not respond', silent],
  ['closes the connection', cut],
  ['closes the connection during the response', cutInTheMiddle],
  ['sends invalid JSON', respond(200, 'application/json', '{"success":')],
  ['sends an empty body', respond(200, 'application/json', '')],
  [
    'is replaced by the error page of a proxy',
    respond(502, 'text/html', '<h1>Bad gateway at /srv/rest-auth.ts:12</h1>'),
  ],
  [
    'responds with 500',
    respond(500, 'application/json', '{"code":"INTERNAL_SERVER_ERROR","message":"select failed in /srv/x.ts"}'),
  ],
  ['responds with 503', respond(503, 'application/json', '{"code":"SERVER_BUSY","message":"busy"}')],
]

describe.each(faults)('when rest-auth %s', (_, behaviour) => {
  test('returns null for the affected field only, and recovers without a restart', async () => {
    relay.behave = at('has-permission', behaviour)
    const response = await withTimeout(5000, read(), () => acme.owner.graphql('{ viewer { user { name } } }'))
    expect(response.data).toEqual({ ...whole(), organization: { ...whole().organization, viewerHasPermissions: null } })
    expect(response.errors).toMatchObject([
      { path: ['organization', 'viewerHasPermissions'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
    expect(response.text).not.toMatch(/\/srv|select|stack|<h1>/)
    expect(warnings()).toEqual([
      expect.objectContaining({
        level: 40,
        requestId: response.headers.get('x-request-id'),
        call: 'POST /organization/has-permission',
        reason: expect.stringMatching(/\w/),
        ms: expect.any(Number),
      }),
    ])
    expect(JSON.stringify(warnings())).not.toMatch(/session_token|srv|h1/)
    relay.clear()
    expect((await read()).data).toEqual(whole())
  })

  test('responds within 5 seconds even if every call is affected', async () => {
    relay.behave = behaviour
    const response = await withinFiveSeconds(behaviour, read)
    expect(response.data).toEqual({ viewer: null, organization: null })
    expect(response.errors.map((error) => error.extensions.code)).toEqual([
      'UPSTREAM_UNAVAILABLE',
      'UPSTREAM_UNAVAILABLE',
    ])
    expect([response.status, response.headers.get('retry-after')]).toEqual([200, '2'])
  })

  test('returns an error instead of a payload for the affected mutation only', async () => {
    relay.behave = at('/organization/update', behaviour)
    const document =
      'mutation { setActiveOrganization(input: {}) { userErrors { code } } updateOrganization(input: {}) { userErrors { code } } }'
    const response = await withinFiveSeconds(behaviour, () => acme.owner.graphql(document), '/organization/update')
    expect(response.data).toEqual({ setActiveOrganization: { userErrors: [] }, updateOrganization: null })
    expect(response.errors).toMatchObject([
      { path: ['updateOrganization'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
  })

  test('returns null for affected nodes and invitations only', async () => {
    relay.behave = behaviour
    const document =
      'query ($id: ID!) { nodes(ids: [$id]) { id } invitation(id: $id) { userErrors { code } } rateLimit { limit } }'
    const response = await withinFiveSeconds(behaviour, () => acme.owner.graphql(document, { id: acme.id }))
    expect(response.data).toEqual({ nodes: null, invitation: null, rateLimit: { limit: 5000 } })
    expect(response.errors.map(({ path }) => path?.[0]).toSorted()).toEqual(['invitation', 'nodes'])
  })
})

test('retries a read by GET or POST if its connection closes', async () => {
  const closed = new Set<string>()
  relay.behave = ({ url = '', socket }, _, pass) => {
    const [path = ''] = url.split('?')
    if (closed.has(path)) return pass()
    closed.add(path)
    return socket.destroy()
  }
  expect(await read()).toMatchObject({ data: whole(), errors: [] })
  expect(closed.size).toBeGreaterThan(1)
  expect(warnings()).toEqual([])
})

test('never retries a write', async () => {
  let renamed = 0
  relay.behave = at('/organization/update', (incoming) => {
    renamed += 1
    incoming.socket.destroy()
  })
  const response = await acme.owner.graphql('mutation { updateOrganization(input: {}) { userErrors { code } } }')
  expect(response.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
  expect(renamed).toBe(1)
})

test('aborts responses of more than 8 MB', async () => {
  const chunk = Buffer.alloc(1_000_000, ' ')
  let sent = 0
  relay.behave = at('has-permission', (_, response) => {
    const send = () => {
      if (sent === 60 || response.destroyed) return response.end('{"success":true}')
      sent += 1
      return response.write(chunk, send)
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    send()
  })
  const response = await read()
  expect(response.errors).toMatchObject([{ extensions: { code: 'ANSWER_TOO_LARGE' } }])
  expect(response.data).toEqual({ ...whole(), organization: { ...whole().organization, viewerHasPermissions: null } })
  expect(sent).toBeLessThan(60)
})

test('limits several slow calls in sequence to 5 seconds together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  relay.behave = (_, __, pass) => {
    setTimeout(pass, 1250)
    vi.advanceTimersByTime(1250)
  }
  const rename = `updateOrganization(input: { name: "${acme.slug}" }) { organization { name } }`
  const response = await acme.owner.graphql(`mutation { ${[1, 2, 3, 4, 5].map((n) => `m${n}: ${rename}`).join(' ')} }`)
  expect(relay.calls.filter((call) => call === 'POST /organization/update').length).toBeLessThanOrEqual(4)
  expect(response.errors.every((error) => error.extensions.code === 'UPSTREAM_UNAVAILABLE')).toBe(true)
  expect(response.errors.length).toBeGreaterThan(0)
  // Only for the call that ran; later ones never started.
  expect(warnings().map(({ reason }) => reason)).toContain('the request took too long')
})

test.each([
  [401, 'UNAUTHORIZED', 'UNAUTHENTICATED'],
  [403, 'INVALID_ORIGIN', 'FORBIDDEN'],
  [404, 'NOT_FOUND', 'BAD_USER_INPUT'],
  [418, 'SOMETHING_NEW', 'BAD_USER_INPUT'],
])('converts the refusal %i %s to %s without its message', async (status, code, expected) => {
  relay.behave = at(
    '/organization/update',
    respond(status, 'application/json', JSON.stringify({ code, message: 'inner words' })),
  )
  const response = await acme.owner.graphql('mutation { updateOrganization(input: {}) { userErrors { code } } }')
  expect(response.errors).toMatchObject([{ extensions: { code: expected } }])
  expect(response.text).not.toContain('inner words')
})

test('passes on rate limits of rest-auth with Retry-After', async () => {
  relay.behave = (_, response) =>
    void response
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' })
      .end('{"code":"TOO_MANY_REQUESTS","message":"x"}')
  const { errors, headers } = await read()
  expect(errors).toMatchObject([
    { extensions: { code: 'RATE_LIMITED', retryAfter: 7 } },
    { extensions: { code: 'RATE_LIMITED' } },
  ])
  expect(headers.get('retry-after')).toBe('7')
})

test('passes on Retry-After of rest-auth while it is unavailable', async () => {
  relay.behave = at('has-permission', (_, response) => void response.writeHead(503, { 'retry-after': '7' }).end())
  const response = await read()
  expect(response.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
  expect(response.headers.get('retry-after')).toBe('7')
  relay.clear()
  expect((await read()).headers.get('retry-after')).toBeNull()
})

test('logs an unexpected response and hides its details from the client', async () => {
  relay.behave = at('/organization/batch', respond(200, 'application/json', '{}'))
  const response = await read()
  expect(response.at('organization')).toBeNull()
  expect(response.errors).toMatchObject([
    {
      path: ['organization'],
      message: expect.not.stringMatching(/undefined|find/),
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    },
  ])
  expect(gateway.logged.some((line) => line.includes('"resolver failed"'))).toBe(true)
})

test('aborts calls when the client disconnects', async () => {
  relay.behave = silent
  const { hostname, port } = new URL(gateway.url)
  const cookie = [...acme.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const leaving = request({
    hostname,
    port,
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
  })
  leaving.on('error', () => undefined)
  leaving.end(JSON.stringify({ query: '{ viewer { user { name } } }' }))
  while (relay.calls.length === 0) await once(relay.server, 'request')
  leaving.destroy()
  while (relay.abandoned.length === 0) await once(relay.events, 'abandoned')
  expect(relay.abandoned).toEqual(['GET /get-session'])
  expect(warnings()).toEqual([]) // a timeout of the call itself would have logged one
})
