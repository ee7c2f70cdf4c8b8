import { beforeEach, describe, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { claimMailRequests } from './mail/mail-request.sql.ts'
import { processMailRequests } from './mail-worker.ts'
import { openTransport, sendDueEmails } from './testing/mail-sender.ts'
import { startSmtpServer } from './testing/smtp-server.ts'
import { testPassword } from './testing/test-password.ts'
import { createBrowser } from './testing/browser.ts'
import { emailedToken } from './testing/emailed-link.ts'
import { startTestApp, testOrigin } from './testing/start-test-app.ts'
import { countStatements, statementsWait } from './testing/statements.ts'

const t = await startTestApp()

const requests = async () => (await t.ctx.db.read`select from "mailRequest"`).length
const work = async () => {
  while (await processMailRequests(t.ctx));
}

describe('email requests', () => {
  const strict = countStatements(t.ctx)

  test.each([
    ['/forget-password', 200, (email: string) => ({ email })],
    ['/send-verification-email', 200, (email: string) => ({ email })],
    ['/sign-in/email', 401, (email: string) => ({ email, password: 'wrong password' })],
  ] as const)('runs the same statements for unknown emails: %s', async (path, status, bodyOf) => {
    const app = await buildApp({
      ...strict.ctx,
      config: { ...t.ctx.config, rateLimitEnabled: path.startsWith('/sign-in') },
    })
    const statementsFor = async (email: string) => {
      strict.statements.length = 0
      for (let times = 0; times < 10; times++) {
        const response = await createBrowser(app, '/api/auth', testOrigin).post(path, bodyOf(email))
        expect([response.status, times]).toEqual([status, times])
        t.clock.advance(60)
      }
      return [...strict.statements]
    }
    const { email } = await t.signUp()
    const known = await statementsFor(email)
    expect(known).toEqual(await statementsFor('nobody@example.com'))
    expect(known.filter((one) => one.includes('"mailRequest"'))).toHaveLength(path.startsWith('/sign-in') ? 1 : 10)
    await app.close()
    await work()
    expect(await requests()).toBe(0)
  })
})

test('are stored before the response, and only one worker sends the email', async () => {
  const ann = await t.signUp()
  expect((await t.post('/forget-password', { email: ann.email })).status).toBe(200)
  expect((await t.post('/send-verification-email', { email: ann.email })).status).toBe(200)
  expect(await requests()).toBe(2)
  expect(JSON.stringify(await t.ctx.db.read`select * from "mailRequest"`)).not.toContain('token')
  await Promise.all([work(), work(), work(), work()])
  expect((await t.emails(ann.email)).map(({ template }) => template).toSorted()).toEqual([
    'resetPassword',
    'verification',
  ])
  const token = await emailedToken(t, ann.email, 'resetPassword')
  const reset = { token, newPassword: 'another horse battery' }
  expect((await t.post('/reset-password', reset)).status).toBe(200)
  expect((await t.post('/reset-password', reset)).status).toBe(400)
})

test('are left to other workers if a worker dies', async () => {
  const ann = await t.signUp()
  await t.post('/forget-password', { email: ann.email })
  expect(await claimMailRequests(t.ctx, 10)).toHaveLength(1) // and no more is heard of it
  await work()
  expect(await t.emails(ann.email)).toEqual([])
  t.clock.advance(10)
  expect(await t.emails(ann.email)).toHaveLength(1)
})

test('are as urgent as before after workers died', async () => {
  const ann = await t.signUp()
  await t.post('/forget-password', { email: ann.email })
  for (let deaths = 0; deaths < 8; deaths++) {
    expect(await claimMailRequests(t.ctx, 10)).toHaveLength(1)
    t.clock.advance(10)
  }
  await work()
  expect(await t.emails(ann.email)).toHaveLength(1)
})

describe('a reset link that expires before its email can be sent', () => {
  beforeEach(async () => void (await t.ctx.db.write`delete from "mail"`))
  const startMailServer = async () => {
    const server = await startSmtpServer()
    return { ...server, deliver: () => sendDueEmails(t.ctx, openTransport(server.url)) }
  }
  const waitForAnHour = async () => {
    t.clock.advance(3600)
    await sendDueEmails(t.ctx, openTransport('smtp://127.0.0.1:1'))
    await work()
  }

  test('is replaced by a new one, which works for an hour', async () => {
    const ann = await t.signUp()
    await t.post('/forget-password', { email: ann.email, redirectTo: '/choose?a=1' })
    await work()
    const old = await emailedToken(t, ann.email, 'resetPassword')
    for (let hours = 0; hours < 9; hours++) await waitForAnHour()
    const token = await emailedToken(t, ann.email, 'resetPassword')
    const { deliver, received } = await startMailServer()
    await deliver()
    expect(received.map(({ to }) => to)).toEqual([ann.email])
    const source = received[0]?.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(source).toContain(`/reset-password/${token}?callbackURL=%2Fchoose%3Fa%3D1`)
    expect((await t.post('/reset-password', { token: old, newPassword: testPassword })).status).toBe(400)
    expect((await t.post('/reset-password', { token, newPassword: testPassword })).status).toBe(200)
  })

  test('is not replaced if a newer one was asked for, nor after a day', async () => {
    const ann = await t.signUp()
    await t.post('/forget-password', { email: ann.email })
    await work()
    t.clock.advance(1800)
    await t.post('/forget-password', { email: ann.email })
    await work()
    t.clock.advance(1800)
    const { deliver, received } = await startMailServer()
    await deliver()
    await deliver()
    expect(await requests()).toBe(0)
    expect(received).toHaveLength(1)
    const bob = await t.signUp()
    await t.post('/forget-password', { email: bob.email })
    await work()
    for (let hours = 0; hours < 26; hours++) await waitForAnHour()
    await deliver()
    expect(await requests()).toBe(0)
    expect(received).toHaveLength(1)
  })
})

test('lead to one email if a worker is slower than its lease', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp()]
  for (const { email } of [ann, bob]) await t.post('/forget-password', { email })
  const slow = await t.ctx.database.begin(async (db) => {
    await db.write`select from "user" where "id" = ${ann.id} for update`
    const both = processMailRequests(t.ctx)
    await statementsWait(t, 1) // for Ann; Bob would be next
    t.clock.advance(10)
    expect(await processMailRequests(t.ctx)).toBe(true)
    return { both }
  })
  expect(await slow.both).toBe(true)
  expect(await t.emails(ann.email)).toHaveLength(1)
  expect(await t.emails(bob.email)).toHaveLength(1)
})

