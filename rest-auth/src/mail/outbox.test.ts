import { defaultBrand } from 'service/brand.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { type Language, languages } from 'contract/languages.ts'
import { colorsOf } from './templates/colors.ts'
import { mailTexts } from './templates/mail-texts.ts'
import { renderEmail } from './templates/render.ts'

const t = await startTestApp()
const settings = { ...defaultBrand, AUTH_URL: 'http://localhost' }

describe('/dev/mail', () => {
  test('shows emails in a sandbox, newest first, and escapes markup', async () => {
    await t.ctx.db.write`delete from "mail"`
    const ann = await t.signUp({ name: '<script>alert(1)</script>"' })
    await t.post('/forget-password', { email: ann.email })
    await t.emails()
    const page = await t.app.inject('/dev/mail')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain(
      'sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"',
    )
    expect(page.body).not.toContain('<script')
    expect(page.body).toContain('&amp;lt;script&amp;gt;') // escaped in the mail, and again in srcdoc
    const [mail] = (await t.app.inject('/dev/mail.json')).json()
    expect(mail).toMatchObject({
      to: ann.email,
      template: 'resetPassword',
      subject: 'Reset your password',
      sentAt: null,
    })
    expect(mail.url).toMatch(/^http:\/\/localhost:3000\/api\/auth\/reset-password\//)
    expect(mail.text).toContain(mail.url)
    expect((await t.app.inject('/dev/mail.json?to=other@example.com')).json()).toEqual([])
  })

  test('is not served under a host name that resolves to this computer', async () => {
    for (const url of ['/dev/mail', '/dev/mail.json']) {
      const response = await t.app.inject({ url, headers: { host: 'evil.test:3000' } })
      expect([response.statusCode, response.body]).toEqual([404, ''])
    }
  })

  test('puts a name on one line, in the direction of the email', async () => {
    const ann = await t.signUp()
    // From before such names were rejected.
    const name = 'Ann\u202e\u2066\u200f\n\u0085\u001b\u2028Bob'
    await t.ctx.db.write`update "user" set "name" = ${name} where "id" = ${ann.id}`
    await t.post('/forget-password', { email: ann.email })
    await t.emails()
    const [mail] = (await t.app.inject(`/dev/mail.json?to=${ann.email}`)).json()
    expect(mail.text).toContain('Hello Ann Bob,')
  })

  test.each([String.raw`\u202e \x41`, '{url}', "'{' # <b>", '{n, plural, one {x} other {y}}'])(
    'escapes the name %s',
    (name) => {
      const { text, subject } = renderEmail(
        { template: 'invitation', data: { inviterName: name }, language: 'en' },
        settings,
      )
      for (const part of [text, subject]) expect(part).toContain(`${name} invited you`)
    },
  )
})

const adminAndMember: Record<Language, string> = {
  en: 'Admin, Member',
  uk: 'Адміністратор, Учасник',
  ru: 'Администратор, Участник',
  de: 'Admin, Mitglied',
  es: 'Admin, Miembro',
  fr: 'Admin, Membre',
  pl: 'Administrator, Członek',
  tr: 'Yönetici, Üye',
}

const data = {
  name: 'Ann & Bob',
  url: 'http://localhost/?a=1&b=2',
  newEmail: 'n@b.co',
  device: '<Device>',
  address: '::1',
  time: '2026-11-20T21:38:44.712Z',
  provider: 'GitHub',
  username: 'ann',
  inviterName: 'Ann & Bob',
  organizationName: 'A&B',
  role: 'admin,member',
  team: 'Eights',
  inviterEmail: 'ann@example.com',
}

describe.each(languages)('templates in %s', (language) => {
  test.each(Object.keys(mailTexts))('renders %s completely as text and as HTML', (template) => {
    const mail = renderEmail({ template, data, language }, settings)
    expect(mail.subject).not.toMatch(/[{}\n]/)
    for (const body of [mail.text, mail.html]) expect(body.replaceAll(/style="[^"]*"/g, '')).not.toMatch(/\{\w+\}/)
    expect(mail.text.length).toBeGreaterThan(40)
    expect(mail.html).toContain(`<html lang="${language}">`)
    expect(mail.html).not.toContain('<Device>')
    expect(mail.html).not.toContain('Ann & Bob')
    const english = renderEmail({ template, data, language: 'en' }, settings)
    if (language !== 'en') expect(mail.subject).not.toBe(english.subject)
    expect(placeholders(language, template)).toEqual(placeholders('en', template))
    expect(mail.text.includes(data.url)).toBe(english.text.includes(data.url))
    expect(mail.html.includes('href="http://localhost/?a=1&amp;b=2"')).toBe(english.text.includes(data.url))
  })

  test('format times and roles for the language', () => {
    const mail = renderEmail({ template: 'newDevice', data, language }, settings)
    expect(mail.text).toMatch(/2026/)
    expect(mail.text).not.toContain('T21:38')
    const invitation = renderEmail({ template: 'invitation', data, language }, settings).text
    expect(invitation).toContain(adminAndMember[language])
    expect(invitation).toMatch(/2026.* UTC$/m)
    expect(invitation).toContain('Accounts')
  })
})

const secondBrand = {
  PRODUCT_NAME: 'Field & Note',
  PRODUCT_ACCENT: '#e8a317',
  SUPPORT_URL: 'https://help.example/?a=1&b=2',
  PRIVACY_URL: 'https://fieldnote.example/privacy',
  TERMS_URL: 'https://fieldnote.example/terms',
  AUTH_URL: 'https://fieldnote.example',
}

describe('a second brand', () => {
  test.each(languages)('names only itself in every email in %s', (language) => {
    for (const template of Object.keys(mailTexts)) {
      const { subject, text, html } = renderEmail({ template, data, language }, secondBrand)
      for (const part of [subject, text, html]) expect(part).not.toContain('Accounts')
      expect(text).toContain('Field & Note')
      expect(html).toContain('Field &amp; Note')
      for (const url of [secondBrand.SUPPORT_URL, secondBrand.PRIVACY_URL, secondBrand.TERMS_URL]) {
        expect(text).toContain(url)
        expect(html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
      }
    }
  })

  test.each(['#2f5fd6', '#e8a317', '#ffff00', '#ffffff', '#000000', '#808080'])(
    'has readable colours in both schemes with the accent %s',
    (PRODUCT_ACCENT) => {
      const { html } = renderEmail(
        { template: 'verification', data, language: 'en' },
        { ...secondBrand, PRODUCT_ACCENT },
      )
      const { light, dark } = colorsOf(PRODUCT_ACCENT)
      for (const colors of [light, dark]) {
        for (const background of [colors.page, colors.surface])
          for (const text of [colors.text, colors.muted, colors.link])
            expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(colors['on-button'], colors.button)).toBeGreaterThanOrEqual(4.5)
      }
      expect(html).toContain(`background:${light.button};color:${light['on-button']};font-weight:500`)
      expect(html).toContain(`.m-button{background:${dark.button}!important;color:${dark['on-button']}!important}`)
    },
  )
})

/** WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) =>
    [0.2126, 0.7152, 0.0722]
      .map((weight, index) => {
        const value = parseInt(color.slice(1 + 2 * index, 3 + 2 * index), 16) / 255
        return weight * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
      })
      .reduce((sum, part) => sum + part)
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each([
  ['newDevice', '/account/activity'],
  ['usernameChanged', '/account/activity'],
  ['emailChanged', '/account/activity'],
  ['providerLinked', '/account/security'],
  ['providerUnlinked', '/account/activity'],
  ['changeEmail', '/account/activity'],
  ['deleteUser', '/account/activity'],
  ['membershipEnded', '/account/activity'],
  ['ownerLost', '/account/activity'],
  ['organizationDeleted', '/account/activity'],
  ['secondFactorRequired', '/account/security'],
  ['factorsReset', '/account/security'],
  ['passwordChanged', '/forgot-password'],
  ['passwordRemoved', '/forgot-password'],
  ['accountClaimed', '/forgot-password'],
  ['changeEmailAttempt', '/sign-in'],
  ['roleChanged', '/organizations'],
])('the notice %s leads to %s, in rows of older releases too', (template, path) => {
  const { name, newEmail, username, provider, organizationName, role, device, address, time } = data
  const older = { name, newEmail, username, provider, organizationName, role, device, address, time }
  const { text, html } = renderEmail({ template, data: older, language: 'en' }, settings)
  expect(text).toContain(`\nhttp://localhost${path}\n`)
  expect(html).toContain(`href="http://localhost${path}"`)
})

/** The values in an email, found by giving each a unique value. */
function placeholders(language: string, template: string): string[] {
  const named = Object.keys(data).map((name) => [name, `<${name}>`])
  const values = { ...Object.fromEntries(named), time: data.time, role: data.role }
  const { text, subject } = renderEmail({ template, data: values, language }, settings)
  return Object.keys(values).filter((name) => `${subject} ${text}`.includes(`<${name}>`))
}

test('fall back to English, and reject unknown templates', () => {
  expect(renderEmail({ template: 'passwordChanged', data: {}, language: 'la' }, settings).subject).toBe(
    'Your password was changed',
  )
  expect(() => renderEmail({ template: 'nothing', data: {}, language: 'en' }, settings)).toThrow('nothing')
})

const createdAt = new Date('2026-11-20T21:38:44.712Z')
const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000)

test.each([
  ['resetPassword', 3600, 'The link works once, for 1 hour.'],
  ['verification', 5400, 'The link works for 90 minutes.'],
  ['changeEmail', 7200, 'The link works for 2 hours.'],
  ['deleteUser', 86_400, 'The link works for 1 day.'],
])('%s says how long its link works', (template, lifetime, sentence) => {
  const mail = { template, data, language: 'en', createdAt, expiresAt: after(lifetime) }
  for (const body of Object.values(renderEmail(mail, settings)).slice(1)) expect(body).toContain(sentence)
  // Rows of older releases may have no end.
  expect(renderEmail({ ...mail, expiresAt: null }, settings).text).not.toContain('works')
})

test('shows a long link in one line of HTML, and whole in the text', () => {
  const url = `http://localhost/api/auth/verify-email?token=${'x'.repeat(300)}`
  const { text, html } = renderEmail({ template: 'verification', data: { ...data, url }, language: 'en' }, settings)
  const words = html
    .replace(/.*<body/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .split(/\s+/)
  expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(51)
  expect(html.split(`href="${url}"`)).toHaveLength(3)
  expect(text).toContain(`\n${url}\n`)
})

test('an invitation names the team and a verified email of the inviter, if there are any', () => {
  const { text } = renderEmail({ template: 'invitation', data, language: 'en' }, settings)
  expect(text).toContain('From: ann@example.com\nRole: Admin, Member\nTeam: Eights\nValid until: ')
  const { team, inviterEmail, ...older } = data
  for (const values of [older, { ...older, team: '', inviterEmail: '' }]) {
    const bare = renderEmail({ template: 'invitation', data: values, language: 'en' }, settings).text
    expect([bare.includes(team), bare.includes(inviterEmail), /^(From|Team)/m.test(bare)]).toEqual([
      false,
      false,
      false,
    ])
  }
  const forged = { ...data, inviterEmail: 'evil.example/login', team: 'evil.example' }
  const links = renderEmail({ template: 'invitation', data: forged, language: 'en' }, settings).text
  expect(links).not.toContain('evil.example')
})

test.each([
  ['resetPassword', { hasPassword: 'false' }, 'Set a password for Accounts', 'nothing changes'],
  ['resetPassword', { hasPassword: 'true' }, 'Reset your password', 'your password stays the same'],
  ['resetPassword', {}, 'Reset your password', 'your password stays the same'], // of older releases
  ['passwordChanged', { isFirst: 'true' }, 'Your password is set', 'can also sign in'],
  ['passwordChanged', {}, 'Your password was changed', 'with your new password'],
])('%s with %j says "%s"', (template, values, subject, words) => {
  const mail = renderEmail({ template, data: { ...data, ...values }, language: 'en' }, settings)
  expect([mail.subject, mail.text.includes(words)]).toEqual([subject, true])
})
