// @vitest-environment happy-dom
import { refreshSession } from 'kit'
import { act, renderPage, screen, waitFor } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import type { Demand } from 'contract/permissions.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LockContext } from '../federation/lock-context.ts'
import type { LockedRemote } from 'contract/version-lock.ts'
import { preloadRemote } from '../federation/load-remote.ts'
import { SessionGate } from '../session-gate.tsx'
import { needsRoles } from './items.ts'
import { useLoadRights } from './load-rights.ts'

// Only builds contain the runtime of Module Federation.
vi.mock('../federation/load-remote.ts', () => ({ preloadRemote: vi.fn(), useRemoteState: vi.fn() }))

const ada = person('Ada')
const names: Record<string, string> = { rowers: 'Łódź Rowers', sailors: 'Sailors' }

const remote = (demand: Demand): LockedRemote => ({
  name: 'mf-money',
  version: '1.0.0',
  container: 'mf_remote__1',
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
  user: { id: ada.id, name: ada.name, email: ada.email, image: null, proved: true },
})
const signIn = (organizationId: string | null) => {
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: organizationId }) }
}
const current = () => server.signedIn?.session.activeOrganizationId ?? ''

/** Loads the rights like the header. */
function RightsLoader({ lock }: { lock: { remotes: LockedRemote[] } }) {
  useLoadRights(needsRoles(lock))
  return null
}

function openWith(demand: Demand, address = '/money') {
  const lock = { remotes: [remote(demand), organizations] }
  const Frame = () => (
    <LockContext value={lock}>
      <RightsLoader lock={lock} />
      <SessionGate />
    </LockContext>
  )
  const page = <input aria-label="note" />
  return renderPage([{ Component: Frame, children: [{ path: '/money/*', element: page }] }], address)
}
const note = () => screen.queryByRole('textbox', { name: 'note' })
const refusal = async () => (await screen.findByRole('alert')).textContent

// Roles are cached in this page, so the test that loads them first uses its own organization.
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

test('names the missing permission, the organization and the next step, and does not load the remote', async () => {
  await openWith({ permission: 'member:create' })
  await screen.findByRole('heading', { name: 'You don’t have access to this page' })
  await screen.findByText(/Łódź Rowers/)
  expect(await refusal()).toBe(
    'In Łódź Rowers it is open to: Owner, Admin, or a role that permits it. Your role there: Member. Ask an owner for access, or choose another organization.',
  )
  // A key that no user knows.
  expect(screen.queryByText('member:create')).toBeNull()
  expect(screen.getByRole('link', { name: 'Organizations' }).getAttribute('href')).toBe('/organizations')
  expect(note()).toBeNull()
  expect(preloadRemote).not.toHaveBeenCalled()
  expect(requestsOf('GET /organization/get-active-member')).toHaveLength(1)
})

test('shows nothing before the roles are known, then loads and shows the page', async () => {
  signIn('climbers')
  let respond: (member: ReturnType<typeof memberOf>) => void = () => {}
  server.rest['GET /organization/get-active-member'] = () => new Promise((resolve) => (respond = resolve))
  await openWith({ roles: ['owner', 'admin'] })
  await waitFor(() => expect(requestsOf('GET /organization/get-active-member')).toHaveLength(1))
  expect([note(), screen.queryByRole('alert')]).toEqual([null, null])
  expect(preloadRemote).not.toHaveBeenCalled()
  await act(async () => respond(memberOf('climbers', 'admin')))
  await waitFor(() => expect(note()).not.toBeNull())
  expect(vi.mocked(preloadRemote).mock.calls.map(([{ name }]) => name)).toEqual(['mf-money'])
})

test('follows changes of organization and role, and keeps input until the permission is back', async () => {
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
  ['none was activated', () => signIn(null)],
  [
    'the user left the active one',
    () => {
      server.rest['GET /organization/get-active-member'] = () => new Response('null')
      server.rest['GET /organization/get-full-organization'] = () => new Response('null')
    },
  ],
])('asks for an organization if none is active: %s', async (_, prepare) => {
  prepare()
  await openWith({ roles: ['member'] })
  await waitFor(async () => expect(await refusal()).toMatch(/^This page belongs to an organization/))
})

