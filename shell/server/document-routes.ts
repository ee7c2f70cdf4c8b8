import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chooseLocale } from 'kit/locale'
import { isLoopback } from 'service/environment.ts'
import type { DocumentRequest, RenderedDocument } from './document.ts'
import type { PublishedRemote, Registry } from './registry.ts'

interface DocumentRoutes {
  authUrl: URL
  registry: Registry
  renderDocument: (remotes: PublishedRemote[], request: DocumentRequest) => Promise<RenderedDocument>
}

/** Every address without a file extension is a page of the shell; the browser's router decides which. */
export function documentRoutes(app: FastifyInstance, { authUrl, registry, renderDocument }: DocumentRoutes): void {
  app.get('/.well-known/:name', async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const remotes = await registry.readStable()
    const { name } = request.params
    const owner = remotes.find(({ locked }) => Object.hasOwn(locked.wellKnown, name))
    const target = owner?.locked.wellKnown[name]
    return target === undefined ? reply.callNotFound() : reply.header('cache-control', 'no-cache').redirect(target, 302)
  })

  app.get('/*', async (request, reply) => {
    if (isLoopback(request.hostname) && request.hostname !== authUrl.hostname) {
      return reply.redirect(`${authUrl.origin}${request.url}`, 307)
    }
    const { pathname, search } = new URL(request.url.replace(/^[/\\]+/, '/'), authUrl)
    if (/\.\w+$/.test(pathname)) return reply.callNotFound()
    const locale = chooseLocale({
      search,
      cookie: request.headers.cookie ?? '',
      browserLanguages: acceptedLanguages(request.headers['accept-language']),
    })
    const document = await renderDocument(await registry.readStable(), { pathname, locale })
    return reply
      .code(document.status)
      .headers({ 'cache-control': 'private, no-cache', 'content-security-policy': document.contentSecurityPolicy })
      .type('text/html; charset=utf-8')
      .send(document.html)
  })
}

/** Browsers send their languages in the order of preference already. */
const acceptedLanguages = (header = '') => header.split(',').map((entry) => entry.split(';', 1)[0]?.trim() ?? '')
