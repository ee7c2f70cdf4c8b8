import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accessToken, exchangeOf, cookieOf, exchange, serviceToken } from '../testing/access-token.ts'
import { statusesOf } from '../testing/browser.ts'
import { routesOf, type Route } from '../testing/routes.ts'
import { found, type TestOrganization } from '../testing/organizations.ts'
import { startTestApp, testOrigin, type SignedIn } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { describeServices, grantOrganizations, setServiceSecret } from './service-client.ts'
import { SigningKeys } from './signing-key.ts'

const t = await startTestApp()
const { app, ctx, clock, browser, signUp } = t
const gateway = `${testOrigin}/graphql`
const day = 86_400

/** A request with only a token. */
async function ask(
  token: string,
  path: string,
  more: { method?: 'GET' | 'POST'; headers?: object; payload?: object } = {},
  on = t,
) {
  const response = await on.app.inject({
    method: more.method ?? 'GET',
    url: `/api/auth${path}`,
    headers: { authorization: `Bearer ${token}`, ...more.headers },
    ...(more.method === 'POST' && { payload: more.payload ?? {} }),
  })
  const { statusCode: status, headers } = response
  const isJson = String(headers['content-type']).startsWith('application/json')
  return { status, headers, text: response.body, body: isJson ? response.json() : null }
}
/** A valid value for each text field. */
const textsFor = (fields: Route['body']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.type === 'string' ? [[name, z.string().parse(field.enum?.[0] ?? 'nobody@example.com')]] : [],
    ),
  )
const own = '/organization/batch?own={}&include=membership'
const namesIn = ({ body }: Awaited<ReturnType<typeof ask>>): string[] =>
  body.organizations.map(({ slug }: { slug: string }) => slug)

let acme: TestOrganization
beforeAll(async () => {
  acme = await found(t)
})

