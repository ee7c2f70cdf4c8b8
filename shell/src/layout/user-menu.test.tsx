// @vitest-environment happy-dom
import { renderPage, screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { LockContext } from '../federation/lock-context.ts'
import { UserMenuContent } from './user-menu-content.tsx'

const ada = person('Ada')
const bob = person('Bob')
const activeOf = (user: typeof ada) => ({ user, session: sessionOf(user) })
let accounts: ReturnType<typeof activeOf>[]

const menu = (
  <LockContext value={{ remotes: [] }}>
    <UserMenuContent user={ada} />
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
const others = () => within(screen.getByRole('list', { name: 'Other accounts' })).getAllByRole('listitem')

test('signs out another account and keeps the current one', async () => {
  server.rest['POST /multi-session/revoke'] = () => {
    accounts = [activeOf(ada)]
    return { status: true }
  }
  const { press, arrivedAt } = await openMenu()
  await press('Sign out bob@example.com')
  await waitFor(() => expect(screen.queryByText('bob@example.com')).toBeNull())
  await arrivedAt(elsewhere)
  expect(screen.getByText('ada@example.com')).toBeDefined()
  expect(requestsOf('POST /multi-session/revoke')).toEqual([{ sessionToken: 'token of bob' }])
})

test.each([
  ['signs all accounts out at once', 'Sign out of all accounts', [activeOf(ada), activeOf(bob)]],
  ['offers a single sign-out for one account', 'Sign out', [activeOf(ada)]],
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

test('offers no separate sign-out for an account beyond the browser’s limit', async () => {
  accounts = [activeOf(bob)]
  await openMenu()
  await waitFor(() => expect(others()).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Sign out' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign out of all accounts' })).toBeDefined()
})

test('shows a refusal and reloads the accounts', async () => {
  server.rest['POST /multi-session/set-active'] = () => refused(401, 'INVALID_SESSION_TOKEN')
  const { press, arrivedAt } = await openMenu()
  await waitFor(() => expect(others()).toHaveLength(1))
  accounts = [activeOf(ada)]
  await press('Switch to Bob bob@example.com')
  expect((await screen.findByRole('alert')).textContent).toBe('This session has already ended.')
  await waitFor(() => expect(screen.queryByText('bob@example.com')).toBeNull())
  await arrivedAt(elsewhere)
})

test('offers a retry and sign-out if the accounts cannot be loaded', async () => {
  server.rest['GET /multi-session/list-device-sessions'] = () => refused(503, 'SERVER_BUSY')
  const { press } = await openMenu()
  await screen.findByRole('alert')
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeDefined()
  server.rest['GET /multi-session/list-device-sessions'] = () => accounts
  await press('Try again')
  await waitFor(() => expect(others()).toHaveLength(1))
})
