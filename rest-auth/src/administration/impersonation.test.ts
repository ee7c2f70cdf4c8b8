import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { cleanUp } from '../clean-up/clean-up.ts'
import { addOperator } from '../operator/operator.ts'
import { accessToken, cookieOf, serviceToken } from '../testing/access-token.ts'
import { refusal, type Browser } from '../testing/browser.ts'
import { found } from '../testing/organizations.ts'
import { routesOf, type Route } from '../testing/routes.ts'
import { fittingCall, setScene } from '../testing/scene.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { findUserById } from '../user/user.sql.ts'

const t = await startTestApp({ SESSION_COOKIE_CACHE_MAX_AGE: '300' })
const { write, read } = t.ctx.db

async function administrator(): Promise<SignedIn> {
  const admin = await t.signUp({ name: 'Root' })
  await write`update "user" set "role" = 'admin' where "id" = ${admin.id}`
  return admin
}

const start = (admin: Browser, userId: string, reason?: string) =>
  admin.post('/admin/impersonate-user', { userId, reason })
const userOf = async (browser: Browser) => Object((await browser.get('/get-session')).body)?.user?.id ?? null
const stop = (browser: Browser) => browser.post('/admin/stop-impersonating')

let admin: SignedIn
let ann: SignedIn
beforeEach(async () => {
  admin = await administrator()
  ann = await t.signUp({ name: 'Ann' })
})

/** Keeps its cookies, whatever a call does. */
function copyOf({ jar }: Browser, invalid = ''): Browser {
  const copy = t.browser()
  for (const [name, value] of jar) copy.jar.set(name, value + invalid)
  return copy
}

describe('each call', async () => {
  const routes = await routesOf(t.app)
  const open = [
    'GET /get-session', 'GET /actor', 'POST /sign-out', 'GET /is-operator', 'POST /admin/stop-impersonating', 'GET /token',
    'POST /update-user', 'GET /announced-email-change', 'GET /announced-factor-reset', 'GET /pending-email-change', 'GET /address-to-prove',
    'POST /organization/check-slug', 'POST /organization/suggest-slugs', 'POST /organization/update',
    'GET /organization/list', 'GET /organization/get-full-organization', 'GET /organization/get-organization',
    'POST /organization/set-active', 'POST /organization/has-permission', 'GET /organization/audit-log', 'GET /organization/batch',
    'GET /organization/get-active-member', 'GET /organization/get-active-member-role', 'GET /organization/list-members',
    'POST /organization/update-member-team', 'GET /organization/list-invitations', 'GET /organization/list-user-invitations',
    'GET /organization/get-invitation', 'POST /organization/create-team', 'POST /organization/update-team',
    'POST /organization/remove-team', 'GET /organization/list-teams', 'POST /organization/add-team-member',
    'POST /organization/remove-team-member', 'GET /organization/list-team-members', 'GET /organization/list-user-teams',
    'POST /organization/set-active-team', 'GET /organization/list-roles', 'GET /organization/list-permissions', 'GET /organization/get-role',
  ] // prettier-ignore
  /** They use no session: what they start or read, a secret or a provider proves. */
  const withoutSession = [
    'GET /ok', 'GET /error', 'GET /credential-rules', 'GET /team-rules', 'GET /social-providers', 'GET /jwks', 'GET /pictures/{hash}',
    'POST /sign-up/email', 'POST /sign-in/email', 'POST /sign-in/username', 'POST /sign-in/social', 'GET /callback/{id}', 'POST /callback/{id}',
    'GET /expo-authorization-proxy', 'POST /is-username-available', 'POST /forget-password', 'POST /request-password-reset',
    'GET /reset-password/{token}', 'POST /read-reset-token', 'POST /reset-password', 'POST /disown-account', 'POST /one-time-token/verify',
    'POST /organization/read-mailed-invitation', 'POST /token-exchange', 'POST /passkey/verify-authentication',
  ] // prettier-ignore
  /** Other tests have them. */
  const ending = ['POST /sign-out', 'POST /admin/stop-impersonating']
  const nameOf = ({ method, path }: Route) => `${method} ${path}`

  test('is known', () => {
    const names = routes.map(nameOf)
    for (const name of [...open, ...withoutSession]) expect(names).toContain(name)
  })

  test('refuses an administrator who acts for a user, unless it is declared to be open', async () => {
    const set = await setScene(t)
    await start(admin, set.owner.id)
    const scene = { ...set, values: { ...set.values, token: admin.token } }
    const more: Record<string, object> = {
      '/account-info': { accountId: 'x' },
      '/admin/has-permission': { permission: undefined },
    }
    const send = async (browser: Browser, route: Route) => {
      const { path, query, body } = fittingCall(scene, route)
      const { status, body: response } = await (route.method === 'GET'
        ? browser.get(path, { query: { ...query, ...more[path] } })
        : browser.post(path, { ...body, ...more[path] }, { query }))
      return [nameOf(route), status, Object(response).code]
    }
    for (const route of routes.filter((one) => !ending.includes(nameOf(one)))) {
      const name = nameOf(route)
      const outcome = await send(copyOf(admin), route)
      const closed = [name, 403, 'NOT_ALLOWED_WHILE_IMPERSONATING']
      if (withoutSession.includes(name)) expect(outcome).toEqual(await send(copyOf(admin, 'x'), route))
      else if (open.includes(name)) expect(outcome).not.toEqual(closed)
      else expect(outcome).toEqual(closed)
    }
    expect(await userOf(admin)).toBe(scene.owner.id)
  })

  test('of several accounts in the browser is refused, whatever its cookies', async () => {
    await start(admin, ann.id)
    const back = await admin.post('/multi-session/set-active', { sessionToken: admin.token })
    expect(back.at('code')).toBe('NOT_ALLOWED_WHILE_IMPERSONATING')
    expect([...admin.jar.keys()].filter((name) => name.includes('multi-'))).toHaveLength(1)
  })
})

