import { describe, expect, test } from 'vitest'
import { emailedLink, tokenOf } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { secondsUntilNext, takeFrom } from './budget.sql.ts'

const t = await startTestApp({ EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true' })

const signUp: typeof t.signUp = async (fields) => {
  t.clock.advance(11)
  return t.signUp(fields)
}
const kindsTo = async (to: string, template: string) =>
  (await t.emails(to)).filter((mail) => mail.template === template).length

describe('emails to one mailbox', () => {
  test('sends 5 emails for 60 concurrent resets from 60 IP addresses, and the newest link works', async () => {
    const ann = await signUp()
    const ask = async () => t.post('/forget-password', { email: ann.email })
    const responses = await Promise.all(Array.from({ length: 60 }, ask))
    const texts = new Set(responses.map(({ status, text }) => `${status} ${text}`))
    expect([...texts]).toEqual([
      '200 {"status":true,"message":"If this email exists in our system, check your email for the reset link"}',
    ])
    expect(await kindsTo(ann.email, 'resetPassword')).toBe(5)
    const token = tokenOf(await emailedLink(t, ann.email, 'resetPassword'))
    await ask() // after the budget, which must not end the link
    const reset = await t.post('/reset-password', { token, newPassword: 'another horse battery' })
    expect(reset.status).toBe(200)
  })

  test('always leaves the owner a working link, even if someone else uses up the budget', async () => {
    const ann = await signUp()
    const ask = () => t.post('/forget-password', { email: ann.email })
    for (let times = 0; times < 5; times++) await ask()
    for (let minutes = 0; minutes < 300; minutes += 10) {
      await ask()
      const link = await emailedLink(t, ann.email, 'resetPassword')
      const followed = await t.get(link.pathname.replace('/api/auth', ''), { query: { callbackURL: '/' } })
      expect(`${minutes} ${followed.location}`).toContain('token=')
      t.clock.advance(600)
    }
    expect(await kindsTo(ann.email, 'resetPassword')).toBe(9)
  })

  test.each([true, false])(
    'ends reset links on a password change, and allows a new one immediately for proved emails (%s)',
    async (proved) => {
      const ann = await signUp({ emailVerified: proved })
      const ask = () => t.post('/forget-password', { email: ann.email })
      for (let times = 0; times < 6; times++) await ask()
      await t.emails()
      const body = { currentPassword: testPassword, newPassword: 'stolen horse battery' }
      expect((await ann.post('/change-password', body)).status).toBe(200)
      await ask()
      expect(await kindsTo(ann.email, 'resetPassword')).toBe(proved ? 6 : 5)
    },
  )

  test('tells users when the next email to their own mailbox is possible', async () => {
    const ann = await signUp({ emailVerified: true })
    const change = (number: number) => ann.post('/change-email', { newEmail: `new-${number}@example.com` })
    for (let number = 0; number < 5; number++) expect((await change(number)).status).toBe(200)
    const refused = await change(5)
    expect([refused.status, refused.at('code'), refused.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      '3600',
    ])
    const bob = await signUp()
    await t.emails()
    const verify = () => bob.post('/send-verification-email', { email: bob.email })
    for (let number = 1; number < 5; number++) expect((await verify()).status).toBe(200) // one went at sign-up
    expect((await verify()).status).toBe(429)
    const link = await emailedLink(t, bob.email)
    expect((await bob.get('/verify-email', { query: { token: tokenOf(link) } })).status).toBe(200)
  })
})

describe('invitations', () => {
  test("limits unverified inviters to five and verified ones to a company's needs", async () => {
    const ann = await signUp()
    const { id: organizationId } = await found(t, ann)
    const invite = (number: number) =>
      ann.post('/organization/invite-member', { email: `i${number}@example.com`, role: 'member', organizationId })
    const responses = await Promise.all(Array.from({ length: 12 }, (_, number) => invite(number)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = responses.find(({ status }) => status !== 200)
    expect([refused?.status, refused?.at('code'), refused?.headers['retry-after']]).toEqual([
      429,
      'TOO_MANY_INVITATIONS',
      '17280',
    ])
    const rows = await t.ctx.db.read`select from "invitation" where "organizationId" = ${organizationId}`
    expect(rows).toHaveLength(5) // nothing of the refused ones stays

    await t.ctx.db.write`update "user" set "emailVerified" = true where "id" = ${ann.id}`
    for (let number = 20; number < 70; number++) expect((await invite(number)).status).toBe(200)
  })

  test('limits an email to twenty, and keeps further invitations open without an email', async () => {
    const inviters = []
    for (let number = 0; number < 5; number++) inviters.push(await found(t, await signUp()))
    const responses: unknown[] = []
    for (const { owner, id: organizationId } of inviters) {
      const body = { email: 'popular@example.com', role: 'member', organizationId, resend: true }
      for (let times = 0; times < 5; times++) {
        const { status, body: invitation } = await owner.post('/organization/invite-member', body)
        responses.push([status, Object(invitation).emailSent])
      }
    }
    expect(responses).toEqual(responses.map((_, n) => [200, n < 20 ? undefined : false]))
    expect(await kindsTo('popular@example.com', 'invitation')).toBe(20)
  })
})

test('reads budgets of emails and invitations from the settings', async () => {
  const own = await startTestApp({
    AUTH_RATE_LIMITS:
      'mails-to-account=2/60,mails-to-mailbox=3/30,invitations-by-user=7/70,invitations-by-unverified=1/9',
    RESET_PASSWORD_EXPIRES_IN: '20',
  })
  const ann = await own.signUp({ emailVerified: true })
  const [byAnn, byStranger] = [await found(own, ann), await found(own, await own.signUp())]
  /** Invites until it is refused, at most nine times. */
  const invite = async ({ owner, id: organizationId }: typeof byAnn, email?: string) => {
    for (let n = 0; n < 9; n++) {
      const body = { email: email ?? `${Math.random()}@example.com`, role: 'member', organizationId, resend: true }
      const response = await owner.post('/organization/invite-member', body)
      if (response.status !== 200) return [n, response.at('code'), response.headers['retry-after']]
    }
    return 'never'
  }
  expect(await invite(byStranger)).toEqual([1, 'TOO_MANY_INVITATIONS', '9'])
  expect(await invite(byAnn, 'popular@example.com')).toEqual([7, 'TOO_MANY_INVITATIONS', '10'])
  expect(await own.emails('popular@example.com')).toHaveLength(3)
  own.clock.advance(10)
  expect(await invite(byAnn)).toEqual([1, 'TOO_MANY_INVITATIONS', '10'])
  const resets = async (times: number) => {
    for (let n = 0; n < times; n++) await own.post('/forget-password', { email: ann.email })
    return (await own.emails(ann.email)).filter(({ template }) => template === 'resetPassword').length
  }
  expect(await resets(4)).toBe(2)
  own.clock.advance(20) // sooner than the half minute, because the link has ended
  expect(await resets(4)).toBe(3)
  const change = (n: number) => ann.post('/change-email', { newEmail: `new-${n}@example.com` })
  expect([(await change(1)).status, (await change(2)).status]).toEqual([200, 200])
  expect((await change(3)).headers['retry-after']).toBe('30')
})

test.each([
  [7, 86_400],
  [3, 1],
  [1000, 7],
])('allows %d at once in %d seconds, and all of them again afterwards', async (max, window) => {
  const budget = { key: `uneven ${max}`, atOnce: max, every: window / max }
  const takeAll = async () => {
    let taken = 0
    while ((await t.ctx.db.write`${takeFrom(t.ctx, budget)}`).length > 0) taken++
    return taken
  }
  expect(await takeAll()).toBe(max)
  t.clock.advance(window + 1) // of whole milliseconds some are rounded up
  expect(await takeAll()).toBe(max)
})

test('counts a budget exactly for concurrent calls, and restores it one by one', async () => {
  const budget = { key: 'test', atOnce: 3, every: 60 }
  const take = async () => (await t.ctx.db.write`${takeFrom(t.ctx, budget)}`).length
  const sum = (taken: number[]) => taken.reduce((one, other) => one + other, 0)
  expect(sum(await Promise.all(Array.from({ length: 20 }, take)))).toBe(3)
  expect(await secondsUntilNext(t.ctx, budget)).toBe(60)
  t.clock.advance(59)
  expect([await take(), await secondsUntilNext(t.ctx, budget)]).toEqual([0, 1])
  t.clock.advance(1)
  expect([await take(), await take()]).toEqual([1, 0])
  t.clock.advance(3600)
  expect(sum(await Promise.all(Array.from({ length: 20 }, take)))).toBe(3)
})
