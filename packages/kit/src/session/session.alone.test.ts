// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

const fetchMock = vi.fn<typeof fetch>()
const active = { session: { id: 's1', activeOrganizationId: 'any' }, user: { id: 'u1', language: null } }
const respond = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock.mockReset())
})

/** Loads a fresh module, because it holds the state of one tab. */
const openTab = () => import('./session.ts')

/** Skips the pauses of 1000 ms between retries. */
const load = async (tab: Awaited<ReturnType<typeof openTab>>) => {
  const loading = tab.loadSession()
  await vi.advanceTimersByTimeAsync(5000)
  return loading
}

test('is loading until the server responds', async () => {
  const tab = await openTab()
  expect(tab.getSession().status).toBe('loading')
  fetchMock.mockResolvedValueOnce(respond(active))
  expect(await load(tab)).toMatchObject({ status: 'signed-in', user: { id: 'u1' } })
})

test('is failed, not signed out, when the first request fails, and recovers', async () => {
  const tab = await openTab()
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await load(tab)).toMatchObject({ status: 'failed', error: { status: 0 } })
  expect(fetchMock).toHaveBeenCalledTimes(3)
  fetchMock.mockReset().mockResolvedValueOnce(respond(active))
  expect((await load(tab)).status).toBe('signed-in')
})

test('stays signed in during a short outage', async () => {
  const tab = await openTab()
  fetchMock.mockResolvedValueOnce(respond(active))
  await load(tab)
  fetchMock.mockImplementation(async () => respond({}, 503))
  expect((await load(tab)).status).toBe('signed-in')
})

test('is failed when the request after a change fails', async () => {
  const tab = await openTab()
  fetchMock.mockResolvedValueOnce(respond(null))
  await load(tab)
  fetchMock.mockImplementation(async () => respond({}, 503))
  const changed = tab.refreshSession()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await changed).toMatchObject({ status: 'failed', error: { status: 503 } })
})

test('ignores an older response that arrives last', async () => {
  const tab = await openTab()
  const late = Promise.withResolvers<Response>()
  fetchMock.mockReturnValueOnce(late.promise)
  const older = tab.loadSession()
  fetchMock.mockResolvedValueOnce(respond(null))
  expect(await load(tab)).toEqual({ status: 'signed-out' })
  late.resolve(respond(active))
  expect(await older).toEqual({ status: 'signed-out' })
  expect(tab.getSession()).toEqual({ status: 'signed-out' })
})

/** A page whose session has ended, and a counter of its notifications. */
async function openEnded(tab: Awaited<ReturnType<typeof openTab>>) {
  fetchMock.mockResolvedValueOnce(respond(active))
  await load(tab)
  fetchMock.mockResolvedValueOnce(respond(null))
  await load(tab)
}
const hasEnded = async (tab: Awaited<ReturnType<typeof openTab>>) => {
  const { renderHook } = await import('@testing-library/react')
  return renderHook(() => tab.useSessionEnded()).result.current
}

test('keeps the page of a session that ended elsewhere until the user leaves', async () => {
  const tab = await openTab()
  await openEnded(tab)
  expect(await hasEnded(tab)).toBe(true)
  expect(tab.getSession()).toMatchObject({ status: 'signed-in', user: { id: 'u1' } })
  tab.leaveEndedSession()
  expect([await hasEnded(tab), tab.getSession()]).toEqual([false, { status: 'signed-out' }])
})

test.each([
  ['the same user is back', active, 1, 'u1'],
  ['another user has a page of their own', { ...active, user: { id: 'u2', language: null } }, 1, 'u2'],
])('%s', async (_, next, returns, who) => {
  const tab = await openTab()
  await openEnded(tab)
  fetchMock.mockResolvedValueOnce(respond(next))
  expect(await tab.refreshSession()).toMatchObject({ status: 'signed-in', user: { id: who } })
  expect([await hasEnded(tab), tab.getReturns()]).toEqual([false, returns])
})

test('keeps an ended session when a check fails', async () => {
  const tab = await openTab()
  await openEnded(tab)
  fetchMock.mockImplementation(async () => respond({}, 503))
  const changed = tab.refreshSession()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await changed).toMatchObject({ status: 'signed-in' })
  expect(await hasEnded(tab)).toBe(true)
})

const unauthorized = () => respond({ code: 'UNAUTHORIZED', message: 'Unauthorized' }, 401)

test.each([
  ['the same user is back, and repeats them', active, { data: { status: true } }, 2],
  [
    'another one came, and fails',
    { ...active, user: { id: 'u2', language: null } },
    { error: { code: 'UNAUTHORIZED' } },
    1,
  ],
])('delays calls after a 401 until %s', async (_, next, outcome, attempts) => {
  const tab = await openTab()
  const { authClient, request } = await import('../auth-client.ts')
  fetchMock.mockResolvedValueOnce(respond(active))
  await load(tab)
  fetchMock.mockResolvedValueOnce(unauthorized()).mockResolvedValueOnce(respond(null))
  const calling = request(() => authClient.POST('/revoke-session', { body: { token: 'x' } }))
  await vi.advanceTimersByTimeAsync(0)
  expect(await hasEnded(tab)).toBe(true)
  fetchMock.mockResolvedValueOnce(respond(next)).mockResolvedValueOnce(respond({ status: true }))
  await tab.refreshSession()
  expect(await calling).toMatchObject(outcome)
  const calls = fetchMock.mock.calls.map(([input]) => new Request(input)).filter(({ method }) => method === 'POST')
  expect(calls).toHaveLength(attempts)
})

