import { array, assert, constantFrom, property } from 'fast-check'
import { LinkifyIt } from 'linkify-it'
import { defaultBrand } from 'service/brand.ts'
import { seed } from 'service/testing/seed.ts'
import { describe, expect, test } from 'vitest'
import { languages } from 'contract/languages.ts'
import { parseEmail } from '../../user/email.ts'
import { mailTexts } from './mail-texts.ts'
import { plainText } from './plain-text.ts'
import { renderEmail } from './render.ts'

const settings = { ...defaultBrand, AUTH_URL: 'http://localhost' }

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyIP: true }).tlds(['test', 'com', 'ws', 'рф', 'xn--p1ai'])

/** Further patterns that Android, Outlook and telephones link: their rules exceed any library's. */
const wider = [
  /[^\s.,;:/@()]+[.．。\u2024][^\s.,;:/@()．。\u2024\d][^\s.,;:/@()．。\u2024]+/gu, // a host in any script, characters without width in it
  /\w+:\S/g, // a scheme
  /[/\\]{2}/g, // a server in a local network
  /\S@/g,
  /\+?\d(?:[\s().\-/]{0,3}\d){6,}/g, // a telephone number
]

/** Text that an email client would link, except our own links. */
function clickable(text: string): string[] {
  const rest = text.replaceAll(/http:\/\/localhost\S*/g, '')
  return [
    ...(linkify.match(rest) ?? []).map(({ raw }) => raw),
    ...wider.flatMap((pattern) => rest.match(pattern) ?? []),
  ]
}

const hostile = [
  'https://evil.test/login',
  'HTTPS://EVIL.TEST',
  'evil.test',
  'go to evil.test/login now',
  'www.evil.test',
  'a@evil.test',
  'mailto:a@evil.test',
  '//evil',
  String.raw`\\evil\share`,
  'file:///etc',
  '192.168.0.1/login',
  '192.168.0.1',
  '1.1.1.1',
  '1.1.1.1.',
  'a.b.evil.test',
  'x.1.evil.test',
  'пример.рф',
  'xn--e1afmkfd.xn--p1ai',
  'i❤.ws',
  'ev\u200bil\u2060.\u200btest',
  'evil\u2024test',
  'evil．test',
  'evil。test',
  'evil.\ufefftest',
  'evil.\u00adtest',
  'evil..test',
  '+1 555 123 4567',
  '08001234567',
  '2025/2026-555',
  '1 2025/2026',
  '(0800) 123-45-67',
  'tel:110',
  'skype:evil',
  'javascript:alert(1)',
  'a＠evil．test',
]

describe.each(languages)('in %s', (language) => {
  test.each(Object.keys(mailTexts))('makes no user input clickable in the email %s', (template) => {
    const ours = {
      url: 'http://localhost/?a=1',
      address: '–',
      time: '2026-11-20T21:38:44.712Z',
      role: 'admin,member',
    }
    const render = (typed: string) => {
      const newEmail = parseEmail(typed) ? 'Ann' : typed // a valid one is shown as it is
      const values = { ...Object.fromEntries(typedValues.map((name) => [name, typed])), newEmail }
      return renderEmail({ template, data: { ...values, ...ours }, language }, settings)
    }
    const find = (mail: ReturnType<typeof render>) => ({
      subject: clickable(mail.subject),
      text: clickable(asShown(mail.text)),
      html: clickable(asShown(mail.html)),
    })
    const ofOurs = find(render('Ann'))
    for (const typed of hostile) {
      const mail = render(typed)
      expect({ typed, ...find(mail) }).toEqual({ typed, ...ofOurs })
      const links = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
      expect(links.every((href) => href?.startsWith('http://localhost/'))).toBe(true)
    }
  })
})

const typedValues = [
  'name',
  'inviterName',
  'organizationName',
  'newEmail',
  'username',
  'device',
  'provider',
  'person',
  'by',
]

/** The visible text of the HTML. */
const asShown = (html: string): string =>
  html
    .replace(/<style>.*<\/style>/s, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/&#\d+;|&\w+;/g, ' ')

test('makes no user input clickable', () => {
  const pieces = [
    ...'ab1./:@\\+() -_\u200b\u200c\u2024．。яß❤'.split(''),
    'evil.test',
    'https://',
    'www.',
    '555',
    '\u2060',
    '\ufeff',
  ]
  assert(
    property(array(constantFrom(...pieces), { maxLength: 30 }), (typed) => {
      expect(clickable(plainText('name', typed.join('')))).toEqual([])
    }),
    { numRuns: 3000, seed },
  )
})

test.each([
  ['Dr. Who', 'Dr. Who'],
  ['Amazon.com Inc.', 'Amazon. com Inc.'],
  ['J.R.R. Tolkien', 'J.R.R. Tolkien'],
  ['Node.js Users Berlin', 'Node.js Users Berlin'],
  ['D3.js', 'D3.js'],
  ['Node.js.org', 'Node.js. org'],
  ['Ruderverein e.V.', 'Ruderverein e.V.'],
  ['Kowalski sp. z o.o. (Łódź)', 'Kowalski sp. z o.o. (Łódź)'],
  ['Web 2.0, U.S.A.', 'Web 2.0, U.S.A.'],
  ['Team 2025/2026', 'Team 2025/2026'],
  ['.NET Foundation', '.NET Foundation'],
  ['Maersk A/S', 'Maersk A/S'],
  ['Wait... what?', 'Wait... what?'],
  ['Area 51, 2019-2024', 'Area 51, 2·0·1·9-2·0·2·4'],
  ['Team: Ann & Bob', 'Team: Ann & Bob'],
  ['Zoë 李小龙 محمد 👩‍🚀', 'Zoë 李小龙 محمد 👩‍🚀'],
  ['می‌خواهم', 'می‌خواهم'],
])('keeps the honest name %s readable', (typed, shown) => {
  expect(plainText('name', typed)).toBe(shown)
})

test('leaves no room for a message in a name', () => {
  expect(plainText('organizationName', 'x'.repeat(200))).toBe(`${'x'.repeat(100)}…`)
})

test('keeps our own values unchanged', () => {
  expect(plainText('address', '203.0.113.7')).toBe('203.0.113.7')
})

test('shows a valid email address as it is, but only where it is to be confirmed', () => {
  const email = `emil.new.17954321+x@${'long-'.repeat(20)}example.com`
  expect(plainText('newEmail', email)).toBe(email)
  expect(plainText('name', email)).not.toContain('@example.com')
  expect(plainText('newEmail', `${email}/login`)).not.toContain('example.com')
})
