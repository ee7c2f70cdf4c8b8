import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startSocialTestApp, visitProvider } from '../testing/social.ts'
import { refusal, type Browser } from '../testing/browser.ts'
import { statementsWait } from '../testing/statements.ts'

const test = await startSocialTestApp()
let people = 0

async function withTwo(): Promise<Browser> {
  const browser = test.browser()
  const choice = { email: `person${(people += 1)}@example.com` }
  await visitProvider(browser, 'github', choice)
  await visitProvider(browser, 'google', choice, {}, '/link-social')
  return browser
}
async function accountsOf(browser: Browser) {
  const { body } = await browser.get('/list-accounts')
  return z.array(z.object({ id: z.string(), providerId: z.string() })).parse(body)
}
const providersOf = async (browser: Browser): Promise<string[]> =>
  (await accountsOf(browser)).map(({ providerId }) => providerId).toSorted()

describe('/unlink-account', () => {
  it('removes one and keeps the last', async () => {
    const browser = await withTwo()
    const unlink = async (body: object) => (await browser.post('/unlink-account', body)).outcome
    const notFound = refusal(400, 'ACCOUNT_NOT_FOUND', 'Account not found')
    expect(await unlink({ providerId: 'gitlab' })).toEqual(notFound)
    expect(await unlink({ providerId: 'github', accountId: 'x' })).toEqual(notFound)
    expect(await unlink({ providerId: 'github' })).toEqual([200, { status: true }])
    expect(await unlink({ providerId: 'google' })).toEqual(
      refusal(400, 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT', "You can't unlink your last account"),
    )
    expect(await providersOf(browser)).toEqual(['google'])
  })

  it('keeps the last provider beside a password while passwords are disabled', async () => {
    const providersOnly = await startSocialTestApp({ EMAIL_PASSWORD_ENABLED: 'false' })
    const browser = providersOnly.browser()
    await visitProvider(browser, 'github', { email: 'had.a.password@example.com' })
    await providersOnly.ctx.db.write`
      insert into "account" ("id", "providerId", "accountId", "userId", "password", "createdAt", "updatedAt")
      select 'a', 'credential', "userId", "userId", 'x', now(), now() from "account"`
    const unlink = async (providerId: string) => (await browser.post('/unlink-account', { providerId })).status
    expect([await unlink('github'), await unlink('credential')]).toEqual([400, 200])
    expect(await providersOf(browser)).toEqual(['github'])
  })

  it('takes the row id alone, as clients of 1.7 send it', async () => {
    const [browser, stranger] = [await withTwo(), await withTwo()]
    // Both were linked at the same time, so the list has no certain order.
    const idOf = async (of: Browser) =>
      (await accountsOf(of)).find(({ providerId }) => providerId === 'github')?.id ?? ''
    const unlink = async (accountId: string) => (await browser.post('/unlink-account', { accountId })).outcome
    expect(await unlink(await idOf(stranger))).toEqual(refusal(400, 'ACCOUNT_NOT_FOUND', 'Account not found'))
    expect(await unlink('')).toEqual(refusal(400, 'VALIDATION_ERROR', 'Invalid body parameters'))
    expect(await unlink(await idOf(browser))).toEqual([200, { status: true }])
    expect([await providersOf(browser), await providersOf(stranger)]).toEqual([['google'], ['github', 'google']])
  })

  it('keeps one of two if both are unlinked concurrently', async () => {
    const browser = await withTwo()
    const unlink = (providerId: string) => browser.post('/unlink-account', { providerId })
    const { ctx } = test
    // Both read, and neither deletes, until both have started.
    const both = await ctx.database.begin(async (db) => {
      await db.write`lock table "account" in exclusive mode`
      const requests = Promise.all([unlink('github'), unlink('google')])
      await statementsWait(test, 2)
      return { requests }
    })
    expect((await both.requests).map((response) => response.status).toSorted()).toEqual([200, 400])
    expect(await providersOf(browser)).toHaveLength(1)
  })

  it('requires a recent sign-in', async () => {
    expect(await test.post('/unlink-account', { providerId: 'github' })).toMatchObject({ status: 401 })
    const browser = await withTwo()
    test.clock.advance(86_400)
    expect(await browser.post('/unlink-account', { providerId: 'github' })).toMatchObject({
      status: 403,
      body: { code: 'SESSION_IS_NOT_FRESH', message: 'Session is not fresh' },
    })
    expect(await providersOf(browser)).toHaveLength(2)
  })

  it('lets the owner of the provider account create a new user afterwards', async () => {
    const browser = await withTwo()
    const before = (await browser.get('/get-session')).at('user', 'id')
    await browser.post('/unlink-account', { providerId: 'github' })
    await test.ctx.db.write`update "user" set "email" = 'moved@example.com' where "id" = ${before}`
    const other = test.browser()
    await visitProvider(other, 'github', { email: `person${people}@example.com` })
    expect((await other.get('/get-session')).at('user', 'id')).not.toBe(before)
  })
})
