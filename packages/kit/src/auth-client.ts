import type { Client } from 'openapi-fetch'
import type { paths } from 'contract/generated/openapi.ts'

/** A failed call. `status` is 0 if the server was not reached. */
export interface CallError {
  status: number
  statusText: string
  code: string
  message: string
  /** Seconds to wait before the next attempt, if the server sends them (429, 503). */
  retryAfter?: number
}

export type Result<T> = { data: T; error: null } | { data: null; error: CallError }

type Outcome<T> = { data: T; error?: never; response: Response } | { data?: never; error: object; response: Response }

const RETRY_DELAY_MS = 1000

export const authBaseUrl = `${location.origin}${document.documentElement.dataset['authBasePath'] ?? '/api/auth'}`

/** Typed calls of rest-auth: `await request(() => authClient.GET('/list-sessions'))`. */
export const authClient: Pick<Client<paths>, 'GET' | 'POST'> = {
  GET: (path, ...init) => send('GET', path, init[0]),
  POST: (path, ...init) => send('POST', path, init[0]),
}

interface Init extends Omit<RequestInit, 'body' | 'headers' | 'method'> {
  readonly body?: unknown
  readonly params?: {
    readonly path?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string | number | readonly string[]>>
  }
}

async function send(method: 'GET' | 'POST', path: string, { body, params, ...options }: Init = {}) {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.path?.[name] ?? ''))
  const pairs = Object.entries(params?.query ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, String(one)]),
  )
  const query = String(new URLSearchParams(pairs))
  const sent = body !== undefined && { body: JSON.stringify(body) }
  // A trailing `?` would not match the URL that the page preloads.
  const url = `${authBaseUrl}${place}${query && `?${query}`}`
  const call = new Request(url, { method, credentials: 'same-origin', ...sent, ...options })
  // Beside headers of the caller, which are in `options`.
  if (sent) call.headers.set('content-type', 'application/json')
  const response = await fetchAsUser(call)
  const text = await response.text()
  if (response.ok) return { response, data: text ? JSON.parse(text) : undefined }
  return { response, error: isJson(response) && text ? JSON.parse(text) : {} }
}

const isJson = ({ headers }: Response): boolean => headers.get('content-type')?.includes('json') ?? false

/** `fetch` as the signed-in user. On 401 it asks the user to sign in, then repeats the request. */
export async function fetchAsUser(input: Request): Promise<Response> {
  const again = input.clone() // a body can be sent once
  const response = await fetch(input)
  if (response.status !== 401 || (await readCode(response.clone())) !== 'UNAUTHORIZED') return response
  return (await notifyUnauthorized()) ? fetch(again) : response
}

/** Returns the data or error of a call; never rejects. `retry` repeats temporary failures. */
export async function request<T>(call: () => Promise<Outcome<T>>, { retry = 0 } = {}): Promise<Result<T>> {
  const result = await callSafely(call)
  if (!result.error || retry <= 0 || !isTemporary(result.error.status)) return result
  await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
  return request(call, { retry: retry - 1 })
}

let unauthorizedListener: () => Promise<boolean> = async () => false

/** `listener` resolves when someone signed in again or left: true if the same user is back. */
export function onUnauthorized(listener: () => Promise<boolean>): void {
  unauthorizedListener = listener
}

export function notifyUnauthorized(): Promise<boolean> {
  return unauthorizedListener()
}

const readCode = (response: Response) =>
  response.json().then(
    (body: unknown) => readText(body, 'code'),
    () => undefined,
  )

async function callSafely<T>(call: () => Promise<Outcome<T>>): Promise<Result<T>> {
  try {
    const outcome = await call()
    if (outcome.error === undefined && outcome.response.ok) return { data: outcome.data, error: null }
    return { data: null, error: describeFailure(outcome.response, outcome.error) }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { data: null, error: { status: 0, statusText: 'Network failure', code: 'NETWORK_FAILURE', message } }
  }
}

// Not 504: after that long a wait, show the error instead of waiting again.
function isTemporary(status: number): boolean {
  return status === 0 || status === 408 || status === 429 || (status >= 500 && status !== 504)
}

export function describeFailure({ status, statusText, headers }: Response, body: unknown): CallError {
  const retryAfter = Number(headers.get('x-retry-after') ?? headers.get('retry-after') ?? Number.NaN)
  return {
    status,
    statusText,
    code: readText(body, 'code') ?? (status === 429 ? 'TOO_MANY_REQUESTS' : `HTTP_${status}`),
    message: readText(body, 'message') ?? statusText,
    ...(Number.isFinite(retryAfter) && { retryAfter }),
  }
}

function readText(body: unknown, key: 'code' | 'message'): string | undefined {
  const value: unknown = typeof body === 'object' && body !== null && Reflect.get(body, key)
  return typeof value === 'string' ? value : undefined
}
