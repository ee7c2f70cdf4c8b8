import { describe, expect, test } from 'vitest'
import { randomId } from '../crypto/random.ts'
import { emailedLink } from '../testing/emailed-link.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { isNotice } from './budget.ts'
import { claimEmails, insertEmail } from './mail.sql.ts'
import { queueEmail } from './outbox.ts'
import type { MailData, MailTemplate } from './templates/mail-data.ts'

const t = await startTestApp({ EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'true' })
const strict = await startTestApp({ EMAIL_VERIFICATION_REQUIRED: 'true' })

const name = 'Ann'
const url = 'http://localhost:3000/'
const device = { device: 'Firefox', address: '192.0.2.1', time: '2026-11-23T00:00:00.000Z' }
/** Every template: a new one does not compile until it is listed. */
const templates: MailData = {
  verification: { name, url, ...device },
  changeEmail: { name, url, newEmail: 'new@example.com' },
  changeEmailAttempt: { name },
  emailChanged: { name },
  emailChangeAnnounced: { name, url, time: device.time },
  factorResetAnnounced: { name, url, time: device.time },
  factorsReset: { name },
  emailSetByAdministrator: { name },
  usernameChanged: { name, username: 'ann' },
  resetPassword: { name, url, hasPassword: 'true' },
  passwordChanged: { name, isFirst: 'false' },
  passwordRemoved: { name },
  deleteUser: { name, url },
  accountDeleted: { name },
  signUpAttempt: { name, url },
  providerLinked: { name, provider: 'Google' },
  keyAdded: { name, key: 'CI', ...device },
  passkeyAdded: { name, passkey: 'Laptop', ...device },
  providerUnlinked: { name, provider: 'Google' },
  twoFactorEnabled: { name, ...device },
  twoFactorDisabled: { name, ...device },
  backupCodeUsed: { name, left: '9', ...device },
  wrongCodes: { name, url },
  accountClaimed: { name },
  wrongPasswords: { name, url },
  newDevice: { name, ...device },
  invitation: {
    inviterName: name,
    organizationName: 'Rowers',
    role: 'member',
    time: '2030-01-01T00:00:00.000Z',
    url,
    team: '',
    inviterEmail: '',
  },
  roleChanged: { name, organizationName: 'Rowers', role: 'admin' },
  membershipEnded: { name, organizationName: 'Rowers' },
  ownerLost: { name, organizationName: 'Rowers', person: 'Bob', by: 'Cy' },
  organizationDeleted: { name, organizationName: 'Rowers', by: 'Cy' },
  secondFactorRequired: { name, organizationName: 'Rowers', time: device.time },
  keyExpires: { name, key: 'CI', place: 'Rowers', time: device.time, url },
  webhookDisabled: { name, organizationName: 'Rowers', host: 'example.com', url },
  accountActivity: { name },
  remoteFailed: {
    remote: 'mf-map',
    version: '1.0.0',
    error: 'Error',
    phase: 'late',
    route: '/map',
    line: 'src/a.ts:1',
  },
  remoteTakenBack: { remote: 'mf-map', version: '1.1.0', before: '1.0.0', failed: '9/20', usual: '1/200' },
}

const send = (template: MailTemplate, to: string, userId: string) =>
  insertEmail(t.ctx, {
    id: randomId(),
    to,
    userId: template === 'invitation' ? null : userId,
    template,
    data: { ...templates[template] },
    language: 'en',
    expiresAt: null,
  })
const countOf = async (app: TestApp, to: string | RegExp, template?: string) =>
  (await app.emails()).filter(
    (mail) =>
      (typeof to === 'string' ? mail.to === to : to.test(mail.to)) &&
      (template === undefined || mail.template === template),
  ).length

/** A user without a sign-up, which would cost a hash. */
async function newUser(email: string, proved = false): Promise<string> {
  const id = randomId()
  await t.ctx.db.write`
    insert into "user" ("id", "name", "email", "emailVerified", "proved", "disownable", "createdAt", "updatedAt")
    values (${id}, 'X', ${email}, ${proved}, ${proved}, true, now(), now())`
  return id
}

let count = 0
const fresh = () => `victim${(count += 1)}`
const plus = (who: string) => Array.from({ length: 25 }, (_, n) => `${who}+${n}@corp.test`)
const dotted = (who: string) =>
  Array.from({ length: 25 }, (_, n) =>
    `${who
      .split('')
      .map((letter, at) => letter + '.'.repeat((n >> at) & 1))
      .join('')}@gmail.com`.replace('.@', '@'),
  ).filter((address) => address !== `${who}@gmail.com`)