test.each([
  ['visibilitychange', () => document],
  ['focus', () => window],
  ['online', () => window],
])('checks the session within five seconds after %s, once for several events', async (event, target) => {
  const tab = await openTab()
  fetchMock.mockImplementation(async () => respond(active))
  await load(tab)
  const looksAfter = async (events: number) => {
    fetchMock.mockClear().mockImplementation(async () => respond(null))
    for (let count = 0; count < events; count += 1) target().dispatchEvent(new Event(event))
    await vi.advanceTimersByTimeAsync(5000)
    return fetchMock.mock.calls.length
  }
  const looks = await looksAfter(1) // includes the tabs of earlier tests
  expect(await hasEnded(tab)).toBe(true)
  expect(fetchMock.mock.calls[0]?.[0]).toMatchObject({ url: expect.stringContaining('disableCookieCache=true') })
  expect(await looksAfter(5)).toBe(looks)
})

test('reloads the session in other tabs after a change', async () => {
  fetchMock.mockImplementation(async () => respond(active))
  const other = await openTab()
  await load(other)
  vi.resetModules()
  const tab = await openTab()
  await load(tab)
  fetchMock.mockImplementation(async () => respond(null))
  await tab.refreshSession()
  await vi.waitFor(() => expect(other.getSession().status).toBe('signed-out'))
})

test('signs out, or returns the error', async () => {
  const tab = await openTab()
  fetchMock.mockImplementation(async () => respond(active))
  await load(tab)
  fetchMock.mockImplementation(async () => respond({ code: 'FORBIDDEN' }, 403))
  expect(await tab.signOut()).toMatchObject({ code: 'FORBIDDEN' })
  expect(tab.getSession().status).toBe('signed-in')
  fetchMock.mockImplementation(async () => respond(null))
  expect(await tab.signOut()).toBeNull()
  expect(tab.getSession().status).toBe('signed-out')
})

test('reports no ended session, in no tab, if another call gets a 401 during a sign-out', async () => {
  fetchMock.mockImplementation(async () => respond(active))
  const other = await openTab()
  await load(other)
  vi.resetModules()
  const tab = await openTab()
  await load(tab)
  const { notifyUnauthorized } = await import('../auth-client.ts')
  const response = Promise.withResolvers<Response>()
  fetchMock.mockImplementation(async (input) =>
    new Request(input).url.endsWith('/sign-out') ? response.promise : respond(null),
  )
  const leaving = tab.signOut()
  const mayRepeat = notifyUnauthorized()
  await vi.advanceTimersByTimeAsync(0)
  expect([await hasEnded(tab), tab.getSession()]).toEqual([false, { status: 'signed-out' }])
  response.resolve(respond({ success: true }))
  expect([await leaving, await mayRepeat]).toEqual([null, false])
  await vi.waitFor(() =>
    expect([tab, other].map((each) => each.getSession().status)).toEqual(Array(2).fill('signed-out')),
  )
})

test('reports an ended session after a sign-out that failed', async () => {
  const tab = await openTab()
  fetchMock.mockImplementation(async () => respond(active))
  await load(tab)
  fetchMock.mockImplementation(async () => respond({ code: 'FORBIDDEN' }, 403))
  await tab.signOut()
  fetchMock.mockImplementation(async () => respond(null))
  await load(tab)
  expect(await hasEnded(tab)).toBe(true)
})

const rowers = { id: 'rowers', name: 'Rowers', slug: 'rowers' }
test.for([
  ['the only one, if none is active', null, [rowers], 'rowers', true],
  ['none of several', null, [rowers, { ...rowers, id: 'sailors' }], null, false],
  ['none, if there is none', null, [], null, false],
  ['the active one', 'sailors', [rowers], 'sailors', false],
] as const)('has as organization %s', async ([, activeOrganizationId, list, expected, hasOnlyOne]) => {
  const tab = await openTab()
  const session = { ...active.session, activeOrganizationId }
  fetchMock.mockImplementation(async (input) =>
    respond(new Request(input).url.includes('/organization/list?limit=2') ? list : { ...active, session }),
  )
  expect(await load(tab)).toMatchObject({ status: 'signed-in', session: { activeOrganizationId: expected } })
  expect('hasOnlyOne' in tab.getSession()).toBe(hasOnlyOne)
  const lists = fetchMock.mock.calls.filter(([input]) => new Request(input).url.includes('/organization/list'))
  expect(lists.length > 0).toBe(activeOrganizationId === null)
})

test('is signed in without an organization if the list fails', async () => {
  const tab = await openTab()
  fetchMock.mockImplementation(async (input) =>
    new Request(input).url.includes('/organization/list')
      ? respond({}, 503)
      : respond({ ...active, session: { ...active.session, activeOrganizationId: null } }),
  )
  expect(await load(tab)).toMatchObject({ status: 'signed-in', session: { activeOrganizationId: null } })
})
