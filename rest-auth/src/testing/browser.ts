import { setTimeout } from 'node:timers/promises'
import { parseSetCookie } from 'cookie'
import type { LightMyRequestResponse } from 'fastify'
import type { App } from '../http/calls.ts'

export interface Call {
  headers?: Record<string, string>
  query?: Record<string, string>
  /** Raw body instead of JSON. */
  payload?: string | Buffer
  remoteAddress?: string
  /** Accepts "try again in two seconds" as the response. */
  noRetry?: boolean
}

/** A response of the server, read for tests. */
export interface Result {
  readonly status: number
  /** Parsed JSON; the text if it is invalid, null if it is empty. */
  readonly body: unknown
  readonly text: string
  /** Status and body. */
  readonly outcome: readonly [number, unknown]
  readonly headers: Readonly<Record<string, unknown>>
  readonly location: string | undefined
  /** Raw Set-Cookie lines. */
  readonly setCookies: readonly string[]
  /** Text at this path of the JSON body (`response.at('user', 'id')`); throws if there is none. */
  at(...path: (string | number)[]): string
}

/**
 * A client with a cookie jar that calls like a page of our own origin. Paths are relative to the
 * base path.
 */
export interface Browser {
  readonly jar: Map<string, string>
  get(path: string, call?: Call): Promise<Result>
  post(path: string, body?: unknown, call?: Call): Promise<Result>
}

/** The outcome of a refused call. */
export const refusal = (status: number, code: string, message: string): Result['outcome'] => [status, { code, message }]

export function createBrowser(app: App, basePath: string, origin: string): Browser {
  const jar = new Map<string, string>()

  async function send(method: 'GET' | 'POST', path: string, body: unknown, call: Call): Promise<Result> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const payload = call.payload ?? (method === 'POST' ? JSON.stringify(body ?? {}) : undefined)
    const inject = () =>
      app.inject({
        method,
        url: basePath + path,
        headers: {
          ...(method === 'POST' && { origin, 'content-type': 'application/json' }),
          ...(cookie && { cookie }),
          'user-agent': 'Test browser',
          ...call.headers,
        },
        ...(call.query && { query: call.query }),
        ...(payload !== undefined && { payload }),
        remoteAddress: call.remoteAddress ?? '127.0.0.1',
      })
    let response = await inject()
    // Retries like clients should: on a busy machine hashes may queue, which few tests are about.
    while (response.headers['retry-after'] === '2' && response.statusCode === 503 && !call.noRetry) {
      await setTimeout(200)
      response = await inject()
    }
    keepCookies(jar, response)
    return toResult(response)
  }

  return {
    jar,
    get: (path, call = {}) => send('GET', path, undefined, call),
    post: (path, body, call = {}) => send('POST', path, body, call),
  }
}

/** The statuses of this many sequential calls. */
export async function statusesOf(count: number, call: (index: number) => Promise<{ status: number }>) {
  const statuses: number[] = []
  for (let index = 0; index < count; index++) statuses.push((await call(index)).status)
  return statuses
}

function setCookiesOf(response: LightMyRequestResponse): string[] {
  const lines = response.headers['set-cookie']
  return lines === undefined ? [] : [lines].flat()
}

function keepCookies(jar: Map<string, string>, response: LightMyRequestResponse): void {
  for (const line of setCookiesOf(response)) {
    const { name, value = '', maxAge } = parseSetCookie(line, { decode: (text) => text })
    if (maxAge === 0) jar.delete(name)
    else jar.set(name, value)
  }
}

function toResult(response: LightMyRequestResponse): Result {
  const body = parse(response.body)
  return {
    status: response.statusCode,
    body,
    outcome: [response.statusCode, body],
    text: response.body,
    headers: response.headers,
    location: response.headers.location,
    setCookies: setCookiesOf(response),
    at(...path) {
      const found = path.reduce<unknown>(
        (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
        body,
      )
      if (typeof found !== 'string')
        throw new Error(`No text at ${path.join('.')} of ${response.statusCode} ${response.body}`)
      return found
    },
  }
}

function parse(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
