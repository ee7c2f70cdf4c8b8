import type { I18n } from '@lingui/core'
import { accentRoles } from 'service/accent.ts'
import type { Brand } from 'service/brand.ts'
import { escapeHtml } from 'service/escape-html.ts'
import type { MailRow } from '../mail.sql.ts'
import { mailTexts, ownerGreeting, roleTexts, type MailText } from './mail-texts.ts'
import { plainText } from './plain-text.ts'
import { translationsInto } from './translations.ts'

const templates = new Map(Object.entries(mailTexts))

export function renderEmail(mail: Pick<MailRow, 'template' | 'data' | 'language'>, brand: Brand) {
  const template = templates.get(mail.template)
  if (!template) throw new Error(`Unknown email template "${mail.template}"`)
  const { greeting = ownerGreeting } = template
  const words = { ...template, paragraphs: [greeting, ...template.paragraphs] }
  const i18n = translationsInto(mail.language)
  const values = Object.fromEntries([
    ...Object.entries(mail.data).map(([key, value]) => [
      key,
      literal(readable(key, plainText(key, value), mail.language, i18n)),
    ]),
    ['product', literal(brand.PRODUCT_NAME)],
  ])
  const fill = (text: string) => i18n._(text, values)
  const url = words.button === undefined ? undefined : mail.data['url']
  const otherUrl = mail.data['otherUrl']
  const other = words.otherLink && otherUrl ? { text: words.otherLink, url: otherUrl } : null
  return {
    subject: fill(words.subject),
    text: [
      ...words.paragraphs.map(fill),
      ...(url ? [url] : []),
      fill(words.reason),
      ...(other ? [`${fill(other.text)}\n${other.url}`] : []),
    ].join('\n\n'),
    html: renderHtml(mail.language, words, fill, url, other, brand),
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

function renderHtml(
  language: string,
  words: MailText,
  fill: (text: string) => string,
  url: string | undefined,
  other: { text: string; url: string } | null,
  brand: Brand,
): string {
  const { accent, 'on-accent': onAccent } = accentRoles(brand.PRODUCT_ACCENT, 'light')
  const escaped = (text: string) => escapeHtml(fill(text))
  const button =
    url && words.button
      ? `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;background:${accent};color:${onAccent};padding:12px 20px;border-radius:6px;text-decoration:none">${escaped(words.button)}</a></p>
<p style="color:#666;font-size:13px;word-break:break-all">${escapeHtml(url)}</p>`
      : ''
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${escaped(words.subject)}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff;max-width:560px;margin:0 auto;padding:24px;overflow-wrap:anywhere">
${words.paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
${button}
<p style="color:#666;font-size:13px;border-top:1px solid #ddd;padding-top:16px">${escaped(words.reason)}</p>${
    other ? `\n<p style="font-size:13px"><a href="${escapeHtml(other.url)}">${escaped(other.text)}</a></p>` : ''
  }
</body>
</html>
`
}
