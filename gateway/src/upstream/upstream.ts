import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { GraphQLError } from 'graphql'
import { Histogram } from 'prom-client'
import type { Dispatcher, Pool } from 'undici'
import { isClosedConnection } from 'service/idle-connections.ts'
import {
  responseTooLarge,
  beyondAccessToken,
  Refusal,
  refusalBody,
  upstreamUnavailable,
  type RefusalBody,
} from '../errors.ts'
import { SetCookies } from './set-cookies.ts'

const requestTimeout = 4800 // in milliseconds

const defaultRetryAfter = 2 // in seconds

/** For all responses to one request together. Our own response has at most 5 MB. */
const maxReceivedBytes = 8_000_000

/** Shared, because the stack of a new error costs 3 % of a page. */
const clientDisconnected = upstreamUnavailable()

/** The only call that rest-auth accepts with an access token. */
const pathForAccessTokens = '/organization/batch'

const durations = new Histogram({
  name: 'upstream_call_duration_seconds',
  help: "Calls to rest-auth by path and outcome: its status, 'timeout', 'unreachable', or 'abandoned' if the client disconnected",
  labelNames: ['method', 'path', 'outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
})

/** The parts of a client's request that are forwarded to rest-auth. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>
  readonly cookie: string | undefined
  readonly hasBearer: boolean // also with an API key
  readonly hasKey: boolean
  readonly hasAccessToken: boolean // as the bearer
}

/** The calls to rest-auth of one request. `end` aborts running calls and rejects later ones. */
export class Upstream {
  readonly setCookies: SetCookies
  readonly caller: Caller
  calls = 0
  /** True if rest-auth required a session and found none. */
  isUnauthenticated = false
  /** In seconds; 0 unless rest-auth limited the rate or was unavailable. */
  retryAfter = 0
  readonly #pool: Pool
  readonly #basePath: string
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #ending = new AbortController()
  readonly #deadline: NodeJS.Timeout
  #received = 0

  /** `timeout` is for all calls together, in milliseconds. */
  constructor(
    pool: Pool,
    basePath: string,
    caller: Caller,
    log: Pick<FastifyBaseLogger, 'warn'>,
    timeout = requestTimeout,
  ) {
    this.#log = log
    this.#basePath = basePath
    this.#pool = pool
    this.caller = caller
    this.setCookies = new SetCookies(caller.cookie)
    this.#deadline = setTimeout(() => this.end(new DOMException('the request took too long', 'TimeoutError')), timeout)
  }

  end(reason: Error = clientDisconnected): void {
    clearTimeout(this.#deadline)
    this.#ending.abort(reason)
  }

  /**
   * Returns the JSON of a 2xx response, which is a `T` by rest-auth's OpenAPI document.
   * @throws Refusal for 3xx and 4xx, UPSTREAM_UNAVAILABLE, ANSWER_TOO_LARGE, or FORBIDDEN by scope
   */
  async call<T>(method: 'GET' | 'POST', path: string, body?: unknown, isRead = method === 'GET'): Promise<T> {
    const [place = ''] = path.split('?', 1) // the query may contain personal data
    if (this.caller.hasAccessToken && place !== pathForAccessTokens) throw beyondAccessToken()
    this.calls += 1
    const startedAt = performance.now()
    let outcome: string | number = 'unreachable'
    let wait: number | undefined
    try {
      const response = await this.#request(method, path, body, isRead)
      const text = await this.#read(response)
      outcome = response.statusCode
      wait = Number(response.headers['retry-after']) || undefined
      this.setCookies.add(response.headers['set-cookie'])
      if (outcome >= 500) throw new Error(`status ${outcome}`)
      if (outcome >= 300) throw new Refusal(outcome, parseRefusal(text), wait)
      return parseJson<T>(text)
    } catch (error) {
      if (error instanceof Refusal) {
        this.isUnauthenticated ||= error.extensions['code'] === 'UNAUTHENTICATED'
        this.retryAfter = Math.max(this.retryAfter, Number(error.extensions['retryAfter'] ?? 0))
        throw error
      }
      if (error instanceof GraphQLError) {
        outcome = 'abandoned'
        throw error
      }
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      if (name.includes('Timeout')) outcome = 'timeout'
      this.retryAfter = Math.max(this.retryAfter, wait ?? defaultRetryAfter)
      const ms = Math.round(performance.now() - startedAt)
      this.#log.warn({ call: `${method} ${place}`, reason: message, ms }, 'rest-auth call failed')
      throw upstreamUnavailable()
    } finally {
      durations.observe({ method, path: place, outcome }, (performance.now() - startedAt) / 1000)
    }
  }

  /** Retries a read once if its connection closes, which a stopping instance may do at any time. */
  async #request(
    method: 'GET' | 'POST',
    path: string,
    body: unknown,
    isRead: boolean,
  ): Promise<Dispatcher.ResponseData> {
    const { cookie } = this.setCookies
    const request = {
      method,
      path: this.#basePath + path,
      headers: {
        ...this.caller.headers,
        'x-error-details': 'true',
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: this.#ending.signal,
    }
    try {
      return await this.#pool.request(request)
    } catch (error) {
      if (!isRead || !isClosedConnection(error)) throw error
      await setImmediate() // lets the pool notice all connections that closed together
      return this.#pool.request(request)
    }
  }

  async #read({ body }: Dispatcher.ResponseData): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of body) {
      chunks.push(chunk)
      this.#received += chunk.length
      if (this.#received > maxReceivedBytes) this.end(responseTooLarge('The data behind this response is too large.'))
    }
    return Buffer.concat(chunks).toString()
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only the caller knows the type of a path
function parseJson<T>(text: string): T {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('response is not JSON')
  }
}

function parseRefusal(text: string): RefusalBody {
  try {
    return refusalBody.parse(JSON.parse(text))
  } catch {
    return { code: '', message: '' } // not from rest-auth itself, but for example from a proxy
  }
}
