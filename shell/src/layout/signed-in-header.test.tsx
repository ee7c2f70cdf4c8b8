// @vitest-environment happy-dom
import { refreshSession } from 'kit'
import { act, renderPage, screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import type { NavigationItem } from 'contract/remote-description.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { LockContext } from '../federation/lock-context.ts'
import type { LockedRemote } from 'contract/version-lock.ts'
import { preloadRemote } from '../federation/load-remote.ts'
import { SignedInHeader } from './signed-in-header.tsx'

// Only builds contain the runtime of Module Federation.
vi.mock('../federation/load-remote.ts', () => ({
  loadRemote: vi.fn(),
  preloadRemote: vi.fn(),
  useRemoteState: vi.fn(),
}))
// Mocked, because later test files share the page and would get it with the mocked module.
vi.mock('../federation/header-parts.tsx', () => ({ HeaderParts: () => null }))
vi.mock('../navigation/page-places.ts', () => ({ usePagePlaces: () => null }))

const ada = person('Ada')

const remote = (name: string, item: Partial<NavigationItem> = {}): LockedRemote => ({
  name,
  version: '1.0.0',
  container: 'mf_remote__1',
  entry: `/remotes/${name}/1.0.0/assets/entry.js`,
  integrity: 'sha384-',
  routes: [{ path: `/${name}`, access: 'user' }],
  navigation: [{ to: `/${name}`, label: { en: name }, order: 10, ...item }],
  needs: {},
})
const memberOf = (organizationId: string, role: string, userId = ada.id) => ({
  id: 'm',
  organizationId,
  userId,
  role,
  teamId: null,
  createdAt: ada.createdAt,
  user: { id: ada.id, name: ada.name, email: ada.email, image: null, proved: true },
})
const signIn = (organizationId: string | null) => {
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: organizationId }) }
}
const openWith = (remotes: LockedRemote[], address = '/elsewhere') => {
  const header = (
    <LockContext value={{ remotes }}>
      <SignedInHeader user={ada} userKey={0} onPlaces={() => {}} />
    </LockContext>
  )
  return renderPage([{ path: '*', element: header }], address)
}
const bar = () => screen.getByRole('navigation', { name: 'Main' })
const links = () =>
  within(bar())
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)

const limited = [
  remote('mf-all'),
  remote('mf-managers', { roles: ['owner', 'admin'] }),
  remote('mf-inviters', { permission: 'invitation:create' }),
]
let role: string
beforeEach(() => {
  role = 'admin'
  signIn('Rowers')
  server.rest['GET /organization/get-active-member'] = () =>
    memberOf(server.signedIn?.session.activeOrganizationId ?? '', role)
})

const rolesAsked = (times: number) =>
  waitFor(() => expect(requestsOf('GET /organization/get-active-member')).toHaveLength(times))

test('does not load roles if no entry of the version lock needs them', async () => {
  await openWith([remote('mf-all')])
  await waitFor(() => expect(links()).toEqual(['mf-all']))
  expect(requestsOf('GET /organization/get-active-member')).toEqual([])
})

test('shows nothing before the roles are known, then what they allow; without an organization, nothing', async () => {
  let respond: (member: ReturnType<typeof memberOf>) => void = () => {}
  server.rest['GET /organization/get-active-member'] = () => new Promise((resolve) => (respond = resolve))
  const eve = person('Eve') // nobody has asked for her roles in this page
  server.signedIn = { user: eve, session: sessionOf(eve, { activeOrganizationId: 'Rowers' }) }
  const { goTo } = await openWith(limited)
  expect(links()).toEqual([])
  await rolesAsked(1)
  await act(async () => respond(memberOf('Rowers', 'member,admin', eve.id)))
  await waitFor(() => expect(links()).toEqual(['mf-all', 'mf-inviters', 'mf-managers']))
  signIn(null)
  await act(() => refreshSession())
  expect(links()).toEqual(['mf-all'])
  await goTo('/more')
  expect(links()).toEqual(['mf-all'])
})

test('hides entries of the former organization after a switch, then shows those of the new one', async () => {
  await openWith(limited)
  await waitFor(() => expect(links()).toHaveLength(3))
  let respond: (member: ReturnType<typeof memberOf>) => void = () => {}
  server.rest['GET /organization/get-active-member'] = () => new Promise((resolve) => (respond = resolve))
  signIn('Sailors')
  await act(() => refreshSession())
  expect(links()).toEqual(['mf-all'])
  await rolesAsked(2)
  // A late response for the former organization is ignored.
  await act(async () => respond(memberOf('Rowers', 'owner')))
  expect(links()).toEqual(['mf-all'])
  server.rest['GET /organization/get-active-member'] = () => memberOf('Sailors', 'owner')
  await act(() => refreshSession())
  await waitFor(() => expect(links()).toHaveLength(3))
})

test('removes an entry on the next page after the role is revoked, and keeps entries if the request fails', async () => {
  const { goTo } = await openWith(limited)
  await waitFor(() => expect(links()).toHaveLength(3))
  server.rest['GET /organization/get-active-member'] = () => refused(503, 'SERVER_BUSY')
  await goTo('/two')
  await rolesAsked(2)
  expect(links()).toHaveLength(3)
  server.rest['GET /organization/get-active-member'] = () => memberOf('Rowers', 'member')
  await goTo('/three')
  await waitFor(() => expect(links()).toEqual(['mf-all']))
})

test('moves links that do not fit behind a button, except the current one, and omits search-only entries', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(350)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  const remotes = Array.from({ length: 40 }, (_, index) => remote(`mf-${index}`, { group: { en: 'Things' } }))
  const { user } = await openWith([...remotes, remote('mf-typed', { menu: false })], '/mf-33/below')
  await waitFor(() => expect(links()).toEqual(['mf-0', 'mf-33']))
  expect(within(bar()).getByRole('link', { current: 'page' }).textContent).toBe('mf-33')
  await user.click(within(bar()).getByRole('button', { name: 'More' }))
  const list = await screen.findByRole('list', { name: 'Things' })
  expect(within(list).getAllByRole('link')).toHaveLength(38)
  expect(screen.queryByRole('link', { name: 'mf-typed' })).toBeNull()
})

test('loads a remote when the pointer stays on its link, not when it only passes', async () => {
  const { user } = await openWith([remote('mf-one'), remote('mf-two')])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.hover(await screen.findByRole('link', { name: 'mf-one' }))
  await user.hover(screen.getByRole('link', { name: 'mf-two' }))
  await vi.advanceTimersByTimeAsync(200)
  expect(vi.mocked(preloadRemote).mock.calls.map(([{ name }]) => name)).toEqual(['mf-two'])
})
