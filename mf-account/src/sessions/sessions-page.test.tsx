import { open, screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { askedOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { remote } from '../remote.tsx'

const ada = person('Ada')
const bob = person('Bob')
const own = sessionOf(ada, { updatedAt: '2026-01-01T00:00:00.000Z' })
const older = sessionOf(ada, {
  id: 'older',
  token: 'older token',
  ipAddress: '192.0.2.1',
  updatedAt: '2026-01-02T00:00:00.000Z',
})
const newer = sessionOf(ada, {
  id: 'newer',
  token: 'newer token',
  userAgent: 'curl/8',
  updatedAt: '2026-01-03T00:00:00.000Z',
})
let sessions: (typeof own)[]

beforeEach(() => {
  server.signedIn = { user: ada, session: own }
  sessions = [older, own, newer]
  server.rest['GET /list-sessions'] = () => sessions
  server.rest['GET /multi-session/list-device-sessions'] = () => [
    { user: ada, session: own },
    { user: bob, session: sessionOf(bob) },
  ]
})
async function openSessions() {
  const { user } = await open(remote.routes, '/account/sessions')
  await screen.findByRole('heading', { name: 'Accounts in this browser' })
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) }
}
const rows = () => within(screen.getByRole('list', { name: 'Sessions' })).getAllByRole('listitem')

test('the own session stands first and cannot be ended here; the others follow, newest first', async () => {
  await openSessions()
  expect(rows()[0]?.textContent).toContain('This device')
  expect(rows()[0]?.querySelector('button')).toBeNull()
  expect(rows()[1]?.textContent).toContain('curl')
  expect(rows()[2]?.textContent).toContain('192.0.2.1')
})

test('a session is ended, which is told, and the list is asked for anew', async () => {
  server.rest['POST /revoke-session'] = () => {
    sessions = [own, older]
    return { status: true }
  }
  const { press } = await openSessions()
  await press('End the session of curl')
  await screen.findByText('1 session was ended.')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(askedOf('POST /revoke-session')).toEqual([{ token: 'newer token' }])
})

test('all others are ended at once, and counted', async () => {
  server.rest['POST /revoke-other-sessions'] = () => {
    sessions = [own]
    return { status: true }
  }
  const { press } = await openSessions()
  await press('End all other sessions')
  await screen.findByText('2 sessions were ended.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull())
})

test('a session that is over already is told, and none is said to be ended', async () => {
  server.rest['POST /revoke-session'] = () => refused(404, 'SESSION_NOT_FOUND')
  const { press } = await openSessions()
  await press('End the session of curl')
  expect((await screen.findByRole('alert')).textContent).toBe('This session is over already.')
  expect(screen.queryByText('was ended', { exact: false })).toBeNull()
})

test('another account of this browser takes the place of the present one', async () => {
  server.rest['POST /multi-session/set-active'] = () => {
    server.signedIn = { user: bob, session: sessionOf(bob) }
    return server.signedIn
  }
  const { press } = await openSessions()
  expect(screen.queryByRole('button', { name: 'Switch to ada@example.com' })).toBeNull()
  await press('Switch to bob@example.com')
  await screen.findByRole('button', { name: 'Switch to ada@example.com' })
  expect(askedOf('POST /multi-session/set-active')).toEqual([{ sessionToken: 'token of bob' }])
})

test('another account of this browser is signed out, and the present one stays', async () => {
  server.rest['POST /multi-session/revoke'] = () => {
    server.rest['GET /multi-session/list-device-sessions'] = () => [{ user: ada, session: own }]
    return { status: true }
  }
  const { press } = await openSessions()
  await press('Sign out bob@example.com')
  await waitFor(() => expect(screen.queryByText('bob@example.com')).toBeNull())
  expect(askedOf('POST /multi-session/revoke')).toEqual([{ sessionToken: 'token of bob' }])
})

test('a change of account that is refused is told, and the accounts are asked for anew', async () => {
  server.rest['POST /multi-session/set-active'] = () => refused(401, 'INVALID_SESSION_TOKEN')
  const { press } = await openSessions()
  await press('Switch to bob@example.com')
  expect((await screen.findByRole('alert')).textContent).toBe('This session is over already.')
  expect(askedOf('GET /multi-session/list-device-sessions')).toHaveLength(2)
})

test('of two lists the one that failed says so alone, and is asked for again', async () => {
  server.rest['GET /list-sessions'] = () => refused(503, 'SERVER_BUSY')
  const { press } = await openSessions()
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  server.rest['GET /list-sessions'] = () => sessions
  await press('Try again')
  await waitFor(() => expect(rows()).toHaveLength(3))
  expect(askedOf('GET /multi-session/list-device-sessions')).toHaveLength(1)
})
