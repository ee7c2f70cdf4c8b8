import { afterAll, beforeEach, expect, test, vi } from 'vitest'

declare module './events.ts' {
  interface Events {
    'mf-a/told': { value: number }
    'mf-b/told': { value: number }
  }
}

// The next files share the page.
const before = { fetch: globalThis.fetch, reportError: globalThis.reportError }
afterAll(() => {
  for (const [name, value] of Object.entries(before)) vi.stubGlobal(name, value)
})

const fetchMock = vi.fn<typeof fetch>()
const reported: unknown[] = []

beforeEach(() => {
  vi.resetModules()
  reported.length = 0
  vi.stubGlobal('fetch', fetchMock.mockReset())
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
})

/** Loads fresh modules, because they hold the state of one tab. */
async function openTab() {
  const [events, session] = await Promise.all([import('./events.ts'), import('./session/session.ts')])
  const heard: unknown[] = []
  const hear = (name: Parameters<typeof events.onEvent>[0], by = name) =>
    events.onEvent(name, (detail) => heard.push([by, detail]))
  /** The current user according to the server. */
  const signIn = (userId: string | null, organizationId: string | null = null) => {
    const active = { session: { userId, activeOrganizationId: organizationId }, user: { id: userId } }
    fetchMock.mockResolvedValueOnce(
      new Response(JSON.stringify(userId === null ? null : active), {
        headers: { 'content-type': 'application/json' },
      }),
    )
    return session.refreshSession()
  }
  const later = async () => {
    await Promise.resolve()
    return heard.splice(0)
  }
  return { ...events, ...session, heard, hear, signIn, later }
}

test('delivers events immediately, and the last one to later listeners, but not during the subscription', async () => {
  const { emitEvent, hear, heard, later } = await openTab()
  hear('mf-a/told')
  emitEvent('mf-a/told', { value: 1 })
  emitEvent('mf-b/told', { value: 9 })
  emitEvent('mf-a/told', { value: 2 })
  expect(heard.splice(0)).toEqual([
    ['mf-a/told', { value: 1 }],
    ['mf-a/told', { value: 2 }],
  ])
  hear('mf-a/told')
  expect(heard).toEqual([])
  expect(await later()).toEqual([['mf-a/told', { value: 2 }]])
})

test('delivers only the newer event when one is sent right after subscribing, and none after unsubscribing', async () => {
  const { emitEvent, hear, later } = await openTab()
  emitEvent('mf-a/told', { value: 1 })
  hear('mf-a/told')()
  hear('mf-a/told')
  emitEvent('mf-a/told', { value: 2 })
  expect(await later()).toEqual([['mf-a/told', { value: 2 }]])
  expect(await later()).toEqual([])
})

test('reports a listener that throws, and still runs the others', async () => {
  const { emitEvent, onEvent, hear, later } = await openTab()
  const thrown = new Error('of mf-a')
  const fail = () => {
    throw thrown
  }
  onEvent('mf-a/told', fail)
  hear('mf-a/told')
  emitEvent('mf-a/told', { value: 1 })
  expect(reported).toEqual([thrown])
  expect(await later()).toHaveLength(1)
  onEvent('mf-a/told', fail)
  await later()
  expect(reported).toEqual([thrown, thrown])
})

test('lets listeners remove and add listeners during an event', async () => {
  const { emitEvent, onEvent, hear, later } = await openTab()
  const calls: string[] = []
  const end = onEvent('mf-a/told', () => {
    calls.push('first')
    end()
    endOther()
    hear('mf-a/told')
  })
  const endOther = onEvent('mf-a/told', () => calls.push('other'))
  emitEvent('mf-a/told', { value: 1 })
  expect(calls).toEqual(['first'])
  expect(await later()).toEqual([['mf-a/told', { value: 1 }]])
  emitEvent('mf-a/told', { value: 2 })
  expect(calls).toEqual(['first'])
})

test('delivers nested events after the current one, to all listeners', async () => {
  const { emitEvent, onEvent, hear, later } = await openTab()
  onEvent('mf-a/told', ({ value }) => emitEvent('mf-b/told', { value }))
  hear('mf-b/told')
  hear('mf-a/told')
  emitEvent('mf-a/told', { value: 1 })
  expect(await later()).toEqual([
    ['mf-a/told', { value: 1 }],
    ['mf-b/told', { value: 1 }],
  ])
})

