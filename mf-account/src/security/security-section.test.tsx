import { screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.ts'

const ada = person('Ada')
const session = sessionOf(ada, { activeOrganizationId: 'o1' })
const account = (provider: string) => ({
  id: provider,
  providerId: provider,
  provider,
  accountId: `${provider}-1`,
  userId: ada.id,
  scopes: [],
  createdAt: ada.createdAt,
  updatedAt: ada.updatedAt,
})
const ids = ['google', 'github', 'zoom'] as const
let linked: ReturnType<typeof account>[]

beforeEach(() => {
  server.signedIn = { user: ada, session }
  linked = [account('credential'), account('google')]
  server.rest['GET /list-accounts'] = () => linked
  server.rest['GET /social-providers'] = () =>
    ids.map((id) => ({ id, name: id.toUpperCase(), linkable: id !== 'zoom', demo: false }))
})

async function openSecurity(search = '') {
  const { user } = await openPage(`/account/security${search}`)
  await screen.findByRole('list', { name: 'Ways to sign in' })
  return { user, press: (name: string) => user.click(screen.getByRole('button', { name })) }
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const unlink = async () => {
  const page = await openSecurity()
  await page.press('Remove GOOGLE')
  const asking = await dialog('Remove GOOGLE?')
  await page.user.click(asking.getByRole('button', { name: 'Remove' }))
  return page
}

async function changePassword(current: string, next: string) {
  const page = await openSecurity()
  if (current) await page.user.type(screen.getByLabelText('Current password'), current)
  if (next) await page.user.type(screen.getByLabelText('New password'), next)
  await page.press('Change password')
  return page
}

test('keeps other devices signed in if the user wants that', async () => {
  server.rest['POST /change-password'] = () => ({ token: null, user: ada })
  const { user, press } = await openSecurity()
  await user.click(screen.getByRole('checkbox', { name: 'Sign out all other devices' }))
  await user.type(screen.getByLabelText('Current password'), 'old one')
  await user.type(screen.getByLabelText('New password'), 'new one')
  await press('Change password')
  await screen.findByText('Password changed.')
  expect(requestsOf('POST /change-password')).toMatchObject([{ revokeOtherSessions: false }])
})

test.each([
  ['INVALID_PASSWORD', 'Current password', 'Wrong password. Try again.'],
  [
    'PASSWORD_TOO_COMMON',
    'New password',
    'Too easy to guess. Choose a password that isn’t common or close to your name or email.',
  ],
  ['PASSWORD_TOO_SHORT', 'New password', 'This password is too short. Choose a longer one.'],
  ['PASSWORD_TOO_LONG', 'New password', 'This password is too long. Choose a shorter one.'],
])('shows %s at "%s", and keeps the input', async (code, label, text) => {
  server.rest['POST /change-password'] = () => refused(400, code)
  await changePassword('old one', 'new one')
  await screen.findByText(text)
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('new one')
})

test('requires both passwords', async () => {
  await changePassword('', '')
  await screen.findByText('Enter your password.')
  expect(screen.getByText('Choose a new password.')).toBeDefined()
  expect(requestsOf('POST /change-password')).toEqual([])
})

test('shows how to set a password if there is none', async () => {
  linked = [account('google'), account('github')]
  await openSecurity()
  expect(screen.getByRole('link', { name: 'Set a password' }).getAttribute('href')).toBe('/forgot-password')
  expect(screen.queryByLabelText('Current password')).toBeNull()
})

test('sends nothing to remove the password or to keep a provider', async () => {
  const { user, press } = await openSecurity()
  expect(screen.queryByRole('button', { name: 'Remove Password' })).toBeNull()
  await press('Remove GOOGLE')
  await user.click((await dialog('Remove GOOGLE?')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requestsOf('POST /unlink-account')).toEqual([])
})

test('keeps the last way to sign in, and the password', async () => {
  linked = [account('google')]
  await openSecurity()
  expect(screen.getByText('Your only way to sign in')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull()
})

test('shows a refusal above the list', async () => {
  server.rest['POST /unlink-account'] = () => refused(400, 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT')
  await unlink()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This is your only way to sign in. Connect another one first.',
  )
})

test('asks for the password if the sign-in is not recent, and repeats the removal in a new session of the same organization', async () => {
  server.rest['POST /unlink-account'] = () => refused(403, 'SESSION_IS_NOT_FRESH')
  const { user } = await unlink()
  const asking = await dialog('Enter your password')
  server.rest['POST /sign-in/email'] = () => {
    server.signedIn = { user: ada, session: sessionOf(ada, { id: 'new', token: 'new token' }) }
    server.rest['POST /unlink-account'] = () => ({ status: true })
    return { redirect: false, token: 'new token', user: ada }
  }
  server.rest['POST /revoke-session'] = () => ({ status: true })
  server.rest['POST /organization/set-active'] = () => refused(404, 'ORGANIZATION_NOT_FOUND')
  await user.type(asking.getByLabelText('Password'), 'secret')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(requestsOf('POST /unlink-account')).toHaveLength(2))
  expect(server.asked.filter(({ call }) => call.startsWith('POST')).slice(1)).toEqual([
    { call: 'POST /sign-in/email', body: { email: 'ada@example.com', password: 'secret' } },
    { call: 'POST /revoke-session', body: { token: 'token of ada' } },
    { call: 'POST /organization/set-active', body: { organizationId: 'o1' } },
    { call: 'POST /unlink-account', body: { providerId: 'google', accountId: 'google-1' } },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows a wrong password in the dialog, and keeps the old session', async () => {
  server.rest['POST /unlink-account'] = () => refused(403, 'SESSION_IS_NOT_FRESH')
  server.rest['POST /sign-in/email'] = () => refused(401, 'INVALID_EMAIL_OR_PASSWORD')
  const { user } = await unlink()
  const asking = await dialog('Enter your password')
  await user.type(asking.getByLabelText('Password'), 'guess')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await asking.findByText('Wrong password. Try again.')
  expect(requestsOf('POST /revoke-session')).toEqual([])
})

test('asks for the password if the sign-in is not recent, then redirects to the provider', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {})
  server.rest['POST /link-social'] = () => refused(403, 'SESSION_IS_NOT_FRESH')
  const { user, press } = await openSecurity()
  await press('Add GITHUB')
  const asking = await dialog('Enter your password')
  expect(leave).not.toHaveBeenCalled()
  server.rest['POST /sign-in/email'] = () => {
    server.rest['POST /link-social'] = () => ({ url: 'https://provider.example/authorize', redirect: true })
    return { redirect: false, token: 'new token', user: ada }
  }
  server.rest['POST /revoke-session'] = () => ({ status: true })
  server.rest['POST /organization/set-active'] = () => refused(404, 'ORGANIZATION_NOT_FOUND')
  await user.type(asking.getByLabelText('Password'), 'secret')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://provider.example/authorize'))
  expect(requestsOf('POST /link-social')).toHaveLength(2)
})

test('asks to verify the email first', async () => {
  server.signedIn = { user: { ...ada, emailVerified: false }, session }
  await openSecurity()
  expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull()
  const link = screen.getByRole('link', { name: 'Verify your email to connect another account' })
  expect(link.getAttribute('href')).toBe('/account/profile')
})

test('shows why a provider redirected back with an error', async () => {
  await openSecurity('?error=unable_to_link_account')
  expect(screen.getByRole('alert').textContent).toContain(
    'The provider hasn’t verified your email',
  )
})
