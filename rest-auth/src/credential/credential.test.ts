import { describe, expect, test } from 'vitest'
import { emailedLink } from '../testing/emailed-link.ts'
import { refusal } from '../testing/browser.ts'
import { countHashes } from '../testing/hashes.ts'
import { adoptedHash, startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

const t = await startTestApp()

const summary = (email: string, name = 'Ann') => ({
  id: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
  email,
  name,
  image: null,
  emailVerified: false,
  createdAt: t.clock.now().toISOString(),
  updatedAt: t.clock.now().toISOString(),
})

describe('POST /sign-up/email', () => {
  test('creates the user and signs in', async () => {
    const response = await t.post('/sign-up/email', { email: 'Ann@Example.com', password: testPassword, name: 'Ann' })
    expect(response.body).toMatchObject({ user: summary('ann@example.com') })
    const [account] = await t.ctx.db.read`
      select "accountId", "password" from "account" where "providerId" = 'credential' and "userId" = ${response.at('user', 'id')}`
    expect(account).toEqual({
      accountId: response.at('user', 'id'),
      password: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    })
  })

  test('stores image, username and language, and ignores unknown and internal fields', async () => {
    const body = {
      image: '/a.png',
      username: 'Ann_2',
      language: 'pl',
      role: 'admin',
      emailVerified: true,
      id: 'x',
      createdAt: 'x',
      plan: 1,
    }
    const browser = t.browser()
    const response = await browser.post('/sign-up/email', {
      email: 'a2@example.com',
      password: testPassword,
      name: '',
      ...body,
    })
    expect(response.body).toMatchObject({ user: { ...summary('a2@example.com', ''), image: '/a.png' } })
    expect((await browser.get('/get-session')).body).toMatchObject({
      user: { username: 'ann_2', displayUsername: 'Ann_2', language: 'pl', emailVerified: false },
    })
  })

  const long = `${'x'.repeat(243)}@example.com`
  test.each([
    [{ email: long }, 400, 'INVALID_EMAIL', 'Invalid email'],
    [{ email: `${'x'.repeat(65)}@example.com` }, 400, 'INVALID_EMAIL', 'Invalid email'],
    [{ email: '1@tiktok.noreply.invalid' }, 400, 'INVALID_EMAIL', 'Invalid email'],
    [{ password: undefined }, 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
    [{ password: null }, 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
    [{ name: ['Ann'] }, 400, 'VALIDATION_ERROR', 'Invalid body parameters'],
    [{ name: undefined }, 422, 'FAILED_TO_CREATE_USER', 'Failed to create user'],
  ])('rejects %o', async (fields, status, code, message) => {
    const body = { email: 'bob@example.com', password: testPassword, name: 'Bob', ...fields }
    const response = await t.post('/sign-up/email', body)
    expect(response.outcome).toEqual([status, { code, message }])
    expect(response.setCookies).toEqual([])
    expect(await t.ctx.db.read`select 1 from "user" where "email" = 'bob@example.com'`).toHaveLength(0)
  })

  test.each(["a'b@c.de", 'A+b@c-d.ef', 'a@1.co', '_@a.b.cd'])('accepts %s as an email', async (email) => {
    expect((await t.post('/sign-up/email', { email, password: testPassword, name: 'x' })).status).toBe(200)
  })

  const malformed = ['.a@b.co', 'a..b@c.de', 'a.@c.de', 'a@localhost', 'a@b.c', 'ü@c.de', ' a@b.co', 'a@b.co ']
  test.each(malformed)('rejects %s as an email', async (email) => {
    const response = await t.post('/sign-up/email', { email, password: testPassword, name: 'x' })
    expect(response.body).toMatchObject({ code: 'INVALID_EMAIL' })
  })
})

describe('POST /sign-in/email', () => {
  test('accepts an existing email that is invalid for new accounts', async () => {
    const { id } = await t.signUp()
    const email = `${'x'.repeat(65)}@example.com`
    await t.ctx.db.write`update "user" set "email" = ${email} where "id" = ${id}`
    expect((await t.post('/sign-in/email', { email, password: testPassword })).status).toBe(200)
  })

  test('returns the same error for every wrong credential', async () => {
    const { email, id } = await t.signUp()
    const social = await t.signUp()
    await t.ctx.db.write`delete from "account" where "userId" = ${social.id}`
    await t.ctx.db.write`insert into "account" ("id", "providerId", "accountId", "userId", "createdAt", "updatedAt")
        values ('s', 'github', '1', ${id}, now(), now())`
    for (const body of [
      { email, password: 'wrong password' },
      { email, password: '' },
      { email, password: 'x'.repeat(5000) },
      { email: 'nobody@example.com', password: testPassword },
      { email: social.email, password: testPassword },
    ]) {
      const response = await t.post('/sign-in/email', body)
      expect(response.outcome).toEqual(refusal(401, 'INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password'))
      expect(response.setCookies).toEqual([])
    }
    const invalid = await t.post('/sign-in/email', { email: 'x', password: testPassword })
    expect(invalid.outcome).toEqual(refusal(400, 'INVALID_EMAIL', 'Invalid email'))
  })

  test('accepts a hash of better-auth and replaces it', async () => {
    const { email, id } = await t.signUp()
    await t.ctx.db.write`update "account" set "password" = ${adoptedHash} where "userId" = ${id}`
    expect((await t.post('/sign-in/email', { email, password: 'password2' })).status).toBe(401)
    for (const _ of [1, 2]) {
      expect((await t.post('/sign-in/email', { email, password: 'password1' })).status).toBe(200)
      const [account] = await t.ctx.db.read`select "password" from "account" where "userId" = ${id}`
      expect(account?.['password']).toMatch(/^\$argon2id\$/)
    }
  })

  test('computes both kinds of hashes for a wrong password while hashes of better-auth remain', async () => {
    const [old, current, social] = [await t.signUp(), await t.signUp(), await t.signUp()]
    await t.ctx.db.write`update "account" set "password" = ${adoptedHash} where "userId" = ${old.id}`
    await t.ctx.db.write`delete from "account" where "userId" = ${social.id}`
    const wrong = [old.email, current.email, social.email, 'nobody@example.com']
    const hashesOf = (email: string, password: string) =>
      countHashes(() => t.post('/sign-in/email', { email, password }))
    const both = { argon2: 1, scrypt: 1 }
    const one = { argon2: 1, scrypt: 0 }
    for (const email of wrong) expect(await hashesOf(email, 'wrong password'), email).toEqual(both)
    expect(await hashesOf(current.email, testPassword)).toEqual(one)
    expect(await hashesOf(old.email, 'password1')).toEqual(both) // and replaced
    for (const email of wrong) expect(await hashesOf(email, 'wrong password'), email).toEqual(one)
    expect(await hashesOf(old.email, 'password1')).toEqual(one)
  })

  test.runIf(process.env['TEST_FULL'])(
    'takes equally long for unknown users and wrong passwords',
    async () => {
      const [old, current] = [await t.signUp(), await t.signUp()]
      await t.ctx.db.write`update "account" set "password" = ${adoptedHash} where "userId" = ${old.id}`
      const everybody = [old.email, current.email, 'nobody@example.com']
      const isEven = (times: number[]) => Math.max(...times) / Math.min(...times) < 1.5
      /** The shortest time of several, in turn, because a busy machine delays single ones. */
      let times = everybody.map(() => Infinity)
      for (let round = 0; round < 4 || (round < 60 && !isEven(times)); round++) {
        for (const [index, email] of everybody.entries()) {
          const start = performance.now()
          await t.post('/sign-in/email', { email, password: 'wrong password' })
          times = times.with(index, Math.min(times[index] ?? Infinity, performance.now() - start))
        }
      }
      expect(times).toSatisfy(isEven)
      await t.ctx.db.write`delete from "account" where "userId" = ${old.id}`
    },
    240_000,
  )

  test('treats a damaged hash as a wrong password', async () => {
    const { email, id } = await t.signUp()
    for (const damaged of ['', 'x', 'x:y', '$argon2id$', '$2b$10$x']) {
      await t.ctx.db.write`update "account" set "password" = ${damaged} where "userId" = ${id}`
      expect((await t.post('/sign-in/email', { email, password: testPassword })).status).toBe(401)
    }
  })

  test('treats two encodings of one password as equal', async () => {
    const { email } = await t.signUp({ password: 'Ångström cafe\u0301' })
    expect((await t.post('/sign-in/email', { email, password: 'A\u030Angstro\u0308m café' })).status).toBe(200)
  })
})

describe('with EMAIL_VERIFICATION_REQUIRED', async () => {
  const strict = await startTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true' })
  const signUp = (email: string, name = 'Ann') =>
    strict.post('/sign-up/email', { email, password: testPassword, name, callbackURL: '/welcome?a=b&c=d' })

  test('emails a link at sign-up and creates no session', async () => {
    const response = await signUp('new@example.com')
    expect(response.body).toEqual({
      token: null,
      user: {
        ...summary('new@example.com'),
        username: null,
        displayUsername: null,
        language: null,
        role: 'user',
        banned: false,
        banReason: null,
        banExpires: null,
        twoFactorEnabled: false,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    })
    expect(response.setCookies).toEqual([])
    const url = await emailedLink(strict, 'new@example.com')
    expect(url.origin + url.pathname).toBe('http://localhost:3000/api/auth/verify-email')
    expect(url.searchParams.get('callbackURL')).toBe('/welcome?a=b&c=d')
  })
})

describe('when disabled', async () => {
  const off = await startTestApp({ EMAIL_PASSWORD_ENABLED: 'false' })
  const closed = await startTestApp({ SIGN_UP_ENABLED: 'false' })

  test('refuses sign-up and sign-in', async () => {
    const body = { email: 'a@b.co', password: testPassword, name: 'A' }
    const signUpOff = {
      code: 'EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED',
      message: 'Email and password sign up is not enabled',
    }
    expect((await off.post('/sign-up/email', body)).body).toEqual(signUpOff)
    expect((await closed.post('/sign-up/email', body)).body).toEqual(signUpOff)
    for (const path of ['/sign-in/email', '/sign-in/username']) {
      const response = await off.post(path, { ...body, username: 'somebody' })
      expect(response.outcome).toEqual(
        refusal(400, 'EMAIL_AND_PASSWORD_IS_NOT_ENABLED', 'Email and password is not enabled'),
      )
    }
  })
})
