import { createHash } from 'node:crypto'
import { type IncomingHttpHeaders, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from 'service/brand.ts'
import { escapeHtml } from 'service/escape-html.ts'
import { markUrl } from './brand-tags.ts'
import { fallbackTexts } from './fallback-texts.ts'
import { colorSchemeOf, localeOf } from './visitor.ts'

/** Browsers accept HTML when they open a URL, and anything when a script or a page loads one. */
export const wantsPage = ({ headers: { accept = '' } }: Pick<FastifyRequest, 'headers'>): boolean =>
  accept.includes('text/html') && !accept.includes('json')

/** Shows a page instead of this server's JSON. Errors of services are streams, and stay as they are. */
export function errorPages(app: FastifyInstance, brand: Brand): void {
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { statusCode } = reply
    if (statusCode < 400 || !wantsPage(request)) return payload
    void reply.headers({ ...pageHeaders, vary: 'accept' }).serializer(String)
    return errorPage(brand, request.headers, statusCode, request.id)
  })
}

/** Responds to what Node could not parse: the cookies of all products on localhost, for instance. */
export const refuseUnreadable =
  (brand: Brand) =>
  ({ code, rawPacket }: ConnectionError, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    // Fastify's type is wrong. The packet starts later if the request came in parts.
    const packet = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : ''
    const [, languages] = /^accept-language: *(.*)$/im.exec(packet) ?? []
    const page = errorPage(brand, { 'accept-language': languages }, status)
    const headers = { ...pageHeaders, 'content-length': Buffer.byteLength(page), connection: 'close' }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    // Closing the connection while the browser still sends would discard the page.
    socket.resume().setTimeout(1000, () => socket.destroy())
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${page}`)
  }

const style = `body { max-width: 32rem; margin: 15vh auto; padding: 0 16px; font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 20px } header img { width: 28px; margin-right: 10px; vertical-align: middle }
header a { color: inherit; font-weight: 600; text-decoration: none } small { opacity: 0.75 }`

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
}

/** Sends a page without scripts. Its texts must be escaped. */
export const sendPlainPage = (reply: FastifyReply, title: string, body: string): FastifyReply =>
  reply.headers(pageHeaders).send(plainPage({}, title, body))

const plainPage = (headers: IncomingHttpHeaders, title: string, body: string): string => `<!doctype html>
<html lang="${localeOf(headers)}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="${colorSchemeOf(headers) ?? 'light dark'}" />
    <title>${title}</title>
    <style>${style}</style>
  </head>
  <body>${body}</body>
</html>
`

function errorPage(brand: Brand, headers: IncomingHttpHeaders, status: number, id = ''): string {
  const { trouble, tooLong } = fallbackTexts(localeOf(headers))
  const name = escapeHtml(brand.PRODUCT_NAME)
  const body = `<header><a href="/"><img src="${escapeHtml(markUrl(brand))}" alt="">${name}</a></header>
<main><p>${status === 431 ? tooLong : trouble}</p><p><small>${status} ${escapeHtml(id)}</small></p></main>`
  return plainPage(headers, name, body)
}
