import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { Histogram } from 'prom-client'
import type { Pool } from 'undici'
import { z } from 'zod'
import { isClosedConnection } from 'service/idle-connections.ts'
import { answerTooLarge, beyondAccessToken, Refusal, upstreamUnavailable, type RefusalAnswer } from '../errors.ts'
import { SetCookies } from './set-cookies.ts'

/** How long one call to rest-auth may take, and all of one request together, in milliseconds. */
const callTimeout = 2000
const requestTimeout = 4800

/** Seconds after which whoever was not answered may ask again, unless rest-auth says otherwise. */
const usualWait = 2

/** How many bytes rest-auth may answer to one request in all: an answer of ours has 5 MB at most. */
const mostReceived = 8_000_000

/** What rest-auth answers by an access token. */
const answeredByAccessToken = '/organization/batch'

const issueForm = z.object({ path: z.array(z.string()), message: z.string() })
const refusalForm = z.object({
  code: z.string(),
  message: z.string(),
  details: z.object({ issues: z.array(issueForm).optional(), limit: z.number().optional() }).optional(),
})

const durations = new Histogram({
  name: 'upstream_call_duration_seconds',
  help: "Calls to rest-auth by their path and outcome: its status, 'timeout', 'unreachable', or 'abandoned' as nobody waits any more",
  labelNames: ['method', 'path', 'outcome'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
})

/** The one who asked: what of that request goes along on the calls to rest-auth. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>
  readonly cookie: string | undefined
  /** Whether it is a service with an access token, by which rest-auth answers this one call only. */
  readonly hasAccessToken: boolean
}

/**
 * The calls to rest-auth that one request causes. Cookies that an answer sets are kept for the next call and for the
 * browser. `end` aborts what still runs and refuses what comes later.
 */
export class Upstream {
  readonly setCookies: SetCookies
  calls = 0
  /** Whether rest-auth knew no session by what the request carries, where it needed one. */
  knowsNobody = false
  /** Seconds after which rest-auth may take all of it again; 0 unless it refused something as too much, or could not answer. */
  retryAfter = 0
  readonly #pool: Pool
  readonly #basePath: string
  readonly #caller: Caller
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #running = new Set<() => void>()
  readonly #deadline: NodeJS.Timeout
  #ended = false
  #overdue = false
  #received = 0
  /** Why it ended, unless for want of time or of somebody who waits. */
  #refusal: Error | undefined

  constructor(pool: Pool, basePath: string, caller: Caller, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#log = log
    this.#basePath = basePath
    this.#pool = pool
    this.#caller = caller
    this.setCookies = new SetCookies(caller.cookie)
    this.#deadline = setTimeout(() => {
      this.#overdue = true
      this.end()
    }, requestTimeout)
  }

  get hasAccessToken(): boolean {
    return this.#caller.hasAccessToken
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#deadline)
    for (const abort of this.#running) abort()
  }

  /**
   * The JSON of a 2xx answer, which is a `T` by rest-auth's OpenAPI document. A read whose connection closes before its answer is asked
   * once more: an instance that ends closes those that were idle, perhaps just when a call set out. Throws a Refusal for any other status,
   * UPSTREAM_UNAVAILABLE when no answer comes or none that is JSON, ANSWER_TOO_LARGE when all together are, and FORBIDDEN what an access
   * token is not for.
   */
  call<T>(method: 'GET' | 'POST', path: string, body?: unknown, isRead = method === 'GET'): Promise<T> {
    // Without the query, which may carry what people typed.
    const [place = ''] = path.split('?', 1)
    if (this.hasAccessToken && place !== answeredByAccessToken) return Promise.reject(beyondAccessToken())
    this.calls += 1
    const { cookie } = this.setCookies
    const headers = {
      ...this.#caller.headers,
      'x-error-details': 'true',
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    return new Promise<T>((resolve, reject) => {
      const startedAt = performance.now()
      const chunks: Buffer[] = []
      let status = 0
      let answer: IncomingHttpHeaders = {}
      let abort: (() => void) | undefined
      const settle = (outcome: string | number, act: () => void) => {
        clearTimeout(timer)
        if (!this.#running.delete(give)) return // once: an aborted call ends with an error, too
        durations.observe({ method, path: place, outcome }, (performance.now() - startedAt) / 1000)
        act()
      }
      const unavailable = (reason: string, wait = usualWait): Error => {
        this.retryAfter = Math.max(this.retryAfter, wait)
        const ms = Math.round(performance.now() - startedAt)
        this.#log.warn({ call: `${method} ${place}`, reason, ms }, 'no answer from rest-auth')
        return upstreamUnavailable()
      }
      const stop = (outcome: string, error: Error) =>
        settle(outcome, () => {
          reject(error)
          abort?.()
        })
      const give = () => {
        if (this.#overdue) stop('timeout', unavailable('the request has had its time'))
        else stop('abandoned', this.#refusal ?? upstreamUnavailable())
      }
      const timer = setTimeout(() => stop('timeout', unavailable('the call took too long')), callTimeout)
      this.#running.add(give)
      if (this.#ended) return give()
      const call = {
        method,
        path: this.#basePath + path,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      }
      const dispatch = (again: boolean): void => {
        if (!this.#running.has(give)) return
        this.#pool.dispatch(call, {
          onRequestStart: (controller) => {
            abort = () => controller.abort(new Error('nobody waits for the answer'))
          },
          onResponseStart: (_, statusCode, responseHeaders) => {
            status = statusCode
            answer = responseHeaders
          },
          onResponseData: (_, chunk) => {
            chunks.push(chunk)
            this.#received += chunk.length
            if (this.#received <= mostReceived) return
            this.#refusal = answerTooLarge('What this is made of is too large.')
            this.end()
          },
          onResponseEnd: () =>
            settle(status, () => {
              this.setCookies.add(answer['set-cookie'])
              try {
                resolve(parseAnswer<T>(status, answer, chunks))
              } catch (refusal) {
                if (status >= 500 || !(refusal instanceof Refusal))
                  unavailable(`it answered ${status}, or no JSON`, secondsOf(answer))
                this.knowsNobody ||= refusal instanceof Refusal && refusal.extensions['code'] === 'UNAUTHENTICATED'
                this.retryAfter = Math.max(this.retryAfter, secondsToWait(refusal))
                reject(refusal)
              }
            }),
          onResponseError: (_, error) => {
            // After the turn in which all others that were closed with it are noticed.
            if (again && status === 0 && isClosedConnection(error)) setImmediate(dispatch, false)
            else settle('unreachable', () => reject(unavailable(error.message)))
          },
        })
      }
      dispatch(isRead)
    })
  }
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what a path answers is known to the caller's types only
function parseAnswer<T>(status: number, headers: IncomingHttpHeaders, chunks: readonly Buffer[]): T {
  const [only] = chunks
  const text = (chunks.length === 1 && only ? only : Buffer.concat(chunks)).toString()
  if (status >= 200 && status < 300) {
    try {
      return JSON.parse(text)
    } catch {
      throw upstreamUnavailable()
    }
  }
  throw new Refusal(status, parseRefusal(text), secondsOf(headers))
}

const secondsOf = (headers: IncomingHttpHeaders): number | undefined => Number(headers['retry-after']) || undefined

function secondsToWait(refusal: unknown): number {
  return (refusal instanceof Refusal && Number(refusal.extensions['retryAfter'])) || 0
}

function parseRefusal(text: string): RefusalAnswer {
  try {
    return refusalForm.parse(JSON.parse(text))
  } catch {
    return { code: '', message: '' } // not rest-auth's own answer: a proxy's page, or none
  }
}
