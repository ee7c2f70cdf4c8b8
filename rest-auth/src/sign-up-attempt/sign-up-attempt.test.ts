import { describe, expect, test } from 'vitest'
import type { Result } from '../testing/browser.ts'
import { countHashes } from '../testing/hashes.ts'
import { emailedToken } from '../testing/emailed-link.ts'
import { adoptedHash, startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const strict = await startTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true' })
const password = 'a password of a stranger'
const newPassword = 'quite another battery'

/** A user with a verified email. */
const settle = (email: string, username: string) => strict.signUp({ email, username, emailVerified: true })

/**
 * Everything a stranger can request about an email, in an order that looks for differences. `id`
 * makes names unique.
 */
async function interrogate(email: string, id: string): Promise<unknown[]> {
  const stranger = strict.browser()
  const username = `wanted_${id}`
  const signUp = { email, name: 'Mallory', username, password }
  const third = await settle(`third-${id}@example.com`, `third_${id}`)
  const asks: [string, object][] = [
    ['/sign-up/email', signUp],
    ['/is-username-available', { username }],
    ['/sign-in/email', { email, password }],
    ['/sign-in/email', { email, password: 'wrong password' }],
    ['/sign-in/username', { username, password }],
    ['/sign-in/username', { username, password: 'wrong password' }],
    ['/sign-up/email', signUp],
    ['/sign-up/email', { ...signUp, username: `other_${id}`, password: newPassword }],
    ['/is-username-available', { username: `other_${id}` }],
    ['/sign-in/email', { email, password: newPassword }],
    ['/sign-in/username', { username: `other_${id}`, password: newPassword }],
    ['/sign-up/email', { ...signUp, email: `fresh-${id}@example.com` }],
    ['/send-verification-email', { email }],
    ['/forget-password', { email }],
  ]
  const responses: Result[] = []
  for (const [path, body] of asks) responses.push(await stranger.post(path, body))
  responses.push(await third.post('/update-user', { username }))
  const token = await emailedToken(strict, email, 'resetPassword')
  const words = 'a word of its very owner'
  responses.push(await strict.post('/reset-password', { token, newPassword: words }))
  responses.push(await stranger.post('/sign-in/email', { email, password }))
  responses.push(await stranger.post('/sign-in/email', { email, password: newPassword }))
  responses.push(await stranger.post('/is-username-available', { username }))
  const asFarAsItMayDiffer = (text: string) =>
    text
      .replaceAll(/"id":"\w{32}"/g, '')
      .replaceAll(id, '')
      .replaceAll(email, '')
  return responses.map(({ status, text, setCookies }) => [status, asFarAsItMayDiffer(text), setCookies])
}

describe('with EMAIL_VERIFICATION_REQUIRED', () => {
  test('responds to every call for a registered email as for a new one', async () => {
    await settle('owner@example.com', 'the_owner')
    const taken = await interrogate('owner@example.com', 'first')
    const free = await interrogate('nobody@example.com', 'second')
    expect(taken).toEqual(free)
    expect(taken.map((response) => Reflect.get(Object(response), 0))).toEqual([
      200, 200, 403, 401, 403, 401, 422, 200, 200, 403, 403, 422, 200, 200, 422, 200, 401, 401, 200,
    ])
  })

  test('computes both kinds of hashes for a new and a registered email while hashes of better-auth remain', async () => {
    const old = await settle('old@example.com', 'old_owner')
    await settle('current@example.com', 'current_owner')
    await strict.ctx.db.write`update "account" set "password" = ${adoptedHash} where "userId" = ${old.id}`
    for (const email of ['old@example.com', 'current@example.com', 'free@example.com']) {
      await strict.post('/sign-up/email', { email, name: 'x', password })
      const hashes = await countHashes(async () => {
        expect((await strict.post('/sign-in/email', { email, password })).status).toBe(403)
      })
      expect(hashes, email).toEqual({ argon2: 1, scrypt: 1 })
    }
    await strict.ctx.db.write`delete from "account" where "userId" = ${old.id}`
  })

  test('gives the username to one of two concurrent strangers, whatever emails they use', async () => {
    await settle('racer@example.com', 'the_racer')
    for (const [index, email] of ['racer@example.com', 'free-racer@example.com'].entries()) {
      const username = `raced_${index}`
      const responses = await Promise.all(
        [email, `own-${index}@example.com`].map((one) =>
          strict.post('/sign-up/email', { email: one, name: 'x', username, password }),
        ),
      )
      expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422])
    }
  })

  test('lets the owner sign in and take the attempted username, and notifies them', async () => {
    const owner = await settle('ann@example.com', 'ann_as_before')
    await strict.post('/sign-up/email', { email: 'ann@example.com', name: 'x', username: 'ann_new', password })
    const emails = async () =>
      (await strict.emails('ann@example.com')).filter(({ template }) => template === 'signUpAttempt')
    expect(await emails()).toHaveLength(1)
    expect((await strict.post('/sign-in/email', { email: 'ann@example.com', password })).status).toBe(403)
    expect(await emails()).toHaveLength(2)
    const signIn = await strict.post('/sign-in/email', { email: 'ann@example.com', password: testPassword })
    expect(signIn.status).toBe(200)
    expect((await owner.post('/update-user', { username: 'ann_new' })).status).toBe(200)
  })

  test('signs in a user who signs up again with the right password', async () => {
    await settle('bob@example.com', 'bob_as_before')
    await strict.post('/sign-up/email', { email: 'bob@example.com', name: 'x', password: testPassword })
    const signIn = await strict.post('/sign-in/email', { email: 'bob@example.com', password: testPassword })
    expect(signIn.status).toBe(200)
  })
})
