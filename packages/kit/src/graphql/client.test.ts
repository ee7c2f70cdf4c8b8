import { type DocumentNode, gql } from '@apollo/client'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { getSession, loadSession, refreshSession } from '../session/session.ts'
import { client } from './client.ts'
import { mutate, refusalOf } from './mutate.ts'

// The next files share the page.
const ownFetch = globalThis.fetch
afterAll(() => void vi.stubGlobal('fetch', ownFetch))

const fetchMock = vi.fn<typeof fetch>()
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const rename = gql`
  mutation Rename($name: String!) {
    rename(name: $name)
  }
`

const signIn = async (id: string, activeOrganizationId = 'any') => {
  fetchMock.mockResolvedValueOnce(json({ session: { activeOrganizationId }, user: { id, language: null } }))
  await loadSession()
}

beforeEach(() => vi.stubGlobal('fetch', fetchMock.mockReset()))

test('returns the data of a mutation', async () => {
  fetchMock.mockResolvedValueOnce(json({ data: { rename: true } }))
  expect(await mutate(rename, { name: 'x' })).toEqual({ data: { rename: true }, error: null })
})

test('sends the CSRF header with every request', async () => {
  fetchMock.mockResolvedValueOnce(json({ data: { rename: true } }))
  await mutate(rename, { name: 'x' })
  expect(new Headers(fetchMock.mock.calls[0]?.[1]?.headers).get('apollo-require-preflight')).toBe('true')
})

test.each<[string, () => Promise<Response>, object]>([
  [
    'a code of the gateway',
    async () => json({ errors: [{ message: 'Slow down', extensions: { code: 'RATE_LIMITED', retryAfter: 4 } }] }),
    { code: 'RATE_LIMITED', retryAfter: 4 },
  ],
  [
    'an error without a code',
    async () => json({ errors: [{ message: 'Oh' }] }),
    { code: 'INTERNAL_SERVER_ERROR', message: 'Oh' },
  ],
  [
    'too many requests',
    async () => new Response('{}', { status: 429, headers: { 'retry-after': '9' } }),
    { code: 'TOO_MANY_REQUESTS', status: 429, retryAfter: 9 },
  ],
  [
    'a budget that is spent, as the gateway says it',
    async () =>
      new Response('{"errors":[{"message":"Slow down","extensions":{"code":"RATE_LIMITED","retryAfter":3}}]}', {
        status: 429,
        headers: { 'content-type': 'application/graphql-response+json', 'retry-after': '3' },
      }),
    { code: 'RATE_LIMITED', retryAfter: 3 },
  ],
  ['a broken proxy', async () => new Response('Bad gateway', { status: 502 }), { code: 'HTTP_502', status: 502 }],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), { code: 'NETWORK_FAILURE', status: 0 }],
])('returns an error for %s', async (_, response, error) => {
  fetchMock.mockImplementationOnce(response)
  expect(await mutate(rename, { name: 'x' })).toMatchObject({ data: null, error })
})

test('repeats a query that a mutation overtook, so that the page never goes back', async () => {
  const query = gql`
    query Names {
      names
    }
  `
  const late = Promise.withResolvers<Response>()
  fetchMock.mockReturnValueOnce(late.promise)
  fetchMock.mockResolvedValueOnce(json({ data: { rename: true } }))
  fetchMock.mockImplementation(async () => json({ data: { names: 'new' } }))
  const ask = () => client.query({ query, fetchPolicy: 'network-only' })
  const before = ask()
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(1))
  await mutate(rename, { name: 'new' })
  const after = ask()
  late.resolve(json({ data: { names: 'old' } }))
  expect((await Promise.all([before, after])).map(({ data }) => data)).toEqual([{ names: 'new' }, { names: 'new' }])
  expect(client.readQuery({ query })).toEqual({ names: 'new' })
  const { length } = fetchMock.mock.calls
  await ask()
  expect(fetchMock, 'without a change nothing is asked twice').toHaveBeenCalledTimes(length + 1)
})

