import { sql } from 'database/sql.ts'
import { describe, expect, test } from 'vitest'
import { found } from '../testing/organizations.ts'
import { emailedLink, emailedToken, tokenOf } from '../testing/emailed-link.ts'
import { refusal } from '../testing/browser.ts'
import { startTestApp, type SignedIn, type TestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()
const day = 86_400
const cleared = ['session_token', 'session_data', 'dont_remember'].map(
  (name) => `better-auth.${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
)

describe('POST /update-user', () => {
  test('changes the given fields and sends the session cookie again', async () => {
    const ann = await t.signUp()
    const response = await ann.post('/update-user', {
      name: 'Anna',
      image: '/a.png',
      language: 'de',
      displayUsername: 'AnnA',
    })
    expect([response.status, response.text]).toEqual([200, '{"status":true}'])
    expect(response.setCookies[0]).toContain(`better-auth.session_token=${ann.token}.`)
    const user = { name: 'Anna', image: '/a.png', language: 'de', username: null, displayUsername: 'AnnA' }
    expect((await ann.get('/get-session')).body).toMatchObject({ user })
    await ann.post('/update-user', { image: null })
    expect((await ann.get('/get-session')).body).toMatchObject({ user: { ...user, image: null } })
  })

  test.each([{}, { role: 'admin' }, { emailVerified: true, id: 'x', createdAt: 1, email: '' }])(
    'changes nothing with %o',
    async (body) => {
      const ann = await t.signUp()
      const before = await ann.get('/get-session')
      const response = await ann.post('/update-user', body)
      expect([response.status, response.text, response.setCookies]).toEqual([200, '{"status":true}', []])
      expect((await ann.get('/get-session')).body).toEqual(before.body)
    },
  )

  test('rejects', async () => {
    const ann = await t.signUp()
    const update = async (browser: { post: SignedIn['post'] }, body: object) =>
      (await browser.post('/update-user', body)).outcome
    expect(await update(ann, { email: 'x@b.co' })).toEqual(
      refusal(400, 'EMAIL_CAN_NOT_BE_UPDATED', 'Email can not be updated'),
    )
    expect(await update(ann, { language: 'la' })).toEqual(refusal(400, 'VALIDATION_ERROR', 'Invalid body parameters'))
    expect(await update(ann, { image: 'x'.repeat(16_385) })).toEqual(
      refusal(400, 'VALIDATION_ERROR', 'Invalid body parameters'),
    )
    expect(await update(t.browser(), { name: 'x' })).toEqual(refusal(401, 'UNAUTHORIZED', 'Unauthorized'))
    expect(await update(t.browser(), { username: 'x' })).toEqual(
      refusal(422, 'USERNAME_IS_TOO_SHORT', 'username is too short'),
    )
  })
})

const exists = async (app: TestApp, id: string) =>
  (await app.ctx.db.read`select 1 from "user" where "id" = ${id}`).length === 1

describe('POST /delete-user', () => {
  test('emails a link that deletes the account', async () => {
    const ann = await t.signUp()
    const asked = await ann.post('/delete-user', { callbackURL: '/bye?a=b' })
    expect([asked.body, asked.setCookies]).toEqual([{ success: true, message: 'Verification email sent' }, []])
    const link = await emailedLink(t, ann.email, 'deleteUser')
    const token = tokenOf(link)
    expect(token).toMatch(/^[0-9a-z]{32}$/)
    expect(link.searchParams.get('callbackURL')).toBe('/bye?a=b')
    expect(JSON.stringify(await t.ctx.db.read`select * from "verification"`)).not.toContain(token)
    const response = await ann.get('/delete-user/callback', { query: { token, callbackURL: '/bye?a=b' } })
    expect([response.status, response.location]).toEqual([302, '/bye?a=b'])
    expect(response.setCookies.slice(0, 3)).toEqual(cleared)
    expect(await exists(t, ann.id)).toBe(false)
    for (const table of ['session', 'account', 'device'] as const) {
      expect(await t.ctx.db.read`select 1 from ${sql(table)} where "userId" = ${ann.id}`).toHaveLength(0)
    }
    expect(await t.ctx.db.read`select 1 from "verification" where "value" = ${ann.id}`).toHaveLength(0)
  })

  describe('while the email is unproved', () => {
    test('deletes with the password alone, because nobody may read a mistyped email', async () => {
      const ann = await t.signUp()
      t.clock.advance(2 * day) // a recent sign-in is not needed
      expect((await ann.post('/delete-user', { password: 'wrong password' })).status).toBe(400)
      const response = await ann.post('/delete-user', { password: testPassword })
      expect(response.outcome).toEqual([200, { success: true, message: 'User deleted' }])
      expect(await exists(t, ann.id)).toBe(false)
    })

    test('deletes with a recent sign-in if there is no password', async () => {
      const ann = await t.signUp()
      await t.ctx.db.write`delete from "account" where "userId" = ${ann.id}`
      expect((await ann.post('/delete-user')).at('message')).toBe('User deleted')
    })

    test('emails a link without the password that it has, and keeps the only owner', async () => {
      const ann = await t.signUp()
      expect((await ann.post('/delete-user')).at('message')).toBe('Verification email sent')
      const owner = await found(t, await t.signUp())
      await owner.join('member')
      expect((await owner.owner.post('/delete-user', { password: testPassword })).status).toBe(400)
    })

    test('also deletes after a link scanner has verified the email', async () => {
      const ann = await t.signUp()
      await t.ctx.db.write`update "user" set "emailVerified" = true where "id" = ${ann.id}`
      expect((await ann.post('/delete-user', { password: testPassword })).at('message')).toBe('User deleted')
    })
  })

  test('checks a password that is sent', async () => {
    const ann = await t.signUp({ emailVerified: true })
    const ask = async (password: string) => (await ann.post('/delete-user', { password })).outcome
    expect(await ask('wrong password')).toEqual(refusal(400, 'INVALID_PASSWORD', 'Invalid password'))
    expect(await t.emails(ann.email)).toEqual([])
    t.clock.advance(2 * day)
    expect(await ask(testPassword)).toEqual([200, { success: true, message: 'Verification email sent' }])
    await t.ctx.db.write`delete from "account" where "userId" = ${ann.id}`
    expect(await ask(testPassword)).toEqual(
      refusal(400, 'CREDENTIAL_ACCOUNT_NOT_FOUND', 'Credential account not found'),
    )
  })

  test('requires a recent sign-in without a password; a refresh does not count', async () => {
    const ann = await t.signUp()
    t.clock.advance(day)
    expect((await ann.get('/get-session')).setCookies).not.toEqual([])
    const response = await ann.post('/delete-user')
    expect(response.outcome).toEqual(
      refusal(
        400,
        'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION',
        'Session expired. Re-authenticate to perform this action.',
      ),
    )
  })

  test('keeps the only owner of an organization', async () => {
    const ann = await t.signUp()
    await ann.post('/organization/create', { name: 'Acme', slug: 'acme' })
    const response = await ann.post('/delete-user')
    const only = {
      code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
      message: 'You cannot leave the organization as the only owner',
    }
    expect(response.outcome).toEqual([400, only])
    expect(await t.emails(ann.email)).toEqual([])
  })

  test('keeps a user who became the only owner since the email, and the link', async () => {
    const ann = await t.signUp()
    await ann.post('/delete-user')
    const token = await emailedToken(t, ann.email, 'deleteUser')
    const { id } = Object((await ann.post('/organization/create', { name: 'Late', slug: 'late' })).body)
    expect((await ann.get('/delete-user/callback', { query: { token } })).status).toBe(400)
    expect(await exists(t, ann.id)).toBe(true)
    await ann.post('/organization/delete', { organizationId: id })
    expect((await ann.get('/delete-user/callback', { query: { token } })).status).toBe(200)
  })

  test('requires a session', async () => {
    expect((await t.post('/delete-user')).status).toBe(401)
    expect((await t.get('/delete-user/obstacles')).status).toBe(401)
  })

  test('lists the organizations that need another owner', async () => {
    const [ann, bob] = [await t.signUp(), await t.signUp()]
    const organizations = []
    for (const name of ['Zoo', 'Shared', 'Joined']) {
      const founder = name === 'Joined' ? bob : ann
      organizations.push(
        (await founder.post('/organization/create', { name, slug: `of-${name.toLowerCase()}` })).at('id'),
      )
    }
    const [, shared, joined] = organizations
    const invite = async (from: SignedIn, to: SignedIn, role: string, organizationId: string | undefined) => {
      const invitation = await from.post('/organization/invite-member', { email: to.email, role, organizationId })
      await to.post('/organization/accept-invitation', { invitationId: invitation.at('id') })
    }
    await invite(ann, bob, 'owner', shared)
    await invite(bob, ann, 'member', joined)
    expect((await ann.get('/delete-user/obstacles')).body).toEqual([{ name: 'Zoo', slug: 'of-zoo' }])
    expect((await bob.get('/delete-user/obstacles')).body).toEqual([{ name: 'Joined', slug: 'of-joined' }])
  })
})

describe('GET /delete-user/callback', () => {
  const invalid = { code: 'INVALID_TOKEN', message: 'invalid token' }

  test("requires the user's session and an unexpired token of the same user", async () => {
    const [ann, bob] = [await t.signUp(), await t.signUp()]
    await ann.post('/delete-user')
    const token = await emailedToken(t, ann.email, 'deleteUser')
    const go = async (browser: { get: SignedIn['get'] }, query: Record<string, string>) =>
      (await browser.get('/delete-user/callback', { query })).outcome
    expect(await go(t.browser(), { token })).toEqual(refusal(404, 'FAILED_TO_GET_USER_INFO', 'Failed to get user info'))
    expect(await go(bob, { token })).toEqual([404, invalid])
    expect(await go(ann, { token: 'x' })).toEqual([404, invalid])
    expect(await go(ann, {})).toEqual([404, invalid])
    t.clock.advance(day + 1)
    expect(await go(ann, { token })).toEqual([404, invalid])
    expect((await exists(t, ann.id)) && (await exists(t, bob.id))).toBe(true)
  })

  test('redirects a browser to a page with the reason for a failure', async () => {
    const ann = await t.signUp()
    await ann.post('/delete-user')
    const token = await emailedToken(t, ann.email, 'deleteUser')
    const open = async (browser: { get: SignedIn['get'] }, query: Record<string, string>) =>
      (await browser.get('/delete-user/callback', { query, headers: { 'sec-fetch-mode': 'navigate' } })).location
    expect(await open(t.browser(), { token, callbackURL: '/bye' })).toBe('/bye?error=unauthorized')
    expect(await open(ann, { token: 'x', callbackURL: '/bye?a=b' })).toBe('/bye?a=b&error=INVALID_TOKEN')
    await ann.post('/organization/create', { name: 'Only', slug: 'only-ann' })
    expect(await open(ann, { token, callbackURL: '/bye' })).toBe('/bye?error=only_owner')
    expect(await open(ann, { token, callbackURL: 'https://evil.test/' })).toBeUndefined()
    expect(await exists(t, ann.id)).toBe(true)
  })
})

describe('DELETE_USER_CONFIRM_BY_MAIL=false', async () => {
  const direct = await startTestApp({ DELETE_USER_CONFIRM_BY_MAIL: 'false' })

  test('deletes the account, memberships and sent invitations immediately', async () => {
    const [ann, bob] = [await direct.signUp(), await direct.signUp()]
    const organization = await bob.post('/organization/create', { name: 'Acme', slug: 'acme' })
    const organizationId = organization.at('id')
    const invitation = await bob.post('/organization/invite-member', {
      email: ann.email,
      role: 'admin',
      organizationId,
    })
    await ann.post('/organization/accept-invitation', { invitationId: invitation.at('id') })
    await ann.post('/organization/invite-member', {
      email: 'invited-by-ann@example.com',
      role: 'member',
      organizationId,
    })
    const response = await ann.post('/delete-user', { password: testPassword })
    expect(response.body).toEqual({ success: true, message: 'User deleted' })
    expect(response.setCookies.slice(0, 3)).toEqual(cleared)
    expect(await exists(direct, ann.id)).toBe(false)
    const full = await bob.get('/organization/get-full-organization', { query: { organizationId } })
    expect(full.body).toMatchObject({ members: [{ userId: bob.id }] })
    expect(full.text).not.toContain('invited-by-ann@example.com')
  })

  test('keeps one of two owners who delete their accounts concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const [ann, bob] = [await direct.signUp(), await direct.signUp()]
      const organizationId = (await ann.post('/organization/create', { name: 'Two', slug: `two-${round}` })).at('id')
      const invitation = await ann.post('/organization/invite-member', {
        email: bob.email,
        role: 'owner',
        organizationId,
      })
      await bob.post('/organization/accept-invitation', { invitationId: invitation.at('id') })
      const responses = await Promise.all([ann, bob].map((one) => one.post('/delete-user', { password: testPassword })))
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    }
  })
})

describe('DELETE_USER_ENABLED=false', async () => {
  const off = await startTestApp({ DELETE_USER_ENABLED: 'false' })

  test('removes the calls', async () => {
    const ann = await off.signUp()
    for (const response of [await ann.post('/delete-user'), await ann.get('/delete-user/callback?token=x')]) {
      expect([response.status, response.text]).toEqual([404, ''])
    }
    expect(await exists(off, ann.id)).toBe(true)
  })
})
