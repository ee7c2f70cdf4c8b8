// @vitest-environment happy-dom
import { refreshSession } from 'kit'
import { act, renderPage, screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { askedOf, refused, server } from 'kit/testing/server'
import type { NavigationItem } from 'contract/remote-description.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { LockContext } from '../federation/lock-context.ts'
import type { LockedRemote } from 'contract/lock.ts'
import { preloadRemote } from '../federation/load-remote.ts'
import { SignedInHeader } from './signed-in-header.tsx'

// The runtime of Module Federation is the build's.
vi.mock('../federation/load-remote.ts', () => ({
  loadRemote: vi.fn(),
  preloadRemote: vi.fn(),
  useRemoteState: vi.fn(),
}))
// Not loaded here: the next files share the page, and would find it with the replaced module.
vi.mock('../federation/header-parts.tsx', () => ({ HeaderParts: () => null }))
vi.mock('../navigation/page-places.ts', () => ({ usePagePlaces: () => null }))

const ada = person('Ada')

const remote = (name: string, item: Partial<NavigationItem> = {}): LockedRemote => ({
  name,
  version: '1.0.0',
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
  user: { id: ada.id, name: ada.name, email: ada.email, image: null },
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
  waitFor(() => expect(askedOf('GET /organization/get-active-member')).toHaveLength(times))

test('nobody is asked for roles where no entry of the lock says them', async () => {
  await openWith([remote('mf-all')])
  await waitFor(() => expect(links()).toEqual(['mf-all']))
  expect(askedOf('GET /organization/get-active-member')).toEqual([])
})

test('nothing is shown before the roles are known, then what they allow; without an organization none of it', async () => {
  let answer: (member: ReturnType<typeof memberOf>) => void = () => {}
  server.rest['GET /organization/get-active-member'] = () => new Promise((resolve) => (answer = resolve))
  const eve = person('Eve') // nobody has asked for her roles in this page
  server.signedIn = { user: eve, session: sessionOf(eve, { activeOrganizationId: 'Rowers' }) }
  const { goTo } = await openWith(limited)
  expect(links()).toEqual([])
  await rolesAsked(1)
  await act(async () => answer(memberOf('Rowers', 'member,admin', eve.id)))
  await waitFor(() => expect(links()).toEqual(['mf-all', 'mf-managers', 'mf-inviters']))
  signIn(null)
  await act(() => refreshSession())
  expect(links()).toEqual(['mf-all'])
  await goTo('/more')
  expect(links()).toEqual(['mf-all'])
})

test('a change of the organization shows nothing of the former one, and then what the new one allows', async () => {
  await openWith(limited)
  await waitFor(() => expect(links()).toHaveLength(3))
  let answer: (member: ReturnType<typeof memberOf>) => void = () => {}
  server.rest['GET /organization/get-active-member'] = () => new Promise((resolve) => (answer = resolve))
  signIn('Sailors')
  await act(() => refreshSession())
  expect(links()).toEqual(['mf-all'])
  await rolesAsked(2)
  // An answer about the organization of before says nothing of this one.
  await act(async () => answer(memberOf('Rowers', 'owner')))
  expect(links()).toEqual(['mf-all'])
  server.rest['GET /organization/get-active-member'] = () => memberOf('Sailors', 'owner')
  await act(() => refreshSession())
  await waitFor(() => expect(links()).toHaveLength(3))
})

test('a role that was taken away is gone with the next page; an answer that does not come changes nothing', async () => {
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

test('what does not fit is behind a button, the current page is not; entries to be typed are nowhere', async () => {
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

test('a remote is loaded when somebody stays on its link, and not when the pointer only passes', async () => {
  const { user } = await openWith([remote('mf-one'), remote('mf-two')])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await user.hover(await screen.findByRole('link', { name: 'mf-one' }))
  await user.hover(screen.getByRole('link', { name: 'mf-two' }))
  await vi.advanceTimersByTimeAsync(200)
  expect(vi.mocked(preloadRemote).mock.calls.map(([{ name }]) => name)).toEqual(['mf-two'])
})
