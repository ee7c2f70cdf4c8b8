import { describe, expect, test } from 'vitest'
import { found, type Colleague, type TestOrganization } from '../testing/organizations.ts'
import { startSocialTestApp } from '../testing/social.ts'
import { type SignedIn, type TestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { statementsWait } from '../testing/statements.ts'

// Calls that outlive a borrowed session or lock its owner out need a recent sign-in (change of
// email: verification.test.ts).
const server = await startSocialTestApp()
const notFresh = { status: 403, body: { code: 'SESSION_IS_NOT_FRESH', message: 'Session is not fresh' } }

interface Scene extends TestOrganization {
  readonly bob: Colleague
  /** Another owner. */
  readonly zoe: Colleague
}

async function scene(app: TestApp): Promise<Scene> {
  const owner = await app.signUp({ emailVerified: true })
  const organization = await found(app, owner)
  return { ...organization, bob: await organization.join('member'), zoe: await organization.join('owner') }
}

const setRole = ({ id, bob }: Scene, by: Pick<SignedIn, 'post'>, role: unknown) =>
  by.post('/organization/update-member-role', { organizationId: id, memberId: bob.memberId, role })
let guests = 0
const remove = ({ id }: Scene, by: Pick<SignedIn, 'post'>, memberIdOrEmail: string) =>
  by.post('/organization/remove-member', { organizationId: id, memberIdOrEmail })
const invite = ({ id }: Scene, by: Pick<SignedIn, 'post'>, role: unknown, more = {}) =>
  by.post('/organization/invite-member', {
    organizationId: id,
    email: `guest${(guests += 1)}@example.com`,
    role,
    ...more,
  })

const demote = ({ id, zoe }: Scene, by: Pick<SignedIn, 'post'>, role: unknown) =>
  by.post('/organization/update-member-role', { organizationId: id, memberId: zoe.memberId, role })
/** Every call by which an organization loses an owner or is lost, except deletion of the account. */
const losses = {
  'demoting an owner': (at: Scene, by: SignedIn) => demote(at, by, 'admin'),
  'demoting an owner to several roles': (at: Scene, by: SignedIn) => demote(at, by, ['member', 'admin']),
  'demoting an owner who has the expected roles': ({ id, zoe }: Scene, by: SignedIn) =>
    by.post('/organization/replace-member-role', {
      organizationId: id,
      memberId: zoe.memberId,
      expectedRole: ['owner'],
      role: ['admin'],
    }),
  'demoting oneself': ({ id, memberId }: Scene, by: SignedIn) =>
    by.post('/organization/update-member-role', { organizationId: id, memberId, role: 'member' }),
  'removing an owner': (at: Scene, by: SignedIn) => remove(at, by, at.zoe.memberId),
  'removing an owner by email': (at: Scene, by: SignedIn) => remove(at, by, at.zoe.email),
  'removing oneself': (at: Scene, by: SignedIn) => remove(at, by, at.memberId),
  'leaving as an owner': ({ id }: Scene, by: SignedIn) => by.post('/organization/leave', { organizationId: id }),
  'deleting the organization': ({ id }: Scene, by: SignedIn) => by.post('/organization/delete', { organizationId: id }),
}

/** Calls that could lock the session's owner or others out, or let a stranger in. */
const sensitive = {
  ...losses,
  'making a member an owner': (at: Scene, by: SignedIn) => setRole(at, by, 'owner'),
  'making a member an owner besides': (at: Scene, by: SignedIn) => setRole(at, by, ['member', 'owner']),
  'inviting an owner': (at: Scene, by: SignedIn) => invite(at, by, 'owner'),
  'inviting an owner besides': (at: Scene, by: SignedIn) => invite(at, by, 'member, owner'),
  'linking a provider': (_: Scene, by: SignedIn) => by.post('/link-social', { provider: 'github' }),
  'linking by an id_token': (_: Scene, by: SignedIn) =>
    by.post('/link-social', { provider: 'google', idToken: { token: 'x' } }),
}
const calls = Object.entries(sensitive)

describe.each(calls)('%s', (name, call) => {
  test('is refused without a recent sign-in, and done after one', async () => {
    const at = await scene(server)
    server.clock.advance(86_400)
    expect(await call(at, at.owner)).toMatchObject(notFresh)
    expect(
      await server.ctx.db.read`select 1 from "invitation" where "role" like '%owner%' and "status" = 'pending'`,
    ).toEqual([])
    await at.owner.post('/sign-in/email', { email: at.owner.email, password: testPassword })
    if (!name.includes('id_token')) expect((await call(at, at.owner)).status).toBe(200)
    else expect((await call(at, at.owner)).body).not.toEqual(notFresh.body)
    await server.ctx.db.write`delete from "invitation"`
  })

  test('is not enabled by transferring or extending the session', async () => {
    const at = await scene(server)
    server.clock.advance(86_400)
    await at.owner.get('/get-session') // is due, and extends it
    const { jar, ...other } = server.browser()
    const token = (await at.owner.get('/one-time-token/generate')).at('token')
    expect((await other.post('/one-time-token/verify', { token })).status).toBe(200)
    expect(await call(at, { ...at.owner, ...other, jar })).toMatchObject(notFresh)
  })
})

test('allows harmless calls in any session', async () => {
  const at = await scene(server)
  const [carl, dan] = [await at.join('member'), await at.join('admin')]
  const owners = (await setRole(at, at.owner, 'owner')).status
  const pending = await invite(at, at.owner, 'owner', { email: 'resent@example.com' })
  server.clock.advance(86_400)
  expect([owners, pending.status]).toEqual([200, 200])
  const rest = [
    await setRole(at, at.owner, ['owner', 'admin']), // an owner already
    await invite(at, at.owner, 'admin'),
    await invite(at, at.owner, 'member', { email: 'resent@example.com', resend: true }), // instead of the owner's
    await remove(at, at.owner, carl.memberId),
    await setRole({ ...at, bob: dan }, at.owner, 'member'),
    await dan.post('/organization/leave', { organizationId: at.id }),
  ]
  expect(rest.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
})

test('changes nothing and emails nobody if it is refused', async () => {
  const at = await scene(server)
  server.clock.advance(86_400)
  const { id } = at
  const state = () => server.ctx.db.read`
    select (select count(*) from "mail" where "template" in ('ownerLost', 'organizationDeleted')) as "mails",
      (select jsonb_agg(m order by m."id") from "member" m where m."organizationId" = ${id}) as "members",
      (select count(*) from "session" where "activeOrganizationId" = ${id}) as "active"`
  const before = await state()
  for (const call of Object.values(losses)) expect(await call(at, at.owner)).toMatchObject(notFresh)
  expect(await state()).toEqual(before)
})

test('does not renew an open invitation as owner either', async () => {
  const at = await scene(server)
  await invite(at, at.owner, 'owner', { email: 'again@example.com' })
  server.clock.advance(86_400)
  const renewed = await invite(at, at.owner, 'owner', { email: 'again@example.com', resend: true })
  expect(renewed).toMatchObject(notFresh)
})

test('refuses callers without the permission first', async () => {
  const at = await scene(server)
  const admin = await at.join('admin')
  server.clock.advance(86_400)
  expect((await setRole(at, admin, 'owner')).at('code')).toBe('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER')
  expect((await invite(at, admin, 'owner')).at('code')).toBe('YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE')
  expect((await demote(at, admin, 'member')).at('code')).toBe('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER')
  const remaining = [await remove(at, admin, at.zoe.memberId), await losses['deleting the organization'](at, admin)]
  expect(remaining.map((response) => response.at('code'))).toEqual([
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
    'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
  ])
  // The last owner stays, whenever the session began.
  const alone = await found(server, await server.signUp({ emailVerified: true }))
  server.clock.advance(86_400)
  expect((await alone.owner.post('/organization/leave', { organizationId: alone.id })).at('code')).toBe(
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
  )
})

describe.each([
  ['making a member an owner', sensitive['making a member an owner']],
  ['inviting an owner', sensitive['inviting an owner']],
  ['demoting an owner', sensitive['demoting an owner']],
  ['removing an owner', sensitive['removing an owner']],
  ['leaving as an owner', sensitive['leaving as an owner']],
  ['deleting the organization', sensitive['deleting the organization']],
])('%s, while another call has locked the organization', (_, call) => {
  /** The response of a call that waits for the lock until `meanwhile` is done. */
  async function after(meanwhile: (at: Scene) => void | Promise<unknown>) {
    const at = await scene(server)
    const { response } = await server.ctx.database.begin(async (db) => {
      await db.write`select 1 from "organization" where "id" = ${at.id} for update`
      const waiting = call(at, at.owner)
      await statementsWait(server, 1)
      await meanwhile(at)
      return { response: waiting }
    })
    return response
  }

  test('is done if the session stays', async () => {
    expect((await after(() => undefined)).status).toBe(200)
  })

  test('is refused if the session ends meanwhile', async () => {
    expect(await after(({ owner }) => owner.post('/sign-out'))).toMatchObject({ status: 401 })
  })

  test('is refused if the session becomes too old meanwhile', async () => {
    expect(await after(() => server.clock.advance(86_400))).toMatchObject(notFresh)
  })
})

const optional = {
  'ending a session': (by: SignedIn, more?: object) => by.post('/revoke-session', { token: by.token }, more),
  'ending all sessions': (by: SignedIn, more?: object) => by.post('/revoke-sessions', {}, more),
  'ending the other sessions': (by: SignedIn, more?: object) => by.post('/revoke-other-sessions', {}, more),
  'a new username': (by: SignedIn, more?: object) =>
    by.post('/update-user', { username: `u${Math.random().toString(36).slice(2)}` }, more),
}

describe('FRESH_SESSION_STRICT', async () => {
  const strict = await startSocialTestApp({ FRESH_SESSION_STRICT: 'true' })
  const asked = { headers: { 'x-require-fresh-session': 'true' } }

  test.each(Object.entries(optional))('decides whether %s needs a recent sign-in, like a header', async (_, call) => {
    for (const [app, more] of [
      [strict, {}],
      [server, asked],
    ] as const) {
      const ann = await app.signUp()
      expect((await app.ctx.db.read`select 1 from "session" where "userId" = ${ann.id}`).length).toBe(1)
      app.clock.advance(86_400)
      expect(await call(ann, more)).toMatchObject(notFresh)
      await ann.post('/sign-in/email', { email: ann.email, password: testPassword })
      expect((await call(ann, more)).status).toBe(200)
    }
    const bob = await server.signUp()
    server.clock.advance(86_400)
    expect((await call(bob)).status).toBe(200)
  })

  test('allows a new name and the same username in any session', async () => {
    const ann = await strict.signUp()
    await ann.post('/update-user', { username: 'same_one' })
    strict.clock.advance(86_400)
    expect((await ann.post('/update-user', { name: 'Ann B', username: 'Same_One' })).status).toBe(200)
  })
})

describe('FRESH_SESSION_REQUIRED=false', async () => {
  const lenient = await startSocialTestApp({ FRESH_SESSION_REQUIRED: 'false' })
  test.each(calls.filter(([name]) => !name.includes('id_token')))('allows %s in any session', async (_, call) => {
    const at = await scene(lenient)
    lenient.clock.advance(86_400)
    expect((await call(at, at.owner)).status).toBe(200)
  })
})
