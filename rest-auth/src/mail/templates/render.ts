import { escapeHtml } from 'service/escape-html.ts'
import type { MailRow } from '../mail.sql.ts'
import type { Language } from '../../user/user.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { mailTemplates, type MailLanguage, type MailText } from './mail-template.ts'
import { pl } from './pl.ts'
import { ru } from './ru.ts'
import { tr } from './tr.ts'
import { uk } from './uk.ts'

const byLanguage: Record<Language, MailLanguage> = { ru, uk, en, es, de, pl, fr, tr }
const languages = new Map(Object.entries(byLanguage))

interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** Writes out a mail of the outbox. Throws when the template is unknown. */
export function renderMail(mail: Pick<MailRow, 'template' | 'data' | 'language'>): RenderedMail {
  const name = mailTemplates.find((template) => template === mail.template)
  if (!name) throw new Error(`There is no mail template "${mail.template}"`)
  const language = languages.get(mail.language) ?? en
  const words = language.mails[name]
  const value = (key: string) => readable(key, oneLine(mail.data[key] ?? ''), mail.language, language)
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, key: string) => value(key))
  const url = words.button === undefined ? undefined : mail.data['url']
  return {
    subject: fill(words.subject),
    text: [...words.paragraphs.map(fill), ...(url ? [url] : []), fill(words.reason)].join('\n\n'),
    html: renderHtml(mail.language, words, fill, url),
  }
}

/** A name on several lines, or one that turns the reading direction, could write a mail of its own into ours. */
const oneLine = (text: string): string => text.replaceAll(/\p{Bidi_Control}/gu, '').replaceAll(/[\s\p{Cc}]+/gu, ' ')

/** Times and roles as people of that language read them. */
function readable(key: string, value: string, language: string, { roles }: MailLanguage): string {
  if (key === 'role') return value.replaceAll(/\w+/g, (role) => roles[role] ?? role).replaceAll(',', ', ')
  if (key !== 'time' || value === '') return value
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(value))} UTC`
}

function renderHtml(
  language: string,
  words: MailText,
  fill: (text: string) => string,
  url: string | undefined,
): string {
  const escaped = (text: string) => escapeHtml(fill(text))
  const button = url
    ? `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="display:inline-block;background:#0f7084;color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none">${escapeHtml(words.button ?? '')}</a></p>
<p style="color:#666;font-size:13px;word-break:break-all">${escapeHtml(url)}</p>`
    : ''
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(words.subject)}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff;max-width:560px;margin:0 auto;padding:24px;overflow-wrap:anywhere">
${words.paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
${button}
<p style="color:#666;font-size:13px;border-top:1px solid #ddd;padding-top:16px">${escaped(words.reason)}</p>
</body>
</html>
`
}
