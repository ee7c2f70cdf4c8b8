import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { authClient, request } from './auth-client.ts'

// The next files share the page.
const ownFetch = globalThis.fetch
afterAll(() => void vi.stubGlobal('fetch', ownFetch))

const fetchMock = vi.fn<typeof fetch>()
const json = (status: number, body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' }, ...init })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  vi.useRealTimers()
  fetchMock.mockReset()
})

const ok = () => request(() => authClient.GET('/ok'))

test('returns the data of a successful call', async () => {
  fetchMock.mockResolvedValueOnce(json(200, { ok: true }))
  expect(await ok()).toEqual({ data: { ok: true }, error: null })
})

test('sends JSON also beside headers of the caller', async () => {
  fetchMock.mockResolvedValueOnce(json(200, { status: true }))
  const headers = { 'x-own': 'yes' }
  await request(() => authClient.POST('/revoke-session', { body: { token: 'x' }, headers }))
  const sent = fetchMock.mock.calls[0]?.[0]
  expect(sent instanceof Request && Object.fromEntries(sent.headers)).toMatchObject({
    'content-type': 'application/json',
    ...headers,
  })
})

test('treats the body null as data', async () => {
  fetchMock.mockResolvedValueOnce(json(200, null))
  expect(await ok()).toEqual({ data: null, error: null })
})

test('returns status, status text, code and message of an error', async () => {
  fetchMock.mockResolvedValueOnce(
    json(
      401,
      { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' },
      { statusText: 'Unauthorized' },
    ),
  )
  expect((await ok()).error).toEqual({
    status: 401,
    statusText: 'Unauthorized',
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  })
})

test('derives a code and a message for an error without a body', async () => {
  fetchMock.mockResolvedValueOnce(new Response('', { status: 500, statusText: 'Internal Server Error' }))
  expect((await ok()).error).toEqual({
    status: 500,
    statusText: 'Internal Server Error',
    code: 'HTTP_500',
    message: 'Internal Server Error',
  })
})

test('returns an error when a proxy responds with HTML', async () => {
  fetchMock.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
  expect((await ok()).error).toMatchObject({ status: 502, code: 'HTTP_502', message: 'Bad Gateway' })
})

test('returns an error with status 0 when the network fails', async () => {
  fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect((await ok()).error).toMatchObject({ status: 0, code: 'NETWORK_FAILURE', message: 'Failed to fetch' })
})

test.each(['x-retry-after', 'retry-after'])('converts %s of a 429 to seconds', async (header) => {
  fetchMock.mockResolvedValueOnce(json(429, { message: 'Too many requests.' }, { headers: { [header]: '7' } }))
  expect((await ok()).error).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS', retryAfter: 7 })
})

test('waits 1000 ms between retries', async () => {
  fetchMock
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce(new Response('', { status: 503 }))
    .mockResolvedValueOnce(json(200, { ok: true }))
  const response = request(() => authClient.GET('/ok'), { retry: 2 })
  await vi.advanceTimersByTimeAsync(999)
  expect(fetchMock).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetchMock).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetchMock).toHaveBeenCalledTimes(3)
  expect(await response).toEqual({ data: { ok: true }, error: null })
})

test('returns the last error when all attempts fail', async () => {
  fetchMock.mockImplementation(async () => new Response('', { status: 503 }))
  const response = request(() => authClient.GET('/ok'), { retry: 1 })
  await vi.advanceTimersByTimeAsync(5000)
  expect((await response).error).toMatchObject({ status: 503 })
  expect(fetchMock).toHaveBeenCalledTimes(2)
})

test.each([403, 504])('does not retry a %i', async (status) => {
  fetchMock.mockImplementation(async () => json(status, { code: 'CODE', message: 'Message' }))
  await request(() => authClient.GET('/ok'), { retry: 3 })
  expect(fetchMock).toHaveBeenCalledTimes(1)
})

test('repeats the name for each value of a list in a query', async () => {
  fetchMock.mockResolvedValueOnce(json(200, null))
  const query = { limit: 5, filterValue: ['owner', 'admin'] }
  await request(() => authClient.GET('/organization/list-members', { params: { query } }))
  const [input] = fetchMock.mock.calls[0] ?? []
  const url = input instanceof Request ? input.url : String(input)
  expect(new URL(url).search).toBe('?limit=5&filterValue=owner&filterValue=admin')
})

test.each([
  [{}, '/api/auth/get-session'],
  [{ disableCookieCache: 'true' }, '/api/auth/get-session?disableCookieCache=true'],
])('requests the query %j at %s, the URL that the page may have preloaded', async (query, address) => {
  fetchMock.mockResolvedValueOnce(json(200, null))
  await request(() => authClient.GET('/get-session', { params: { query } }))
  const asked = fetchMock.mock.calls.map(([input]) => (input instanceof Request ? input.url : input))
  expect(asked).toEqual([`${location.origin}${address}`])
})