describe('in the only organization of somebody who has activated none', () => {
  const only = { id: 'sailors', name: 'Sailors', slug: 'sailors', logo: null, metadata: null, createdAt: ada.createdAt }
  const asked: unknown[] = []
  beforeEach(() => {
    signIn(null)
    server.rest['GET /organization/list'] = () => [only]
    server.rest['GET /organization/get-active-member-role'] = (body: unknown) => (asked.push(body), { role })
  })

  test('opens the page by the role there', async () => {
    role = 'admin'
    await openWith({ roles: ['owner', 'admin'] })
    await waitFor(() => expect(note()).not.toBeNull())
    expect(asked).toContainEqual({ organizationId: 'sailors', permissions: 'true' })
    expect(requestsOf('GET /organization/get-active-member')).toEqual([])
  })

  test('names it and the role', async () => {
    server.rest['GET /organization/get-full-organization'] = (body: unknown) => {
      expect(body).toEqual({ organizationId: 'sailors' })
      return { ...only, members: [], invitations: [], teams: [] }
    }
    await openWith({ roles: ['owner'] })
    await waitFor(async () =>
      expect(await refusal()).toContain('In Sailors it is open to: Owner. Your role there: Member.'),
    )
  })

  test('asks somebody with two', async () => {
    server.rest['GET /organization/list'] = () => [only, { ...only, id: 'rowers' }]
    await openWith({ roles: ['member'] })
    await waitFor(async () =>
      expect(await refusal()).toMatch(/^This page belongs to an organization. Choose one first/),
    )
  })
})

test('opens the page to a role of the organization that grants the permission, until it no longer does', async () => {
  let permissions = ['mf-money:approve']
  server.rest['GET /organization/get-active-member'] = () => ({ ...memberOf(current(), 'hr'), permissions })
  signIn('painters')
  await openWith({ permission: 'mf-money:approve' })
  await waitFor(() => expect(note()).not.toBeNull())
  expect(requestsOf('GET /organization/get-active-member')).toEqual([{ permissions: 'true' }])
  permissions = []
  await act(() => refreshSession())
  await waitFor(async () =>
    expect(await refusal()).toContain('open to: Owner or a role that permits it. Your role there: hr.'),
  )
})

test('opens the page if the roles cannot be loaded, because the server decides', async () => {
  signIn('divers')
  server.rest['GET /organization/get-active-member'] = () => refused(503, 'SERVER_BUSY')
  await openWith({ permission: 'organization:delete' })
  await waitFor(() => expect(note()).not.toBeNull())
})

describe('for administrators', () => {
  test('is no page to anyone else, who loads nothing and asks nothing', async () => {
    await openWith({ userRole: 'admin' })
    await screen.findByRole('heading', { name: 'Page not found' })
    expect(preloadRemote).not.toHaveBeenCalled()
    expect(server.asked).toEqual([])
  })

  test('opens without asking for roles in organizations, until the role is gone', async () => {
    signIn('rowers')
    const as = (userRole: 'admin' | 'user') => {
      if (server.signedIn) server.signedIn = { ...server.signedIn, user: { ...ada, role: userRole } }
    }
    as('admin')
    await openWith({ userRole: 'admin' })
    await waitFor(() => expect(note()).not.toBeNull())
    expect(vi.mocked(preloadRemote).mock.calls.map(([{ name }]) => name)).toEqual(['mf-money'])
    expect(server.asked).toEqual([])
    as('user')
    await act(() => refreshSession())
    await screen.findByRole('heading', { name: 'Page not found' })
    expect(note()).toBeNull()
  })
})

test('opens routes without a demand to all, and loads no roles if no route has one', async () => {
  await openWith({ roles: ['owner'] }, '/money/open')
  expect(note()).not.toBeNull()
  server.asked.length = 0
  await openWith({})
  expect(note()).not.toBeNull()
  expect(requestsOf('GET /organization/get-active-member')).toEqual([])
})
