import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyLimits } from 'service/body-limits.ts'
import { keyOf } from 'service/api-key.ts'
import { idleConnections } from 'service/idle-connections.ts'
import { Agent } from 'undici'
import { limitQueue, limitBytes, maxMessageBytes, TooLarge } from './size-limits.ts'
import { cancelable, runWith } from '../cancel-requests.ts'
import type { Config } from '../config.ts'
import { isRead, retryClosedConnection } from '../proxy.ts'
import { compressResponse } from './compress-response.ts'
import { type Exchange, requests } from './exchange.ts'
import { OpenExchanges } from './open-exchanges.ts'
import { responseHeaders, pathAtService, rewriteRedirect, requestHeaders } from './service-headers.ts'
import { createServiceTokens, type ServiceTokens } from './service-tokens.ts'
import type { sessionMark } from './session-mark.ts'

const path = '/api/:remote'

/** Milliseconds until the response headers must arrive. */
const maxWait = 15_000

interface Services {
  readonly config: Config
  readonly open: OpenExchanges
  readonly tokens: ServiceTokens
  readonly serviceOf: (remote: string) => string | undefined
}

/** Other upgrades (to HTTP/2, for instance) get a normal response. */
export const isSocketOfService = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/api/mf-') && headers.upgrade?.toLowerCase() === 'websocket'

/** Replaces the cookies with a token that identifies the user. No exchange outlives its token. */
export function serviceProxy(
  app: FastifyInstance,
  config: Config,
  mark: ReturnType<typeof sessionMark>,
  serviceOf: (remote: string) => string | undefined,
  responseTimeout = maxWait,
): void {
  const agent = new Agent({
    connections: config.SERVICE_OPEN_REQUESTS,
    headersTimeout: responseTimeout,
    bodyTimeout: 0, // streams may be silent; the token limits them
    maxHeaderSize: 16_384,
    connect: { timeout: 2000 },
    ...idleConnections,
  })
  const open = new OpenExchanges(config)
  const tokens = createServiceTokens(config, mark)
  const wsClientOptions = {
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    handshakeTimeout: responseTimeout,
    rewriteRequestHeaders: (_: object, request: FastifyRequest) => headersOf(request),
  }
  app.addHook('preClose', async () => open.closeLongLived())
  app.addHook('onClose', async () => {
    await Promise.all([agent.destroy(), tokens.stop()])
  })
  app.decorateRequest('exchange', null)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_: FastifyRequest, body: Readable) =>
      body.pipe(limitBytes(bodyLimits.service)),
    )
    const services = { config, open, tokens, serviceOf }
    scope.addHook('onRequest', (request, reply) => admit(services, request, reply))
    scope.setErrorHandler((error, { exchange }) => {
      if (exchange === null || !responded.has(exchange) || !(error instanceof Error)) throw error
      sendFailure(exchange, error)
    })
    scope.addHook('preHandler', ({ exchange }, _, done) => (exchange ? runWith(exchange.gone, done) : done()))
    scope.register(httpProxy, {
      upstream: '',
      prefix: path,
      rewritePrefix: '/',
      proxyPayloads: false,
      disableRequestLogging: true,
      internalRewriteLocationHeader: false,
      disableCache: true, // of parsed URLs, which rarely repeat here
      undici: { request: cancelable(agent) },
      websocket: true,
      wsServerOptions: { maxPayload: maxMessageBytes, perMessageDeflate: false },
      wsClientOptions,
      wsHooks: {
        onIncomingMessage: (_, source, target, { data }) => limitQueue(source, target, data),
        onOutgoingMessage: (_, source, target, { data }) => limitQueue(target, source, data),
      },
      replyOptions: {
        getUpstream: ({ exchange }) => exchange?.upstream ?? '',
        retryDelay: retryClosedConnection,
        rewriteRequestHeaders: headersOf,
        rewriteHeaders: (headers) => responseHeaders(headers),
        onResponse: ({ exchange }, _, { stream }) => exchange && sendResponse(exchange, stream),
        onError: ({ request: { exchange } }, { error }) => exchange && sendFailure(exchange, error),
      },
    })
  })
}

const headersOf = ({ exchange }: Pick<FastifyRequest, 'exchange'>): Record<string, string> =>
  exchange ? requestHeaders(exchange.reply.request, exchange) : {}

