import { act, renderPage, screen } from 'kit/testing/page'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { remote } from '../remote.tsx'

beforeEach(() => {
  server.rest['POST /request-password-reset'] = () => ({ status: true, message: '' })
})

async function askForLink(email: string) {
  const { user } = await renderPage(remote.routes, '/forgot-password')
  const field = await screen.findByLabelText('Email')
  vi.useFakeTimers()
  if (email) await user.type(field, email)
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  return user
}
const again = () => screen.findByRole('button', { name: 'Send again' })
const emails = () => requestsOf('POST /request-password-reset').length

test('does not reveal whether an email is registered', async () => {
  await askForLink(' \u{200b}ada@example.com\u{202c} ')
  await screen.findByText('we sent it a link', { exact: false })
  expect(requestsOf('POST /request-password-reset')).toEqual([
    { email: 'ada@example.com', redirectTo: `${location.origin}/reset-password` },
  ])
})

test('sends the email again after a minute, repeatedly', async () => {
  const user = await askForLink('ada@example.com')
  await screen.findByText('You can send it again in 60 s.', { exact: false })
  await act(async () => vi.advanceTimersByTime(58_500))
  await screen.findByText('You can send it again in 2 s.', { exact: false })
  await act(async () => vi.advanceTimersByTime(2000))
  await user.click(await again())
  await screen.findByText('You can send it again in 60 s.', { exact: false })
  expect(emails()).toBe(2)
})

test('says how long the link works', async () => {
  await askForLink('ada@example.com')
  await screen.findByText('It works for 1 hour.', { exact: false })
})

test('lets the user change the email', async () => {
  const user = await askForLink('ada@example.com')
  await user.click(await screen.findByRole('button', { name: 'Use another email' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('')
})

test('shows a failure to send, and starts no cooldown', async () => {
  const user = await askForLink('ada@example.com')
  await screen.findByText('You can send it again', { exact: false })
  await act(async () => vi.advanceTimersByTime(60_000))
  server.rest['POST /request-password-reset'] = () => refused(400, 'RESET_PASSWORD_ISNT_ENABLED')
  await user.click(await again())
  expect((await screen.findByRole('alert')).textContent).toBe('Password reset is turned off here.')
  server.rest['POST /request-password-reset'] = () => ({ status: true, message: '' })
  await user.click(await again())
  await screen.findByText('You can send it again', { exact: false })
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  ['VALIDATION_ERROR', 'Enter a complete email, like name@example.com.'],
  ['INVALID_EMAIL', 'Enter a complete email, like name@example.com.'],
])('shows %s at the field', async (code, text) => {
  server.rest['POST /request-password-reset'] = () => refused(400, code)
  await askForLink('ada@')
  await screen.findByText(text)
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
})

test('sends nothing without an email', async () => {
  await askForLink('  ')
  await screen.findByText('Enter your email.')
  expect(emails()).toBe(0)
})

test('leads to sign-in if the product has no passwords', async () => {
  server.facts = ['providers', 'provider-github']
  const { arrivedAt } = await renderPage(remote.routes, '/forgot-password?redirectTo=%2Finvoices')
  await arrivedAt('/sign-in?redirectTo=%2Finvoices')
})
