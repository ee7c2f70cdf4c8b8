import { signIdToken } from 'demo-providers/keys.ts'
import { expect, test, vi } from 'vitest'
import { commands } from '../admin.ts'
import { transaction } from '../context.ts'
import { encrypt } from '../crypto/encryption.ts'
import { sealPurpose } from '../mail/mail.sql.ts'
import { accessToken } from '../testing/access-token.ts'
import { addPasskey, usePasskey } from '../testing/authenticator.ts'
import type { Browser } from '../testing/browser.ts'
import { emailedLink, emailedToken, tokenOf } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { routesOf } from '../testing/routes.ts'
import { clientIdOf, comeBack, consent, startSocialTestApp, visitProvider } from '../testing/social.ts'
import { startTestApp, type SignedIn, type TestApp } from '../testing/start-test-app.ts'
import { createWebhook } from '../webhook/webhook.ts'
import { testPassword } from '../testing/test-password.ts'
import { enableTwoFactor } from '../testing/two-factor.ts'

// Each call and command writes the entries that it declares, and no others.

const t = await startSocialTestApp({ RATE_LIMIT_ENABLED: 'false', TRUSTED_ORIGINS: 'myapp://' })
const signingIn = await startTestApp({ EMAIL_VERIFICATION_AUTO_SIGN_IN: 'true' }, 8, { via: () => t.databaseUrl })
const newPassword = 'quite another battery'
let people = 0
const newEmail = () => `declared${(people += 1)}@example.com`
const disownToken = async (maker: SignedIn) => {
  await maker.post('/send-verification-email', { email: maker.email })
  const mail = (await t.emails(maker.email)).findLast(({ template }) => template === 'verification')
  return new URL(mail?.data['otherUrl'] ?? '').searchParams.get('token')
}

async function useAccounts(): Promise<void> {
  const ann = await t.signUp({ username: 'declared' })
  const password = testPassword
  for (const wrong of [password, 'a wrong password']) {
    await t.post('/sign-in/email', { email: ann.email, password: wrong })
    await t.post('/sign-in/username', { username: 'declared', password: wrong })
  }
  await t.post('/is-username-available', { username: 'another' })
  await ann.post('/update-user', { name: 'Anne', username: 'declared_too' })
  await ann.post('/update-session', {})
  await ann.post('/verify-password', { password })
  for (const path of ['/forget-password', '/request-password-reset']) await t.post(path, { email: ann.email })
  const token = await emailedToken(t, ann.email, 'resetPassword')
  await t.post('/read-reset-token', { token })
  await t.post('/reset-password', { token, newPassword })
  const bob = await t.signUp({ emailVerified: true })
  await bob.post('/export-data')
  await bob.post('/change-password', { currentPassword: password, newPassword, revokeOtherSessions: true })
  const passkey = await addPasskey(bob)
  await usePasskey(t.browser(), passkey)
  await usePasskey(t.browser(), passkey, { isUserVerified: false })
  const id = (await bob.get('/passkey/list-user-passkeys')).at(0, 'id')
  await bob.post('/passkey/update-passkey', { id, name: 'Laptop' })
  await bob.post('/passkey/delete-passkey', { id })
  const oneTime = (await bob.get('/one-time-token/generate')).at('token')
  await t.post('/one-time-token/verify', { token: oneTime })
  await bob.post('/sign-up/email', { email: newEmail(), password, name: 'Second' })
  await bob.post('/multi-session/set-active', { sessionToken: (await bob.get('/get-session')).at('session', 'token') })
  const second = (await bob.post('/sign-in/email', { email: bob.email, password: newPassword })).at('token')
  await bob.post('/multi-session/revoke', { sessionToken: second })
  for (const path of ['/revoke-session', '/revoke-other-sessions', '/revoke-sessions', '/sign-out']) {
    const { email } = await t.signUp()
    const [one, other] = [t.browser(), t.browser()]
    for (const browser of [one, other]) await browser.post('/sign-in/email', { email, password })
    await one.post(path, { token: (await other.get('/get-session')).at('session', 'token') })
  }
}

