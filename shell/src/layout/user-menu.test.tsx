// @vitest-environment happy-dom
import { renderPage, screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { askedOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { LockContext } from '../federation/lock-context.ts'
import { UserMenuContent } from './user-menu-content.tsx'

const ada = person('Ada')
const bob = person('Bob')
const activeOf = (user: typeof ada) => ({ user, session: sessionOf(user) })
let accounts: ReturnType<typeof activeOf>[]

const menu = (
  <LockContext value={{ remotes: [] }}>
    <UserMenuContent />
  </LockContext>
)
const elsewhere = '/organizations'

beforeEach(() => {
  server.signedIn = activeOf(ada)
  accounts = [activeOf(ada), activeOf(bob)]
  server.rest['GET /multi-session/list-device-sessions'] = () => accounts
})
async function openMenu() {
  const { user, arrivedAt } = await renderPage([{ path: '*', element: menu }], elsewhere)
  return { arrivedAt, press: async (name: string) => user.click(await screen.findByRole('button', { name })) }
}
const others = () =>
  within(screen.getByRole('list', { name: 'Other accounts in this browser' })).getAllByRole('listitem')

test('another account is signed out, and the current one stays', async () => {
  server.rest['POST /multi-session/revoke'] = () => {
    accounts = [activeOf(ada)]
    return { status: true }
  }
  const { press, arrivedAt } = await openMenu()
  await press('Sign out bob@example.com')
  await waitFor(() => expect(screen.queryByText('bob@example.com')).toBeNull())
  await arrivedAt(elsewhere)
  expect(screen.getByText('ada@example.com')).toBeDefined()
  expect(askedOf('POST /multi-session/revoke')).toEqual([{ sessionToken: 'token of bob' }])
})

test.each([
  ['all accounts are signed out at once', 'Sign out of all accounts', [activeOf(ada), activeOf(bob)]],
  ['of one account there is one way out', 'Sign out', [activeOf(ada)]],
])('%s', async (_, name, all) => {
  accounts = all
  server.rest['POST /sign-out'] = () => {
    server.signedIn = null
    return { success: true }
  }
  const { press, arrivedAt } = await openMenu()
  await press(name)
  await arrivedAt('/')
  expect(screen.queryByText('ada@example.com')).toBeNull()
})

test('an account that the browser could not keep beside the others has no way out of its own', async () => {
  accounts = [activeOf(bob)]
  await openMenu()
  await waitFor(() => expect(others()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign out of all accounts' })).toBeDefined()
})

test('a change that is refused is told, and the accounts are asked for anew', async () => {
  server.rest['POST /multi-session/set-active'] = () => refused(401, 'INVALID_SESSION_TOKEN')
  const { press, arrivedAt } = await openMenu()
  await waitFor(() => expect(others()).toHaveLength(1))
  accounts = [activeOf(ada)]
  await press('Switch to bob@example.com')
  expect((await screen.findByRole('alert')).textContent).toBe('This session is over already.')
  await waitFor(() => expect(screen.queryByText('bob@example.com')).toBeNull())
  await arrivedAt(elsewhere)
})

test('accounts that could not be loaded are not taken for none: they are asked for again, and one can sign out', async () => {
  server.rest['GET /multi-session/list-device-sessions'] = () => refused(503, 'SERVER_BUSY')
  const { press } = await openMenu()
  await screen.findByRole('alert')
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeDefined()
  server.rest['GET /multi-session/list-device-sessions'] = () => accounts
  await press('Try again')
  await waitFor(() => expect(others()).toHaveLength(1))
})