/** Emails that a stranger can trigger to use up the budget of the victim. */
const attacks: Record<string, (who: string) => { victim: string; others: string[] }> = {
  'accounts at +x': (who) => ({ victim: `${who}@corp.test`, others: plus(who) }),
  'accounts at Gmail dots': (who) => ({ victim: `${who}@gmail.com`, others: dotted(who) }),
  'accounts of other people': (who) => ({
    victim: `${who}@corp.test`,
    others: ['one', 'two'].map((other) => `${who}.${other}@corp.test`),
  }),
}

const isTemplate = (key: string): key is MailTemplate => Object.hasOwn(templates, key)

describe.each(Object.keys(templates).filter(isTemplate))('%s', (template) => {
  test.each(Object.keys(attacks))('reaches the owner despite %s', async (attack) => {
    const { victim, others } = attacks[attack]?.(fresh()) ?? { victim: '', others: [] }
    for (const address of others) {
      const thief = await newUser(address)
      for (let times = 0; times < 6; times++) await send(template, address, thief)
    }
    const owner = await newUser(victim)
    expect(await send(template, victim, owner)).toBe(true)
  })

  test('reaches the owner despite invitations and email changes to the address', async () => {
    const victim = `${fresh()}@corp.test`
    for (let times = 0; times < 30; times++) {
      if (template !== 'invitation') await send('invitation', victim, '')
      await queueEmail(t.ctx, {
        to: victim,
        userId: null,
        template: 'verification',
        data: templates.verification,
        language: null,
      })
    }
    expect(await send(template, victim, await newUser(victim))).toBe(true)
  })

  test('reaches an owner who has proved any spelling of the mailbox', async () => {
    const who = fresh()
    const owner = await newUser(`${who}+me@corp.test`, true)
    for (const address of plus(who)) await send(template, address, await newUser(address))
    const isOwn = template !== 'invitation'
    expect(await send(template, `${who}+me@corp.test`, owner)).toBe(isOwn)
  })

  test('is limited per account: requests are refused, notices are merged', async () => {
    const victim = `${fresh()}@corp.test`
    const owner = await newUser(victim, true)
    const atOnce = template === 'invitation' ? 20 : 5
    for (let times = 0; times < atOnce; times++) expect(await send(template, victim, owner)).toBe(true)
    const more = [await send(template, victim, owner), await send(template, victim, owner)]
    expect(more).toEqual([isNotice(template), isNotice(template)])
    expect(await countOf(t, victim, template)).toBe(atOnce + (isNotice(template) ? 1 : 0))
    t.clock.advance(3601)
    if (!isNotice(template)) expect(await send(template, victim, owner)).toBe(true)
  })
})

describe('a merged notice', () => {
  /** Uses up the budget, then merges two into one. */
  async function merge() {
    const to = `${fresh()}@corp.test`
    const userId = await newUser(to, true)
    const tell = (username: string) =>
      queueEmail(t.ctx, { to, userId, template: 'usernameChanged', data: { name, username }, language: null })
    for (let times = 0; times < 5; times++) await tell('before')
    for (const username of ['first', 'second']) await tell(username)
    return { to, tell }
  }
  const names = async (to: string) => (await t.emails(to)).map(({ data }) => data['username'])

  test('waits for the next slot and has the newest content', async () => {
    const { to } = await merge()
    expect((await names(to)).slice(5)).toEqual(['second'])
    const due = (await t.emails(to)).at(-1)?.nextAttemptAt
    expect(due?.getTime()).toBe(t.clock.now().getTime() + 3_600_000)
  })

  test('accepts no changes while it is being sent; later ones get another email', async () => {
    for (let round = 0; round < 10; round++) {
      const { to, tell } = await merge()
      t.clock.advance(3601)
      const [claimed] = await Promise.all([
        claimEmails(t.ctx, { limit: 1000, lease: 60, fullDomains: [] }),
        tell('third'),
      ])
      const sent = claimed.filter((mail) => mail.to === to).map(({ data }) => data['username'])
      const waiting = await t.ctx.db.read`
        select "data"->>'username' as "username" from "mail" where "to" = ${to} and "mergeKey" is not null or "to" = ${to} and "attempts" = 0`
      expect([...sent, ...waiting.map(({ username }) => username)]).toContain('third')
      await t.ctx.db.write`update "mail" set "sentAt" = now() where "to" = ${to}`
    }
  })
})

