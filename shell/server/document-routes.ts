import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from 'service/environment.ts'
import { ERROR_PATH, findRouteOwner, GALLERY_PATH, PASSWORD_PATH, SIGN_IN_PATH } from 'contract/version-lock.ts'
import { compressFor } from './compress-for.ts'
import type { Config } from './config.ts'
import { createDocument } from './document.ts'
import { watchFacts } from './facts.ts'
import { sendPlainPage, wantsPage } from './error-pages.ts'
import { sendNotFound } from './handle-errors.ts'
import { createPageChooser } from './page-choice.ts'
import { isRead } from './proxy.ts'
import { colorSchemeOf, localeOf } from './visitor.ts'
import type { RegistryContext } from 'registry/context.ts'
import type { Tally } from 'registry/health/tally.ts'
import type { Registry } from 'registry/live/registry.ts'
import { networkVisitor } from './remote-failures.ts'
import { integrityPolicy } from './security-headers.ts'
import { sessionCookies } from './services/session-mark.ts'

export function documentRoutes(
  app: FastifyInstance,
  config: Config,
  registry: Registry,
  tally: Pick<Tally, 'countView'>,
  ctx: RegistryContext,
): void {
  redirectPages(app, config, registry)
  const authUrl = new URL(config.AUTH_URL)
  const choose = createPageChooser(ctx, registry, config)
  const renderDocument = createDocument(config)
  const findFacts = watchFacts(config)

  const sendDocument = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    if (isLoopback(request.hostname) && request.hostname !== authUrl.hostname) {
      return reply.redirect(`${authUrl.origin}${request.url}`, 307)
    }
    const { pathname, search } = new URL(request.url.replace(/^[/\\]+/, '/'), authUrl)
    const locale = localeOf(request.headers, search)
    const state = registry.state()
    if (!state) return sendEmpty(reply)
    const { choice, setCookie } = await choose(state, request, pathname)
    const remote = state.page.ownerOf(pathname, choice.remotes)
    // A missing picture or script needs no page, and neither do programs that try names of files.
    if (!remote && /\.\w+$/.test(pathname) && !wantsPage(request)) return sendNotFound(request, reply)
    const prerendered = remote ? await registry.prerendered(remote, pathname, locale) : null
    if (request.method === 'POST' && !prerendered) return sendNotFound(request, reply)
    const hasSession = sessionCookies(request.headers.cookie) !== ''
    const accessAt = (path: string) => {
      const owner = state.page.ownerOf(path, choice.remotes)
      return owner && findRouteOwner({ remotes: [owner.locked] }, path)?.access
    }
    // The page would draw the frame of a user before it learns that there is none.
    if (!hasSession && accessAt(pathname) === 'user' && accessAt(SIGN_IN_PATH) === 'guest') {
      const query = new URLSearchParams({ redirectTo: pathname + search })
      return reply.header('cache-control', 'no-store').redirect(`${SIGN_IN_PATH}?${query}`, 302)
    }
    const document = renderDocument(state, choice, {
      pathname,
      locale,
      hasSession,
      colorScheme: colorSchemeOf(request.headers),
      // A page with an error says more than was prerendered.
      prerendered: hasSession || new URLSearchParams(search).has('error') ? null : prerendered,
      facts: await findFacts(),
      requestId: request.id,
    })
    if (!document) return sendEmpty(reply)
    // Pages of users report it themselves; those of guests load nothing for that.
    if (remote && !hasSession && !choice.previews && wantsPage(request)) {
      const { name, version } = remote.locked
      tally.countView({ remote: name, version }, networkVisitor(request))
    }
    const { encoding, content } = compressFor(request.headers['accept-encoding'], document.html)
    return reply
      .code(document.status)
      .headers({
        'cache-control': 'private, no-cache',
        vary: 'accept-encoding',
        ...(encoding && { 'content-encoding': encoding }),
        'content-security-policy': document.contentSecurityPolicy,
        'integrity-policy': integrityPolicy,
        ...(setCookie && { 'set-cookie': setCookie }),
      })
      .type('text/html; charset=utf-8')
      .send(content)
  }
  app.get(GALLERY_PATH, sendDocument) // before /sdk/:file
  app.get('/*', sendDocument)
  // Below the folders of files, for instance.
  app.setNotFoundHandler((request, reply) =>
    isRead(request.method) && wantsPage(request) ? sendDocument(request, reply) : sendNotFound(request, reply),
  )
  // A form that is sent before its script has arrived. Its values are discarded.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined)
    scope.post('/*', sendDocument)
  })
}

function redirectPages(app: FastifyInstance, { AUTH_BASE_PATH }: Config, registry: Registry): void {
  // For password managers: https://w3c.github.io/webappsec-change-password-url/
  app.get('/.well-known/change-password', async (_request, reply) =>
    registry.state()?.page.ownerOf(PASSWORD_PATH)
      ? reply.header('cache-control', 'no-cache').redirect(`${PASSWORD_PATH}#password`, 302)
      : reply.callNotFound(),
  )

  // better-auth's own error page is in English only and does not belong to the product.
  app.addHook('onRequest', async (request, reply) => {
    const [path, query = ''] = request.url.split(/(?=\?)/)
    if (request.method !== 'GET' || path !== `${AUTH_BASE_PATH}/error`) return
    if (registry.state()?.page.ownerOf(ERROR_PATH)) await reply.redirect(`${ERROR_PATH}${query}`, 302)
  })
}

function sendEmpty(reply: FastifyReply): FastifyReply {
  return sendPlainPage(
    reply.code(503).header('retry-after', '5'),
    'Nothing is published yet',
    `<h1>Nothing is published yet</h1>
<p>This server works, but its registry has no version of the shell or has not been readable since the server started.</p>
<p>In a checkout of the product, <code>npm start</code> publishes the shell and the remotes. If you start the services
one by one, run <code>npm run build</code>, then <code>npm run remote -- publish --to &lt;this URL&gt;</code> with the
operator's token. See docs/operating/install.md.</p>`,
  )
}