async function useEmails(): Promise<void> {
  for (const method of ['get', 'post'] as const) {
    const follow = async (browser: Browser, to: string, template: string, app: TestApp = t) => {
      const query = Object.fromEntries((await emailedLink(app, to, template)).searchParams)
      return method === 'get'
        ? browser.get('/verify-email', { query })
        : browser.post('/verify-email', undefined, { query })
    }
    const ann = await t.signUp()
    await ann.post('/send-verification-email', { email: ann.email })
    await follow(ann, ann.email, 'verification')
    const changed = newEmail()
    await ann.post('/change-email', { newEmail: changed })
    await follow(ann, ann.email, 'changeEmail')
    const bob = await t.signUp({ emailVerified: true })
    await bob.post('/change-email', { newEmail: newEmail() })
    await bob.post('/cancel-email-change')
    const taken = newEmail()
    await bob.post('/change-email', { newEmail: taken })
    await t.signUp({ email: taken })
    await follow(bob, bob.email, 'changeEmail')
    const cy = await signingIn.signUp()
    await cy.post('/send-verification-email', { email: cy.email })
    await follow(signingIn.browser(), cy.email, 'verification', signingIn)
    await (await t.signUp()).post('/change-email', { newEmail: newEmail() })
  }
}

async function useTwoFactor(): Promise<void> {
  const ann = await t.signUp()
  const app = await enableTwoFactor(t, ann)
  await ann.post('/two-factor/get-totp-uri', { password: testPassword })
  const [first = '', second = ''] = app.backupCodes
  const trustDevice = true
  const signIn = async () => {
    const browser = t.browser()
    await browser.post('/sign-in/email', { email: ann.email, password: testPassword })
    return browser
  }
  const other = await signIn()
  await other.post('/two-factor/verify-totp', { code: '000000' })
  await other.post('/two-factor/verify-totp', { code: app.nextCode(), trustDevice })
  await other.post('/two-factor/revoke-trusted-devices')
  const third = await signIn()
  await third.post('/two-factor/verify-backup-code', { code: second.slice(1) })
  await third.post('/two-factor/verify-backup-code', { code: first, trustDevice })
  const { trustedDevices } = Object((await ann.get('/two-factor/status')).body)
  await ann.post('/two-factor/revoke-trusted-device', { id: trustedDevices[0].id })
  await ann.post('/two-factor/generate-backup-codes', { password: testPassword })
  await ann.post('/two-factor/disable', { password: testPassword })
}

async function useProviders(): Promise<void> {
  const idToken = async (email: string, verified = true) => {
    const now = Math.floor(t.clock.now().getTime() / 1000)
    const claims = { iss: 'accounts.google.com', aud: clientIdOf('google'), iat: now, exp: now + 600, sub: email }
    return { provider: 'google', idToken: { token: await signIdToken({ ...claims, email, email_verified: verified }) } }
  }
  await t.post('/sign-in/social', await idToken(newEmail()))
  await t.post('/sign-in/social', await idToken((await t.signUp()).email))
  await t.post('/sign-in/social', await idToken((await t.signUp()).email, false))
  for (const provider of ['google', 'apple'] as const) {
    await visitProvider(t.browser(), provider, { email: newEmail() })
    await visitProvider(t.browser(), provider, { email: (await t.signUp()).email })
    await visitProvider(t.browser(), provider, { email: (await t.signUp()).email, verified: false })
    const started = await t.post('/sign-in/social', { provider, callbackURL: 'myapp://profile' })
    await comeBack(t.browser(), await consent(started.at('url'), { email: newEmail() }))
  }
  const ann = await t.signUp({ emailVerified: true })
  await ann.post('/link-social', await idToken(ann.email))
  await ann.post('/unlink-account', { providerId: 'google' })
  const browser = t.browser()
  await visitProvider(browser, 'twitter', { email: newEmail() })
  const accountId = (await browser.get('/list-accounts')).at(0, 'id')
  for (const path of ['/refresh-token', '/get-access-token', '/account-info']) await browser.post(path, { accountId })
}

