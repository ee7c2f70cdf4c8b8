import type { I18n } from '@lingui/core'
import type { Brand } from 'service/brand.ts'
import type { MailRow } from '../mail.sql.ts'
import type { MailLink, MailText } from './mail-data.ts'
import { copyLink, footerTexts, hasAccount, ownerGreeting, roleTexts } from './mail-texts.ts'
import { plainText } from './plain-text.ts'
import { translationsInto } from './translations.ts'

export type MailSettings = Brand & { AUTH_URL: string }
export type Link = { text: string; url: string }
export type RenderedMail = Pick<MailRow, 'data' | 'language'> & Partial<Pick<MailRow, 'createdAt' | 'expiresAt'>>
export type MailContent = ReturnType<typeof fillIn>

/** Puts the values of an email into its texts, in its language. */
export function fillIn(
  template: MailText,
  { data, language, createdAt, expiresAt }: RenderedMail,
  settings: MailSettings,
) {
  const i18n = translationsInto(language)
  const duration = createdAt && expiresAt ? durationOf(expiresAt.getTime() - createdAt.getTime(), language) : ''
  const values = Object.fromEntries([
    ...Object.entries(data).map(([key, value]) => [key, literal(readable(key, plainText(key, value), language, i18n))]),
    ['product', literal(settings.PRODUCT_NAME)],
    ['duration', duration],
  ])
  const fill = (text: string) => text && i18n._(text, values) // lingui would warn of an empty text
  const linkTo = (text: string, url: string | undefined) => (url ? { text: fill(text), url } : undefined)
  const link = (given: MailLink | undefined, emailedUrl: string | undefined) =>
    given && linkTo(given.text, given.path === undefined ? emailedUrl : settings.AUTH_URL + given.path)
  const greeting = data['name'] === undefined ? [] : [ownerGreeting]
  return {
    subject: fill(template.subject),
    /** Shown in lists of emails. */
    preview: template.paragraphs.slice(0, 1).map(fill).join(''),
    paragraphs: [...greeting, ...template.paragraphs].map(fill),
    /** A label, a colon and a value. */
    details: (template.details ?? []).filter((text) => hasValue(text, data)).map(fill),
    button: link(template.button, data['url']),
    /** Introduces the button's URL, except if it is only a page of the product. */
    copyLink: template.button?.path === undefined ? fill(copyLink) : '',
    lifetime: duration && fill(template.lifetime ?? ''),
    note: fill(template.note ?? ''),
    link: link(template.link, data['otherUrl']),
    reason: fill(template.reason ?? hasAccount),
    footerLinks: (['SUPPORT_URL', 'PRIVACY_URL', 'TERMS_URL'] as const).flatMap(
      (name) => linkTo(footerTexts[name], settings[name]) ?? [],
    ),
  }
}

/** lingui decodes `\x5c` in the result, so a name could restore what `plainText` removed. */
const literal = (text: string): string => text.replaceAll('\\', String.raw`\x5c`)

function readable(key: string, value: string, language: string, i18n: I18n): string {
  const nameOf = (role: string) => (roleTexts[role] ? i18n._(roleTexts[role]) : role)
  if (key === 'role') return value.replaceAll(/\w+/g, nameOf).replaceAll(',', ', ')
  if (key !== 'time' || value === '') return value
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(value))} UTC`
}

/** Whether the value of a row is neither empty nor missing. */
const hasValue = (text: string, data: MailRow['data']): boolean => Boolean(data[/\{(\w+)\}/.exec(text)?.[1] ?? ''])

const units: [string, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
]

/** In the largest unit without a rest: "2 days", "1 hour", "90 minutes". */
function durationOf(ms: number, language: string): string {
  const [unit, size] = units.find(([, length]) => ms % length === 0) ?? ['minute', 60_000]
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(Math.round(ms / size))
}
