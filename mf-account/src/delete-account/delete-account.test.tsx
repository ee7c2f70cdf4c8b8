import { act, screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.ts'

const ada = person('Ada')
const linked = (provider: string) => [
  {
    id: 'a1',
    providerId: provider,
    provider,
    accountId: '1',
    userId: ada.id,
    scopes: [],
    createdAt: ada.createdAt,
    updatedAt: ada.updatedAt,
  },
]

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  server.rest['GET /list-accounts'] = () => linked('credential')
  server.rest['GET /delete-user/obstacles'] = () => []
})

async function deleteAccount(confirmation: string, password: string) {
  const { user, arrivedAt, goTo } = await openPage('/account/delete')
  const field = await screen.findByRole('textbox', { name: 'Type ada@example.com to confirm' })
  vi.useFakeTimers()
  if (confirmation) await user.type(field, confirmation)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Delete account' }))
  return { arrivedAt, field, goTo, user }
}
const deleted = () => {
  server.signedIn = null
  return { success: true, message: 'User deleted' }
}

test('asks users without an email for their name', async () => {
  const user = person('Ada', { email: '7@discord.noreply.invalid', emailVerified: false })
  server.signedIn = { user, session: sessionOf(user) }
  server.rest['GET /list-accounts'] = () => linked('discord')
  server.rest['POST /delete-user'] = deleted
  const opened = await openPage('/account/delete')
  await opened.user.type(await screen.findByRole('textbox', { name: 'Type Ada to confirm' }), 'ada')
  await opened.user.click(screen.getByRole('button', { name: 'Delete account' }))
  await opened.arrivedAt('/goodbye')
})

test('deletes the account after the email, in any case, and the password', async () => {
  server.rest['POST /delete-user'] = deleted
  const { arrivedAt } = await deleteAccount(' Ada@Example.com ', 'secret')
  await arrivedAt('/goodbye')
  expect(requestsOf('POST /delete-user')).toEqual([{ callbackURL: '/goodbye', password: 'secret' }])
})

test('deletes nothing after another email or without a password', async () => {
  const { field } = await deleteAccount('bob@example.com', '')
  await screen.findByText('That doesn’t match.')
  expect(screen.getByText('Enter your password.')).toBeDefined()
  expect(document.activeElement).toBe(field)
  expect(screen.getByRole('button', { name: 'Delete account' }).dataset['variant']).toBe('outline')
  expect(requestsOf('POST /delete-user')).toEqual([])
})

test('does not ask for a password if there is none', async () => {
  server.rest['GET /list-accounts'] = () => linked('google')
  server.rest['POST /delete-user'] = deleted
  const { arrivedAt } = await deleteAccount('ada@example.com', '')
  await arrivedAt('/goodbye')
  expect(requestsOf('POST /delete-user')).toEqual([{ callbackURL: '/goodbye' }])
})

test('asks for the password if it is unknown whether there is one', async () => {
  server.rest['GET /list-accounts'] = () => refused(500, 'INTERNAL_SERVER_ERROR')
  await deleteAccount('ada@example.com', '')
  await screen.findByText('Enter your password.')
})

test('shows where the confirmation email went, and sends it again', async () => {
  server.rest['POST /delete-user'] = () => ({ success: true, message: 'Verification email sent' })
  const { arrivedAt, user } = await deleteAccount('ada@example.com', 'secret')
  await screen.findByText('We sent an email to ada@example.com.', { exact: false })
  expect(screen.queryByRole('textbox')).toBeNull()
  await arrivedAt('/account/delete')
  await act(async () => vi.advanceTimersByTime(60_000))
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  await waitFor(() =>
    expect(requestsOf('POST /delete-user')).toEqual([
      { callbackURL: '/goodbye', password: 'secret' },
      { callbackURL: '/goodbye' },
    ]),
  )
})

test('still shows after a reload that the email was sent', async () => {
  server.rest['POST /delete-user'] = () => ({ success: true, message: 'Verification email sent' })
  const { goTo } = await deleteAccount('ada@example.com', 'secret')
  const told = () => screen.findByText('We sent an email to ada@example.com.', { exact: false })
  await told()
  await act(async () => vi.advanceTimersByTime(3_600_000))
  await goTo('/elsewhere')
  expect(screen.queryByText('We sent an email', { exact: false })).toBeNull()
  await goTo('/account/delete')
  await told()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('shows the form again if the email requires the password again', async () => {
  server.rest['POST /delete-user'] = () => ({ success: true, message: 'Verification email sent' })
  const { user } = await deleteAccount('ada@example.com', 'secret')
  await screen.findByText('We sent an email to ada@example.com.', { exact: false })
  await act(async () => vi.advanceTimersByTime(60_000))
  server.rest['POST /delete-user'] = () => refused(400, 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION')
  await user.click(await screen.findByRole('button', { name: 'Send again' }))
  await screen.findByLabelText('Password')
})

test.each([
  ['INVALID_PASSWORD', 'Wrong password. Try again.'],
  ['CREDENTIAL_ACCOUNT_NOT_FOUND', 'Your account has no password yet. Set one under Security.'],
])('shows %s at the password', async (code, text) => {
  server.rest['POST /delete-user'] = () => refused(400, code)
  await deleteAccount('ada@example.com', 'guess')
  await screen.findByText(text)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  expect(screen.getByRole('button', { name: 'Delete account' }).dataset['variant']).toBe('filled')
})

test('lists the organizations without another owner before any input', async () => {
  server.rest['GET /delete-user/obstacles'] = () => [
    { name: 'Rowing', slug: 'rowing' },
    { name: 'Ödön', slug: 'ödön' },
  ]
  await openPage('/account/delete')
  await screen.findByText('You’re the only owner of these organizations.', { exact: false })
  const list = within(screen.getByRole('list'))
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Rowing', '/organizations/rowing'],
    ['Ödön', '/organizations/%C3%B6d%C3%B6n'],
  ])
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test('lists organizations that became ownerless meanwhile', async () => {
  server.rest['POST /delete-user'] = () => {
    server.rest['GET /delete-user/obstacles'] = () => [{ name: 'Rowing', slug: 'rowing' }]
    return refused(400, 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
  }
  await deleteAccount('ada@example.com', 'secret')
  await screen.findByRole('link', { name: 'Rowing' })
})

test('offers a retry if the check fails', async () => {
  server.rest['GET /delete-user/obstacles'] = () => refused(500, 'INTERNAL_SERVER_ERROR')
  const { user } = await openPage('/account/delete')
  const again = await screen.findByRole('button', { name: 'Try again' })
  server.rest['GET /delete-user/obstacles'] = () => []
  await user.click(again)
  await screen.findByRole('textbox')
})