async function useOrganizations(): Promise<void> {
  const { owner, id: organizationId, join } = await found(t)
  const post = (path: string, body: object = {}, who: SignedIn = owner) =>
    who.post(`/organization/${path}`, { organizationId, ...body })
  const invite = async (email: string, role = 'member', who = owner) =>
    (await post('invite-member', { email, role, resend: true }, who)).at('id')
  await post('check-slug', { slug: 'a-free-slug' })
  await post('suggest-slugs', { slug: 'a-free-slug' })
  await post('has-permission', { permissions: { team: ['create'] } })
  await post('require-second-factor', { required: true, graceDays: 7 })
  await post('require-second-factor', { required: false })
  await post('set-active')
  await post('update', { data: { name: 'Renamed' } })
  const teamId = (await post('create-team', { name: 'Eights' })).at('id')
  await post('update-team', { teamId, data: { name: 'Fours' } })
  for (const path of ['update-member-role', 'replace-member-role']) {
    const bob = await join('admin')
    await invite(newEmail(), 'member', bob)
    const replace = (role: string, before: string) =>
      post(path, { memberId: bob.memberId, role: [role], expectedRole: [before] })
    await replace('member', 'admin')
    await replace('owner', 'member')
  }
  await post('create-role', { role: 'support', permission: { team: ['create'] } })
  await post('update-role', { roleName: 'support', data: { roleName: 'help' } })
  await post('delete-role', { roleName: 'help' })
  const cy = await join('admin')
  await post('update-member-team', { memberId: cy.memberId, teamId })
  for (const path of ['add-team-member', 'remove-team-member']) await post(path, { teamId, userId: owner.id })
  await post('set-active-team', { teamId: null })
  await post('remove-team', { teamId })
  const dan = await t.signUp()
  await post('reject-invitation', { invitationId: await invite(dan.email) }, dan)
  await post('cancel-invitation', { invitationId: await invite(dan.email) })
  await invite(dan.email)
  const invitationId = await invite(dan.email, 'admin')
  const token = (await emailedLink(t, dan.email, 'invitation')).searchParams.get('token')
  await post('read-mailed-invitation', { invitationId, token })
  await post('accept-invitation', { invitationId, token }, dan)
  // It ends what they have sent as an admin when they come back as a member.
  await invite(newEmail(), 'member', dan)
  await post('leave', {}, dan)
  await post('accept-invitation', { invitationId: await invite(dan.email), token: null }, dan)
  await post('accept-invitation', { invitationId: await invite(dan.email) }, dan)
  await post('remove-member', { memberIdOrEmail: cy.email })
  await useWebhooks((path, body) => post(path, body))
  await useKeys(owner, organizationId)
  await accessToken(t, owner)
  await post('delete')
}

async function useWebhooks(post: (path: string, body?: object) => ReturnType<SignedIn['post']>): Promise<void> {
  const webhookId = (await post('create-webhook', { url: 'http://127.0.0.1:1/' })).at('id')
  const deliveryId = (await post('test-webhook', { webhookId })).at('deliveryId')
  await post('redeliver-webhook', { webhookId, deliveryId })
  await post('rotate-webhook-secret', { webhookId })
  await post('update-webhook', { webhookId, enabled: false })
  await post('delete-webhook', { webhookId })
}

async function useKeys(owner: SignedIn, organizationId: string): Promise<void> {
  const keyId = (await owner.post('/api-key/create', { organizationId })).at('id')
  await owner.post('/api-key/update', { keyId, name: 'CI' })
  await owner.post('/api-key/delete', { keyId })
}

/** With something that ends with the account. */
async function admin(emailVerified = false): Promise<SignedIn> {
  const { id: organizationId, join } = await found(t)
  const joined = await join('admin', { emailVerified })
  await joined.post('/organization/invite-member', { email: newEmail(), role: 'member', organizationId })
  return joined
}