async function admit(
  { config: { AUTH_URL: authUrl }, open, tokens, serviceOf }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  // From the raw URL: a percent-encoded name is not accepted.
  const [, , remote = ''] = request.url.split(/[/?]/)
  const upstream = serviceOf(remote)
  if (upstream === undefined) return reply.callNotFound()
  const refuse = (status: number, code: string, message: string) => {
    requests.inc({ remote, outcome: 'refused' })
    return reply.code(status).header('cache-control', 'no-store').send({ code, message })
  }
  const servicePath = pathAtService(request.url, remote)
  if (servicePath === null) return refuse(400, 'BAD_REQUEST', 'This URL is not a valid path of a service.')
  const isSocket = isSocketOfService(request.raw)
  if (!isOwnPage(request, authUrl, isSocket))
    return refuse(403, 'INVALID_ORIGIN', `Only pages of ${authUrl} may call a service.`)
  if (executableDestination.test(String(request.headers['sec-fetch-dest'])))
    return refuse(403, 'FORBIDDEN', 'A service returns data only. Ship scripts and styles with the remote.')
  if (Number(request.headers['content-length'] ?? 0) > bodyLimits.service) return refuse(413, ...tooLarge)
  const token = await tokens.tokenFor(request, remote)
  if (token === 'signed-out') return refuse(401, 'UNAUTHORIZED', 'Sign in first.')
  if (token === 'not-a-member')
    return refuse(403, 'FORBIDDEN', 'You are not a member of this organization, or it requires a second factor.')
  if (token === 'rate-limited') return refuse(429, 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.')
  if (token === 'unavailable')
    return refuse(502, 'UPSTREAM_UNAVAILABLE', 'The account service is unavailable. Try again soon.')
  const wait = open.takeSlot(remote, token.userId)
  if (wait > 0) {
    void reply.header('retry-after', wait)
    return refuse(429, 'TOO_MANY_REQUESTS', `Too many requests to the service of ${remote}. Try again in ${wait} s.`)
  }
  const exchange = { authUrl, remote, upstream, path: servicePath, token, gone: new AbortController(), reply }
  const isRefused = async (newerThan: number) => {
    const renewed = await tokens.tokenFor(request, remote, newerThan)
    return renewed === 'signed-out' || renewed === 'not-a-member'
  }
  if (!open.begin(exchange, isSocket, isRefused)) {
    void reply.header('retry-after', 1)
    return refuse(503, 'SERVER_BUSY', `The service of ${remote} has too many open requests. Try again soon.`)
  }
  request.exchange = exchange
  if (isSocket) void reply.code(101)
  return undefined
}

/** Values of Sec-Fetch-Dest that the policy would allow, although services are not signed. */
const executableDestination = /^(script|style|xslt|manifest|\w*work(er|let))$/

/**
 * CSRF protection: scripts cannot set these headers. Writes and sockets must have an origin, unless
 * they have an API key, which no other page can send. A page may link to a download; a link from
 * elsewhere, such as an email, must tell a service nothing.
 */
function isOwnPage({ method, headers }: FastifyRequest, authUrl: string, isSocket: boolean): boolean {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers
  const mayLackOrigin = (isRead(method) && !isSocket) || keyOf(headers) !== undefined
  return (origin === authUrl || (mayLackOrigin && origin === undefined)) && site === 'same-origin'
}

function sendResponse(exchange: Exchange, stream: IncomingMessage): void {
  const { remote, upstream, path: from, reply } = exchange
  const location = reply.getHeader('location')
  if (location !== undefined) {
    const within = rewriteRedirect(String(location), remote, upstream, from)
    if (within === null) {
      stream.destroy()
      return sendFailure(exchange, new Error('redirect leaves the service'))
    }
    void reply.header('location', within)
  }
  requests.inc({ remote, outcome: `${Math.floor(reply.statusCode / 100)}xx` })
  responded.add(exchange)
  void reply.send(compressResponse(stream, reply))
}
const responded = new WeakSet<Exchange>()

const tooLarge = ['PAYLOAD_TOO_LARGE', `The body exceeds the maximum of ${bodyLimits.service / 1_000_000} MB.`] as const

function sendFailure({ remote, gone, reply }: Exchange, error: Error): void {
  for (const name of Object.keys(reply.getHeaders())) if (name !== 'x-request-id') reply.removeHeader(name)
  void reply.header('cache-control', 'no-store')
  if (error.cause instanceof TooLarge) {
    requests.inc({ remote, outcome: 'refused' })
    return void reply.code(413).send({ code: tooLarge[0], message: tooLarge[1] })
  }
  const isSlow = ('statusCode' in error && error.statusCode === 504) || gone.signal.aborted
  requests.inc({ remote, outcome: isSlow ? 'slow' : 'unreachable' })
  gone.abort() // otherwise an unread response keeps its connection
  const what = isSlow ? 'took too long to respond. Try again.' : 'is unavailable. Try again soon.'
  void reply
    .code(isSlow ? 504 : 502)
    .send({ code: 'UPSTREAM_UNAVAILABLE', message: `The service of ${remote} ${what}` })
}