test('returns errors and user errors as refusals, and null on success', () => {
  const error = { status: 0, statusText: '', code: 'NETWORK_FAILURE', message: '' }
  expect(refusalOf({ data: null, error })).toBe(error)
  const refusal = { code: 'TEAM_NOT_FOUND' }
  expect(refusalOf({ data: { removeTeam: { userErrors: [refusal] } }, error: null })).toBe(refusal)
  expect(refusalOf({ data: { removeTeam: { userErrors: [] } }, error: null })).toBeNull()
})

test('clears the cache when another user signs in', async () => {
  const query = gql`
    query Who {
      who
    }
  `
  await signIn('ada')
  client.writeQuery({ query, data: { who: 'ada' } })
  await signIn('ada')
  expect(client.readQuery({ query })).toEqual({ who: 'ada' })
  await signIn('bob')
  expect(client.readQuery({ query })).toBeNull()
})

test('discards responses that arrive after another user has signed in', async () => {
  const query = gql`
    query Who {
      who
    }
  `
  const change = gql`
    mutation Change {
      change {
        id
        secret
      }
    }
  `
  await signIn('ada')
  fetchMock.mockResolvedValueOnce(json({ data: { who: 'ada' } }))
  const shown: unknown[] = []
  const watched = client.watchQuery({ query })
  const subscription = watched.subscribe(({ data }) => shown.push(data))
  await vi.waitFor(() => expect(shown).toContainEqual({ who: 'ada' }))
  const late = Promise.withResolvers<void>()
  fetchMock.mockImplementation(async () => {
    await late.promise
    return json({ data: { who: 'ada', change: { __typename: 'Thing', id: '1', secret: 'of ada' } } })
  })
  const asked = Promise.allSettled([
    client.query({ query, fetchPolicy: 'network-only' }),
    watched.refetch(),
    watched.fetchMore({ variables: { after: '1' } }),
  ])
  const changed = mutate(change, {})
  fetchMock.mockReset()
  fetchMock.mockImplementation(async () => json({ data: { who: 'bob' } }))
  await signIn('bob')
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ who: 'bob' }))
  late.resolve()
  await asked
  expect(await changed).toMatchObject({ data: null })
  expect(JSON.stringify(client.extract())).not.toContain('ada')
  expect(shown.at(-1)).toEqual({ who: 'bob' })
  subscription.unsubscribe()
})

const watch = (query: DocumentNode) => {
  const shown: unknown[] = []
  onTestFinished(() => watched.unsubscribe())
  const watched = client.watchQuery({ query }).subscribe(({ data }) => shown.push(data))
  return shown
}

test('refetches the viewer after a change of organization, while the page stays', async () => {
  const answer = (active: string) => json({ data: { viewer: { __typename: 'Viewer', active } } })
  const activeIs = (active: string) => expect.objectContaining({ viewer: expect.objectContaining({ active }) })
  await signIn('ada', 'rowing')
  fetchMock.mockResolvedValueOnce(answer('rowing'))
  const shown = watch(gql`
    query Active {
      viewer {
        active
      }
    }
  `)
  await vi.waitFor(() => expect(shown).toContainEqual(activeIs('rowing')))
  fetchMock.mockResolvedValueOnce(json({ data: { organization: 'of the page' } }))
  const ofPage = watch(gql`
    query Page {
      organization
    }
  `)
  await vi.waitFor(() => expect(ofPage).toContainEqual({ organization: 'of the page' }))
  shown.length = ofPage.length = 0
  fetchMock.mockImplementation(async () => answer('sailing'))
  await signIn('ada', 'sailing')
  await vi.waitFor(() => expect(shown).toContainEqual(activeIs('sailing')))
  expect(shown).not.toContain(undefined)
  expect(ofPage).toEqual([])
})

test('refetches once after a series of changes in another tab, when the page is seen', async () => {
  fetchMock.mockResolvedValueOnce(json({ data: { name: 'Rowers' } }))
  const shown = watch(gql`
    query Name {
      name
    }
  `)
  await vi.waitFor(() => expect(shown).toContainEqual({ name: 'Rowers' }))
  const { length } = fetchMock.mock.calls
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const other = new BroadcastChannel('kit')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and no target
  for (let count = 0; count < 3; count += 1) other.postMessage({ topic: 'graphql', value: '' })
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
  vi.runAllTimers()
  expect(fetchMock).toHaveBeenCalledTimes(length)
  visibility.mockReturnValue('visible')
  fetchMock.mockResolvedValueOnce(json({ data: { name: 'Rowing' } }))
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(shown).toContainEqual({ name: 'Rowing' }))
  expect(fetchMock).toHaveBeenCalledTimes(length + 1)
  other.close()
})

