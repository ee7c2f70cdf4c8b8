import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyLimits } from 'service/body-limits.ts'
import { idleConnections, isClosedConnection } from 'service/idle-connections.ts'
import { Agent } from 'undici'
import { boundQueue, limited, longestMessage, TooLarge } from './bounded.ts'
import { type Exchange, requests } from './exchange.ts'
import { most, OpenExchanges } from './open-exchanges.ts'
import { answerHeaders, pathAtService, redirectWithin, requestHeaders } from './service-headers.ts'
import type { ServiceTokens } from './service-tokens.ts'
import { present, untilGone } from './until-gone.ts'

const path = '/api/:remote'

interface Options {
  readonly authUrl: string
  readonly serviceOf: (remote: string) => string | undefined
  readonly tokens: ServiceTokens
  /** Milliseconds that never go back. */
  readonly now: () => number
  /** Milliseconds until an answer must have begun. */
  readonly patience: number
}

/** Whether Node shall take a request for an upgrade; others that say `Upgrade` (to HTTP/2, for instance) are answered as usual. */
export const isSocketOfService = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/api/mf-') && headers.upgrade?.toLowerCase() === 'websocket'

/**
 * Passes what pages ask of `/api/<remote>/…` on to the service of the remote, with a token that says who asks and without what is the
 * product's own. Nothing of it lasts longer than the token.
 */
export function serviceProxy(app: FastifyInstance, options: Options): void {
  const agent = new Agent({
    connections: most.ofRemote, // to each service
    headersTimeout: options.patience,
    bodyTimeout: 0, // a stream may be silent; its token ends
    maxHeaderSize: 16_384,
    connect: { timeout: 2000 },
    ...idleConnections,
  })
  const open = new OpenExchanges(options.now)
  const wsClientOptions = {
    maxPayload: longestMessage,
    perMessageDeflate: false,
    handshakeTimeout: options.patience,
    rewriteRequestHeaders: (_: object, request: FastifyRequest) => headersOf(request),
  }
  app.addHook('preClose', async () => open.endLasting())
  app.addHook('onClose', async () => {
    await Promise.all([agent.destroy(), options.tokens.stop()])
  })
  app.decorateRequest('exchange', null)
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_: FastifyRequest, body: Readable) => body.pipe(limited(bodyLimits.service)))
    scope.addHook('onRequest', (request, reply) => admit(options, open, request, reply))
    scope.setErrorHandler((error, { exchange }) => {
      // What breaks off before anything of it could be sent is no answer.
      if (exchange === null || !answered.has(exchange) || !(error instanceof Error)) throw error
      fail(exchange, error)
    })
    // After the body is there: events of its stream run in a context of their own.
    scope.addHook('preHandler', ({ exchange }, _, done) => (exchange ? present.run(exchange, done) : done()))
    scope.register(httpProxy, {
      upstream: '',
      prefix: path,
      rewritePrefix: '/',
      proxyPayloads: false,
      disableRequestLogging: true,
      internalRewriteLocationHeader: false,
      disableCache: true, // of addresses, which are everybody's own here
      undici: { request: untilGone(agent) },
      websocket: true,
      wsServerOptions: { maxPayload: longestMessage, perMessageDeflate: false },
      wsClientOptions,
      wsHooks: {
        onIncomingMessage: (_, source, target, { data }) => boundQueue(source, target, data),
        onOutgoingMessage: (_, source, target, { data }) => boundQueue(target, source, data),
      },
      replyOptions: {
        getUpstream: ({ exchange }) => exchange?.upstream ?? '',
        retryDelay: ({ err, req, attempt }) =>
          attempt === 0 && (req.method === 'GET' || req.method === 'HEAD') && isClosedConnection(err) ? 1 : null,
        rewriteRequestHeaders: headersOf,
        rewriteHeaders: (headers) => answerHeaders(headers),
        onResponse: ({ exchange }, _, { stream }) => exchange && answer(exchange, stream),
        onError: ({ request: { exchange } }, { error }) => exchange && fail(exchange, error),
      },
    })
  })
}

const headersOf = ({ exchange }: Pick<FastifyRequest, 'exchange'>): Record<string, string> =>
  exchange ? requestHeaders(exchange.reply.request, exchange) : {}

