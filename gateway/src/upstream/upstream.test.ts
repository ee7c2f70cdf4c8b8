import { once } from 'node:events'
import { request } from 'node:http'
import { inTime } from 'database/in-time.ts'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { foundOrganization, type TestOrganization } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import type { Behaviour } from '../testing/start-relay.ts'

const gateway = await startGateway()
const { relay } = gateway

let acme: TestOrganization
beforeAll(async () => {
  acme = await foundOrganization(gateway)
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

/** What comes of `ask`, for which the gateway has five seconds of a clock that does not go on after them. */
async function withinFiveSeconds<T>(ask: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const called = once(relay.server, 'request')
  const answer = ask()
  await called
  vi.advanceTimersByTime(5000)
  return answer
}

/** What the log says of calls that came to nothing. */
const warnings = () =>
  gateway.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'rest-auth call failed')

/** Only calls of this path misbehave. */
const at =
  (path: string, behaviour: Behaviour): Behaviour =>
  (incoming, answer, pass) =>
    (incoming.url ?? '').includes(path) ? behaviour(incoming, answer, pass) : pass()

const silent: Behaviour = () => undefined
const cut: Behaviour = (incoming) => void incoming.socket.destroy()
const says =
  (status: number, type: string, body: string): Behaviour =>
  (_, answer) =>
    void answer.writeHead(status, { 'content-type': type }).end(body)
const cutInTheMiddle: Behaviour = (_, answer) => {
  answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  answer.write('{"success":')
  setTimeout(() => answer.destroy(), 20)
}

const faults: [name: string, behaviour: Behaviour][] = [
  ['says nothing', silent],
  ['cuts the connection', cut],
  ['cuts the answer in the middle', cutInTheMiddle],
  ['answers what is no JSON', says(200, 'application/json', '{"success":')],
  ['answers nothing', says(200, 'application/json', '')],
  ['answers a page of a proxy', says(502, 'text/html', '<h1>Bad gateway at /srv/rest-auth.ts:12</h1>')],
  [
    'answers 500',
    says(500, 'application/json', '{"code":"INTERNAL_SERVER_ERROR","message":"select failed in /srv/x.ts"}'),
  ],
  ['answers 503', says(503, 'application/json', '{"code":"SERVER_BUSY","message":"busy"}')],
]

describe.each(faults)('rest-auth %s', (_, behaviour) => {
  test('for one field: that field is null, the rest is there, and nothing needs a restart', async () => {
    relay.behave = at('has-permission', behaviour)
    const answer = await inTime(5000, read(), () => acme.owner.graphql('{ viewer { user { name } } }'))
    expect(answer.data).toEqual({ ...whole(), organization: { ...whole().organization, viewerHasPermissions: null } })
    expect(answer.errors).toMatchObject([
      { path: ['organization', 'viewerHasPermissions'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
    expect(answer.text).not.toMatch(/\/srv|select|stack|<h1>/)
    expect(warnings()).toEqual([
      expect.objectContaining({
        level: 40,
        requestId: answer.headers.get('x-request-id'),
        call: 'POST /organization/has-permission',
        reason: expect.stringMatching(/\w/),
        ms: expect.any(Number),
      }),
    ])
    expect(JSON.stringify(warnings())).not.toMatch(/session_token|srv|h1/)
    relay.clear()
    expect((await read()).data).toEqual(whole())
  })

  test('for every call: an answer within 5 seconds all the same', async () => {
    relay.behave = behaviour
    const answer = await (behaviour === silent ? withinFiveSeconds(read) : read())
    expect(answer.data).toEqual({ viewer: null, organization: null })
    expect(answer.errors.map((error) => error.extensions.code)).toEqual([
      'UPSTREAM_UNAVAILABLE',
      'UPSTREAM_UNAVAILABLE',
    ])
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([200, '2'])
  })

  test('for a mutation: no payload, and the error says so, while another one of the document has its own', async () => {
    relay.behave = at('/organization/update', behaviour)
    const answer = await acme.owner.graphql(
      'mutation { setActiveOrganization(input: {}) { userErrors { code } } updateOrganization(input: {}) { userErrors { code } } }',
    )
    expect(answer.data).toEqual({ setActiveOrganization: { userErrors: [] }, updateOrganization: null })
    expect(answer.errors).toMatchObject([
      { path: ['updateOrganization'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } },
    ])
  })

  test('for a list of objects and an invitation: they are null, and the rest is there', async () => {
    relay.behave = behaviour
    const answer = await acme.owner.graphql(
      'query ($id: ID!) { nodes(ids: [$id]) { id } invitation(id: $id) { userErrors { code } } rateLimit { limit } }',
      { id: acme.id },
    )
    expect(answer.data).toEqual({ nodes: null, invitation: null, rateLimit: { limit: 5000 } })
    expect(answer.errors.map(({ path }) => path?.[0]).toSorted()).toEqual(['invitation', 'nodes'])
  })
})

test('a connection that closes just when a call sets out on it makes no read fail, be it a GET or a question by POST', async () => {
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

test('but what is no read is never done twice', async () => {
  let renamed = 0
  relay.behave = at('/organization/update', (incoming) => {
    renamed += 1
    incoming.socket.destroy()
  })
  const answer = await acme.owner.graphql('mutation { updateOrganization(input: {}) { userErrors { code } } }')
  expect(answer.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
  expect(renamed).toBe(1)
})

test('answers of more than 8 MB are given up, not kept', async () => {
  const chunk = Buffer.alloc(1_000_000, ' ')
  let sent = 0
  relay.behave = at('has-permission', (_, answer) => {
    const send = () => {
      if (sent === 60 || answer.destroyed) return answer.end('{"success":true}')
      sent += 1
      return answer.write(chunk, send)
    }
    answer.writeHead(200, { 'content-type': 'application/json' })
    send()
  })
  const answer = await read()
  expect(answer.errors).toMatchObject([{ extensions: { code: 'ANSWER_TOO_LARGE' } }])
  expect(answer.data).toEqual({ ...whole(), organization: { ...whole().organization, viewerHasPermissions: null } })
  expect(sent).toBeLessThan(60)
})

test('many slow calls in a row: 5 seconds hold for the whole answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  relay.behave = (_, __, pass) => {
    setTimeout(pass, 1250)
    vi.advanceTimersByTime(1250)
  }
  const rename = `updateOrganization(input: { name: "${acme.slug}" }) { organization { name } }`
  const answer = await acme.owner.graphql(`mutation { ${[1, 2, 3, 4, 5].map((n) => `m${n}: ${rename}`).join(' ')} }`)
  expect(relay.calls.filter((call) => call === 'POST /organization/update').length).toBeLessThanOrEqual(4)
  expect(answer.errors.every((error) => error.extensions.code === 'UPSTREAM_UNAVAILABLE')).toBe(true)
  expect(answer.errors.length).toBeGreaterThan(0)
  // The one that ran; those that never started are not its fault.
  expect(warnings().map(({ reason }) => reason)).toContain('the request took too long')
})

test.each([
  [401, 'UNAUTHORIZED', 'UNAUTHENTICATED'],
  [403, 'INVALID_ORIGIN', 'FORBIDDEN'],
  [404, 'NOT_FOUND', 'BAD_USER_INPUT'],
  [418, 'SOMETHING_NEW', 'BAD_USER_INPUT'],
])('a refusal %i %s that no payload tells becomes %s, without its own words', async (status, code, expected) => {
  relay.behave = at(
    '/organization/update',
    says(status, 'application/json', JSON.stringify({ code, message: 'inner words' })),
  )
  const answer = await acme.owner.graphql('mutation { updateOrganization(input: {}) { userErrors { code } } }')
  expect(answer.errors).toMatchObject([{ extensions: { code: expected } }])
  expect(answer.text).not.toContain('inner words')
})

test('too many requests: the code, and after how many seconds to come again', async () => {
  relay.behave = (_, answer) =>
    void answer
      .writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' })
      .end('{"code":"TOO_MANY_REQUESTS","message":"x"}')
  const { errors, headers } = await read()
  expect(errors).toMatchObject([
    { extensions: { code: 'RATE_LIMITED', retryAfter: 7 } },
    { extensions: { code: 'RATE_LIMITED' } },
  ])
  expect(headers.get('retry-after')).toBe('7')
})

test('while rest-auth is not available its own word is passed on, for when to come again', async () => {
  relay.behave = at('has-permission', (_, answer) => void answer.writeHead(503, { 'retry-after': '7' }).end())
  const answer = await read()
  expect(answer.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }])
  expect(answer.headers.get('retry-after')).toBe('7')
  relay.clear()
  expect((await read()).headers.get('retry-after')).toBeNull()
})

test('an answer of another form than agreed says nothing of what broke, and the log does', async () => {
  relay.behave = at('/organization/batch', says(200, 'application/json', '{}'))
  const answer = await read()
  expect(answer.at('organization')).toBeNull()
  expect(answer.errors).toMatchObject([
    {
      path: ['organization'],
      message: expect.not.stringMatching(/undefined|find/),
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    },
  ])
  expect(gateway.logged.some((line) => line.includes('"resolver failed"'))).toBe(true)
})

test('when the client leaves, its calls are aborted', async () => {
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
  expect(warnings()).toEqual([]) // as there would be one if the call's own time had been up
})