test('merges the fields of two queries about the viewer', () => {
  const first = gql`
    query First {
      viewer {
        name
      }
    }
  `
  const second = gql`
    query Second {
      viewer {
        email
      }
    }
  `
  client.writeQuery({ query: first, data: { viewer: { __typename: 'Viewer', name: 'Ada' } } })
  client.writeQuery({ query: second, data: { viewer: { __typename: 'Viewer', email: 'ada@example.com' } } })
  expect(client.readQuery({ query: first })).toMatchObject({ viewer: { name: 'Ada' } })
})

test.each([
  ['no viewer where somebody was signed in', json({ data: { viewer: null } })],
  [
    'that nobody is signed in',
    json({ data: null, errors: [{ message: '', extensions: { code: 'UNAUTHENTICATED' } }] }),
  ],
])('waits for the user and repeats the query after %s', async (_, refusal) => {
  await signIn('ada')
  fetchMock.mockResolvedValueOnce(refusal)
  fetchMock.mockResolvedValueOnce(json(null))
  const query = gql`
    query Gone {
      viewer {
        name
      }
    }
  `
  const reading = client.query({ query, fetchPolicy: 'no-cache' })
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(3))
  fetchMock.mockResolvedValueOnce(
    json({ session: { activeOrganizationId: null }, user: { id: 'ada', language: null } }),
  )
  fetchMock.mockImplementation(async () => json({ data: { viewer: { __typename: 'Viewer', name: 'Ada' } } }))
  await refreshSession()
  expect((await reading).data).toMatchObject({ viewer: { name: 'Ada' } })
})

test('refetches when the user is back', async () => {
  const query = gql`
    query Old {
      old
    }
  `
  await signIn('ada')
  fetchMock.mockResolvedValueOnce(json({ data: { old: 'old' } }))
  const shown: unknown[] = []
  const watched = client.watchQuery({ query }).subscribe(({ data }) => shown.push(data))
  await vi.waitFor(() => expect(shown).toContainEqual({ old: 'old' }))
  fetchMock.mockResolvedValueOnce(json(null))
  await loadSession()
  fetchMock.mockResolvedValueOnce(
    json({ session: { activeOrganizationId: null }, user: { id: 'ada', language: null } }),
  )
  fetchMock.mockImplementation(async () => json({ data: { old: 'new' } }))
  await refreshSession()
  await vi.waitFor(() => expect(shown.at(-1)).toEqual({ old: 'new' }))
  watched.unsubscribe()
})

const ended = (data: object | null) =>
  json({ data, errors: [{ message: '', extensions: { code: 'UNAUTHENTICATED' } }] })

test('repeats a mutation when the user is back', async () => {
  await signIn('ada')
  fetchMock.mockResolvedValueOnce(ended(null)).mockResolvedValueOnce(json(null))
  const renaming = mutate(rename, { name: 'x' })
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledTimes(3))
  expect(getSession().status).toBe('signed-in')
  fetchMock.mockResolvedValueOnce(
    json({ session: { activeOrganizationId: null }, user: { id: 'ada', language: null } }),
  )
  fetchMock.mockImplementation(async () => json({ data: { rename: 'x' } }))
  await refreshSession()
  expect((await renaming).data).toEqual({ rename: 'x' })
})

test('does not repeat a mutation that was done in part', async () => {
  await signIn('ada')
  fetchMock.mockResolvedValueOnce(ended({ rename: 'x' })).mockResolvedValueOnce(json(null))
  expect((await mutate(rename, { name: 'x' })).error).toMatchObject({ code: 'UNAUTHENTICATED' })
  fetchMock.mockResolvedValueOnce(json(null))
  await refreshSession()
})
