import { setImmediate } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { GraphQLError } from 'graphql'
import { Histogram } from 'prom-client'
import type { Dispatcher, Pool } from 'undici'
import { z } from 'zod'
import { isClosedConnection } from 'service/idle-connections.ts'
import { answerTooLarge, beyondAccessToken, Refusal, upstreamUnavailable, type RefusalAnswer } from '../errors.ts'
import { SetCookies } from './set-cookies.ts'

/** Options of the pool, in milliseconds: how long rest-auth may be silent during one call. */
export const callTimeouts = { headersTimeout: 2000, bodyTimeout: 2000, connect: { timeout: 2000 } }

/** How long all calls of one request may take together, in milliseconds. */
const requestTimeout = 4800

/** Seconds after which clients may try again if rest-auth is unavailable, unless it says otherwise. */
const usualWait = 2

/** Bytes that all responses of rest-auth to one request may have together. Our own response has at most 5 MB. */
const mostReceived = 8_000_000

/** Of what runs still when its request ends. One for all: the stack of an error costs 3 % of a page. */
const nobodyWaits = upstreamUnavailable()

/** The only call that rest-auth accepts with an access token. */
const pathForAccessTokens = '/organization/batch'

const refusalForm = z.object({
  code: z.string(),
  message: z.string(),
  details: z
    .object({
      issues: z.array(z.object({ path: z.array(z.string()), message: z.string() })).optional(),
      limit: z.number().optional(),
    })
    .optional(),
})

const durations = new Histogram({
  name: 'upstream_call_duration_seconds',
  help: "Calls to rest-auth by their path and outcome: its status, 'timeout', 'unreachable', or 'abandoned' as nobody waits any more",
  labelNames: ['method', 'path', 'outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
})

/** The parts of a client's request that the calls to rest-auth carry. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>
  readonly cookie: string | undefined
  readonly hasAccessToken: boolean
}

/**
 * The calls to rest-auth that one request causes. Cookies that a response sets are kept for the next call and for the
 * browser. `end` aborts the calls that still run and refuses later ones.
 */
export class Upstream {
  readonly setCookies: SetCookies
  calls = 0
  /** Whether rest-auth needed a session and found none. */
  knowsNobody = false
  /** Seconds until the request may be repeated; 0 unless rest-auth refused it as one too many or was unavailable. */
  retryAfter = 0
  readonly #pool: Pool
  readonly #basePath: string
  readonly #caller: Caller
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #ending = new AbortController()
  readonly #deadline: NodeJS.Timeout
  #received = 0

  constructor(pool: Pool, basePath: string, caller: Caller, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log
    this.#basePath = basePath
    this.#pool = pool
    this.#caller = caller
    this.setCookies = new SetCookies(caller.cookie)
    this.#deadline = setTimeout(
      () => this.end(new DOMException('the request has had its time', 'TimeoutError')),
      requestTimeout,
    )
  }

  get hasAccessToken(): boolean {
    return this.#caller.hasAccessToken
  }

  end(reason: Error = nobodyWaits): void {
    clearTimeout(this.#deadline)
    this.#ending.abort(reason)
  }

  /**
   * Returns the JSON of a 2xx response, which is a `T` by rest-auth's OpenAPI document. Throws a Refusal for a status up to
   * 499, UPSTREAM_UNAVAILABLE for any other failure, ANSWER_TOO_LARGE if all responses together are, and FORBIDDEN for calls
   * that an access token is not for.
   */
  async call<T>(method: 'GET' | 'POST', path: string, body?: unknown, isRead = method === 'GET'): Promise<T> {
    const [place = ''] = path.split('?', 1) // without the query, which may carry what people typed
    if (this.hasAccessToken && place !== pathForAccessTokens) throw beyondAccessToken()
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
      if (outcome >= 500) throw new Error(`it answered ${outcome}`)
      if (outcome >= 300) throw new Refusal(outcome, parseRefusal(text), wait)
      return parseJson<T>(text)
    } catch (error) {
      if (error instanceof Refusal) {
        this.knowsNobody ||= error.extensions['code'] === 'UNAUTHENTICATED'
        this.retryAfter = Math.max(this.retryAfter, Number(error.extensions['retryAfter'] ?? 0))
        throw error
      }
      if (error instanceof GraphQLError) {
        outcome = 'abandoned'
        throw error
      }
      const { name, message } = error instanceof Error ? error : new Error(String(error))
      if (name.includes('Timeout')) outcome = 'timeout'
      this.retryAfter = Math.max(this.retryAfter, wait ?? usualWait)
      const ms = Math.round(performance.now() - startedAt)
      this.#log.warn({ call: `${method} ${place}`, reason: message, ms }, 'no answer from rest-auth')
      throw upstreamUnavailable()
    } finally {
      durations.observe({ method, path: place, outcome }, (performance.now() - startedAt) / 1000)
    }
  }

  /**
   * Sends a read once more if its connection closes before the response: an instance that stops closes idle connections,
   * perhaps just when a call was sent.
   */
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
        ...this.#caller.headers,
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
      await setImmediate() // by then the pool knows of all connections that closed together
      return this.#pool.request(request)
    }
  }

  async #read({ body }: Dispatcher.ResponseData): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of body) {
      chunks.push(chunk)
      this.#received += chunk.length
      if (this.#received > mostReceived) this.end(answerTooLarge('What this is made of is too large.'))
    }
    return Buffer.concat(chunks).toString()
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what a path answers is known to the caller's types only
function parseJson<T>(text: string): T {
  try {
    return JSON.parse(text)
  } catch {
    throw new Error('it answered no JSON')
  }
}

function parseRefusal(text: string): RefusalAnswer {
  try {
    return refusalForm.parse(JSON.parse(text))
  } catch {
    return { code: '', message: '' } // not from rest-auth itself: a proxy's page, or nothing
  }
}
