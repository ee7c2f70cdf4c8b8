// @vitest-environment happy-dom
import { refreshSession } from 'kit'
import { act, renderPage, screen, waitFor } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { askedOf, refused, server } from 'kit/testing/server'
import type { Demand } from 'contract/permissions.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { LockContext } from '../federation/lock-context.ts'
import type { LockedRemote } from 'contract/lock.ts'
import { preloadRemote } from '../federation/load-remote.ts'
import { SessionGate } from '../session-gate.tsx'
import { needsRoles } from './items.ts'
import { useLoadRoles } from './viewer-roles.ts'

// The runtime of Module Federation is the build's.
vi.mock('../federation/load-remote.ts', () => ({ preloadRemote: vi.fn(), useRemoteState: vi.fn() }))

const ada = person('Ada')
const names: Record<string, string> = { rowers: 'Łódź Rowers', sailors: 'Sailors' }

const remote = (demand: Demand): LockedRemote => ({
  name: 'mf-money',
  version: '1.0.0',
  entry: '/remotes/mf-money/1.0.0/assets/entry.js',
  integrity: 'sha384-',
  routes: [
    { path: '/money', access: 'user', ...demand },
    { path: '/money/open', access: 'user' },
  ],
  navigation: [],
  needs: {},
})
const organizations: LockedRemote = {
  ...remote({}),
  name: 'mf-organization',
  routes: [{ path: '/organizations', access: 'user' }],
}

const memberOf = (organizationId: string, role: string) => ({
  id: 'm',
  organizationId,
  userId: ada.id,
  role,
  teamId: null,
  createdAt: ada.createdAt,
  user: { id: ada.id, name: ada.name, email: ada.email, image: null },
})
const signIn = (organizationId: string | null) => {
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: organizationId }) }
}
const current = () => server.signedIn?.session.activeOrganizationId ?? ''

/** As the header does. */
function Asker({ lock }: { lock: { remotes: LockedRemote[] } }) {
  useLoadRoles(needsRoles(lock))
  return null
}

function openWith(demand: Demand, address = '/money') {
  const lock = { remotes: [remote(demand), organizations] }
  const Frame = () => (
    <LockContext value={lock}>
      <Asker lock={lock} />
      <SessionGate />
    </LockContext>
  )
  const page = <input aria-label="note" />
  return renderPage([{ Component: Frame, children: [{ path: '/money/*', element: page }] }], address)
}
const note = () => screen.queryByRole('textbox', { name: 'note' })
const refusal = async () => (await screen.findByRole('alert')).textContent

// What is known of an organization stays known in this page: who asks first does so in one of their
// own.
let role: string
beforeEach(() => {
  vi.mocked(preloadRemote).mockClear()
  role = 'member'
  signIn('rowers')
  server.rest['GET /organization/get-active-member'] = () => memberOf(current(), role)
  server.rest['GET /organization/get-full-organization'] = () => ({
    id: current(),
    name: names[current()] ?? '',
    slug: current(),
    logo: null,
    metadata: null,
    createdAt: ada.createdAt,
    members: [],
    invitations: [],
    teams: [],
  })
})

test('who lacks the right is told which, in which organization, and what next; the remote is not loaded', async () => {
  await openWith({ permission: 'member:create' })
  await screen.findByRole('heading', { name: 'This page is not open to you' })
  await screen.findByText(/Łódź Rowers/)
  expect(await refusal()).toBe(
    'In Łódź Rowers it is open to: Owner or Administrator. Your role there: Member. Ask an owner for it, or choose another organization.',
  )
  expect(screen.getByText('member:create')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Organizations' }).getAttribute('href')).toBe('/organizations')
  expect(note()).toBeNull()
  expect(preloadRemote).not.toHaveBeenCalled()
  expect(askedOf('GET /organization/get-active-member')).toHaveLength(1)
})

test('nothing of the page is seen before the roles are known; with the right it is, and its remote is loaded', async () => {
  signIn('climbers')
  let answer: (member: ReturnType<typeof memberOf>) => void = () => {}
  server.rest['GET /organization/get-active-member'] = () => new Promise((resolve) => (answer = resolve))
  await openWith({ roles: ['owner', 'admin'] })
  await waitFor(() => expect(askedOf('GET /organization/get-active-member')).toHaveLength(1))
  expect([note(), screen.queryByRole('alert')]).toEqual([null, null])
  expect(preloadRemote).not.toHaveBeenCalled()
  await act(async () => answer(memberOf('climbers', 'admin')))
  await waitFor(() => expect(note()).not.toBeNull())
  expect(vi.mocked(preloadRemote).mock.calls.map(([{ name }]) => name)).toEqual(['mf-money'])
})

test('another organization and another role are followed; what was typed is there when the right is back', async () => {
  role = 'owner'
  const { user, goTo } = await openWith({ permission: 'organization:update' })
  await waitFor(() => expect(note()).not.toBeNull())
  await user.type(screen.getByRole('textbox', { name: 'note' }), 'typed')
  role = 'member'
  signIn('sailors')
  await act(() => refreshSession())
  await screen.findByText(/In Sailors it is open to/)
  expect(note()).toBeNull()
  role = 'owner'
  signIn('rowers')
  await act(() => refreshSession())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'note' }).value).toBe('typed')
  role = 'admin,member'
  await goTo('/money/more')
  expect(note()).not.toBeNull()
  role = 'member'
  await goTo('/money')
  expect(await refusal()).toContain('Your role there: Member.')
})

test.each([
  ['nobody has made one active', () => signIn(null)],
  [
    'the one that was active is not theirs any more',
    () => {
      server.rest['GET /organization/get-active-member'] = () => new Response('null')
      server.rest['GET /organization/get-full-organization'] = () => new Response('null')
    },
  ],
])('without an organization one is to be chosen: %s', async (_, prepare) => {
  prepare()
  await openWith({ roles: ['member'] })
  await waitFor(async () => expect(await refusal()).toMatch(/^It belongs to an organization/))
})

test('where the roles cannot be had the page is open: the server decides', async () => {
  signIn('divers')
  server.rest['GET /organization/get-active-member'] = () => refused(503, 'SERVER_BUSY')
  await openWith({ permission: 'organization:delete' })
  await waitFor(() => expect(note()).not.toBeNull())
})

test('a route of the same remote that asks for nothing is open to all, and where no route does nobody is asked', async () => {
  await openWith({ roles: ['owner'] }, '/money/open')
  expect(note()).not.toBeNull()
  server.asked.length = 0
  await openWith({})
  expect(note()).not.toBeNull()
  expect(askedOf('GET /organization/get-active-member')).toEqual([])
})
