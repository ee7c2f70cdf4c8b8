import type { MailRow } from '../mail.sql.ts'
import { fillIn, type Link, type MailContent, type MailSettings, type RenderedMail } from './content.ts'
import { renderHtml } from './layout.ts'
import { mailTexts } from './mail-texts.ts'

const templates = new Map(Object.entries(mailTexts))

export function renderEmail(mail: RenderedMail & Pick<MailRow, 'template'>, settings: MailSettings) {
  const template = templates.get(mail.template)
  if (!template) throw new Error(`Unknown email template "${mail.template}"`)
  const content = fillIn(template, mail, settings)
  return {
    subject: content.subject,
    text: renderText(content, settings),
    html: renderHtml(content, mail.language, settings),
  }
}

function renderText(content: MailContent, { PRODUCT_NAME: text, AUTH_URL: url }: MailSettings): string {
  const { subject, paragraphs, details, button, lifetime, note, link, reason, footerLinks } = content
  const footer = [{ text, url }, ...footerLinks].map((one) => `${one.text} <${one.url}>`).join(' · ')
  return [
    subject,
    ...paragraphs,
    details.join('\n'),
    button && asLines(button),
    lifetime,
    note,
    link && asLines(link),
    `${reason}\n${footer}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const asLines = ({ text, url }: Link): string => `${text}\n${url}`
