import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chooseLocale } from 'kit/locale'
import { isLoopback } from 'service/environment.ts'
import type { DocumentRequest, RenderedDocument } from './document.ts'
import { ERROR_PATH, findRouteOwner } from '../src/federation/lock.ts'
import { lockOf, type PublishedRemote, type Registry } from './registry.ts'

interface DocumentRoutes {
  authUrl: URL
  authBasePath: string
  registry: Registry
  renderDocument: (remotes: PublishedRemote[], request: DocumentRequest) => Promise<RenderedDocument>
}

/** Every address without a file extension is a page of the shell; the browser's router decides which. */
export function documentRoutes(
  app: FastifyInstance,
  { authUrl, authBasePath, registry, renderDocument }: DocumentRoutes,
): void {
  app.get('/.well-known/:name', async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
    const remotes = await registry.readStable()
    const { name } = request.params
    const owner = remotes.find(({ locked }) => Object.hasOwn(locked.wellKnown, name))
    const target = owner?.locked.wellKnown[name]
    return target === undefined ? reply.callNotFound() : reply.header('cache-control', 'no-cache').redirect(target, 302)
  })

  // Redirects that have no page of their own end there, at a page in English that knows nothing of the product.
  app.addHook('onRequest', async (request, reply) => {
    const [path, query = ''] = request.url.split(/(?=\?)/)
    if (request.method !== 'GET' || path !== `${authBasePath}/error`) return
    const lock = lockOf(await registry.readStable())
    if (findRouteOwner(lock, ERROR_PATH)) await reply.redirect(`${ERROR_PATH}${query}`, 302)
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
    const document = await renderDocument(await registry.readStable(), { pathname, locale, requestId: request.id })
    return reply
      .code(document.status)
      .headers({ 'cache-control': 'private, no-cache', 'content-security-policy': document.contentSecurityPolicy })
      .type('text/html; charset=utf-8')
      .send(document.html)
  })
}

/** Browsers send their languages in the order of preference already. */
const acceptedLanguages = (header = '') => header.split(',').map((entry) => entry.split(';', 1)[0]?.trim() ?? '')