/** Decides before anything of the body is read, and begins the exchange. */
async function admit(
  { authUrl, serviceOf, tokens }: Options,
  open: OpenExchanges,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  // As it was sent: a name that is written in another way is none.
  const [, , remote = ''] = request.url.split(/[/?]/)
  const upstream = serviceOf(remote)
  if (upstream === undefined) return reply.callNotFound()
  const refuse = (status: number, code: string, message: string) => {
    requests.inc({ remote, outcome: 'refused' })
    return reply.code(status).header('cache-control', 'no-store').send({ code, message })
  }
  const below = pathAtService(request.url, remote)
  if (below === null) return refuse(400, 'BAD_REQUEST', 'This is no address of a service.')
  const isSocket = isSocketOfService(request.raw)
  if (!isOwnPage(request, authUrl, isSocket))
    return refuse(403, 'INVALID_ORIGIN', `Only pages of ${authUrl} may ask this.`)
  if (isCode.test(String(request.headers['sec-fetch-dest'])))
    return refuse(403, 'FORBIDDEN', 'A service answers data. Scripts and styles come with the remote.')
  if (Number(request.headers['content-length'] ?? 0) > bodyLimits.service) return refuse(413, ...tooLarge)
  const isLasting = isSocket || /\btext\/event-stream\b/.test(request.headers.accept ?? '')
  const token = await tokens.tokenFor(request, remote, isLasting)
  if (token === 'nobody') return refuse(401, 'UNAUTHORIZED', 'Sign in first.')
  if (token === 'too often') return refuse(429, 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.')
  if (token === 'no answer')
    return refuse(502, 'UPSTREAM_UNAVAILABLE', 'The account service cannot be reached. Try again soon.')
  const exchange = { authUrl, remote, upstream, path: below, token, gone: new AbortController(), reply }
  if (!open.begin(exchange, isSocket)) {
    void reply.header('retry-after', 1)
    return refuse(503, 'SERVER_BUSY', `The service of ${remote} has too much to do. Try again soon.`)
  }
  request.exchange = exchange
  // What metrics tell of a socket when it ends.
  if (isSocket) void reply.code(101)
  return undefined
}

/** What a browser would run or draw with (Sec-Fetch-Dest): a policy takes it from the product's origin, and nobody has signed it. */
const isCode = /^(script|style|xslt|manifest|\w*work(er|let))$/

/** Browsers say by which page they ask, and no script can change it. What changes something, and every socket, has to say so. */
function isOwnPage({ method, headers }: FastifyRequest, authUrl: string, isSocket: boolean): boolean {
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers
  const isRead = (method === 'GET' || method === 'HEAD') && !isSocket
  return (
    (origin === authUrl || (isRead && origin === undefined)) && (site === 'same-origin' || (isRead && site === 'none'))
  )
}

function answer(exchange: Exchange, stream: IncomingMessage): void {
  const { remote, upstream, path: from, reply } = exchange
  const location = reply.getHeader('location')
  if (location !== undefined) {
    const within = redirectWithin(String(location), remote, upstream, from)
    if (within === null) {
      stream.destroy()
      return fail(exchange, new Error('a redirect leads elsewhere'))
    }
    void reply.header('location', within)
  }
  requests.inc({ remote, outcome: `${Math.floor(reply.statusCode / 100)}xx` })
  answered.add(exchange)
  void reply.send(stream)
}
const answered = new WeakSet<Exchange>()

const tooLarge = ['PAYLOAD_TOO_LARGE', `A body has ${bodyLimits.service / 1_000_000} MB at most.`] as const

function fail({ remote, gone, reply }: Exchange, error: Error): void {
  for (const name of Object.keys(reply.getHeaders())) if (name !== 'x-request-id') reply.removeHeader(name)
  void reply.header('cache-control', 'no-store')
  if (error.cause instanceof TooLarge) {
    requests.inc({ remote, outcome: 'refused' })
    return void reply.code(413).send({ code: tooLarge[0], message: tooLarge[1] })
  }
  const isSlow = ('statusCode' in error && error.statusCode === 504) || gone.signal.aborted
  requests.inc({ remote, outcome: isSlow ? 'slow' : 'unreachable' })
  gone.abort() // of what nobody reads the connection would be kept
  const what = isSlow ? 'took too long to answer. Try again.' : 'cannot be reached. Try again soon.'
  void reply
    .code(isSlow ? 504 : 502)
    .send({ code: 'UPSTREAM_UNAVAILABLE', message: `The service of ${remote} ${what}` })
}
