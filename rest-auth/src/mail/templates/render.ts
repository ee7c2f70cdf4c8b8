import type { MailRow } from '../mail.sql.ts'
import { en } from './en.ts'
import { mailTemplates, type MailText, type MailTexts } from './mail-template.ts'

/** The texts by language; one that has none yet is written in English. */
const textsOf: Readonly<Record<string, MailTexts>> = { en }

export interface RenderedMail {
  subject: string
  text: string
  html: string
}

/** Writes out a mail of the outbox. Throws when the template is unknown. */
export function renderMail(mail: Pick<MailRow, 'template' | 'data' | 'language'>): RenderedMail {
  const name = mailTemplates.find((template) => template === mail.template)
  if (!name) throw new Error(`There is no mail template "${mail.template}"`)
  const words = (textsOf[mail.language] ?? en)[name]
  // A name on several lines could write a mail of its own into ours.
  const value = (key: string) => (mail.data[key] ?? '').replaceAll(/\s+/g, ' ')
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, key: string) => value(key))
  const url = words.button === undefined ? undefined : mail.data['url']
  return {
    subject: fill(words.subject),
    text: [...words.paragraphs.map(fill), ...(url ? [url] : []), fill(words.reason)].join('\n\n'),
    html: renderHtml(mail.language, words, fill, url),
  }
}

function renderHtml(
  language: string,
  words: MailText,
  fill: (text: string) => string,
  url: string | undefined,
): string {
  const escaped = (text: string) => escapeHtml(fill(text))
  const button = url
    ? `<p style="margin:24px 0"><a href="${escapeHtml(url)}" style="background:#1c5fb8;color:#fff;padding:12px 20px;border-radius:6px;text-decoration:none">${escapeHtml(words.button ?? '')}</a></p>
<p style="color:#666;font-size:13px;word-break:break-all">${escapeHtml(url)}</p>`
    : ''
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(words.subject)}</title></head>
<body style="font:16px/1.5 system-ui,sans-serif;color:#222;background:#fff;max-width:560px;margin:0 auto;padding:24px">
${words.paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('\n')}
${button}
<p style="color:#666;font-size:13px;border-top:1px solid #ddd;padding-top:16px">${escaped(words.reason)}</p>
</body>
</html>
`
}

export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