async function endAccounts(): Promise<void> {
  for (const path of ['/delete-user', '/delete-user/callback']) {
    const ann = await admin(true)
    await ann.post('/delete-user')
    const token = tokenOf(await emailedLink(t, ann.email, 'deleteUser'))
    await (path === '/delete-user' ? ann.post(path, { token }) : ann.get(path, { query: { token } }))
  }
  const maker = await admin()
  await found(t, maker)
  await t.post('/disown-account', { token: await disownToken(maker) })
  const needed = await t.signUp()
  await (await found(t, needed)).join('member')
  await t.post('/disown-account', { token: await disownToken(needed) })
}

async function administrate(): Promise<void> {
  const root = await t.signUp()
  await t.ctx.db.write`update "user" set "role" = 'admin' where "id" = ${root.id}`
  const target = await admin()
  const userId = target.id
  const act = (path: string, body: object = {}) => root.post(`/admin/${path}`, { userId, ...body })
  await act('has-permission', { permissions: { user: ['list'] } })
  await act('list-user-sessions')
  await act('create-user', { email: newEmail(), name: 'Cy' })
  await act('update-user', { data: { name: 'Bob', username: 'declared_bob' } })
  await act('set-user-password', { newPassword })
  await t.post('/sign-in/email', { email: target.email, password: newPassword })
  const session = (await t.post('/sign-in/email', { email: target.email, password: newPassword })).at('token')
  await act('revoke-user-session', { sessionToken: session })
  await act('revoke-user-sessions')
  await act('set-role', { role: 'admin' })
  await t.ctx.db.write`update "user" set "role" = 'user' where "id" = ${userId}` // protected otherwise
  await act('export-user')
  await act('change-user-email', { newEmail: newEmail() })
  await act('cancel-user-email-change')
  await act('change-user-email', { newEmail: newEmail() })
  await t.post('/stop-announced-email-change', { token: await emailedToken(t, target.email, 'emailChangeAnnounced') })
  await act('reset-factors')
  await act('cancel-factor-reset')
  await act('reset-factors')
  await t.post('/stop-factor-reset', { token: await emailedToken(t, target.email, 'factorResetAnnounced') })
  await act('impersonate-user')
  await act('stop-impersonating')
  for (const call of ['resend-email', 'drop-email']) {
    const sealed = JSON.stringify({ sealed: encrypt(t.ctx.config.secrets, sealPurpose({ id: call }), '{}') })
    const [mail] = await t.ctx.db.write<{ number: string }[]>`
      insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "deadAt")
      values (${call}, 'gone@x.test', 'emailChanged', ${sealed}::text::jsonb, 'en', now(), now(), now()) returning "number"`
    await act(call, { number: Number(mail?.number) })
  }
  await useWebhooks((path, body) => act(path, body))
  await act('delete-organization', { organizationId: (await found(t)).id })
  await act('ban-user')
  await act('unban-user')
  await act('remove-user')
}

/** The events in the journal of this request, by call. A call is absent unless it has succeeded. */
async function writtenByCall(): Promise<Map<string, Set<string>>> {
  await t.emails() // written by the worker, for the request
  const entries = await t.ctx.db.read<{ event: string; requestId: string }[]>`
    select "event", "requestId" from "journal" where "requestId" is not null`
  const eventsOf = Map.groupBy(entries, ({ requestId }) => requestId)
  const written = new Map<string, Set<string>>()
  for (const line of [...t.logged, ...signingIn.logged].map((text) => JSON.parse(text))) {
    if (line.msg !== 'request') continue
    const path = String(line.route)
      .replace('/api/auth', '')
      .replaceAll(/:(\w+)/g, '{$1}')
    const key = `${line.method} ${path}`
    const events = eventsOf.get(line.requestId)?.map(({ event }) => event) ?? []
    if (line.status < 400 || events.length > 0) written.set(key, new Set([...(written.get(key) ?? []), ...events]))
  }
  return written
}

