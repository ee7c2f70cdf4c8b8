import { describe, expect, test } from 'vitest'
import { emailedToken } from '../testing/emailed-link.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { requireUncommon } from './common-password.ts'

const t = await startTestApp()
const site = { ...t.ctx, config: { ...t.ctx.config, AUTH_URL: 'https://accounts.acme-shop.test' } }
const tooCommon = { code: 'PASSWORD_TOO_COMMON', message: 'Password too common' }

const person = { email: 'marianne.winterfeld@post.test', name: 'Marianne Winterfeld', username: 'snowqueen_m' }
const isRefused = async (password: string) => {
  const refusal: unknown = await requireUncommon(site, password, person).then(
    () => null,
    (error: unknown) => error,
  )
  return refusal !== null
}

describe('rejects', () => {
  test.each([
    ['common', ['password', '12345678', 'qwertyuiop', 'iloveyou', 'passwort', 'football1']],
    ['in any case and width', ['PASSWORD', 'PaSsWoRd', 'ｐａｓｓｗｏｒｄ']],
    [
      'with simple changes',
      ['Password1!', 'password1234', 'P@ssw0rd123', 'letmein!!', 'drowssap1', 'passwordpassword'],
    ],
    [
      'rows, repetitions and dates',
      ['aaaaaaaa', 'abcabcabcabc', 'abcdefgh', '1q2w3e4r5t', '20.11.1990', 'a'.repeat(128)],
    ],
    ['blanks only', ['        ', '\u00a0'.repeat(9), ' '.repeat(128)]],
    ['the own address', ['marianne.winterfeld@post.test', 'Marianne.Winterfeld', 'marianne.winterfeld@post.test1!']],
    ['the own name', ['marianne', 'Marianne Winterfeld', 'winterfeld2024', 'MarianneWinterfeld', 'Winterfeld!!']],
    ['the own username', ['snowqueen_m', 'Snowqueen_M1']],
    ['the name of the site', ['accounts.acme-shop.test', 'acme-shop', 'Acme-Shop1', 'acmeshop2024']],
  ])('a password that is %s', async (_, passwords) => {
    for (const password of passwords) expect([password, await isRefused(password)]).toEqual([password, true])
  })
})

test.each([
  testPassword,
  'another good password',
  'marianne likes her snow queen',
  'Winterfeld has 3 old oaks',
  'xK9#mQ2p',
  'qmzvtkxw',
  'зимний сад за рекой',
  '冬の庭は静かです',
  'tr0ub4dor&3 ostrich',
  'pass phrases are longer',
])('accepts %s', async (password) => {
  expect(await isRefused(password)).toBe(false)
})

test('rejects a common password at sign-up, change and reset, and changes nothing', async () => {
  const fields = { email: 'new@example.com', name: 'Ann', username: 'annabelle' }
  for (const password of ['password1', 'new@example.com', 'Annabelle1']) {
    const response = await t.post('/sign-up/email', { ...fields, password })
    expect(response.outcome).toEqual([400, tooCommon])
  }
  expect(await t.ctx.db.read`select 1 from "user" where "email" = 'new@example.com'`).toHaveLength(0)

  const ann = await t.signUp({ username: 'ann_of_the_hills' })
  const change = await ann.post('/change-password', { currentPassword: testPassword, newPassword: 'ann_of_the_hills' })
  expect(change.outcome).toEqual([400, tooCommon])

  await t.post('/forget-password', { email: ann.email })
  const token = await emailedToken(t, ann.email, 'resetPassword')
  const reset = await t.post('/reset-password', { token, newPassword: ann.email })
  expect(reset.outcome).toEqual([400, tooCommon])
  const signIn = await t.post('/sign-in/email', { email: ann.email, password: testPassword })
  expect(signIn.status).toBe(200)
  const again = await t.post('/reset-password', { token, newPassword: 'another good password' })
  expect(again.status).toBe(200)
})

test('estimates the longest and most complex passwords quickly', async () => {
  const nasty = ['4@8({[<3699&#!1|0$5+7%2', 'P@55w0rd!', '1990121119', '@@@@$$$$0000', 'qwertyuioplkjhgfdsa']
  await isRefused('to load the dictionaries')
  const costs: number[] = []
  for (const text of nasty) {
    for (let index = 0; index < 10; index++) {
      const before = process.cpuUsage()
      await isRefused(`${index}${text.repeat(128)}`.slice(0, 128))
      const { user, system } = process.cpuUsage(before)
      costs.push((user + system) / 1000)
    }
  }
  costs.sort((a, b) => a - b)
  expect(costs[Math.floor(costs.length / 2)]).toBeLessThan(10)
})

test('returns the length limits of passwords and usernames, and whether sign-up and passwords are enabled', async () => {
  const strict = await startTestApp({ PASSWORD_MIN_LENGTH: '12', USERNAME_MAX_LENGTH: '20' })
  expect((await strict.get('/credential-rules')).body).toEqual({
    password: { minLength: 12, maxLength: 128 },
    username: { minLength: 3, maxLength: 20 },
    resetLinkExpiresIn: 3600,
    invitationExpiresIn: 172_800,
    signUp: true,
    passwords: true,
  })
  const closed = await startTestApp({ SIGN_UP_ENABLED: 'false' })
  expect((await closed.get('/credential-rules')).body).toMatchObject({ signUp: false, passwords: true })
  const providersOnly = await startTestApp({ EMAIL_PASSWORD_ENABLED: 'false' })
  expect((await providersOnly.get('/credential-rules')).body).toMatchObject({ signUp: true, passwords: false })
})
