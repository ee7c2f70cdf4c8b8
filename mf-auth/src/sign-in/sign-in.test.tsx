import { renderPage, screen } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { remote } from '../remote.tsx'

const ada = person('Ada')
const signedIn = () => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  return { redirect: false, token: 'secret', user: ada }
}

const identifier = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email or username' })
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

async function signIn(address: string, name: string, secret: string) {
  const { user, arrivedAt } = await renderPage(remote.routes, address)
  if (name) await user.type(identifier(), name)
  if (secret) await user.type(password(), secret)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  return { user, arrivedAt }
}

test('treats text with an @ as an email, and returns to the target after a verification', async () => {
  server.rest['POST /sign-in/email'] = signedIn
  const { arrivedAt } = await signIn(
    '/sign-in?redirectTo=%2Forganizations%2Facme',
    ' \u{200b}ada@example.com\u{202c} ',
    ' secret ',
  )
  await arrivedAt('/organizations/acme')
  const callbackURL = `${location.origin}/email-verified?redirectTo=%2Forganizations%2Facme`
  expect(requestsOf('POST /sign-in/email')).toEqual([
    { email: 'ada@example.com', password: ' secret ', rememberMe: true, callbackURL },
  ])
})

test('treats any other text as a username, and ends the session with the browser on request', async () => {
  server.rest['POST /sign-in/username'] = signedIn
  const { user, arrivedAt } = await signIn('/sign-in', 'ada', '')
  await user.click(screen.getByRole('checkbox', { name: 'Remember me on this device' }))
  await user.type(password(), 'secret{Enter}')
  await arrivedAt('/')
  expect(requestsOf('POST /sign-in/username')).toEqual([{ username: 'ada', password: 'secret', rememberMe: false }])
})

test('ignores a target at another origin', async () => {
  server.rest['POST /sign-in/username'] = signedIn
  const { arrivedAt } = await signIn('/sign-in?redirectTo=%2F%2Fevil.example', 'ada', 'secret')
  await arrivedAt('/')
})

test('requires both fields, and sends nothing without them', async () => {
  await signIn('/sign-in', '  ', '')
  expect(identifier().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Enter your email or username.')).toBeDefined()
  expect(screen.getByText('Enter your password.')).toBeDefined()
  expect(document.activeElement).toBe(identifier())
  expect(server.asked.filter(({ call }) => call.startsWith('POST'))).toEqual([])
})

test.each([
  [401, 'INVALID_EMAIL_OR_PASSWORD', 'That email, username or password isn’t right. Check them and try again.'],
  [403, 'EMAIL_NOT_VERIFIED', 'Your email isn’t verified yet. Open the link we sent you.'],
  [400, 'EMAIL_AND_PASSWORD_IS_NOT_ENABLED', 'Password sign-in is turned off here.'],
])('shows %i %s above the form, and keeps the input', async (status, code, text) => {
  server.rest['POST /sign-in/email'] = () => refused(status, code)
  await signIn('/sign-in', 'ada@example.com', 'secret')
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect([identifier().value, password().value]).toEqual(['ada@example.com', 'secret'])
})

test('shows an invalid email at its field', async () => {
  server.rest['POST /sign-in/email'] = () => refused(400, 'INVALID_EMAIL')
  await signIn('/sign-in', 'ada@', 'secret')
  await screen.findByText('Enter a complete email, like name@example.com.')
  expect(document.activeElement).toBe(identifier())
  expect(screen.queryByRole('alert')).toBeNull()
})
