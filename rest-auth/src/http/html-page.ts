import type { FastifyReply } from 'fastify'

interface Page {
  readonly title: string
  readonly style: string
  readonly body: string
  readonly language?: string
  /** Further directives of the content security policy. */
  readonly policy?: string
}

/** A page without scripts. Its texts must be escaped. */
export function sendPage(reply: FastifyReply, { title, style, body, language = 'en', policy = '' }: Page) {
  return reply
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'${policy && `; ${policy}`}`,
    )
    .serializer(String).send(`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; }
  ${style}
</style>
</head>
<body>
${body}
</body>
</html>
`)
}
