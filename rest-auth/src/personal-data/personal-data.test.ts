import { expect, test } from 'vitest'
import { refusal, type Result } from '../testing/browser.ts'
import { emailedToken } from '../testing/emailed-link.ts'
import { findText } from '../testing/find-text.ts'
import { openTransport, sendDueEmails } from '../testing/mail-sender.ts'
import { found } from '../testing/organizations.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()
const device = {
  remoteAddress: '203.0.113.9',
  headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
}
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Someone about whom each table has something. */
async function person(name: string, username: string): Promise<SignedIn> {
  const email = `${username}@example.com`
  const own = await t.signUp({ name, email, username, emailVerified: true })
  t.clock.advance(1)
  await own.post('/sign-in/email', { email, password: testPassword }, device)
  await own.post('/update-user', { image: picture })
  await own.post('/change-email', { newEmail: `new.${email}` })
  const key = await own.post('/api-key/create', { name: `CI of ${username}` })
  await t.get('/actor', { headers: { 'x-api-key': key.at('key') } })
  const { id: organizationId, join: joinOwn } = await found(t, own)
  await joinOwn('owner') // otherwise the organization is deleted first
  await own.post('/organization/invite-member', { email: 'a.friend@example.com', role: 'member', organizationId })
  const { owner, id } = await found(t)
  await owner.post('/organization/invite-member', { email, role: 'admin', organizationId: id })
  await t.ctx.db.write`
    insert into "announcedEmailChange"
    select "id", "email", "proved", ${`found.${email}`}, 'root', now() from "user" where "id" = ${own.id}`
  await t.ctx.db.write`
    insert into "announcedFactorReset" values (${own.id}, 'root', now(), now())`
  await t.ctx.db.write`
    insert into "account" ("id", "providerId", "accountId", "userId", "accessToken", "scope", "createdAt", "updatedAt")
    values (${username}, 'google', ${`id-of-${username}`}, ${own.id}, 'a-sealed-token', 'openid', now(), now())`
  await t.post('/sign-up/email', { name: 'Somebody else', email, password: testPassword })
  await t.post('/forget-password', { email })
  await t.emails()
  return own
}

async function administrator(): Promise<SignedIn> {
  const admin = await t.signUp({ name: 'Root' })
  await t.ctx.db.write`update "user" set "role" = 'admin' where "id" = ${admin.id}`
  return admin
}

/** Where a person's data is, and how the export calls it. */
const exported: Record<string, string> = {
  user: 'user',
  member: 'memberships',
  teamMember: 'memberships',
  account: 'waysToSignIn',
  session: 'sessions',
  device: 'knownDevices',
  apiKey: 'apiKeys',
  emailChange: 'emailChange',
  announcedEmailChange: 'announcedEmailChange',
  announcedFactorReset: 'announcedFactorReset',
  invitation: 'sentInvitations',
  mail: 'emails',
  journal: 'activity',
}
/** Secrets that live for hours, and what others tried with the email. */
const leftOut = ['verification', 'signUpAttempt', 'mailBudget', 'rateLimit']

