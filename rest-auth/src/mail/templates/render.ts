import type { I18n } from '@lingui/core'
import type { Brand } from 'service/brand.ts'
import type { MailRow } from '../mail.sql.ts'
import { renderHtml, renderText } from './layout.ts'
import { copyLink, mailTexts, ownerGreeting, privacy, roleTexts, support, terms, type MailText } from './mail-texts.ts'
import { plainText } from './plain-text.ts'
import { translationsInto } from './translations.ts'

export type MailSettings = Brand & { AUTH_URL: string }

const templates = new Map(Object.entries(mailTexts))

export function renderEmail(mail: Pick<MailRow, 'template' | 'data' | 'language'>, settings: MailSettings) {
  const template = templates.get(mail.template)
  if (!template) throw new Error(`Unknown email template "${mail.template}"`)
  const content = fillIn(template, mail, settings)
  return {
    subject: content.subject,
    text: renderText(content, settings.PRODUCT_NAME),
    html: renderHtml(content, mail.language, settings),
  }
}

function fillIn(template: MailText, { data, language }: Pick<MailRow, 'data' | 'language'>, settings: MailSettings) {
  const i18n = translationsInto(language)
  const values = Object.fromEntries([
    ...Object.entries(data).map(([key, value]) => [key, literal(readable(key, plainText(key, value), language, i18n))]),
    ['product', literal(settings.PRODUCT_NAME)],
  ])
  const fill = (text: string) => i18n._(text, values)
  const link = (text: string, url: string | undefined) => (url ? { text: fill(text), url } : undefined)
  const { button, link: other, note } = template
  const greeting = data['name'] === undefined ? [] : [ownerGreeting]
  const urlOf = (path: string | undefined, emailed: string | undefined) =>
    path === undefined ? emailed : settings.AUTH_URL + path
  return {
    subject: fill(template.subject),
    preview: template.paragraphs.slice(0, 1).map(fill).join(''),
    paragraphs: [...greeting, ...template.paragraphs].map(fill),
    details: (template.details ?? []).map(fill),
    button: button && link(button.text, urlOf(button.path, data['url'])),
    copyLink: button && button.path === undefined ? fill(copyLink) : undefined,
    note: note && fill(note),
    link: other && link(other.text, urlOf(other.path, data['otherUrl'])),
    reason: fill(template.reason),
    footerLinks: [
      link(support, settings.SUPPORT_URL),
      link(privacy, settings.PRIVACY_URL),
      link(terms, settings.TERMS_URL),
    ].filter((one) => one !== undefined),
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