test('each call writes the entries that it declares, and no others', async () => {
  await useAccounts()
  await useEmails()
  await useTwoFactor()
  await useProviders()
  await useOrganizations()
  await endAccounts()
  await administrate()
  const routes = await routesOf(t.app)
  const changing = routes.filter(({ method, journal }) => method === 'POST' || journal !== undefined)
  const refusesAll = '/update-session'
  const declared = changing.map(({ method, path, journal }) => [
    `${method} ${path}`,
    path === refusesAll ? undefined : typeof journal === 'string' ? [] : journal?.toSorted(),
  ])
  await vi.waitFor(async () => {
    const written = await writtenByCall()
    const kept = changing.map(({ method, path }) => {
      const key = `${method} ${path}`
      const events = written.get(key)
      written.delete(key)
      return [key, events && [...events].toSorted()]
    })
    expect(kept).toEqual(declared)
    // The others only read.
    for (const [key, events] of written) expect([key, ...events]).toEqual([key])
  })
})

/** How each command succeeds. `null` for those that do not use the database of the product. */
type Call = readonly [options: Record<string, string | boolean>, input?: string] | null

test('each command writes the entries that it declares, and no others', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp({ emailVerified: true })]
  const { id: organization, join } = await found(t)
  const erased = await join('admin')
  await erased.post('/organization/invite-member', { email: 'a.friend@example.com', role: 'member' })
  const sealed = JSON.stringify({ sealed: encrypt(t.ctx.config.secrets, sealPurpose({ id: 'kept' }), '{}') })
  await t.ctx.db.write`
    insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt", "deadAt")
    select "id", 'gone@x.test', 'emailChanged', ${sealed}::text::jsonb, 'en', now(), now(), now()
    from unnest(array['kept', 'lost']) "id"`
  await t.ctx.db.write`update "user" set "disownable" = false where "id" = ${bob.id}`
  await t.ctx.db.write`
    insert into "account" ("id", "providerId", "accountId", "userId", "createdAt", "updatedAt")
    values ('doubtful', 'vk', 'doubtful', ${bob.id}, now(), now())`
  const email = ann.email
  const url = 'https://example.com/'
  const ofInstallation = await transaction(t.ctx, (tx) => createWebhook(tx, null, { url, events: [] }))
  const calls: Record<string, Call> = {
    'set-password': [{ email, replace: true }, newPassword],
    'end-sessions': [{ email: bob.email }],
    'add-member': [{ email, organization, role: 'admin' }],
    'create-organization': [{ owner: email, name: 'Acme', slug: 'of-a-command' }],
    'operator list': [{}],
    'operator add': [{ email }],
    'operator remove': [{ email }],
    'administrator list': [{}],
    'administrator add': [{ email }],
    'administrator remove': [{ email }],
    'user find': [{ email }],
    'user show': [{ email }],
    'user export': [{ email }],
    'user erase': [{ email: erased.email }],
    'user reset-factors': [{ email }],
    'user ban': [{ email }],
    'user unban': [{ email }],
    'webhook list': [{}],
    'webhook add': [{ url: 'https://siem.example/', events: 'user.banned' }],
    'webhook remove': [{ id: ofInstallation.id }],
    'service list': [{}],
    'service secret': [{ name: 'mf-invoices' }, 's'.repeat(43)],
    'service grant': [{ name: 'mf-invoices' }],
    'service revoke': [{ name: 'mf-invoices' }],
    'keys rotate': [{}],
    migrate: [{}],
    backup: null, // of the files of another PostgreSQL
    adopt: null, // adopt.test.ts
    'proofs list': [{}],
    'proofs withdraw': [{}],
    'mail list': [{}],
    'mail resend': [{ all: true }],
    'mail drop': [{ all: true }],
  }
  expect(Object.keys(calls)).toEqual(Object.keys(commands))
  for (const [name, { journal, run }] of Object.entries(commands)) {
    const [options, input = ''] = calls[name] ?? []
    if (!options) continue
    const [before] = await t.ctx.db.read<{ ids: string[] }[]>`select array_agg("id") as "ids" from "journal"`
    await run({ ...t.ctx, origin: { kind: 'command line' } }, options, async () => input)
    const written = await t.ctx.db.read<{ event: string; actorKind: string }[]>`
      select distinct "event", "actorKind" from "journal" where "id" <> all(${before?.ids ?? []}) order by "event"`
    const declared = typeof journal === 'string' ? [] : journal.toSorted()
    expect([name, written]).toEqual([name, declared.map((event) => ({ event, actorKind: 'command line' }))])
  }
})