test('that cannot be stored are not confirmed with 200', async () => {
  const ann = await t.signUp()
  await t.ctx.db.write`alter table "mailRequest" rename to "away"`
  for (const path of ['/forget-password', '/send-verification-email'])
    for (const email of [ann.email, 'nobody@example.com'])
      expect((await t.post(path, { email })).status).toBeGreaterThanOrEqual(500)
  await t.ctx.db.write`alter table "away" rename to "mailRequest"`
  expect(await t.emails(ann.email)).toEqual([])
})

test('that fail delay no others, are retried with backoff and are given up in the end', async () => {
  const [ann, bob] = [await t.signUp(), await t.signUp()]
  await t.ctx.db.unsafe(`
    create function "fail"() returns trigger language plpgsql as 'begin raise exception ''no''; end';
    create trigger "fail" before insert on "mail" for each row when (new."to" = '${ann.email}') execute function "fail"()`)
  for (const { email } of [ann, bob]) await t.post('/forget-password', { email })
  expect(await t.emails(bob.email)).toHaveLength(1)
  expect(await requests()).toBe(1)
  // From a newer release.
  await t.ctx.db.write`insert into "mailRequest" ("request", "origin", "attempts", "nextAttemptAt")
    values ('{"kind":"smoke signal"}', '{}', 11, ${t.clock.now()})`
  await work()
  expect(await requests()).toBe(1)
  for (let attempt = 2; attempt <= 12; attempt++) {
    t.clock.advance(10 * 2 ** (attempt - 2) - 1)
    if (attempt <= 8) expect(await processMailRequests(t.ctx)).toBe(false)
    t.clock.advance(1)
    await work()
    expect(await requests()).toBe(attempt < 12 ? 1 : 0)
  }
  expect(t.logged.filter((line) => line.includes('email request failed'))).toHaveLength(13)
  expect(t.logged.join()).not.toContain(ann.email)
})

test('record the time and origin of the request', async () => {
  const ann = await t.signUp()
  const asked = t.clock.now().toISOString()
  const from = { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' } }
  await t.post('/send-verification-email', { email: ann.email }, { ...from, remoteAddress: '203.0.113.9' })
  t.clock.advance(300)
  const [mail] = await t.emails(ann.email)
  expect(mail?.data).toMatchObject({ address: '203.0.113.9', time: asked, device: expect.stringContaining('Firefox') })
})
