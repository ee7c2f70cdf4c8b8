import type { IncomingHttpHeaders } from 'node:http'
import type { Pool } from 'undici'
import { z } from 'zod'
import { answerTooLarge, Refusal, upstreamUnavailable } from '../errors.ts'
import { SetCookies } from './set-cookies.ts'

/** How long one call to rest-auth may take, and all of one request together, in milliseconds. */
const callTimeout = 2000
const requestTimeout = 4800

/** How many bytes rest-auth may answer to one request in all: an answer of ours has 5 MB at most. */
const mostReceived = 8_000_000

const refusalForm = z.object({ code: z.string(), message: z.string() })

/** The one who asked: what of that request goes along on the calls to rest-auth. */
export interface Caller {
  readonly headers: Readonly<Record<string, string>>
  readonly cookie: string | undefined
}

/**
 * The calls to rest-auth that one request causes. Cookies that an answer sets are kept for the next call and for the
 * browser. `end` aborts what still runs and refuses what comes later.
 */
export class Upstream {
  readonly setCookies: SetCookies
  calls = 0
  readonly #pool: Pool
  readonly #basePath: string
  readonly #caller: Caller
  readonly #running = new Set<() => void>()
  readonly #deadline: NodeJS.Timeout
  #ended = false
  #received = 0
  /** Why it ended, unless for want of time or of somebody who waits. */
  #refusal: Error | undefined

  constructor(pool: Pool, basePath: string, caller: Caller) {
    this.#basePath = basePath
    this.#pool = pool
    this.#caller = caller
    this.setCookies = new SetCookies(caller.cookie)
    this.#deadline = setTimeout(() => this.end(), requestTimeout)
  }

  end(): void {
    this.#ended = true
    clearTimeout(this.#deadline)
    for (const abort of this.#running) abort()
  }

  /**
   * The JSON of a 2xx answer, which is a `T` by rest-auth's OpenAPI document. Throws a Refusal for any other status,
   * UPSTREAM_UNAVAILABLE when no answer comes or none that is JSON, and ANSWER_TOO_LARGE when all together are.
   */
  call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
    this.calls += 1
    const { cookie } = this.setCookies
    const headers = {
      ...this.#caller.headers,
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    return new Promise<T>((resolve, reject) => {
      const chunks: Buffer[] = []
      let status = 0
      let answer: IncomingHttpHeaders = {}
      let abort: (() => void) | undefined
      const settle = (act: () => void) => {
        clearTimeout(timer)
        this.#running.delete(give)
        act()
      }
      const give = () =>
        settle(() => {
          reject(this.#refusal ?? upstreamUnavailable())
          abort?.()
        })
      const timer = setTimeout(give, callTimeout)
      this.#running.add(give)
      if (this.#ended) return give()
      this.#pool.dispatch(
        { method, path: this.#basePath + path, headers, body: body === undefined ? null : JSON.stringify(body) },
        {
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
            settle(() => {
              this.setCookies.add(answer['set-cookie'])
              try {
                resolve(parseAnswer<T>(status, answer, chunks))
              } catch (refusal) {
                reject(refusal)
              }
            }),
          onResponseError: () => settle(() => reject(upstreamUnavailable())),
        },
      )
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
  throw new Refusal(status, parseRefusal(text), Number(headers['retry-after']) || undefined)
}

function parseRefusal(text: string): { code: string; message: string } {
  try {
    return refusalForm.parse(JSON.parse(text))
  } catch {
    return { code: '', message: '' } // not rest-auth's own answer: a proxy's page, or none
  }
}
