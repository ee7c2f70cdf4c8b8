import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { bodyLimits } from 'service/body-limits.ts'
import { fastifyOptions } from 'service/fastify-options.ts'
import { countRequests } from 'service/metrics.ts'
import { GALLERY_PATH, PREVIEW_PATH } from 'contract/version-lock.ts'
import { errorPages, refuseUnreadable } from './error-pages.ts'
import { sendError } from './handle-errors.ts'
import type { Config } from './config.ts'
import { cspReports } from './csp-reports.ts'
import { documentRoutes } from './document-routes.ts'
import { healthRoutes } from './health.ts'
import { liveReload } from './live-reload.ts'
import { proxyTo } from './proxy.ts'
import { fileRoutes } from 'registry/live/file-routes.ts'
import type { Registry } from 'registry/live/registry.ts'
import type { Tally } from 'registry/health/tally.ts'
import { followHealth } from './follow-health.ts'
import { remoteFailures } from './remote-failures.ts'
import { type RegistryCalls, registryApi } from './registry-api.ts'
import { logRequests } from './request-log.ts'
import { sdkPages } from './sdk-routes.ts'
import { securityHeaders } from './security-headers.ts'
import { startServiceSeries } from './services/exchange.ts'
import { isSocketOfService, serviceProxy } from './services/service-proxy.ts'
import { sessionMark } from './services/session-mark.ts'
import { updateRoutes } from './update-routes.ts'
import { wellKnownFiles } from './well-known-files.ts'

/** Takes a malformed escape (`/100%`) literally. The router would reject it without a page. */
function escapeMalformedPath(path: string): string {
  try {
    decodeURI(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

export async function buildApp(
  config: Config,
  log: FastifyBaseLogger,
  registry: Registry,
  tally: Tally,
  registryCalls: RegistryCalls,
): Promise<FastifyInstance> {
  const options = fastifyOptions(config, log, 60_000)
  const app = fastify({
    ...options,
    bodyLimit: 1024, // of unknown paths; all others have their own
    clientErrorHandler: refuseUnreadable(config),
    http: { ...options.http, shouldUpgradeCallback: isSocketOfService },
    routerOptions: { ignoreTrailingSlash: true },
    // Proxies may send the whole URL (RFC 9112, section 3.2.2).
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^[^?]*/, escapeMalformedPath),
  })
  // First path segments that this server handles or proxies, so that no remote can claim them.
  const reservedPaths = new Set([PREVIEW_PATH])
  app.addHook('onRoute', ({ url }) => {
    const [, first = ''] = url.split('/')
    if (first !== '' && first !== '*') reservedPaths.add(`/${first}`)
  })
  countRequests(app)
  logRequests(app)
  securityHeaders(app, config)
  app.setErrorHandler(sendError)
  errorPages(app, config)
  healthRoutes(app, config, registry)

  const mark = sessionMark(config)
  // The mark invalidates cached service tokens, so it is needed only while a remote has a service.
  const renewMark = (cookies: string[]) => (registry.state()?.services.size ? mark.renewed(cookies) : cookies)
  const restAuth = { url: config.REST_AUTH_URL, name: 'The account service', bodyLimit: bodyLimits.restAuth }
  const gateway = { url: config.GATEWAY_URL, name: 'The organization service', bodyLimit: bodyLimits.gateway }
  proxyTo(app, { path: config.AUTH_BASE_PATH, ...restAuth, renewMark })
  proxyTo(app, { path: '/graphql', ...gateway, renewMark })
  proxyTo(app, { path: '/.well-known/jwks.json', at: `${config.AUTH_BASE_PATH}/jwks`, ...restAuth })
  // If the account API is at `/api`, remotes have no services (registry/src/service/services.ts).
  if (config.AUTH_BASE_PATH !== '/api') {
    const startSeries = () => startServiceSeries([...(registry.state()?.services.keys() ?? [])])
    startSeries()
    registry.onChange(startSeries)
    serviceProxy(app, config, mark, (remote) => registry.state()?.services.get(remote))
  }
  if (!config.production) {
    proxyTo(app, { path: '/dev', ...restAuth })
    app.get('/dev/kit', (_request, reply) => reply.redirect(GALLERY_PATH, 302))
  }
  cspReports(app)
  remoteFailures(app, registry, tally, config)
  if (config.liveReload) liveReload(app, registry)

  const registryContext = registryApi(app, config, registry, registryCalls, reservedPaths)
  tally.follow(followHealth(registryContext, config, log))
  sdkPages(app, registry, new URL(config.AUTH_URL).origin)
  fileRoutes(app, registry, { sourceMaps: !config.production, isShared: config.ASSETS_ORIGIN !== undefined })
  updateRoutes(app, registry, config)
  wellKnownFiles(app, config)
  documentRoutes(app, config, registry, tally, registryCalls)
  return app
}
