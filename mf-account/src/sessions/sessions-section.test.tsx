import { screen, waitFor } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.ts'

const ada = person('Ada')
const own = sessionOf(ada, { createdAt: '2026-01-01T00:00:00.000Z' })
const older = sessionOf(ada, {
  id: 'older',
  token: 'older token',
  ipAddress: '192.0.2.1',
  userAgent: 'something/1',
  createdAt: '2026-01-02T00:00:00.000Z',
})
const newer = sessionOf(ada, {
  id: 'newer',
  token: 'newer token',
  userAgent: 'curl/8',
  createdAt: '2026-01-03T00:00:00.000Z',
})
let sessions: (typeof own)[]

beforeEach(() => {
  server.signedIn = { user: ada, session: own }
  sessions = [older, own, newer]
  server.rest['GET /list-sessions'] = () => sessions
})
async function openSessions() {
  const { user } = await openPage('/account/sessions')
  return { user, press: async (name: string | RegExp) => user.click(await screen.findByRole('button', { name })) }
}
const rows = () => screen.getAllByRole('listitem')

test('shows the current session first without a sign-out, then the others, newest first', async () => {
  await openSessions()
  await screen.findByRole('list', { name: 'Other sessions' })
  expect(rows()[0]?.textContent).toContain('Active now')
  expect(rows()[0]?.querySelector('button')).toBeNull()
  expect(rows()[1]?.textContent).toContain('curl')
  expect(rows()[2]?.textContent).toContain('Unknown device')
})

test('shows where each session came from, if known, and when it began, to the second', async () => {
  await openSessions()
  await screen.findByRole('list', { name: 'Other sessions' })
  expect(rows()[1]?.textContent).toMatch(/Unknown addressSigned in .+ ago/)
  expect(rows()[2]?.textContent).toContain('192.0.2.1')
  expect(screen.getAllByTitle(/^Jan \d, 2026, \d+:00:00/)).toHaveLength(3)
  screen.getByRole('button', { name: /^Sign out: curl, Jan \d, 2026, \d+:00:00/ })
})

test('signs all others out at once', async () => {
  server.rest['POST /revoke-other-sessions'] = () => {
    sessions = [own]
    return { status: true }
  }
  const { press } = await openSessions()
  await press('Sign out all others')
  await screen.findByText('All other sessions are signed out.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull())
})

test.each([
  ['Sign out all others', 'POST /revoke-other-sessions'],
  [/^Sign out: curl/, 'POST /revoke-session'],
] as const)('asks for the password before %s if the sign-in is not recent', async (button, call) => {
  const sent = vi.spyOn(globalThis, 'fetch')
  server.rest[call] = () => refused(403, 'SESSION_IS_NOT_FRESH')
  server.rest['GET /list-accounts'] = () => []
  const { press } = await openSessions()
  await press(button)
  await screen.findByRole('dialog')
  const headers = sent.mock.calls.map(([request]) => new Request(request).headers.get('x-require-fresh-session'))
  expect(headers).toContain('true')
  expect(requestsOf(call)).toHaveLength(1)
  expect(rows()).toHaveLength(3)
})

test('reports a session that has already ended, without a success message', async () => {
  server.rest['POST /revoke-session'] = () => refused(404, 'SESSION_NOT_FOUND')
  const { press } = await openSessions()
  await press(/^Sign out: curl/)
  expect((await screen.findByRole('alert')).textContent).toBe('This session has already ended.')
  expect(screen.queryByText('Session signed out.')).toBeNull()
})

test('shows ten of a hundred other sessions, and the current one even if it is older', async () => {
  sessions = Array.from({ length: 100 }, (_, index) => sessionOf(ada, { id: `${index}`, token: `${index}` }))
  const { press } = await openSessions()
  await press('Show more')
  expect(rows()).toHaveLength(101)
  expect(rows()[0]?.textContent).toContain('Active now')
  await press('Show fewer')
  expect(rows()).toHaveLength(11)
})

test('offers a retry if the list cannot be loaded', async () => {
  server.rest['GET /list-sessions'] = () => refused(503, 'SERVER_BUSY')
  const { press } = await openSessions()
  await screen.findByRole('alert')
  server.rest['GET /list-sessions'] = () => sessions
  await press('Try again')
  await waitFor(() => expect(rows()).toHaveLength(3))
})
