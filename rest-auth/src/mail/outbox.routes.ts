import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isLoopback } from 'service/environment.ts'
import { escapeHtml } from 'service/escape-html.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/calls.ts'
import { sendPage } from '../http/html-page.ts'
import { findNewestEmails, type MailRow } from './mail.sql.ts'
import type { MailSettings } from './templates/content.ts'
import { renderEmail } from './templates/render.ts'

const schema = { querystring: z.object({ to: z.string().toLowerCase().optional() }) }
// A frame without scripts and without our origin. Its links may leave the frame.
const sandbox = 'allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation'
const policy = "img-src data:; frame-src 'self'; base-uri 'self'"

/** `/dev/mail` and `/dev/mail.json`, newest first. Not available in production. */
export function outboxRoutes(app: App, ctx: Context): void {
  if (ctx.config.production) return
  app.get('/dev/mail', { schema, onRequest }, async (request, reply) => {
    const emails = await findNewestEmails(ctx, request.query.to)
    return sendPage(reply, { title: 'Outbox', style, body: outboxBody(emails, ctx.config), policy })
  })

  app.get('/dev/mail.json', { schema, onRequest }, async (request) => {
    const emails = await findNewestEmails(ctx, request.query.to)
    return emails.map(({ to, template, language, createdAt, sentAt, data, ...mail }) => {
      const { subject, text } = renderEmail({ ...mail, template, data, language }, ctx.config)
      return { to, template, subject, text, url: data['url'] ?? null, createdAt, sentAt }
    })
  })
}

/** Blocks DNS rebinding: a page whose host name resolves to 127.0.0.1 could read the links. */
async function onRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!isLoopback(request.hostname)) return reply.callNotFound()
}

const style = `body { font: 16px/1.5 system-ui, sans-serif; max-width: 760px; margin: 0 auto; padding: 24px; }
  details { border: 1px solid #8886; border-radius: 8px; margin: 12px 0; padding: 8px 16px; }
  summary { cursor: pointer; overflow-wrap: anywhere; }
  summary small { display: block; opacity: .7; }
  iframe { width: 100%; height: 640px; border: 0; border-radius: 6px; background: #fff; }`

const outboxBody = (emails: MailRow[], settings: MailSettings): string => `<h1>Outbox</h1>
<p>${emails.length === 0 ? 'No emails yet.' : 'The newest emails. Reload to see later ones.'}</p>
${emails.map((mail, index) => entry(mail, index, settings)).join('\n')}`

function entry(mail: MailRow, index: number, settings: MailSettings): string {
  const { subject, html } = renderEmail(mail, settings)
  const inFrame = html.replace('<head>', '<head><base target="_top">')
  const state = mail.sentAt ? 'sent' : mail.deadAt ? 'dead' : 'in the outbox'
  return `<details${index === 0 ? ' open' : ''}>
<summary>${escapeHtml(subject)}<small>${escapeHtml(mail.to)} · ${mail.createdAt.toISOString()} · ${state}</small></summary>
<iframe sandbox="${sandbox}" title="${escapeHtml(subject)}" srcdoc="${escapeHtml(inFrame)}"></iframe>
</details>`
}