describe('the exchange', () => {
  test("returns a token for reading organizations, which expires with the service's own", async () => {
    const subject = await serviceToken(t, acme.owner)
    clock.advance(100)
    const scope = 'organizations:read'
    const { status, body, headers } = await exchange(t, {
      ...exchangeOf(subject),
      scope,
      audience: gateway,
      resource: gateway,
    })
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      access_token: expect.any(String),
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 200,
      scope,
    })
    const keys = z.looseObject({ keys: z.array(z.looseObject({})) }).parse((await browser().get('/jwks')).body)
    const { payload, protectedHeader } = await jwtVerify(String(body['access_token']), createLocalJWKSet(keys), {
      audience: gateway,
      issuer: testOrigin,
      typ: 'at+jwt',
      currentDate: ctx.now(),
    })
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'at+jwt', kid: expect.any(String) })
    expect(payload).toEqual({
      iss: testOrigin,
      aud: gateway,
      sub: acme.owner.id,
      client_id: 'mf-invoices',
      organization: acme.id,
      scope,
      iat: Math.floor(ctx.now().getTime() / 1000),
      exp: decodeJwt(subject).exp,
      jti: expect.stringMatching(/^\w{32}$/),
      sid: decodeJwt(subject)['sid'],
    })
    expect((await exchange(t, exchangeOf(subject))).status).toBe(200)
    expect(t.logged.join('')).not.toContain(String(body['access_token']).split('.')[2])
    expect(t.logged.join('')).not.toContain(subject.split('.')[2])
  })

  test.each<[string, string, Record<string, string>]>([
    ['another grant', 'unsupported_grant_type', { grant_type: 'authorization_code' }],
    ['another type of token', 'invalid_request', { subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' }],
    [
      'a wish for a longer one',
      'invalid_request',
      { requested_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
    ],
    ['somebody else who acts', 'invalid_request', { actor_token: 'x', actor_token_type: 'y' }],
    ['more than reading', 'invalid_scope', { scope: 'organizations:read organizations:write' }],
    ['another audience', 'invalid_target', { audience: 'https://elsewhere.example' }],
    ['another resource', 'invalid_target', { resource: `${testOrigin}/api/auth` }],
  ])('rejects %s', async (_, error, fields) => {
    const { status, body } = await exchange(t, { ...exchangeOf(await serviceToken(t, acme.owner)), ...fields })
    expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }])
  })

  test('rejects a malformed form', async () => {
    const subject = await serviceToken(t, acme.owner)
    for (const missing of ['grant_type', 'subject_token', 'subject_token_type'] as const) {
      const { [missing]: _, ...rest } = exchangeOf(subject)
      expect(await exchange(t, rest), missing).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    }
    expect(await exchange(t, exchangeOf(subject), { 'content-type': 'text/plain' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })

  test('rejects everything except a valid service token', async () => {
    const subject = await serviceToken(t, acme.owner)
    const [header = '', payload = '', signature = ''] = subject.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = decodeJwt(subject)
    const { kid = '' } = decodeProtectedHeader(subject)
    const resigned = async (changes: object, head: object = {}, keys = new SigningKeys(ctx)) =>
      new SignJWT({ ...claims, ...changes })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'service+jwt', kid, ...head })
        .sign((await keys.present()).privateKey)
    const config = { ...ctx.config, secrets: ['another secret that opens nothing of the first'] as const }
    const { sid: _, ...withoutSession } = claims
    const withoutOne = new SignJWT(withoutSession).setProtectedHeader({ alg: 'EdDSA', typ: 'service+jwt', kid })
    const refused = {
      nothing: '',
      'no token': 'x.y.z',
      'a session': acme.owner.token,
      'what is exchanged already': await accessToken(t, acme.owner),
      'of a program': await programToken(acme.owner),
      unsigned: `${encode({ alg: 'none', typ: 'service+jwt', kid })}.${payload}.`,
      'by the public key as a secret': `${encode({ alg: 'HS256', typ: 'service+jwt', kid })}.${payload}.${signature}`,
      'for somebody else': `${header}.${encode({ ...claims, sub: 'x' })}.${signature}`,
      'of another issuer': await resigned({ iss: 'https://elsewhere.example' }),
      'without an end': await resigned({ exp: undefined }),
      'of another type': await resigned({}, { typ: 'JWT' }),
      'of no type': await resigned({}, { typ: undefined }),
      'by another key': await resigned({}, {}, new SigningKeys({ ...ctx, config })),
      'by a key that nobody knows': await resigned({}, { kid: 'x' }),
      'of a release that sealed no session': await withoutOne.sign((await new SigningKeys(ctx).present()).privateKey),
      'with a session that another secret sealed': await resigned({ sid: 'encrypted:v1:AAAA' }),
    }
    const error = { status: 400, body: { error: 'invalid_request' } }
    for (const [name, token] of Object.entries(refused))
      expect(await exchange(t, exchangeOf(token)), name).toMatchObject(error)
    // Control: signed again without changes, it is accepted.
    expect((await exchange(t, exchangeOf(await resigned({})))).status).toBe(200)
    clock.advance(301)
    expect(await exchange(t, exchangeOf(subject))).toMatchObject(error)
  })

  test('rejects the token of an ended session', async () => {
    const ann = await signUp()
    const subject = await serviceToken(t, ann)
    await ann.post('/sign-out')
    expect(await exchange(t, exchangeOf(subject))).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  test.each([
    ['of our own origin', { origin: testOrigin }],
    ['of another one', { origin: 'https://evil.example' }],
    ['that sends only', { 'sec-fetch-site': 'same-origin' }],
    ['with a session', { cookie: 'better-auth.session_token=x', origin: testOrigin }],
  ])('is refused for a page: %s', async (_, headers: Record<string, string>) => {
    const refused = await exchange(t, exchangeOf(await serviceToken(t, acme.owner)), headers)
    expect(refused).toMatchObject({ status: 403, body: { code: 'INVALID_ORIGIN' } })
  })
})

describe('a service with a client secret', () => {
  const basic = (name: string, secret: string) => ({
    authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`,
  })
  const secrets = ['a'.repeat(43), `${'b'.repeat(43)}=`, 'c'.repeat(43)] as const
  let subject: string
  const statusOf = async (headers = {}) => (await exchange(t, exchangeOf(subject), headers)).status
  beforeEach(async () => void (subject = await serviceToken(t, acme.owner)))
  afterEach(async () => void (await ctx.db.write`delete from "serviceClient"`))

  test('must authenticate as itself', async () => {
    expect([await statusOf(), await statusOf(basic('mf-invoices', secrets[0]))]).toEqual([200, 200])
    // Once in a process, which other tests share.
    const other = exchangeOf(await serviceToken(t, acme.owner, 'mf-unwarned'))
    for (let times = 0; times < 2; times++) await exchange(t, other)
    const warnings = t.logged.filter(
      (line) => /service has no client secret/.test(line) && line.includes('mf-unwarned'),
    )
    expect(warnings).toHaveLength(1)
    await setServiceSecret(ctx, 'mf-invoices', secrets[0], false)
    expect(await statusOf(basic('mf-invoices', secrets[0]))).toBe(200)
    const { status, body, headers } = await exchange(t, exchangeOf(subject))
    expect([status, body['error']]).toEqual([401, 'invalid_client'])
    expect(headers['www-authenticate']).toMatch(/^Basic /)
    for (const wrong of [basic('mf-notes', secrets[0]), basic('mf-invoices', secrets[1]), basic('mf-invoices', '')])
      expect(await statusOf(wrong)).toBe(401)
    for (const authorization of ['Basic', 'Basic !', `Bearer ${secrets[0]}`])
      expect(await statusOf({ authorization })).toBe(401)
    const rows = JSON.stringify(await ctx.db.read`select * from "serviceClient"`)
    expect(rows).not.toContain(secrets[0])
    expect(t.logged.join('')).not.toContain(secrets[0])
  })

  test('may use the previous one until the next change or a replacement', async () => {
    for (const secret of secrets) await setServiceSecret(ctx, 'mf-invoices', secret, false)
    const statuses = async () => Promise.all(secrets.map((secret) => statusOf(basic('mf-invoices', secret))))
    expect(await statuses()).toEqual([401, 200, 200])
    await grantOrganizations(ctx, 'mf-invoices', true)
    expect(await statuses()).toEqual([401, 200, 200])
    await setServiceSecret(ctx, 'mf-invoices', secrets[0], true)
    expect(await statuses()).toEqual([200, 401, 401])
    await Promise.all(secrets.slice(1).map((secret) => setServiceSecret(ctx, 'mf-invoices', secret, false)))
    expect(await statuses()).toEqual([401, 200, 200])
    await expect(setServiceSecret(ctx, 'mf-invoices', 'short', false)).rejects.toThrow('at least 32')
    expect(await describeServices(ctx)).toBe('mf-invoices: has a secret, all organizations')
  })
})

async function programToken({ email }: SignedIn): Promise<string> {
  const signIn = await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email, password: testPassword },
  })
  const { body } = await ask(String(signIn.headers['set-auth-token']), '/token')
  return z.object({ token: z.string() }).parse(body).token
}

describe('an access token', () => {
  test('is rejected if it is changed or another token', async () => {
    const token = await accessToken(t, acme.owner)
    const [header = '', payload = '', signature = ''] = token.split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = decodeJwt(token)
    const { kid = '' } = decodeProtectedHeader(token)
    const { privateKey } = await new SigningKeys(ctx).present()
    const resigned = (changes: object, typ = 'at+jwt') =>
      new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'EdDSA', typ, kid }).sign(privateKey)
    const refused = {
      'what it was exchanged for': await serviceToken(t, acme.owner),
      'of a program': await programToken(acme.owner),
      'for somebody else': `${header}.${encode({ ...claims, sub: 'x' })}.${signature}`,
      unsigned: `${encode({ alg: 'none', typ: 'at+jwt', kid })}.${payload}.x`,
      'by the public key as a secret': `${encode({ alg: 'HS256', typ: 'at+jwt', kid })}.${payload}.${signature}`,
      'for somebody other than the gateway': await resigned({ aud: testOrigin }),
      'of another issuer': await resigned({ iss: 'https://elsewhere.example' }),
      'of another scope': await resigned({ scope: 'organizations:write' }),
      'without an end': await resigned({ exp: undefined }),
      'without a session': await resigned({ sid: undefined }),
      'of another type': await resigned({}, 'service+jwt'),
    }
    for (const [name, one] of Object.entries(refused)) expect((await ask(one, own)).status, name).toBe(401)
    expect((await ask(await resigned({}), own)).status).toBe(200)
  })

  test('reads what its user may read now', async () => {
    const beta = await found(t)
    const ann = await acme.join('member')
    const [token, other] = [await accessToken(t, ann), await accessToken(t, beta.owner)]
    expect(namesIn(await ask(token, own))).toEqual([acme.slug])
    expect(namesIn(await ask(other, own))).toEqual([beta.slug])
    const both = `/organization/batch?organizationIds=${acme.id},${beta.id}&members={}&include=permissions`
    expect(namesIn(await ask(token, both))).toEqual([acme.slug])
    expect((await ask(token, both)).body.organizations[0].permissions).toEqual([])
    const { memberId } = ann
    await acme.owner.post('/organization/update-member-role', { memberId, role: 'admin', organizationId: acme.id })
    expect((await ask(token, both)).body.organizations[0].permissions).toContain('member:create')
    await acme.owner.post('/organization/remove-member', { memberIdOrEmail: memberId, organizationId: acme.id })
    expect(namesIn(await ask(token, both))).toEqual([])
    expect(namesIn(await ask(other, both))).toEqual([beta.slug])
  })

  test('reads only the organization that its service token names, unless an operator grants all', async () => {
    const [first, second] = [await found(t), await found(t)]
    const ann = await first.join('admin', { email: `in-two-${crypto.randomUUID()}@example.com` })
    const invitation = await second.owner.post('/organization/invite-member', {
      email: ann.email,
      role: 'admin',
      organizationId: second.id,
    })
    await ann.post('/organization/accept-invitation', { invitationId: invitation.at('id') })
    await ann.post('/organization/set-active', { organizationId: first.id })
    const everything = `/organization/batch?${new URLSearchParams({
      organizationIds: `${first.id},${second.id}`,
      organizationSlugs: JSON.stringify([first.slug, second.slug]),
      memberIds: `${first.memberId},${second.memberId}`,
      teamIds: `${first.teamId},${second.teamId}`,
      userIds: `${first.owner.id},${second.owner.id},${ann.id}`,
    }).toString()}`
    const filtered = `/organization/batch?organizationIds=${second.id}&members={"query":"a"}`
    const invitations = `/organization/batch?invitationIds=${invitation.at('id')}`
    const read = async (token: string) => {
      const { body } = await ask(token, everything)
      const idsOf = (list: { id: string }[]) => list.map(({ id }) => id).toSorted()
      return {
        own: namesIn(await ask(token, own)),
        organizations: idsOf(body.organizations),
        members: idsOf(body.members),
        teams: idsOf(body.teams),
        users: idsOf(body.users),
        filtered: namesIn(await ask(token, filtered)),
        invitations: (await ask(token, invitations)).body.invitations.length,
      }
    }
    const whole = {
      own: [first.slug, second.slug],
      organizations: [first.id, second.id].toSorted(),
      members: [first.memberId, second.memberId].toSorted(),
      teams: [first.teamId, second.teamId].toSorted(),
      users: [first.owner.id, second.owner.id, ann.id].toSorted(),
      filtered: [second.slug],
      invitations: 1,
    }
    expect(await read(await accessToken(t, ann))).toEqual({
      own: [first.slug],
      organizations: [first.id],
      members: [first.memberId],
      teams: [first.teamId],
      users: [first.owner.id, ann.id].toSorted(),
      filtered: [],
      invitations: 0,
    })
    await grantOrganizations(ctx, 'mf-invoices', true)
    const granted = await accessToken(t, ann)
    await grantOrganizations(ctx, 'mf-invoices', false)
    expect(await read(granted)).toEqual(whole)
    expect(decodeJwt(granted)).not.toHaveProperty('organization')
  })

  test('reads no organization without an active one, and no received invitations', async () => {
    const ann = await signUp()
    await ctx.db.write`update "user" set "emailVerified" = true, "proved" = true where "id" = ${ann.id}`
    await acme.owner.post('/organization/invite-member', {
      email: ann.email,
      role: 'member',
      organizationId: acme.id,
    })
    const received = '/organization/batch?own={}&received={"total":true}'
    const { body } = await ask(await accessToken(t, ann), received)
    expect(body).toMatchObject({ organizations: [], own: { items: [] }, received: { items: [], total: 0 } })
    expect((await ann.get(received)).body).toMatchObject({ received: { items: [expect.anything()] } })
  })

  test('is rejected after the end of its session, its user and its lifetime', async () => {
    const [ann, bob] = [await signUp(), await signUp()]
    const tokens = [await accessToken(t, ann), await accessToken(t, bob)]
    const statuses = () => Promise.all(tokens.map(async (token) => (await ask(token, own)).status))
    expect(await statuses()).toEqual([200, 200])
    await ann.post('/sign-out')
    expect(await statuses()).toEqual([401, 200])
    await ctx.db.write`delete from "user" where "id" = ${bob.id}`
    expect(await statuses()).toEqual([401, 401])
    const [cleo, dan] = [await signUp(), await signUp()]
    tokens.splice(0, 2, await accessToken(t, cleo), await accessToken(t, dan))
    await ctx.db
      .write`update "session" set "expiresAt" = ${new Date(ctx.now().getTime() - 1000)} where "userId" = ${dan.id}`
    clock.advance(299)
    expect(await statuses()).toEqual([200, 401])
    clock.advance(2)
    expect(await statuses()).toEqual([401, 401])
  })

  test('reveals nothing about its session, and does not extend it', async () => {
    const ann = await signUp()
    const expiry = async () =>
      (await ctx.db.read<{ expiresAt: Date }[]>`select "expiresAt" from "session" where "userId" = ${ann.id}`)[0]
        ?.expiresAt
    clock.advance(2 * day)
    const [token, before] = [await accessToken(t, ann), await expiry()]
    const { status, headers } = await ask(token, own)
    expect([status, headers['set-cookie'], headers['set-auth-token']]).toEqual([200, undefined, undefined])
    expect(await expiry()).toEqual(before)
    // Control: it was due.
    expect((await ann.get(own)).setCookies).not.toEqual([])
    expect(await expiry()).not.toEqual(before)
  })

  test('is accepted only by that call, and overrides cookies', async () => {
    const [ann, bob] = [await signUp(), await signUp()]
    const token = await accessToken(t, ann)
    const cookie = cookieOf(bob)
    const before = await ctx.db.read`select * from "session" order by "id"`
    expect((await ask(token, '/get-session', { headers: { cookie } })).body).toBeNull()
    const routes = (await routesOf(app)).filter(({ path }) => path !== '/organization/batch')
    expect(routes.length).toBeGreaterThan(60)
    for (const { method, path, body, query } of routes) {
      const url = `${path.replace(/\{\w+\}/, 'x')}?${new URLSearchParams(textsFor(query)).toString()}`
      const [asAnn, asNobody] = await Promise.all(
        [token, 'none'].map((one) => ask(one, url, { method, payload: textsFor(body) })),
      )
      expect([method, path, asAnn?.status]).toEqual([method, path, asNobody?.status])
      expect(asAnn?.text, path).not.toMatch(ann.id)
    }
    expect((await ask(token, '/list-sessions', { headers: { cookie } })).status).toBe(401)
    expect(await ctx.db.read`select * from "session" order by "id"`).toEqual(before)
  })
})

test('is counted by user wherever the service runs, and by IP address if forged', async () => {
  const limited = await startTestApp({
    RATE_LIMIT_ENABLED: 'true',
    AUTH_RATE_LIMITS: 'any-path=6/10, all-paths=1000/10, organization/batch=6/10',
  })
  const [ann, bob] = [await limited.signUp(), await limited.signUp()]
  const subjects = {
    ann: await serviceToken(limited, ann),
    bob: await serviceToken(limited, bob),
  }
  const exchanged = (subject: string) => () => exchange(limited, exchangeOf(subject))
  expect(await statusesOf(7, exchanged(subjects.ann))).toEqual([...Array<number>(6).fill(200), 429])
  expect(await statusesOf(7, exchanged('x.y.z'))).toEqual([...Array<number>(6).fill(400), 429])
  const tokens = [await exchanged(subjects.bob)(), await exchanged(subjects.bob)()].map(({ body }) => body)
  expect(await statusesOf(4, exchanged(subjects.bob))).toEqual(Array(4).fill(200))
  limited.clock.advance(10)
  const [token = '', another = ''] = tokens.map((body) => String(body['access_token']))
  const annToken = String((await exchanged(subjects.ann)()).body['access_token'])
  const read = (by: string) => () => ask(by, own, {}, limited)
  // Two tokens of one user count as one user.
  expect(await statusesOf(3, read(token))).toEqual([200, 200, 200])
  expect(await statusesOf(4, read(another))).toEqual([200, 200, 200, 429])
  expect(await statusesOf(7, read(`${token.slice(0, -4)}AAAA`))).toEqual([...Array<number>(6).fill(401), 429])
  expect(await statusesOf(6, read(annToken))).toEqual(Array(6).fill(200))
})
