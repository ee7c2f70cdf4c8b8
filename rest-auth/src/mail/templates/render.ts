import type { MailRow } from '../mail.sql.ts'
import { fillIn, type Link, type MailContent, type MailSettings } from './content.ts'
import { renderHtml } from './layout.ts'
import { mailTexts } from './mail-texts.ts'

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

function renderText(content: MailContent, productName: string): string {
  const { subject, paragraphs, details, button, note, link, reason, footerLinks } = content
  const footer = [productName, ...footerLinks.map(({ text, url }) => `${text} <${url}>`)].join(' · ')
  return [
    subject,
    ...paragraphs,
    details.join('\n'),
    button && asLines(button),
    note,
    link && asLines(link),
    `${reason}\n${footer}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const asLines = ({ text, url }: Link): string => `${text}\n${url}`
