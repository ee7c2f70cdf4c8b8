import { screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.ts'

const ada = person('Ada', { username: 'ada', displayUsername: 'ada', emailVerified: false })
const own = sessionOf(ada)
const linked = ['credential', 'google'].map((provider) => ({
  id: provider,
  providerId: provider,
  provider,
  accountId: provider,
  userId: ada.id,
  scopes: [],
  createdAt: ada.createdAt,
  updatedAt: ada.updatedAt,
}))
let sessions: (typeof own)[]

beforeEach(() => {
  const become = (changes: Partial<typeof ada>) => {
    server.signedIn = { user: { ...ada, ...changes }, session: own }
    return { status: true }
  }
  become({})
  sessions = [sessionOf(ada, { id: 'phone', token: 'phone' }), own]
  server.rest = {
    'GET /list-accounts': () => linked,
    'GET /passkey/list-user-passkeys': () => [],
    'GET /two-factor/status': () => ({ enabled: false, since: null, backupCodesLeft: 0, trustedDevices: [] }),
    'GET /social-providers': () => [],
    'GET /list-sessions': () => sessions,
    'GET /pending-email-change': () => null,
    'GET /announced-email-change': () => null,
    'GET /announced-factor-reset': () => null,
    'POST /is-username-available': () => ({ available: true }),
    'POST /unlink-account': () => ({ status: true }),
    'POST /change-email': ({ newEmail }) => become({ email: newEmail }),
    'POST /update-user': ({ name = ada.name, username = ada.username }) => become({ name, username }),
    'POST /revoke-other-sessions': () => {
      sessions = [own]
      return { status: true }
    },
  }
})

type User = Awaited<ReturnType<typeof openPage>>['user']
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }))
const type = async (user: User, label: string, text: string) => user.type(await screen.findByLabelText(label), text)

const disconnect = async (user: User) => {
  await press(user, 'Disconnect google')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Disconnect' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const rename = async (user: User) => {
  await type(user, 'Username', '_k')
  await press(user, 'Save changes')
  await screen.findByText('Saved.')
}
const changeEmail = async (user: User) => {
  await type(user, 'New email', 'king@example.com')
  await press(user, 'Change email')
  await screen.findByText('king@example.com', { selector: '.kit-name' })
}
const nothing = async () => void (await screen.findByRole('main'))

const offer = 'Sign out all other devices'

test.each([
  ['a provider was disconnected', '/account/security', disconnect],
  ['a provider was connected', '/account/security?changed', nothing],
  ['the email changed', '/account/profile', changeEmail],
  ['an emailed link changed the email', '/account/profile?changed', nothing],
  ['the username changed', '/account/profile', rename],
] as const)('offers to sign out other devices after %s', async (_, address, change) => {
  const sent = vi.spyOn(globalThis, 'fetch')
  const { user } = await openPage(address)
  await change(user)
  await press(user, offer)
  await screen.findByText('All other sessions are signed out.')
  await waitFor(() => expect(screen.queryByRole('button', { name: offer })).toBeNull())
  expect(requestsOf('POST /revoke-other-sessions')).toHaveLength(1)
  const headers = sent.mock.calls.map(([request]) => new Request(request).headers.get('x-require-fresh-session'))
  expect(headers).toContain('true')
})

test('offers nothing if there is no other session', async () => {
  sessions = [own]
  const { user } = await openPage('/account/security')
  await disconnect(user)
  await waitFor(() => expect(requestsOf('GET /list-sessions')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: offer })).toBeNull()
})

test.each([
  ['the page is opened', '/account/security', nothing],
  ['a username changes that signs nobody in', '/account/profile', rename],
  ['a change fails', '/account/security', disconnect],
] as const)('asks for no sessions if %s', async (what, address, change) => {
  if (what.startsWith('a username')) server.facts = ['sign-up']
  server.rest['POST /unlink-account'] = () => refused(400, 'ACCOUNT_NOT_FOUND')
  const { user } = await openPage(address)
  await change(user)
  expect(requestsOf('GET /list-sessions')).toEqual([])
})

test('asks for the password if the sign-in is not recent, and reports a failure', async () => {
  server.rest['POST /revoke-other-sessions'] = () => refused(403, 'SESSION_IS_NOT_FRESH')
  const { user } = await openPage('/account/security?changed')
  await press(user, offer)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close dialog' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not done yet.')
  expect(screen.getByRole('button', { name: offer })).toBeDefined()
})