test.runIf(process.env['TEST_FULL'])(
  'keeps a thousand +x addresses from different networks from filling a mailbox',
  async () => {
    const who = fresh()
    for (let n = 0; n < 1000; n++) {
      const address = `${who}+${n}@corp.test`
      const userId = await newUser(address)
      for (const template of ['verification', 'passwordChanged', 'newDevice', 'invitation'] as const)
        await send(template, address, userId)
    }
    for (const template of ['verification', 'passwordChanged', 'newDevice', 'invitation'])
      expect(await countOf(t, /^victim.*\+\d+@corp/, template), template).toBeLessThan(1000)
    // A mailbox gets one notice to unproved emails.
    expect(await countOf(t, new RegExp(`^${who}\\+`))).toBe(2 * 20 + 1)
    const victim = await t.signUp({ email: `${who}@corp.test` })
    await t.emails()
    await t.post('/forget-password', { email: victim.email })
    await (await found(t)).owner.post('/organization/invite-member', { email: victim.email, role: 'member' })
    expect((await t.emails(victim.email)).map(({ template }) => template)).toEqual([
      'verification',
      'invitation',
      'resetPassword',
    ])
  },
)

describe('notices of an unproved account', () => {
  const kinds = ['newDevice', 'passwordChanged', 'usernameChanged', 'providerLinked', 'wrongPasswords'] as const
  const sendAll = async (to: string, userId: string) => {
    for (let times = 0; times < 6; times++) for (const kind of kinds) await send(kind, to, userId)
  }
  const templatesTo = async (to: string) => (await t.emails(to)).map(({ template }) => template)

  test('are one email at once, then one for all of a day, in each mailbox', async () => {
    const who = fresh()
    const to = `${who}@corp.test`
    const thief = await newUser(to)
    await sendAll(to, thief)
    expect(await templatesTo(to)).toEqual(['newDevice', 'accountActivity'])
    const [, digest] = await t.emails(to)
    expect(digest).toMatchObject({ nextAttemptAt: new Date(t.clock.now().getTime() + 86_400_000) })
    for (const address of plus(who)) await sendAll(address, await newUser(address))
    expect(await countOf(t, new RegExp(`^${who}\\+`))).toBe(1)
  })

  test('begin again a day after', async () => {
    const to = `${fresh()}@corp.test`
    const user = await newUser(to)
    await sendAll(to, user)
    await t.ctx.db.write`update "mail" set "sentAt" = now() where "to" = ${to}`
    t.clock.advance(86_401)
    await sendAll(to, user)
    expect(await templatesTo(to)).toEqual(['newDevice', 'accountActivity', 'newDevice', 'accountActivity'])
  })

  test('do not replace those that wait after the email is proved', async () => {
    const to = `${fresh()}@corp.test`
    const user = await newUser(to)
    await sendAll(to, user)
    await t.ctx.db.write`update "user" set "proved" = true where "id" = ${user}`
    await send('passwordChanged', to, user)
    expect((await templatesTo(to)).slice(2)).toEqual(['passwordChanged'])
  })

  test('stop for a week after “This wasn’t me”, unless the email is proved; links are still sent', async () => {
    const to = `${fresh()}@corp.test`
    const maker = await t.signUp({ email: to })
    const [verification] = await t.emails(to)
    const token = new URL(verification?.data['otherUrl'] ?? '').searchParams.get('token')
    expect((await t.post('/disown-account', { token })).body).toEqual({ removed: true })
    expect(maker.email).toBe(to)
    const again = await newUser(to)
    const tagged = to.replace('@', '+1@')
    await sendAll(to, again)
    await sendAll(tagged, await newUser(tagged))
    expect([await templatesTo(to), await templatesTo(tagged)]).toEqual([[], []])
    expect(await send('resetPassword', to, again)).toBe(true)
    const proved = await newUser(to.replace('@', '+2@'), true)
    expect(await send('passwordChanged', to.replace('@', '+2@'), proved)).toBe(true)
    t.clock.advance(7 * 86_400 + 1)
    expect(await send('passwordChanged', to, again)).toBe(true)
  })
})

test('lets users sign up with EMAIL_VERIFICATION_REQUIRED despite sign-ups as victim+x', async () => {
  const email = `${fresh()}@corp.test`
  const spelled = (n: number) => email.replace('@', `+${n}@`)
  const signUp = (address: string) => strict.post('/sign-up/email', { email: address, name, password: testPassword })
  for (let n = 0; n < 22; n++) expect((await signUp(spelled(n))).status).toBe(200)
  expect((await signUp(email)).status).toBe(200)
  expect(await countOf(strict, email, 'verification')).toBe(1)
  const reader = strict.browser()
  await reader.get('/verify-email', { query: Object.fromEntries((await emailedLink(strict, email)).searchParams) })
  expect((await reader.post('/sign-in/email', { email, password: testPassword })).status).toBe(200)
})