test('starts and stops, and marks the session, which lasts at most an hour', async () => {
  const started = await start(admin, ann.id)
  const { session } = Object(started.body)
  expect(session).toMatchObject({ userId: ann.id, impersonatedBy: admin.id })
  expect(Date.parse(session.expiresAt) - t.clock.now().getTime()).toBe(3_600_000)
  expect(admin.jar.has('better-auth.session_data')).toBe(false)
  t.clock.advance(1800)
  expect((await admin.get('/get-session')).body).toMatchObject({
    session: { impersonatedBy: admin.id, expiresAt: session.expiresAt },
    user: { id: ann.id },
  })
  expect(Object((await ann.get('/list-sessions')).body)).toHaveLength(1)
  const copy = copyOf(admin)
  expect((await stop(admin)).body).toMatchObject({ session: { token: admin.token }, user: { id: admin.id } })
  expect(admin.jar.has('better-auth.admin_session')).toBe(false)
  expect([await userOf(admin), await userOf(copy)]).toEqual([admin.id, null])
  expect((await stop(admin)).at('code')).toBe('YOU_ARE_NOT_IMPERSONATING_ANYONE')
  await start(admin, ann.id)
  t.clock.advance(3601)
  expect(await userOf(copyOf(admin))).toBeNull()
  expect((await stop(admin)).status).toBe(200)
  expect(await userOf(admin)).toBe(admin.id)
})

test('ends no later than the session of the administrator', async () => {
  t.clock.advance(7 * 86_400 - 1800)
  await admin.post('/sign-in/email', { email: admin.email, password: testPassword, rememberMe: false })
  await write`update "session" set "expiresAt" = ${t.clock.now()}::timestamptz + interval '10 minutes' where "userId" = ${admin.id}`
  const { session } = Object((await start(admin, ann.id)).body)
  expect(Date.parse(session.expiresAt) - t.clock.now().getTime()).toBe(600_000)
})

const makeOperator = async (id: string) => {
  const user = await findUserById(t.ctx, id)
  if (user) await addOperator(t.ctx, user)
}
const ends: Record<string, () => Promise<unknown>> = {
  'the role of the administrator': () => write`update "user" set "role" = 'user' where "id" = ${admin.id}`,
  'a ban of the administrator': () => write`update "user" set "banned" = true where "id" = ${admin.id}`,
  'a ban of the user': () => write`update "user" set "banned" = true where "id" = ${ann.id}`,
  'the session of the administrator': () => write`delete from "session" where "userId" = ${admin.id}`,
  'the account of the administrator': () => write`delete from "user" where "id" = ${admin.id}`,
  'a role of the user': () => write`update "user" set "role" = 'admin' where "id" = ${ann.id}`,
  'operator rights of the user': () => makeOperator(ann.id),
  'the user, who ends all sessions': () => ann.post('/revoke-other-sessions'),
}
test.each(Object.entries(ends))('ends at once with %s', async (_, end) => {
  await start(admin, ann.id)
  expect(await userOf(copyOf(admin))).toBe(ann.id)
  await end()
  expect(await userOf(copyOf(admin))).toBeNull()
})

test('leaves neither session in the browser after a sign-out', async () => {
  await start(admin, ann.id)
  const copy = copyOf(admin)
  await admin.post('/sign-out')
  expect([...admin.jar.keys()].filter((name) => /session/.test(name))).toEqual([])
  expect([await userOf(copy), (await stop(copy)).status]).toEqual([null, 401])
  expect(await userOf(ann)).toBe(ann.id)
})

test('gives nobody the session of the administrator without its cookie', async () => {
  await start(admin, ann.id)
  admin.jar.delete('better-auth.admin_session')
  const other = await administrator()
  await start(other, ann.id)
  const forged = copyOf(admin)
  forged.jar.set('better-auth.admin_session', other.jar.get('better-auth.admin_session') ?? '')
  expect((await stop(forged)).status).toBe(401)
  expect([await userOf(forged), await userOf(admin), await userOf(other)]).toEqual([null, null, ann.id])
})

