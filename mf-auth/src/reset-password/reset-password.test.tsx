import { renderPage, screen, waitFor } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { remote } from '../remote.tsx'

beforeEach(() => void (server.rest['POST /read-reset-token'] = () => ({ email: 'ada@example.com' })))

async function choosePassword(password: string) {
  const { user, arrivedAt } = await renderPage(remote.routes, '/reset-password?token=secret')
  await arrivedAt('/reset-password')
  const field = await screen.findByLabelText('New password')
  if (password) await user.type(field, password)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

const deadLink = () => screen.findByText('This link has expired or was already used. Request a new one.')

// The order matters, because the token stays in memory.
test('reports a link that the server rejects, even if a token is still known', async () => {
  await renderPage(remote.routes, '/reset-password?error=INVALID_TOKEN')
  await deadLink()
  expect(screen.queryByLabelText('New password')).toBeNull()
})

test.each([
  ['PASSWORD_TOO_COMMON', 'Too easy to guess. Choose a password that isn’t common or close to your name or email.'],
  ['PASSWORD_TOO_SHORT', 'Use at least 8 characters.', 'short'],
  ['PASSWORD_TOO_LONG', 'This password is too long. Choose a shorter one.'],
])('shows %s at the field, and allows another attempt', async (code, text, password = 'password') => {
  server.rest['POST /reset-password'] = () => refused(400, code)
  await choosePassword(password)
  await screen.findByText(text)
  expect(document.activeElement).toBe(screen.getByLabelText('New password'))
})

test('names the account for password managers, in a field that people do not see', async () => {
  await choosePassword('')
  const name = () => document.querySelector<HTMLInputElement>('input[autocomplete="username"]')
  await waitFor(() => expect(name()?.value).toBe('ada@example.com'))
  expect([name()?.hidden, name()?.readOnly, name()?.type]).toEqual([true, true, 'text'])
  expect(requestsOf('POST /read-reset-token')).toEqual([{ token: 'secret' }])
  expect(document.body.textContent).not.toContain('ada@example.com')
})

test('works without the name', async () => {
  server.rest['POST /read-reset-token'] = () => refused(503, 'SERVICE_UNAVAILABLE')
  server.rest['POST /reset-password'] = () => ({ status: true })
  await choosePassword('correct horse')
  await screen.findByText('Your password is changed', { exact: false })
})

test('sends nothing without a password', async () => {
  await choosePassword('')
  await screen.findByText('Choose a password.')
  expect(requestsOf('POST /reset-password')).toEqual([])
})

test('says who has to sign in again: nobody here after the first password, otherwise everyone', async () => {
  server.rest['POST /reset-password'] = () => ({ status: true })
  const ada = person('Ada')
  server.signedIn = { user: ada, session: sessionOf(ada) }
  await choosePassword('correct horse')
  await screen.findByText('Your password is set. You stay signed in here; all other devices are signed out.')
  expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe('/account/security')
  server.rest['POST /reset-password'] = () => {
    server.signedIn = null
    return { status: true }
  }
  await choosePassword('correct horse')
  await screen.findByText('Your password is changed and all devices are signed out. Sign in with the new one.')
})
