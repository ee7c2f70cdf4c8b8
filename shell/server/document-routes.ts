import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify'
import { chooseLocale } from 'kit/locale'
import { isLoopback } from 'service/environment.ts'
import { ERROR_PATH, findRouteOwner, GALLERY_PATH, PASSWORD_PATH, SIGN_IN_PATH } from 'contract/version-lock.ts'
import { compressFor } from './compress-for.ts'
import type { Config } from './config.ts'
import { createDocument } from './document.ts'
import { watchFacts } from './facts.ts'
import { createPageChooser } from './page-choice.ts'
import type { RegistryContext } from 'registry/context.ts'
import type { Registry } from 'registry/live/registry.ts'
import { integrityPolicy } from './security-headers.ts'
import { sessionCookies } from './services/session-mark.ts'

export function documentRoutes(app: FastifyInstance, config: Config, registry: Registry, ctx: RegistryContext): void {
  redirectPages(app, config, registry)
  const authUrl = new URL(config.AUTH_URL)
  const choose = createPageChooser(ctx, registry, config)
  const renderDocument = createDocument(config)
  const findFacts = watchFacts(config.accountApi)

  const sendDocument: RouteHandlerMethod = async (request, reply) => {
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
    const state = registry.state()
    if (!state) return sendEmpty(reply)
    const { choice, setCookie } = await choose(state, request, pathname)
    const remote = state.page.ownerOf(pathname, choice.remotes)
    const prerendered = remote ? await registry.prerendered(remote, pathname, locale) : null
    if (request.method === 'POST' && !prerendered) return reply.callNotFound()
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
      colorScheme: /(?:^|; )color-scheme=(light|dark)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1],
      // A page with an error says more than was prerendered.
      prerendered: hasSession || new URLSearchParams(search).has('error') ? null : prerendered,
      facts: await findFacts(),
      requestId: request.id,
    })
    if (!document) return sendEmpty(reply)
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

/** Ignores weights: browsers already sort their languages by preference. */
const acceptedLanguages = (header = '') => header.split(',').map((entry) => entry.split(';', 1)[0]?.trim() ?? '')

function sendEmpty(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({
      'cache-control': 'no-store',
      'retry-after': '5',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Nothing is published yet</title>
  </head>
  <body>
    <h1>Nothing is published yet</h1>
    <p>This server works, but its registry has no version of the shell or has not been readable since the server started.</p>
    <p>In a checkout of the product, <code>npm start</code> publishes the shell and the remotes. If you start the services
      one by one, run <code>npm run build</code>, then <code>npm run remote -- publish --to &lt;this URL&gt;</code> with the
      operator's token. See docs/operating/install.md.</p>
  </body>
</html>
`)
}
