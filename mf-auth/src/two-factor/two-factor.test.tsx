import { renderPage, screen, waitFor } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { remote } from '../remote.tsx'

const ada = { ...person('Ada'), twoFactorEnabled: true }
const waits = { twoFactorRedirect: true, twoFactorMethods: ['totp', 'backup-code'] } as const
const entered = () => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  return { token: 'token', user: ada }
}
const field = () => screen.findByLabelText<HTMLInputElement>('Six-digit code from your authenticator app')

beforeEach(() => {
  server.rest['POST /sign-in/email'] = () => ({ ...waits, twoFactorMethods: [...waits.twoFactorMethods] })
  server.rest['POST /two-factor/verify-totp'] = ({ code }) =>
    code === '123456' ? entered() : refused(401, 'INVALID_CODE')
})

const open = () => renderPage(remote.routes, '/two-factor?redirectTo=%2Forganizations%2Facme')

test('a sign-in with a password asks for the code, then opens the page that was wanted', async () => {
  const { user, arrivedAt } = await renderPage(remote.routes, '/sign-in?redirectTo=%2Forganizations%2Facme')
  await user.type(screen.getByRole('textbox', { name: 'Email or username' }), ada.email)
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await arrivedAt('/two-factor?redirectTo=%2Forganizations%2Facme')
  const code = await field()
  expect(document.activeElement).toBe(code)
  await user.click(screen.getByRole('checkbox', { name: 'Trust this device for 30 days' }))
  await user.type(code, '123 456')
  await arrivedAt('/organizations/acme')
  expect(requestsOf('POST /two-factor/verify-totp')).toEqual([{ code: '123456', trustDevice: true }])
})

test('shows a wrong code, and sends the next complete one by itself', async () => {
  const { user, arrivedAt } = await open()
  await user.type(await field(), '000000')
  await screen.findByText('That code isn’t right. It changes every 30 seconds.')
  await user.type(await field(), '123456')
  await arrivedAt('/organizations/acme')
})

test('leads back to sign-in when it has expired, and keeps the target', async () => {
  server.rest['POST /two-factor/verify-totp'] = () => refused(401, 'INVALID_TWO_FACTOR_COOKIE')
  const { user, arrivedAt } = await open()
  await user.type(await field(), '123456')
  await arrivedAt('/sign-in?redirectTo=%2Forganizations%2Facme&error=please_restart_the_process')
  expect(screen.getByRole('alert').textContent).toBe('The sign-in took too long or was interrupted. Start again.')
})

test.each([
  [3, '/organizations/acme'],
  [0, null],
])('takes a backup code, and says so if it was the last one (%i left)', async (backupCodesLeft, target) => {
  server.rest['POST /two-factor/verify-backup-code'] = entered
  server.rest['GET /two-factor/status'] = () => ({
    enabled: true,
    since: ada.createdAt,
    backupCodesLeft,
    trustedDevices: [],
  })
  const { user, arrivedAt } = await open()
  await user.click(await screen.findByRole('button', { name: 'Use a backup code' }))
  await user.type(screen.getByLabelText('Backup code'), ' abcde-fghij {Enter}')
  await waitFor(() =>
    expect(requestsOf('POST /two-factor/verify-backup-code')).toEqual([{ code: 'abcde-fghij', trustDevice: false }]),
  )
  if (target) return arrivedAt(target)
  const link = await screen.findByRole('link', { name: 'New codes' })
  expect(link.getAttribute('href')).toBe('/account/security')
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  await arrivedAt('/organizations/acme')
})

test('shows a wrong backup code, and the way back to the app', async () => {
  server.rest['POST /two-factor/verify-backup-code'] = () => refused(401, 'INVALID_BACKUP_CODE')
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Use a backup code' }))
  await user.type(screen.getByLabelText('Backup code'), 'guess{Enter}')
  await screen.findByText('That backup code isn’t right, or was already used.')
  await user.click(screen.getByRole('button', { name: 'Use the authenticator app' }))
  expect((await field()).value).toBe('')
})
