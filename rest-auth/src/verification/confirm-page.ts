import type { FastifyReply } from 'fastify'
import { accentStyles } from 'service/accent.ts'
import type { Brand } from 'service/brand.ts'
import { escapeHtml } from 'service/escape-html.ts'
import type { Language } from '../languages.ts'
import { mailTexts } from '../mail/templates/mail-texts.ts'
import { translationsInto } from '../mail/templates/translations.ts'
import type { User } from '../user/user.ts'

const { subject: heading, button = '' } = mailTexts.verification

/** For browsers without a session. The button posts, so that link scanners verify nothing. */
export function sendConfirmPage(
  reply: FastifyReply,
  { email, user }: { email: string; user: User },
  brand: Brand,
): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin', // without a referrer, the POST would have no Origin header
    })
    .serializer(String)
    .send(confirmPage(email, user.language ?? 'en', brand))
}

function confirmPage(email: string, language: Language, brand: Brand): string {
  const i18n = translationsInto(language)
  const title = escapeHtml(i18n._(heading))
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · ${escapeHtml(brand.PRODUCT_NAME)}</title>
<style>
  ${accentStyles(brand.PRODUCT_ACCENT)}
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; text-align: center; }
  main { padding: 24px; }
  h1 { font-size: 1.5rem; line-height: 1.25; }
  p { overflow-wrap: anywhere; }
  button { font: inherit; padding: 12px 20px; border: 0; border-radius: 6px; background: var(--kit-accent); color: var(--kit-on-accent); cursor: pointer; }
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p><strong>${escapeHtml(email)}</strong></p>
<form method="post"><button>${escapeHtml(i18n._(button))}</button></form>
</main>
</body>
</html>
`
}
