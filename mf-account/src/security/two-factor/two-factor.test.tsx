import { screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../../testing/open-page.ts'

const ada = person('Ada')
const codes = Array.from({ length: 10 }, (_, index) => `code${index}-aaaaa`)
const totpURI = 'otpauth://totp/Accounts:ada%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Accounts'
const since = '2026-11-03T10:00:00.000Z'
const device = (id: string, current: boolean) => ({
  id,
  device: `Browser of ${id}`,
  ipAddress: '127.0.0.1',
  createdAt: since,
  lastUsedAt: since,
  expiresAt: since,
  current,
})
const isOn = { enabled: true, since, backupCodesLeft: 8, trustedDevices: [device('phone', false), device('pc', true)] }
let status: typeof isOn | { enabled: boolean; since: null; backupCodesLeft: number; trustedDevices: [] }

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  status = { enabled: false, since: null, backupCodesLeft: 0, trustedDevices: [] }
  const account = { id: 'a', accountId: '1', userId: ada.id, scopes: [], createdAt: since, updatedAt: since }
  server.rest['GET /list-accounts'] = () => [{ ...account, providerId: 'credential', provider: 'credential' }]
  server.rest['GET /list-sessions'] = () => []
  server.rest['GET /passkey/list-user-passkeys'] = () => []
  server.rest['GET /social-providers'] = () => []
  server.rest['GET /two-factor/status'] = () => status
  server.rest['GET /announced-factor-reset'] = () => null
  server.rest['POST /two-factor/enable'] = () => ({ method: 'totp', totpURI, backupCodes: codes })
  server.rest['POST /two-factor/verify-totp'] = ({ code }) => {
    if (code !== '123456') return refused(401, 'INVALID_CODE')
    status = isOn
    return { token: 'token', user: { ...ada, twoFactorEnabled: true } }
  }
})

async function open(name: string, search = '') {
  const { user, arrivedAt } = await openPage(`/account/security${search}`)
  await user.click(await screen.findByRole('button', { name }))
  return { user, arrivedAt, dialog: within(await screen.findByRole('dialog')) }
}

async function scan(search = '') {
  const page = await open('Turn on the authenticator app', search)
  await page.user.type(page.dialog.getByLabelText('Password'), 'secret')
  await page.user.click(page.dialog.getByRole('button', { name: 'Continue' }))
  const field = await page.dialog.findByLabelText<HTMLInputElement>('Six-digit code from your authenticator app')
  return { ...page, field }
}

