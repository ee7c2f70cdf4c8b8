import { screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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
const passkey = (name: string, lastUsedAt: string | null = null) => ({
  id: name,
  name,
  publicKey: 'AAAA',
  userId: ada.id,
  credentialID: name,
  counter: 0,
  deviceType: 'multiDevice',
  backedUp: true,
  transports: 'internal',
  aaguid: null,
  createdAt: ada.createdAt,
  lastUsedAt,
})
const ids = ['google', 'github', 'zoom'] as const
let linked: ReturnType<typeof account>[]
let passkeys: ReturnType<typeof passkey>[]

beforeEach(() => {
  server.signedIn = { user: ada, session }
  linked = [account('credential'), account('google')]
  passkeys = []
  server.rest['GET /list-accounts'] = () => linked
  server.rest['GET /list-sessions'] = () => [session]
  server.rest['GET /passkey/list-user-passkeys'] = () => passkeys
  server.rest['GET /two-factor/status'] = () => ({
    enabled: false,
    since: null,
    backupCodesLeft: 0,
    trustedDevices: [],
  })
  server.rest['GET /announced-factor-reset'] = () => null
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
  await page.press('Disconnect GOOGLE')
  const asking = await dialog('Disconnect GOOGLE?')
  await page.user.click(asking.getByRole('button', { name: 'Disconnect' }))
  return page
}

async function changePassword(current: string, next: string) {
  const page = await openSecurity()
  await page.press('Change password')
  const form = await dialog('Change password')
  if (current) await page.user.type(screen.getByLabelText('Current password'), current)
  if (next) await page.user.type(screen.getByLabelText('New password'), next)
  await page.user.click(form.getByRole('button', { name: 'Change password' }))
  return page
}

test('keeps other devices signed in if the user wants that', async () => {
  server.rest['POST /change-password'] = () => ({ token: null, user: ada })
  const { user } = await openSecurity('#password')
  const form = await dialog('Change password')
  await user.click(form.getByRole('checkbox', { name: 'Sign out all other devices' }))
  await user.type(form.getByLabelText('Current password'), 'old one')
  await user.type(form.getByLabelText('New password'), 'new one')
  await user.click(form.getByRole('button', { name: 'Change password' }))
  await screen.findByText('Password changed.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requestsOf('POST /change-password')).toMatchObject([{ revokeOtherSessions: false }])
})

test.each([
  ['INVALID_PASSWORD', 'Current password', 'Wrong password. Try again.'],
  [
    'PASSWORD_TOO_COMMON',
    'New password',
    'Too easy to guess. Choose a password that isn’t common or close to your name or email.',
  ],
  ['PASSWORD_TOO_SHORT', 'New password', 'Use at least 8 characters.', 'new one'],
  ['PASSWORD_TOO_LONG', 'New password', 'This password is too long. Choose a shorter one.'],
])('shows %s at "%s", and keeps the input', async (code, label, text, next = 'the new one') => {
  server.rest['POST /change-password'] = () => refused(400, code)
  await changePassword('old one', next)
  await screen.findByText(text)
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe(next)
})

test('requires both passwords', async () => {
  await changePassword('', '')
  await screen.findByText('Enter your password.')
  expect(screen.getByText('Choose a new password.')).toBeDefined()
  expect(requestsOf('POST /change-password')).toEqual([])
})

test('sends a link to set the first password, without asking for the address', async () => {
  server.rest['POST /request-password-reset'] = () => ({ status: true, message: '' })
  linked = [account('google'), account('github')]
  const { press } = await openSecurity('#password')
  await press('Send me a link')
  await screen.findByText('Open the link we sent to ada@example.com in this browser to set a password.')
  expect(requestsOf('POST /request-password-reset')).toEqual([
    { email: 'ada@example.com', redirectTo: `${location.origin}/reset-password` },
  ])
  screen.getByText(/^Send again in \d+ s$/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('sends no link to an email that is not verified', async () => {
  server.signedIn = { user: { ...ada, emailVerified: false }, session }
  linked = [account('google')]
  await openSecurity()
  const link = screen.getByRole('link', { name: 'Verify your email to set a password' })
  expect(link.getAttribute('href')).toBe('/account/profile')
  expect(screen.queryByRole('button', { name: 'Send me a link' })).toBeNull()
})

test('sends nothing to remove the password or to keep a provider', async () => {
  const { user, press } = await openSecurity()
  expect(screen.queryByRole('button', { name: 'Disconnect Password' })).toBeNull()
  await press('Disconnect GOOGLE')
  await user.click((await dialog('Disconnect GOOGLE?')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requestsOf('POST /unlink-account')).toEqual([])
})

test('keeps the last way to sign in, and the password', async () => {
  linked = [account('google')]
  await openSecurity()
  expect(screen.getByText('Your only way to sign in')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Disconnect/ })).toBeNull()
})

test('counts no password as a way to sign in while passwords are disabled', async () => {
  server.facts = ['sign-up', 'providers', 'provider-google']
  const page = await openSecurity('#password')
  expect(screen.getByText('Your only way to sign in')).toBeDefined()
  expect([screen.queryByText('Password'), screen.queryByRole('dialog')]).toEqual([null, null])
  server.rest['POST /link-social'] = () => refused(403, 'SESSION_IS_NOT_FRESH')
  await page.press('Connect account')
  await page.user.click((await dialog('Connect account')).getByRole('button', { name: 'GITHUB' }))
  expect((await dialog('Sign in again')).getByRole('link').getAttribute('href')).toBe('/sign-in-again')
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
  await press('Connect account')
  const offered = await dialog('Connect account')
  expect(
    offered.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual(['GITHUB', 'Cancel', 'Close dialog'])
  await user.click(offered.getByRole('button', { name: 'GITHUB' }))
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
  const callbackURL = '/account/security?changed'
  expect(requestsOf('POST /link-social')).toMatchObject([{ callbackURL }, { callbackURL }])
})

test('asks to verify the email first', async () => {
  server.signedIn = { user: { ...ada, emailVerified: false }, session }
  await openSecurity()
  expect(screen.queryByRole('button', { name: 'Connect account' })).toBeNull()
  const link = screen.getByRole('link', { name: 'Verify your email to connect another account' })
  expect(link.getAttribute('href')).toBe('/account/profile')
})

test('shows why a provider redirected back with an error', async () => {
  await openSecurity('?error=unable_to_link_account')
  expect(screen.getByRole('alert').textContent).toContain('The provider hasn’t verified your email')
})

describe('passkeys', () => {
  const edit = async () => {
    const page = await openSecurity()
    await page.press('Edit passkey Phone')
    return { ...page, form: await dialog('Edit passkey') }
  }
  beforeEach(() => {
    passkeys = [passkey('Phone'), passkey('Laptop', ada.createdAt)]
  })

  test('are listed with their last use', async () => {
    await openSecurity()
    const rows = within(screen.getByRole('list', { name: 'Ways to sign in' })).getAllByRole('listitem')
    const texts = rows.map(({ textContent }) => textContent)
    expect(texts.find((text) => text.includes('Phone'))).toContain('Not used yet')
    expect(texts.find((text) => text.includes('Laptop'))).toContain('Last used')
  })

  test('can be renamed, but not to nothing', async () => {
    server.rest['POST /passkey/update-passkey'] = ({ name }) => {
      passkeys = [passkey(name)]
      return { passkey: passkey(name) }
    }
    const { user, form } = await edit()
    const name = form.getByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByText('Enter a name that you’ll recognize.')).toBeDefined()
    await user.type(name, 'Tablet')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Tablet')).toBeDefined()
    expect(requestsOf('POST /passkey/update-passkey')).toEqual([{ id: 'Phone', name: 'Tablet' }])
  })

  test.each([
    [null, 'Phone'],
    ['PASSKEY_NOT_FOUND', 'This passkey was removed meanwhile.'],
  ])('can be removed (%s)', async (code, text) => {
    server.rest['POST /passkey/delete-passkey'] = () => {
      passkeys = [passkey('Laptop')]
      return code === null ? { status: true } : refused(404, code)
    }
    const { user, form } = await edit()
    await user.click(form.getByRole('button', { name: 'Remove passkey' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Edit passkey Phone' })).toBeNull())
    expect(screen.queryByText(text) === null).toBe(code === null)
    expect(requestsOf('POST /passkey/delete-passkey')).toEqual([{ id: 'Phone' }])
  })
})

test("shows an administrator's reset of the second factors, and stops it", async () => {
  let pending: { effectiveAt: string } | null = { effectiveAt: '2036-01-01T12:00:00.000Z' }
  server.rest['GET /announced-factor-reset'] = () => pending
  server.rest['POST /stop-factor-reset'] = () => {
    pending = null
    return { stopped: true }
  }
  const { press } = await openSecurity()
  await screen.findByText(/^An administrator removes your authenticator app, .* on Jan 1, 2036/)
  await press('Stop the reset')
  await screen.findByText('Reset stopped. Everything stays as it is.')
  expect(screen.queryByText('Your second factors will be removed')).toBeNull()
  expect(requestsOf('POST /stop-factor-reset')).toEqual([{}])
})
