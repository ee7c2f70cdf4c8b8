import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { pino } from 'pino'
import { fastifyOptions } from 'service/fastify-options.ts'
import { z } from 'zod'
import { sendError, sendNotFound } from '../handle-errors.ts'
import { loadConfig } from '../config.ts'
import { logRequests } from '../request-log.ts'
import { securityHeaders } from '../security-headers.ts'
import { isSocketOfService, serviceProxy } from '../services/service-proxy.ts'
import { sessionMark } from '../services/session-mark.ts'

export const authUrl = 'http://localhost:3000'

interface Session {
  sub: string
  organization?: object | null
  /** Ids by slug, besides the active `organization`. */
  memberOf?: Record<string, string>
  /** Lifetime of its tokens in seconds. */
  expiresIn?: number
}

interface CallOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Null: signed out. */
  session?: string | null
}

interface CallResponse {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Empty unless it is JSON. */
  readonly body: Record<string, unknown>
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return `http://127.0.0.1:${port}`
}

const echo: RequestListener = (incoming, response) => {
  const { method, url, headers } = incoming
  response.setHeader('content-type', 'application/json')
  void text(incoming).then((body) => response.end(JSON.stringify({ method, url, headers, body })))
}

const cookieOf = (session: string | null) =>
  session === null ? {} : { cookie: `better-auth.session_token=${session}` }

interface Options {
  responseTimeout?: number | undefined
  settings?: Record<string, string>
}

/** Starts the proxy, a rest-auth with two sessions, and an `mf-invoices` that echoes requests. */
export async function startServiceProxy({ responseTimeout, settings = {} }: Options = {}) {
  const sessions = new Map<string, Session>([
    ['ann', { sub: 'ann' }],
    ['bob', { sub: 'bob' }],
  ])
  const keys = await generateKeyPair('EdDSA', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'EdDSA', kid: 'k' }] }
  const sign = (payload: JWTPayload, expiresIn = 300) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'EdDSA', kid: 'k', typ: 'service+jwt' })
      .setIssuedAt()
      .setIssuer(authUrl)
      .setExpirationTime(`${expiresIn} s`)
      .setJti(crypto.randomUUID())
      .sign(keys.privateKey)
  const minted: string[] = []
  const state = { restAuthStatus: 200 }
  const restAuth = createServer(({ url = '', headers: { cookie = '', 'x-api-key': key } }, response) => {
    const { audience = '', organization: slug } = Object.fromEntries(new URL(url, authUrl).searchParams)
    minted.push(`${audience} ${cookie}`)
    if (cookie !== '' && key !== undefined) return void response.writeHead(400).end('{}')
    const session = sessions.get(/session_token=(\w+)/.exec(cookie)?.[1] ?? String(key))
    if (state.restAuthStatus !== 200 || !session)
      return void response.writeHead(session ? state.restAuthStatus : 401).end('{}')
    const { expiresIn = 300, sub, memberOf = {} } = session
    const organization = slug === undefined ? (session.organization ?? null) : { id: memberOf[slug] }
    if (slug !== undefined && !(slug in memberOf)) return void response.writeHead(403).end('{}')
    void sign({ sub, organization, aud: audience }, expiresIn).then((token) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ token, expiresIn, userId: sub })),
    )
  })
  const service = { handle: echo, requests: 0 }
  const server = createServer((incoming, response) => {
    service.requests += 1
    service.handle(incoming, response)
  })
  const [restAuthUrl, url] = [await listen(restAuth), await listen(server)]
  const services = new Map([['mf-invoices', url]])

  const log: string[] = []
  const own = { DATABASE_URL: 'postgres://localhost/none', AUTH_URL: authUrl, REST_AUTH_URL: restAuthUrl }
  const config = loadConfig({ ...own, ...settings })
  const shared = fastifyOptions(config, pino({}, { write: (line: string) => void log.push(line) }), 60_000)
  const app = fastify({
    ...shared,
    http: { ...shared.http, shouldUpgradeCallback: isSocketOfService },
    routerOptions: { ignoreTrailingSlash: true },
  })
  logRequests(app)
  securityHeaders(app, { https: false })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)
  const mark = sessionMark({ https: false })
  serviceProxy(app, config, mark, (remote) => services.get(remote), responseTimeout)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })

  const agent = new Agent({ keepAlive: true })
  /** Sends the path unchanged. The caller ends the request. */
  const begin = (path: string, { method = 'GET', headers = {}, session = 'ann' }: CallOptions = {}) => {
    const { origin: from = method === 'GET' ? '' : authUrl, ...others } = headers
    const { port } = new URL(origin)
    return request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { ...cookieOf(session), ...(from !== '' && { origin: from }), ...others },
      agent,
    })
  }
  const call = async (path: string, options: CallOptions = {}): Promise<CallResponse> => {
    const sent = begin(path, options).end(options.body)
    const [response]: IncomingMessage[] = await once(sent, 'response')
    if (!response) throw new Error('no response')
    const content = await text(response)
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const body = isJson ? z.record(z.string(), z.unknown()).parse(JSON.parse(content || '{}')) : {}
    return { status: response.statusCode ?? 0, headers: response.headers, body }
  }

  return {
    app,
    origin,
    url,
    server,
    log,
    jwks,
    sign,
    sessions,
    minted,
    state,
    service,
    echo,
    services,
    begin,
    call,
    stop: async () => {
      agent.destroy()
      server.closeAllConnections()
      await app.close()
      server.close()
      restAuth.close()
    },
  }
}