test('sets up an app in three steps: password, code, backup codes', async () => {
  const { user, dialog, field } = await scan()
  await dialog.findByRole('img', { name: 'QR code with the key for your authenticator app' })
  await user.click(dialog.getByRole('button', { name: 'Can’t scan? Show key' }))
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeDefined()
  expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric'])
  await user.click(field)
  await user.paste('123 456')
  const list = await dialog.findByRole('list', { name: 'Backup codes' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(10)
  expect(requestsOf('POST /two-factor/enable')).toEqual([{ password: 'secret' }])
  expect(requestsOf('POST /two-factor/verify-totp')).toEqual([{ code: '123456', trustDevice: false }])

  // Only saved codes close it.
  expect(dialog.queryByRole('button', { name: 'Close dialog' })).toBeNull()
  const done = dialog.getByRole<HTMLButtonElement>('button', { name: 'Done' })
  expect(done.disabled).toBe(true)
  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await waitFor(() => expect(copied).toHaveBeenCalledWith(codes.join('\n')))
  await user.click(dialog.getByRole('checkbox', { name: 'I saved them' }))
  await user.click(done)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('8 left')
})

test.each([
  ['/organizations/rowers/teams', '/organizations/rowers/teams'],
  ['https://evil.example/x', '/'],
])('leads back to the page of this origin that has asked for it, from %s to %s', async (redirectTo, target) => {
  const { user, dialog, field, arrivedAt } = await scan(`?${new URLSearchParams({ redirectTo })}`)
  await user.type(field, '123456')
  await user.click(await dialog.findByRole('checkbox', { name: 'I saved them' }))
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await arrivedAt(target)
})

test('shows a wrong code at its empty field, and leaves nothing on if it is closed', async () => {
  const { user, dialog, field } = await scan()
  await user.type(field, '000000')
  await dialog.findByText('That code isn’t right. It changes every 30 seconds.')
  expect([field.value, document.activeElement]).toEqual(['', field])
  await user.click(dialog.getByRole('button', { name: 'Close dialog' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Turn on the authenticator app' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('Step 1 of 3')
})

test('shows a wrong password at its field', async () => {
  server.rest['POST /two-factor/enable'] = () => refused(400, 'INVALID_PASSWORD')
  const { user, dialog } = await open('Turn on the authenticator app')
  await user.type(dialog.getByLabelText('Password'), 'guess{Enter}')
  await dialog.findByText('Wrong password. Try again.')
  expect(document.activeElement).toBe(dialog.getByLabelText('Password'))
})

test('asks people without a password for none', async () => {
  server.rest['GET /list-accounts'] = () => []
  const { user, dialog } = await open('Turn on the authenticator app')
  expect(dialog.queryByLabelText('Password')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await dialog.findByLabelText('Six-digit code from your authenticator app')
  expect(requestsOf('POST /two-factor/enable')).toEqual([{}])
})

test('turns the app off', async () => {
  status = isOn
  server.rest['POST /two-factor/disable'] = () => {
    status = { enabled: false, since: null, backupCodesLeft: 0, trustedDevices: [] }
    return { status: true }
  }
  const { user, dialog } = await open('Turn off the authenticator app')
  await user.type(dialog.getByLabelText('Password'), 'secret')
  await user.click(dialog.getByRole('button', { name: 'Turn off' }))
  await screen.findByRole('button', { name: 'Turn on the authenticator app' })
  expect(screen.queryByText('Trusted devices')).toBeNull()
  expect(requestsOf('POST /two-factor/disable')).toEqual([{ password: 'secret' }])
})

test('asks for the code after the password in an old session, and for the password once', async () => {
  status = isOn
  let isShown = false
  server.rest['POST /two-factor/disable'] = () => {
    if (!isShown) return refused(403, 'SESSION_IS_NOT_FRESH')
    status = { enabled: false, since: null, backupCodesLeft: 0, trustedDevices: [] }
    return { status: true }
  }
  server.rest['POST /two-factor/verify-totp'] = () => {
    isShown = true
    return { token: 'token', user: { ...ada, twoFactorEnabled: true } }
  }
  const { user, dialog } = await open('Turn off the authenticator app')
  await user.type(dialog.getByLabelText('Password'), 'secret{Enter}')
  await user.type(await dialog.findByLabelText('Six-digit code from your authenticator app'), '123456')
  await screen.findByRole('button', { name: 'Turn on the authenticator app' })
  expect(requestsOf('POST /two-factor/disable')).toEqual([{ password: 'secret' }, { password: 'secret' }])
})

test('replaces the backup codes', async () => {
  status = isOn
  server.rest['POST /two-factor/generate-backup-codes'] = () => {
    status = { ...isOn, backupCodesLeft: 10 }
    return { status: true, backupCodes: codes }
  }
  const { user, dialog } = await open('New codes')
  await user.type(dialog.getByLabelText('Password'), 'secret{Enter}')
  await dialog.findByText('code9-aaaaa')
  await user.click(dialog.getByRole('checkbox', { name: 'I saved them' }))
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await screen.findByText('10 left')
})

test('ends the trust in one device, and in all', async () => {
  status = isOn
  server.rest['POST /two-factor/revoke-trusted-device'] = () => {
    status = { ...isOn, trustedDevices: [device('pc', true), device('tablet', false)] }
    return { status: true }
  }
  server.rest['POST /two-factor/revoke-trusted-devices'] = () => {
    status = { ...isOn, trustedDevices: [] }
    return { status: true }
  }
  const { user, dialog } = await open('Show trusted devices')
  await user.click(dialog.getByRole('button', { name: 'Remove: Browser of phone' }))
  await dialog.findByText('Browser of tablet')
  expect(requestsOf('POST /two-factor/revoke-trusted-device')).toEqual([{ id: 'phone' }])
  await user.click(dialog.getByRole('button', { name: 'Trust none' }))
  await screen.findByText('None: each sign-in needs a code')
})
