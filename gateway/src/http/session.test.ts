import { request } from 'undici'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestOrganization, invite } from '../testing/organizations.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { publicOrigin } from '../testing/start-rest-auth.ts'

const gateway = await startGateway({
  restAuth: { SESSION_COOKIE_CACHE_MAX_AGE: '300' },
  gateway: { TRUSTED_ORIGINS: 'https://partner.example,https://*.wild.example,myapp://' },
})
const unproxied = await startGateway({ gateway: { TRUSTED_PROXIES: '10.0.0.0/8' } })
const { relay, url } = gateway
beforeEach(() => relay.clear())

describe('cookies', () => {
  test('reach the browser once even if two calls set them', async () => {
    const owner = await gateway.signUp()
    await createTestOrganization(gateway, owner)
    const response = await owner.graphql(
      `mutation { a: setActiveOrganization(input: {}) { userErrors { code } } b: setActiveOrganization(input: {}) {
        query { viewer { user { id } } } } }`,
    )
    const names = response.headers.getSetCookie().map((line) => line.split('=')[0])
    expect(names.toSorted()).toEqual(['better-auth.session_data', 'better-auth.session_token'])
  })

  test('apply to later fields of the same document, despite the cookie cache', async () => {
    const owner = await gateway.signUp()
    const [first, second] = [await createTestOrganization(gateway, owner), await createTestOrganization(gateway, owner)]
    const response = await owner.graphql(
      `mutation ($first: String!, $second: String!) {
        a: setActiveOrganization(input: { slug: $first }) { query { viewer { activeOrganization { slug } activeMembership { roles } } } }
        b: setActiveOrganization(input: { slug: $second }) { query { viewer { activeOrganization { slug isActive } } } }
        c: setActiveOrganization(input: {}) { organization { id } query { viewer { activeOrganization { slug } } } }
      }`,
      { first: first.slug, second: second.slug },
    )
    expect(response.data).toEqual({
      a: { query: { viewer: { activeOrganization: { slug: first.slug }, activeMembership: { roles: ['OWNER'] } } } },
      b: { query: { viewer: { activeOrganization: { slug: second.slug, isActive: true } } } },
      c: { organization: null, query: { viewer: { activeOrganization: null } } },
    })
  })

  test('that rest-auth deletes are omitted from later calls and deleted in the browser', async () => {
    const removal = 'better-auth.session_token=; Max-Age=0; Path=/'
    relay.behave = (_, response) => response.writeHead(200, { 'set-cookie': removal }).end('null')
    const response = await gateway
      .visitor()
      .graphql(
        'mutation { setActiveOrganization(input: {}) { query { viewer { user { id } } } } }',
        {},
        { cookie: 'kept=1; better-auth.session_token=t' },
      )
    expect(relay.calls).toEqual(['POST /organization/set-active', 'GET /get-session'])
    expect(relay.lastHeaders.cookie).toBe('kept=1')
    expect(response.headers.getSetCookie()).toEqual([removal])
  })

  test('of another domain are expired beside ours, which later calls send', async () => {
    const lines = [
      'better-auth.session_token=; Max-Age=0; Domain=example.com; Path=/',
      'better-auth.session_token=; Max-Age=0; Path=/api',
      'better-auth.session_token=new; Path=/',
    ]
    relay.behave = (_, response) => response.writeHead(200, { 'set-cookie': lines }).end('null')
    const cookie = 'kept=1; better-auth.session_token=dead; better-auth.session_token=t'
    const document = 'mutation { setActiveOrganization(input: {}) { query { viewer { user { id } } } } }'
    const response = await gateway.visitor().graphql(document, {}, { cookie })
    expect(relay.lastHeaders.cookie).toBe('kept=1; better-auth.session_token=new')
    expect(response.headers.getSetCookie()).toEqual(lines)
  })

  test('of another server with the name of ours do not hide the session', async () => {
    const ann = await gateway.signUp()
    const own = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const dead = `better-auth.session_token=${encodeURIComponent(`x.${'A'.repeat(43)}=`)}`
    for (const cookie of [`${dead}; ${own}`, `${own}; ${dead}`]) {
      const { data } = await gateway.visitor().graphql('{ viewer { user { name } } }', {}, { cookie })
      expect(data).toEqual({ viewer: { user: { name: 'Ann' } } })
    }
  })

  test('are not shared between concurrent users', async () => {
    const [ann, bob] = [await gateway.signUp('Ann'), await gateway.signUp('Bob')]
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        (n % 2 ? ann : bob).graphql('{ viewer { user { name } organizations { nodes { id } } } }'),
      ),
    )
    expect(responses.map((response) => response.at('viewer', 'user', 'name'))).toEqual(
      Array.from({ length: 16 }, (_, n) => (n % 2 ? 'Ann' : 'Bob')),
    )
    for (const response of responses) expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a bearer token', () => {
  test('signs in if it is signed, and is 401 once its session has ended', async () => {
    const email = 'program@example.com'
    // Not fetch, which looks like a browser: browsers never get the token.
    const signedUp = await request(`${gateway.restAuth.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Program', email, password: 'correct horse battery' }),
    })
    await signedUp.body.dump()
    const signed = String(signedUp.headers['set-auth-token'])
    const ask = async (token: string, document = '{ viewer { user { email } } }', more = {}) => {
      const sent = { authorization: `Bearer ${token}`, ...more }
      const { status, data, errors, headers } = await gateway.visitor().graphql(document, {}, sent)
      return [status, data, errors.map(({ extensions }) => extensions.code), headers.get('www-authenticate')]
    }
    const signOut = () =>
      fetch(`${gateway.restAuth.url}/api/auth/sign-out`, {
        method: 'POST',
        headers: { authorization: `Bearer ${signed}` },
      })
    expect(await ask(signed)).toEqual([200, { viewer: { user: { email } } }, [], null])
    const unsigned = decodeURIComponent(signed).split('.')[0] ?? ''
    const ended = [401, { viewer: null }, ['UNAUTHENTICATED'], 'Bearer error="invalid_token"']
    expect(await ask(unsigned)).toEqual(ended)
    expect((await signOut()).status).toBe(200)
    expect(await ask(signed)).toEqual(ended)
    expect(await ask(signed, '{ organization(by: { slug: "x" }) { id } }')).toEqual([
      401,
      { organization: null },
      ['UNAUTHENTICATED'],
      'Bearer error="invalid_token"',
    ])
    // A token that is not used is not checked. Neither are other schemes, such as those of a proxy.
    expect(await ask(unsigned, '{ __typename }')).toEqual([200, { __typename: 'Query' }, [], null])
    expect(await ask('', undefined, { authorization: 'Basic eDp5' })).toEqual([200, { viewer: null }, [], null])
  })

  test('is not missing from a browser, whose viewer is null once its session has ended', async () => {
    const ann = await gateway.signUp()
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await ann.rest('POST', '/sign-out')
    for (const headers of [{}, { cookie: cookie.replace(/better-auth.session_data=[^;]*/, '') }]) {
      const response = await gateway.visitor().graphql('{ viewer { user { email } } }', {}, headers)
      expect([response.status, response.data, response.errors]).toEqual([200, { viewer: null }, []])
      expect(response.headers.get('www-authenticate')).toBeNull()
    }
  })
})

describe('calls to rest-auth', () => {
  test("forward only the client's headers, IP address and request id", async () => {
    const owner = await gateway.signUp()
    const headers = {
      'user-agent': 'Test 1.0',
      'x-forwarded-for': '6.6.6.6, 203.0.113.9',
      'x-request-id': 'request-0001',
      'x-secret': 'no',
      'accept-language': 'de',
      referer: `${publicOrigin}/page`,
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'vendor=1',
    }
    const response = await owner.graphql('{ viewer { user { id } } }', {}, headers)
    expect(relay.lastHeaders).toMatchObject({
      origin: publicOrigin,
      'user-agent': 'Test 1.0',
      'x-forwarded-for': '203.0.113.9',
      'x-request-id': 'request-0001',
      'accept-language': 'de',
      referer: `${publicOrigin}/page`,
      traceparent: headers.traceparent,
      tracestate: 'vendor=1',
    })
    expect(relay.lastHeaders.cookie).toContain('better-auth.session_token=')
    expect(relay.lastHeaders).not.toHaveProperty('x-secret')
    expect(response.headers.get('x-request-id')).toBe('request-0001')
    expect(gateway.logged.at(-1)).toMatch(/"requestId":"request-0001".*"traceId":"0af7651916cd43dd8448eb211c80319c"/)
    expect(gateway.logged.join('')).not.toMatch(/session_token|viewer \{/)
  })

  test('do not trust the IP address and request id sent by a stranger', async () => {
    await unproxied
      .visitor()
      .graphql(
        '{ viewer { user { id } } }',
        {},
        { cookie: 'a=b', 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'request-0002' },
      )
    expect(unproxied.relay.lastHeaders['x-forwarded-for']).toBe('127.0.0.1')
    expect(unproxied.relay.lastHeaders['x-request-id']).not.toBe('request-0002')
  })
})

describe('origins', () => {
  const ask = (origin: string | undefined, method = 'POST') =>
    fetch(`${url}/graphql`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(origin !== undefined && { origin }),
        ...(method === 'OPTIONS' && { 'access-control-request-headers': 'apollographql-client-name,traceparent' }),
      },
      ...(method === 'POST' && { body: '{"query":"{ __typename }"}' }),
    })

  test.each([publicOrigin, 'https://partner.example', 'https://a.wild.example', 'myapp://x', undefined])(
    'lets %s send requests',
    async (origin) => {
      const response = await ask(origin)
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, origin ?? null])
      expect(response.headers.get('vary')).toContain('Origin')
    },
  )

  test.each(['https://evil.example', 'null', 'https://partner.example.evil.example', 'http://a.wild.example'])(
    'rejects %s',
    async (origin) => {
      const response = await ask(origin)
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([403, null])
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] })
    },
  )

  test.each([
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['same-site', { 'sec-fetch-site': 'same-site' }, 403],
    ['a page of another origin', { referer: 'https://evil.example/page' }, 403],
    ['same-origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a program', {}, 200],
  ])('judges a POST with cookies but no Origin by its other headers: %s', async (_, headers, status) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'better-auth.session_token=x', ...headers },
      body: '{"query":"{ __typename }"}',
    })
    expect(response.status).toBe(status)
  })

  test('responds to a preflight', async () => {
    const response = await ask('https://partner.example', 'OPTIONS')
    expect([response.status, response.headers.get('access-control-allow-credentials')]).toEqual([204, 'true'])
    expect(response.headers.get('access-control-allow-headers')).toBe('apollographql-client-name,traceparent')
  })

  test('lets trusted pages read Retry-After, the rate limit and the request id', async () => {
    const { headers } = await ask('https://partner.example')
    expect(headers.get('access-control-expose-headers')).toBe(
      'Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, X-Request-Id',
    )
  })
})

test('responds with 405 to a mutation by GET', async () => {
  const query = 'mutation { leaveOrganization(input: { organizationId: "x" }) { userErrors { code } } }'
  const response = await fetch(`${url}/graphql?query=${encodeURIComponent(query)}`, {
    headers: { 'apollo-require-preflight': '1' },
  })
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})

test('rejects a batch', async () => {
  const headers = { 'content-type': 'application/json' }
  const body = '[{ "query": "{ __typename }" }, { "query": "{ __typename }" }]'
  expect((await fetch(`${url}/graphql`, { method: 'POST', headers, body })).status).toBe(400)
})

test('lists received invitations only after the user has proved to own the email', async () => {
  const guest = await gateway.signUp()
  await invite(await createTestOrganization(gateway), guest.email)
  const read = async () => {
    guest.cookies.delete('better-auth.session_data')
    return (await guest.graphql('{ viewer { isEmailVerified isEmailProved invitations { totalCount } } }')).at('viewer')
  }
  const none = { totalCount: 0 }
  expect(await read()).toEqual({ isEmailVerified: false, isEmailProved: false, invitations: none })
  // A mail scanner may have opened the link.
  await gateway.change((db) => db.write`update "user" set "emailVerified" = true where "email" = ${guest.email}`)
  expect(await read()).toEqual({ isEmailVerified: true, isEmailProved: false, invitations: none })
  await gateway.verifyEmail(guest)
  expect(await read()).toEqual({ isEmailVerified: true, isEmailProved: true, invitations: { totalCount: 1 } })
})