test('stops and reports listeners that send events endlessly', async () => {
  const { emitEvent, onEvent, hear, later } = await openTab()
  const end = onEvent('mf-a/told', ({ value }) => {
    emitEvent('mf-b/told', { value: value + 1 })
    emitEvent('mf-b/told', { value: value + 1 })
  })
  const endOther = onEvent('mf-b/told', ({ value }) => emitEvent('mf-a/told', { value }))
  emitEvent('mf-a/told', { value: 0 })
  expect(reported.length).toBeGreaterThan(0)
  expect(reported.length).toBeLessThan(100)
  expect(String(reported[0])).toContain('mf-')
  end()
  endOther()
  hear('mf-a/told')
  await later()
  emitEvent('mf-a/told', { value: -1 })
  expect(await later()).toEqual([['mf-a/told', { value: -1 }]])
})

test('keeps the last event of at most a hundred names', async () => {
  const { emitEvent, hear, signIn, later } = await openTab()
  await signIn('ada', 'rowers')
  for (let index = 0; index < 1000; index += 1) Reflect.apply(emitEvent, undefined, [`mf-a/${index}`, { value: index }])
  hear('organization-changed')
  expect(await later()).toEqual([['organization-changed', { organizationId: 'rowers' }]])
  const names: unknown[] = []
  for (let index = 0; index < 1000; index += 1) Reflect.apply(hear, undefined, [`mf-a/${index}`])
  names.push(...(await later()))
  expect(names).toHaveLength(99)
})

test('sends the organization when it is known, when it changes and to later listeners', async () => {
  const { hear, signIn, later } = await openTab()
  hear('organization-changed')
  await signIn('ada', 'rowers')
  await signIn('ada', 'rowers')
  expect(await later()).toEqual([['organization-changed', { organizationId: 'rowers' }]])
  await signIn('ada')
  await signIn('ada', 'sailors')
  expect(await later()).toEqual([
    ['organization-changed', { organizationId: null }],
    ['organization-changed', { organizationId: 'sailors' }],
  ])
  hear('organization-changed')
  expect(await later()).toEqual([['organization-changed', { organizationId: 'sailors' }]])
})

test('replays nothing from the previous user', async () => {
  const { emitEvent, onEvent, hear, signIn, later } = await openTab()
  hear('signed-out')
  onEvent('signed-out', () => emitEvent('mf-b/told', { value: 1 }))
  onEvent('mf-b/told', () => emitEvent('mf-a/told', { value: 1 }))
  await signIn('ada', 'rowers')
  emitEvent('mf-a/told', { value: 1 })
  await signIn('grace', 'rowers')
  expect(await later()).toEqual([['signed-out', {}]])
  for (const name of ['mf-a/told', 'mf-b/told', 'signed-out', 'organization-changed'] as const) hear(name)
  expect(await later()).toEqual([['organization-changed', { organizationId: 'rowers' }]])
})

test('replays neither events of a signed-out user nor the sign-out itself', async () => {
  const { emitEvent, hear, signIn, later } = await openTab()
  await signIn('ada', 'rowers')
  emitEvent('mf-a/told', { value: 1 })
  hear('signed-out')
  await signIn(null)
  await signIn(null)
  expect(await later()).toEqual([['signed-out', {}]])
  for (const name of ['mf-a/told', 'signed-out', 'organization-changed'] as const) hear(name)
  expect(await later()).toEqual([])
  emitEvent('mf-a/told', { value: 2 })
  await later()
  await signIn('ada', 'rowers')
  await later()
  hear('mf-a/told')
  expect(await later()).toEqual([])
})

test('keeps events that were sent before the session was known', async () => {
  const { emitEvent, hear, signIn, later } = await openTab()
  emitEvent('mf-a/told', { value: 1 })
  hear('signed-out')
  await signIn('ada')
  hear('mf-a/told')
  expect(await later()).toEqual([['mf-a/told', { value: 1 }]])
})

test('keeps events of an ended session until it is left', async () => {
  const { emitEvent, hear, signIn, leaveEndedSession, loadSession, later } = await openTab()
  await signIn('ada', 'rowers')
  emitEvent('mf-a/told', { value: 1 })
  hear('signed-out')
  fetchMock.mockResolvedValueOnce(new Response('null', { headers: { 'content-type': 'application/json' } }))
  await loadSession()
  await signIn('ada', 'rowers')
  hear('mf-a/told')
  expect(await later()).toEqual([['mf-a/told', { value: 1 }]])
  fetchMock.mockResolvedValueOnce(new Response('null', { headers: { 'content-type': 'application/json' } }))
  await loadSession()
  leaveEndedSession()
  expect(await later()).toEqual([['signed-out', {}]])
})