test('exports everything about a person but secrets, and says so in the activity', async () => {
  const olga = await person('Olga Petrenko', 'olga.petrenko')
  t.clock.advance(1)
  const { status, body } = await olga.post('/export-data')
  expect(status).toBe(200)
  const data = Object(body)
  expect(data).toMatchObject({
    exportedAt: t.clock.now().toISOString(),
    user: { id: olga.id, name: 'Olga Petrenko', email: olga.email, username: 'olga.petrenko', role: 'user' },
    picture: { type: expect.stringMatching(/^image/), base64: expect.stringMatching(/^[\w+/]+=*$/) },
    operatorSince: null,
    emailChange: { newEmail: `new.${olga.email}` },
    announcedEmailChange: { newEmail: `found.${olga.email}` },
    waysToSignIn: [{ providerId: 'credential' }, { providerId: 'google', accountId: 'id-of-olga.petrenko' }],
    sessions: [{}, { ipAddress: '203.0.113.9', userAgent: device.headers['user-agent'] }],
    apiKeys: [{ name: 'CI of olga.petrenko', start: expect.stringMatching(/^acct_/), scopes: [] }],
    memberships: [{ role: 'owner', organization: { slug: expect.any(String) }, teams: [{ name: expect.any(String) }] }],
    sentInvitations: [{ status: 'accepted' }, { email: 'a.friend@example.com', status: 'pending' }],
    receivedInvitations: [{ role: 'admin', status: 'pending' }],
  })
  expect(data.knownDevices.length).toBeGreaterThan(0)
  expect(data.emails.length).toBeGreaterThan(0)
  expect(data.activity[0]).toMatchObject({ event: 'account.exported', actorId: olga.id })
  const columns = await findText(t, [olga.id, olga.email, 'Olga Petrenko'])
  const tables = new Set(columns.map((column) => column.split('.')[1] ?? ''))
  expect([...tables].filter((table) => !exported[table] && !leftOut.includes(table))).toEqual([])
  for (const name of Object.values(exported)) expect(data, name).toHaveProperty(name)
  const secrets = await t.ctx.db.read<{ secret: string }[]>`
    select "password" as "secret" from "account" where "password" is not null and "userId" = ${olga.id}
    union all select "accessToken" from "account" where "accessToken" is not null union all select "token" from "session"
    union all select "hash" from "apiKey" union all select "id" from "invitation" union all select "identifier" from "verification"`
  for (const { secret } of secrets) expect(JSON.stringify(body)).not.toContain(secret)
  expect(secrets.length).toBeGreaterThan(5)
})

test('exports nobody else, to nobody but administrators', async () => {
  const [ann, bob, admin] = [await t.signUp({ name: 'Ann' }), await t.signUp({ name: 'Bob' }), await administrator()]
  const refused = refusal(403, 'YOU_ARE_NOT_ALLOWED_TO_GET_USER', 'You are not allowed to get user')
  expect((await ann.post('/admin/export-user', { userId: bob.id })).outcome).toEqual(refused)
  expect(JSON.stringify((await ann.post('/export-data', { userId: bob.id })).body)).not.toContain(bob.email)
  expect((await t.post('/export-data')).status).toBe(401)
  t.clock.advance(1)
  const { body } = await admin.post('/admin/export-user', { userId: bob.id, reason: 'Bob asked' })
  expect(body).toMatchObject({ user: { email: bob.email }, memberships: [] })
  const { entries } = Object((await bob.get('/activity')).body)
  expect(entries[0]).toMatchObject({ event: 'user.exported', details: { reason: 'Bob asked' } })
  expect((await admin.post('/admin/export-user', { userId: 'nobody' })).status).toBe(404)
  t.clock.advance(2 * 86_400)
  expect((await admin.post('/admin/export-user', { userId: bob.id })).at('code')).toBe('SESSION_IS_NOT_FRESH')
})

const erasures: [string, (own: SignedIn, admin: SignedIn) => Promise<Result>][] = [
  [
    'their own deletion',
    async (own) => {
      await own.post('/delete-user', { password: testPassword })
      return own.get('/delete-user/callback', { query: { token: await emailedToken(t, own.email, 'deleteUser') } })
    },
  ],
  ['an administrator', (own, admin) => admin.post('/admin/remove-user', { userId: own.id, reason: 'Asked for it' })],
]
test.each(erasures)('erases every trace of a person but ids, by %s', async (way, erase) => {
  const own = await person('Zbigniew Zażółć', `zbigniew.${way.length}`)
  const texts = ['zbigniew', 'Zażółć']
  expect((await findText(t, texts)).length).toBeGreaterThan(8)
  expect((await erase(own, await administrator())).status).toBe(200)
  const { url } = await startSmtpServer()
  while (await sendDueEmails(t.ctx, openTransport(url)));
  expect(await findText(t, texts)).toEqual([])
  expect(t.logged.filter((line) => texts.some((text) => line.includes(text)))).toEqual([])
  expect(await t.ctx.db.read`select 1 from "journal" where "userId" = ${own.id}`).not.toEqual([])
})