test('is refused for administrators, operators, oneself and banned users', async () => {
  const [second, operator, banned] = [await administrator(), await t.signUp(), await t.signUp()]
  await makeOperator(operator.id)
  await write`update "user" set "banned" = true where "id" = ${banned.id}`
  const codes = []
  for (const { id } of [second, operator, admin, banned]) codes.push((await start(admin, id)).at('code'))
  expect(codes).toEqual([...Array(3).fill('YOU_CANNOT_IMPERSONATE_ADMINS'), 'BANNED_USER'])
  await start(admin, ann.id)
  expect((await start(admin, banned.id)).outcome).toEqual(
    refusal(403, 'NOT_ALLOWED_WHILE_IMPERSONATING', 'Not allowed while impersonating'),
  )
})

test('marks all tokens that come from the session, with its end', async () => {
  const acme = await found(t)
  await start(admin, acme.owner.id)
  const act = { sub: admin.id }
  expect(decodeJwt(await serviceToken(t, admin))).toMatchObject({ sub: acme.owner.id, act })
  expect(decodeJwt(await accessToken(t, admin))).toMatchObject({ sub: acme.owner.id, act })
  t.clock.advance(3540)
  const { exp = 0, iat = 0, act: marked } = decodeJwt(await serviceToken(t, admin))
  expect([exp - iat, marked]).toEqual([60, act])
  const bearer = await t.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { email: admin.email, password: testPassword },
  })
  const call = (method: 'GET' | 'POST', path: string, token: unknown, payload?: object) =>
    t.app.inject({
      method,
      url: `/api/auth${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
  const token = bearer.headers['set-auth-token']
  const started = await call('POST', '/admin/impersonate-user', token, { userId: ann.id })
  t.clock.advance(3000)
  const program = decodeJwt((await call('GET', '/token', started.headers['set-auth-token'])).json().token)
  expect(program).toMatchObject({ sub: ann.id, act, exp: (program.iat ?? 0) + 600 })
  expect(decodeJwt(await serviceToken(t, ann))).not.toHaveProperty('act')
})

test('ends the tokens of a service with it', async () => {
  await start(admin, ann.id)
  const headers = { authorization: `Bearer ${await accessToken(t, admin)}` }
  const batch = () => t.browser().get('/organization/batch', { query: { own: '{"first":1}' }, headers })
  expect((await batch()).status).toBe(200)
  const cookie = cookieOf(admin)
  await stop(admin)
  expect((await batch()).status).toBe(401)
  const url = '/inner/service-token?audience=mf-invoices'
  expect((await t.app.inject({ url, headers: { cookie }, remoteAddress: '127.0.0.1' })).statusCode).toBe(401)
})

test('names the administrator in the journal, for the user', async () => {
  const acme = await found(t)
  const { owner } = acme
  t.clock.advance(1)
  const since = t.clock.now()
  const acts = [
    () => start(admin, owner.id, 'ticket 7'),
    () => admin.post('/update-user', { name: 'Annie' }),
    () => admin.post('/organization/create-team', { name: 'New', organizationId: acme.id }),
    () => stop(admin),
    () => start(admin, owner.id),
  ]
  for (const act of acts) {
    t.clock.advance(1)
    expect((await act()).status).toBe(200)
  }
  t.clock.advance(3601)
  await cleanUp(t.ctx)
  const rows = await read`
    select "event", "actorKind", "actorId", "actedFor", "details" from "journal"
    where "userId" = ${owner.id} and "at" > ${since} order by "at"`
  const by = { actorKind: 'person', actorId: admin.id, actedFor: owner.id }
  expect(rows).toMatchObject([
    { event: 'impersonation.started', ...by, details: { reason: 'ticket 7', until: expect.any(String) } },
    { event: 'profile.changed', ...by },
    { event: 'team.created', ...by },
    { event: 'impersonation.ended', ...by, details: { reason: 'stopped' } },
    { event: 'impersonation.started', ...by, details: { reason: 'none given' } },
    {
      event: 'impersonation.ended',
      actorKind: 'system',
      actorId: null,
      actedFor: null,
      details: { reason: 'expired' },
    },
  ])
  expect(t.logged.join('')).not.toContain('ticket 7')
  const { entries } = Object((await owner.get('/activity')).body)
  const actor = { kind: 'person', id: admin.id, name: 'Root', actedFor: { id: owner.id, name: 'Annie' } }
  expect(entries[5]).toMatchObject({ event: 'impersonation.started', details: { reason: 'ticket 7' } })
  for (const entry of entries.slice(1, 6)) expect(entry).toMatchObject({ actor, isOwn: false, ipAddress: null })
  const log = Object((await owner.get('/organization/audit-log', { query: { organizationId: acme.id } })).body)
  expect(log.entries[0]).toMatchObject({ event: 'team.created', actor })
})
