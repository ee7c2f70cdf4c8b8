import { describe, expect, test } from 'vitest'
import { startTestApp } from '../testing/start-test-app.ts'
import { type Language, languages } from '../languages.ts'
import { mailTexts } from './templates/mail-texts.ts'
import { defaultBrand } from 'service/brand.ts'
import { renderEmail } from './templates/render.ts'

const t = await startTestApp()

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
        defaultBrand,
      )
      for (const part of [text, subject]) expect(part).toContain(`${name} invites you`)
    },
  )
})

const adminAndMember: Record<Language, string> = {
  en: 'Administrator, Member',
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
}

describe.each(languages)('templates in %s', (language) => {
  test.each(Object.keys(mailTexts))('renders %s completely as text and as HTML', (template) => {
    const mail = renderEmail({ template, data, language }, defaultBrand)
    expect(mail.subject).not.toMatch(/[{}\n]/)
    for (const body of [mail.text, mail.html]) expect(body.replaceAll(/style="[^"]*"/g, '')).not.toMatch(/\{\w+\}/)
    expect(mail.text.length).toBeGreaterThan(40)
    expect(mail.html).toContain(`<html lang="${language}">`)
    expect(mail.html).not.toContain('<Device>')
    expect(mail.html).not.toContain('Ann & Bob')
    const english = renderEmail({ template, data, language: 'en' }, defaultBrand)
    if (language !== 'en') expect(mail.subject).not.toBe(english.subject)
    expect(placeholders(language, template)).toEqual(placeholders('en', template))
    expect(mail.text.includes(data.url)).toBe(english.text.includes(data.url))
    expect(mail.html.includes('href="http://localhost/?a=1&amp;b=2"')).toBe(english.text.includes(data.url))
  })

  test('format times and roles for the language', () => {
    const mail = renderEmail({ template: 'newDevice', data, language }, defaultBrand)
    expect(mail.text).toMatch(/2026/)
    expect(mail.text).not.toContain('T21:38')
    const invitation = renderEmail({ template: 'invitation', data, language }, defaultBrand).text
    expect(invitation).toContain(adminAndMember[language])
    expect(invitation).toMatch(/2026.* UTC$/m)
    expect(invitation).toContain('Accounts')
  })
})

/** The values in an email, found by giving each a unique value. */
function placeholders(language: string, template: string): string[] {
  const named = Object.keys(data).map((name) => [name, `<${name}>`])
  const values = { ...Object.fromEntries(named), time: data.time, role: data.role }
  const { text, subject } = renderEmail({ template, data: values, language }, defaultBrand)
  return Object.keys(values).filter((name) => `${subject} ${text}`.includes(`<${name}>`))
}

test('fall back to English, and reject unknown templates', () => {
  expect(renderEmail({ template: 'passwordChanged', data: {}, language: 'la' }, defaultBrand).subject).toBe(
    'Your password was changed',
  )
  expect(() => renderEmail({ template: 'nothing', data: {}, language: 'en' }, defaultBrand)).toThrow('nothing')
})
