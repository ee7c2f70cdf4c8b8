import { act, open, screen } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { askedOf, refused, server } from 'kit/testing/server'
import { sessionChanged } from 'kit'
import { beforeEach, expect, test } from 'vitest'
import { remote } from '../remote.tsx'

const signedInAs = (emailVerified: boolean, name = 'Ada') => {
  const user = person(name, { emailVerified })
  return { user, session: sessionOf(user) }
}

beforeEach(() => {
  server.signedIn = signedInAs(false)
})

test('the mail is sent again on demand, with a link that comes back to the target', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  const { user } = await open(remote.routes, '/verify-email?redirectTo=%2Facme')
  await user.click(await screen.findByRole('button', { name: 'Send the mail again' }))
  await screen.findByText('The mail was sent.', { exact: false })
  const callbackURL = `${location.origin}/email-verified?redirectTo=%2Facme`
  expect(askedOf('POST /send-verification-email')).toEqual([{ email: 'ada@example.com', callbackURL }])
})

test('a reload does not shorten the pause until the next mail, which another address does not have', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  const { user } = await open(remote.routes, '/verify-email')
  await user.click(await screen.findByRole('button', { name: 'Send the mail again' }))
  await screen.findByText('The mail was sent.', { exact: false })
  await open(remote.routes, '/verify-email')
  await screen.findByText('The mail was sent.', { exact: false })
  server.signedIn = signedInAs(false, 'Bob')
  await open(remote.routes, '/verify-email')
  await screen.findByRole('button', { name: 'Send the mail again' })
})

test('the page goes on by itself when the link was opened in another tab', async () => {
  const { arrivedAt } = await open(remote.routes, '/verify-email?redirectTo=%2Facme')
  await screen.findByRole('heading', { name: 'Verify your e-mail address' })
  server.signedIn = signedInAs(true)
  await act(sessionChanged)
  await arrivedAt('/acme')
})

test('an address that was verified meanwhile is told', async () => {
  const code = 'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL'
  server.rest['POST /send-verification-email'] = () => refused(400, code)
  const { user } = await open(remote.routes, '/verify-email')
  await user.click(await screen.findByRole('button', { name: 'Send the mail again' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This address is verified already.')
})

test('the mailed link asks for the password once where nothing else shows who made the account', async () => {
  server.signedIn = null
  server.rest['GET /address-to-prove'] = () => ({ email: 'ada@example.com' })
  server.rest['POST /sign-in/email'] = () => {
    server.signedIn = signedInAs(true)
    return { redirect: false, token: 'x', user: server.signedIn.user }
  }
  const { user, arrivedAt, goTo } = await open(remote.routes, '/email-verified?redirectTo=%2Facme')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByText('Enter your password.')
  expect(screen.queryByRole('link', { name: 'Continue' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe('/forgot-password')
  expect(screen.getByRole('link', { name: 'Not now' }).getAttribute('href')).toBe('/acme')
  await user.type(screen.getByLabelText('Password'), 'correct horse battery')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await arrivedAt('/acme')
  expect(askedOf('POST /sign-in/email')).toEqual([{ email: 'ada@example.com', password: 'correct horse battery' }])
  await goTo('/verify-email?redirectTo=%2Fknown') // which goes on for who is known to be signed in
  await arrivedAt('/known')
})

test('a wrong password is told, and leads nowhere', async () => {
  server.signedIn = null
  server.rest['GET /address-to-prove'] = () => ({ email: 'ada@example.com' })
  server.rest['POST /sign-in/email'] = () => refused(401, 'INVALID_EMAIL_OR_PASSWORD')
  const { user, arrivedAt } = await open(remote.routes, '/email-verified?redirectTo=%2Facme')
  await user.type(await screen.findByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const text = 'The e-mail address, username or password is not right.'
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  await arrivedAt('/email-verified?redirectTo=%2Facme')
})

test('the mailed link ends with a way on to the target', async () => {
  server.rest['GET /address-to-prove'] = () => ({ email: null })
  await open(remote.routes, '/email-verified?redirectTo=%2Facme')
  await screen.findByRole('heading', { name: 'Your e-mail address is verified' })
  expect((await screen.findByRole('link', { name: 'Continue' })).getAttribute('href')).toBe('/acme')
})

test.each([
  ['signed in', 'Send a new mail', '/verify-email?error=token_expired'],
  ['signed out', 'Sign in', '/sign-in'],
])('a link that failed says why, and %s the next step is "%s"', async (state, step, href) => {
  if (state === 'signed out') server.signedIn = null
  await open(remote.routes, '/email-verified?error=token_expired')
  await screen.findByText('This link has expired. Ask for a new one.')
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [step, href],
  ])
})
