import { beforeEach, expect, test, vi } from 'vitest'

const fetchMock = vi.fn<typeof fetch>()
const active = { session: { id: 's1', activeOrganizationId: null }, user: { id: 'u1', language: null } }
const answer = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('fetch', fetchMock.mockReset())
})

/** A page of its own: the module holds the state of one tab. */
const openTab = () => import('./session.ts')

/** Loads while the retries of a failed call, 1000 ms apart, pass at once. */
const load = async (tab: Awaited<ReturnType<typeof openTab>>) => {
  const loading = tab.loadSession()
  await vi.advanceTimersByTimeAsync(5000)
  return loading
}

test('the state is loading until the server answers, then what it says', async () => {
  const tab = await openTab()
  expect(tab.getSession().status).toBe('loading')
  fetchMock.mockResolvedValueOnce(answer(active))
  expect(await load(tab)).toMatchObject({ status: 'signed-in', user: { id: 'u1' } })
  fetchMock.mockResolvedValueOnce(answer(null))
  expect(await load(tab)).toEqual({ status: 'signed-out' })
})

test('a server that cannot be reached at first is a failure, not a sign-out, and a second look heals it', async () => {
  const tab = await openTab()
  fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await load(tab)).toMatchObject({ status: 'failed', error: { status: 0 } })
  expect(fetchMock).toHaveBeenCalledTimes(3)
  fetchMock.mockReset().mockResolvedValueOnce(answer(active))
  expect((await load(tab)).status).toBe('signed-in')
})

test('a short outage signs nobody out', async () => {
  const tab = await openTab()
  fetchMock.mockResolvedValueOnce(answer(active))
  await load(tab)
  fetchMock.mockImplementation(async () => answer({}, 503))
  expect((await load(tab)).status).toBe('signed-in')
})

test('after a change what was known does not hold any more, so not to be answered is a failure', async () => {
  const tab = await openTab()
  fetchMock.mockResolvedValueOnce(answer(null))
  await load(tab)
  fetchMock.mockImplementation(async () => answer({}, 503))
  const changed = tab.sessionChanged()
  await vi.advanceTimersByTimeAsync(5000)
  expect(await changed).toMatchObject({ status: 'failed', error: { status: 503 } })
})

test('an older question that is answered last changes nothing, and who asked it hears the newest answer', async () => {
  const tab = await openTab()
  const late = Promise.withResolvers<Response>()
  fetchMock.mockReturnValueOnce(late.promise)
  const older = tab.loadSession()
  fetchMock.mockResolvedValueOnce(answer(null))
  expect(await load(tab)).toEqual({ status: 'signed-out' })
  late.resolve(answer(active))
  expect(await older).toEqual({ status: 'signed-out' })
  expect(tab.getSession()).toEqual({ status: 'signed-out' })
})

test('a call that finds the session gone makes the tab look again', async () => {
  const tab = await openTab()
  const { authClient, request } = await import('../auth-client.ts')
  fetchMock.mockResolvedValueOnce(answer(active))
  await load(tab)
  fetchMock.mockResolvedValueOnce(answer({ code: 'UNAUTHORIZED', message: 'Unauthorized' }, 401))
  fetchMock.mockResolvedValueOnce(answer(null))
  await request(() => authClient.GET('/list-sessions'))
  await vi.advanceTimersByTimeAsync(0)
  expect(tab.getSession().status).toBe('signed-out')
})

test('who comes back to a tab after a minute is looked up again, and not sooner', async () => {
  const tab = await openTab()
  fetchMock.mockImplementation(async () => answer(active))
  await load(tab)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(fetchMock).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(61_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(fetchMock.mock.calls.length).toBeGreaterThan(1)
})

test('a change in one tab is heard in the others, which look themselves', async () => {
  fetchMock.mockImplementation(async () => answer(active))
  const other = await openTab()
  await load(other)
  vi.resetModules()
  const tab = await openTab()
  await load(tab)
  fetchMock.mockImplementation(async () => answer(null))
  await tab.sessionChanged()
  await vi.waitFor(() => expect(other.getSession().status).toBe('signed-out'))
})

test('signing out ends the session, or answers why it could not', async () => {
  const tab = await openTab()
  fetchMock.mockImplementation(async () => answer(active))
  await load(tab)
  fetchMock.mockImplementation(async () => answer({ code: 'FORBIDDEN' }, 403))
  expect(await tab.signOut()).toMatchObject({ code: 'FORBIDDEN' })
  expect(tab.getSession().status).toBe('signed-in')
  fetchMock.mockImplementation(async () => answer(null))
  expect(await tab.signOut()).toBeNull()
  expect(tab.getSession().status).toBe('signed-out')
})
