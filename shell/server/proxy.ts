import { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import { safeParse } from 'fast-content-type-parse'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { hangUpSignal, watchHangUps } from './hang-up.ts'
import { idleConnections, isClosedConnection } from 'service/idle-connections.ts'
import { Agent, type Dispatcher } from 'undici'

interface Upstream {
  /** Path prefix, the same on both sides unless `at` says another one. */
  path: string
  at?: string
  url: string
  name: string
  bodyLimit: number
  /** The cookies that an answer sets, for those that it came with. */
  renewMark?: (cookies: string[]) => string[]
}

/** Longer than any call takes, the exchange with a provider included, and short enough for who waits in front of an empty page. */
const timeout = 15_000

/**
 * Passes everything below a path on to a service, with the client's address and the request's id. The service hears of it
 * when the client leaves before the answer, and gets whole bodies only: who sends slowly keeps nobody waiting there.
 */
export function proxyTo(app: FastifyInstance, { path, at = path, url, name, bodyLimit, renewMark }: Upstream): void {
  const agent = new Agent({
    connections: 128,
    headersTimeout: timeout,
    bodyTimeout: timeout,
    connect: { timeout: 2000 },
    ...idleConnections,
  })
  app.addHook('onClose', () => agent.close())
  app.register(async (scope) => {
    watchHangUps(scope)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (request: FastifyRequest, body: Buffer) => {
      const type = request.headers['content-type']?.replace(/;\s*$/, '') // legal, but not to this parser
      if (type !== undefined && safeParse(type).type === '') throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
      return Readable.from([body]) // what is no stream would be read by its type and written anew
    })
    scope.register(httpProxy, {
      upstream: url,
      prefix: path,
      rewritePrefix: at,
      proxyPayloads: false,
      disableRequestLogging: true,
      undici: { request: untilHangUp(agent) },
      replyOptions: {
        // A read is asked once more if its connection closed: an instance that ends closes those that were idle, perhaps just when
        // a request set out. The service's own 503 is an answer, not a reason to ask again.
        retryDelay: ({ err, req, attempt }) =>
          attempt === 0 && isRead(req.method) && isClosedConnection(err) ? 1 : null,
        // Node has answered `Expect: 100-continue` itself; its client, unlike others, refuses to send it on.
        rewriteRequestHeaders: (request, { expect: _expect, ...headers }) => ({
          ...headers,
          'x-request-id': request.id,
          'x-forwarded-for': request.ip,
          'x-forwarded-proto': request.protocol,
          'x-forwarded-host': request.host,
        }),
        // Of the connection to the service, not of the one to the client (RFC 9110, section 7.6.1).
        rewriteHeaders: ({ connection: _connection, 'keep-alive': _keepAlive, ...headers }) =>
          renewMark && headers['set-cookie']
            ? { ...headers, 'set-cookie': renewMark([headers['set-cookie']].flat()) }
            : headers,
        onError: (reply, { error }) => {
          const slow = 'statusCode' in error && error.statusCode === 504
          reply
            .code(slow ? 504 : 502)
            .header('cache-control', 'no-store')
            .send({
              code: 'UPSTREAM_UNAVAILABLE',
              message: slow
                ? `${name} took too long to answer. Try again.`
                : `${name} cannot be reached. Try again soon.`,
            })
        },
      },
    })
  })
}

const isRead = (method: string | undefined): boolean => method === 'GET' || method === 'HEAD'

type Options<Opaque> = Dispatcher.RequestOptions<Opaque>
type Callback<Opaque> = (error: Error | null, data: Dispatcher.ResponseData<Opaque>) => void

/** The agent's calls, each broken off when the client that it is made for leaves; then nobody is told of its failure. */
function untilHangUp(agent: Agent): Dispatcher['request'] {
  function request<Opaque = null>(options: Options<Opaque>, callback: Callback<Opaque>): void
  function request<Opaque = null>(options: Options<Opaque>): Promise<Dispatcher.ResponseData<Opaque>>
  function request<Opaque = null>(options: Options<Opaque>, callback?: Callback<Opaque>) {
    const signal = hangUpSignal() ?? null
    if (!callback) return agent.request({ ...options, signal })
    return agent.request({ ...options, signal }, (error: Error | null, data: Dispatcher.ResponseData<Opaque>) => {
      if (!signal?.aborted) callback(error, data)
    })
  }
  return request
}
