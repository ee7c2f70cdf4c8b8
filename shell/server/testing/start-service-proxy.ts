import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type RequestListener, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { pino } from 'pino'
import { fastifyOptions } from 'service/fastify-options.ts'
import { steadyTime } from 'service/steady-time.ts'
import { z } from 'zod'
import { answerErrors } from '../answer-errors.ts'
import { loadConfig } from '../config.ts'
import { logRequests } from '../request-log.ts'
import { securityHeaders } from '../security-headers.ts'
import { isSocketOfService, serviceProxy } from '../services/service-proxy.ts'
import { ServiceTokens } from '../services/service-tokens.ts'
import { sessionMark } from '../services/session-mark.ts'

export const authUrl = 'http://localhost:3000'

/** A session as this rest-auth knows it. */
interface Session {
  sub: string
  organization?: object | null
  /** Seconds that its tokens live. */
  expiresIn?: number
}

interface Ask {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Null: nobody. */
  session?: string | null
}

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Of JSON. */
  readonly body: Record<string, unknown>
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  return `http://127.0.0.1:${port}`
}

/** A service that answers what it was asked. */
const echo: RequestListener = (asked, response) => {
  const { method, url, headers } = asked
  response.setHeader('content-type', 'application/json')
  void text(asked).then((body) => response.end(JSON.stringify({ method, url, headers, body })))
}

const cookieOf = (session: string | null) =>
  session === null ? {} : { cookie: `better-auth.session_token=${session}` }

/** The way to services, beside a rest-auth that knows some sessions, and a service `mf-invoices` that answers what it was asked. */
export async function startServiceProxy({ patience = 15_000 } = {}) {
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
  const restAuth = createServer(({ url = '', headers: { cookie = '' } }, response) => {
    const audience = new URL(url, authUrl).searchParams.get('audience') ?? ''
    minted.push(`${audience} ${cookie}`)
    const session = sessions.get(/session_token=(\w+)/.exec(cookie)?.[1] ?? '')
    if (state.restAuthStatus !== 200 || !session)
      return void response.writeHead(session ? state.restAuthStatus : 401).end('{}')
    const { expiresIn = 300, sub, organization = null } = session
    void sign({ sub, organization, aud: audience }, expiresIn).then((token) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ token, expiresIn, userId: sub })),
    )
  })
  const service = { handle: echo, asked: 0 }
  const server = createServer((asked, response) => {
    service.asked += 1
    service.handle(asked, response)
  })
  const [restAuthUrl, url] = [await listen(restAuth), await listen(server)]
  const services = new Map([['mf-invoices', url]])

  const log: string[] = []
  const config = loadConfig({ DATABASE_URL: 'postgres://localhost/none' })
  const shared = fastifyOptions(config, pino({}, { write: (line: string) => void log.push(line) }), 60_000)
  const app = fastify({
    ...shared,
    http: { ...shared.http, shouldUpgradeCallback: isSocketOfService },
    routerOptions: { ignoreTrailingSlash: true },
  })
  logRequests(app)
  securityHeaders(app, { https: false })
  answerErrors(app)
  const mark = sessionMark({ https: false })
  const tokens = new ServiceTokens({ restAuthUrl, mark, now: steadyTime })
  serviceProxy(app, { authUrl, serviceOf: (remote) => services.get(remote), tokens, now: steadyTime, patience })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })

  const agent = new Agent({ keepAlive: true })
  /** Begins a request of a page, with the path as it is given. */
  const begin = (path: string, { method = 'GET', headers = {}, session = 'ann' }: Ask = {}) => {
    const from = method === 'GET' ? {} : { origin: authUrl }
    const { port } = new URL(origin)
    return request({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { ...cookieOf(session), ...from, ...headers },
      agent,
    })
  }
  const ask = async (path: string, options: Ask = {}): Promise<Answer> => {
    const sent = begin(path, options).end(options.body)
    const [answer]: IncomingMessage[] = await once(sent, 'response')
    if (!answer) throw new Error('no answer')
    const content = await text(answer)
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    const body = isJson ? z.record(z.string(), z.unknown()).parse(JSON.parse(content || '{}')) : {}
    return { status: answer.statusCode ?? 0, headers: answer.headers, body }
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
    ask,
    stop: async () => {
      agent.destroy()
      server.closeAllConnections()
      await app.close()
      server.close()
      restAuth.close()
    },
  }
}
