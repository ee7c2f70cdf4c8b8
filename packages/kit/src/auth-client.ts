import type { Client } from 'openapi-fetch'
import type { paths } from 'rest-auth/openapi'

/** What a call that did not succeed answers; `status` is 0 when the server was not reached. */
export interface CallError {
  status: number
  statusText: string
  code: string
  message: string
  /** Seconds to wait before the next attempt, where the server names them (429, 503). */
  retryAfter?: number
}

export type Answer<T> = { data: T; error: null } | { data: null; error: CallError }

type Outcome<T> = { data: T; error?: never; response: Response } | { data?: never; error: object; response: Response }

const RETRY_DELAY_MS = 1000

export const authBaseUrl = `${location.origin}${document.documentElement.dataset['authBasePath'] ?? '/api/auth'}`

/**
 * rest-auth's calls, typed from its OpenAPI document. Wrap each in `request`, so that no failure throws. Of openapi-fetch it has
 * the types only: what that does beside, 2 kB, none of the calls needs.
 */
export const authClient: Pick<Client<paths>, 'GET' | 'POST'> = {
  GET: (path, ...init) => send('GET', path, init[0]),
  POST: (path, ...init) => send('POST', path, init[0]),
}

interface Init extends Omit<RequestInit, 'body' | 'headers' | 'method'> {
  readonly body?: unknown
  readonly params?: {
    readonly path?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string | number>>
  }
}

async function send(method: 'GET' | 'POST', path: string, { body, params, ...options }: Init = {}) {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.path?.[name] ?? ''))
  const pairs = Object.entries(params?.query ?? {}).map(([name, value]) => [name, String(value)])
  const query = String(new URLSearchParams(pairs))
  const sent = body !== undefined && {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  }
  // A bare `?` would be another address than the one that the document has preloaded.
  const url = `${authBaseUrl}${place}${query && `?${query}`}`
  const response = await fetchAsUser(new Request(url, { method, credentials: 'same-origin', ...sent, ...options }))
  const text = await response.text()
  if (response.ok) return { response, data: text ? JSON.parse(text) : undefined }
  // A failure may be told by a page of a proxy, which is no JSON; its status says enough.
  return { response, error: isJson(response) && text ? JSON.parse(text) : {} }
}

const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.includes('json') ?? false

/**
 * `fetch` for who is signed in, for instance of a remote's own service: where the server does not know the session any more (401
 * `UNAUTHORIZED`) the page asks to sign in again, and what only reads is asked once more after that.
 */
export async function fetchAsUser(input: Request): Promise<Response> {
  const response = await fetch(input)
  if (response.status !== 401 || (await codeOf(response.clone())) !== 'UNAUTHORIZED') return response
  const isBack = tellUnauthorized()
  return input.method === 'GET' && (await isBack) ? fetch(input) : response
}

/**
 * Runs a call of `authClient` and answers its data or its error; it never rejects. With `retry: n` a failure that may
 * pass (no connection, 408, 429, 5xx but 504) is tried up to n more times, 1000 ms apart (spec sections 7 and 9).
 */
export async function request<T>(call: () => Promise<Outcome<T>>, { retry = 0 } = {}): Promise<Answer<T>> {
  const answer = await settle(call)
  if (!answer.error || retry <= 0 || !mayPass(answer.error.status)) return answer
  await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
  return request(call, { retry: retry - 1 })
}

let onEnd: () => Promise<boolean> = async () => false

/**
 * Sets what to do when the server does not know the session any more: it ended elsewhere, or by itself. Resolves as soon as
 * somebody is signed in again or has left: true if it is the same user as before.
 */
export function onUnauthorized(listener: () => Promise<boolean>): void {
  onEnd = listener
}

/** Who only reads waits for the answer and asks again if it is true; what was to be changed, the reader sends again. */
export function tellUnauthorized(): Promise<boolean> {
  return onEnd()
}

const codeOf = (response: Response) =>
  response.json().then(
    (body: unknown) => textOf(body, 'code'),
    () => undefined,
  )

async function settle<T>(call: () => Promise<Outcome<T>>): Promise<Answer<T>> {
  try {
    const outcome = await call()
    if (outcome.error === undefined && outcome.response.ok) return { data: outcome.data, error: null }
    return { data: null, error: describeFailure(outcome.response, outcome.error) }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { data: null, error: { status: 0, statusText: 'Network failure', code: 'NETWORK_FAILURE', message } }
  }
}

/** Not 504: who has waited until the server gave up shall be told, instead of waiting as long again. */
function mayPass(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 504)
}

/** The error that a response means; without a code in its body the status stands for one. */
export function describeFailure({ status, statusText, headers }: Response, body: unknown): CallError {
  const retryAfter = Number(headers.get('x-retry-after') ?? headers.get('retry-after') ?? Number.NaN)
  return {
    status,
    statusText,
    code: textOf(body, 'code') ?? (status === 429 ? 'TOO_MANY_REQUESTS' : `HTTP_${status}`),
    message: textOf(body, 'message') ?? statusText,
    ...(Number.isFinite(retryAfter) && { retryAfter }),
  }
}

function textOf(body: unknown, key: 'code' | 'message'): string | undefined {
  const value: unknown = typeof body === 'object' && body !== null && Reflect.get(body, key)
  return typeof value === 'string' ? value : undefined
}
