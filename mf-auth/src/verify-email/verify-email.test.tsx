import { act, fireEvent, renderPage, screen, waitFor } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { askedOf, refused, server } from 'kit/testing/server'
import { refreshSession } from 'kit'
import { beforeEach, expect, test, vi } from 'vitest'
import { remote } from '../remote.tsx'

const signedInAs = (emailVerified: boolean, name = 'Ada') => {
  const user = person(name, { emailVerified })
  return { user, session: sessionOf(user) }
}

beforeEach(() => {
  server.signedIn = signedInAs(false)
})

const sent = () => screen.findByText('We have sent a mail to', { exact: false })

test('the first mail is sent at once, with a link that comes back to the target, and the next one after a pause', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  await renderPage(remote.routes, '/verify-email?redirectTo=%2Facme')
  await sent()
  await screen.findByText('You can send it again in', { exact: false })
  const callbackURL = `${location.origin}/email-verified?redirectTo=%2Facme`
  expect(askedOf('POST /send-verification-email')).toEqual([{ email: 'ada@example.com', callbackURL, prove: true }])
  expect(screen.getByRole('link', { name: 'Change it' }).getAttribute('href')).toBe('/account/profile')
})

test('a reload sends no other one and keeps the pause; another address has one of its own', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  await renderPage(remote.routes, '/verify-email')
  await screen.findByText('You can send it again in', { exact: false })
  await renderPage(remote.routes, '/verify-email')
  await sent()
  await screen.findByText('You can send it again in', { exact: false })
  expect(askedOf('POST /send-verification-email')).toHaveLength(1)
  server.signedIn = signedInAs(false, 'Bob')
  await renderPage(remote.routes, '/verify-email')
  await screen.findByText('bob@example.com')
  await sent()
  expect(askedOf('POST /send-verification-email')).toHaveLength(2)
})

test('long after a reload the page says that a mail was sent, and sends another one on demand', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  await renderPage(remote.routes, '/verify-email')
  await screen.findByText('You can send it again in', { exact: false })
  sessionStorage.setItem('cooldown verification ada@example.com', '0')
  const { user } = await renderPage(remote.routes, '/verify-email')
  await sent()
  await user.click(screen.getByRole('button', { name: 'Send the mail again' }))
  await screen.findByText('You can send it again in', { exact: false })
  expect(askedOf('POST /send-verification-email')).toHaveLength(2)
})

test('a mail that could not be sent is not said to be; a button tries again', async () => {
  server.rest['POST /send-verification-email'] = () => refused(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3600' })
  const { user } = await renderPage(remote.routes, '/verify-email')
  await screen.findByText('No mail has been sent to', { exact: false })
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.queryByText('We have sent a mail to', { exact: false })).toBeNull()
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  await user.click(screen.getByRole('button', { name: 'Send the mail' }))
  await sent()
  expect(screen.queryByRole('alert')).toBeNull()
  await screen.findByText('You can send it again in', { exact: false })
})

test('the page goes on by itself when the link was opened in another browser', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  const { arrivedAt } = await renderPage(remote.routes, '/')
  await arrivedAt('/')
  vi.useFakeTimers()
  const again = await renderPage(remote.routes, '/verify-email?redirectTo=%2Facme')
  await sent()
  server.signedIn = signedInAs(true)
  await act(async () => vi.advanceTimersByTime(5000))
  await again.arrivedAt('/acme')
})

test('the page goes on by itself when the link was opened in another tab', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  const { arrivedAt } = await renderPage(remote.routes, '/verify-email?redirectTo=%2Facme')
  await screen.findByRole('heading', { name: 'Verify your e-mail address' })
  server.signedIn = signedInAs(true)
  await act(refreshSession)
  await arrivedAt('/acme')
})

test('to prove an address that is verified already, the link has to be opened in this browser', async () => {
  server.signedIn = signedInAs(true)
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved: false })
  const { arrivedAt } = await renderPage(remote.routes, '/')
  await arrivedAt('/')
  vi.useFakeTimers()
  const again = await renderPage(remote.routes, '/verify-email?prove=true&redirectTo=%2Facme')
  await screen.findByText('Open the link in it in this browser.', { exact: false })
  await act(async () => vi.advanceTimersByTime(5000))
  await again.arrivedAt('/verify-email?prove=true&redirectTo=%2Facme')
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved: true })
  await act(async () => vi.advanceTimersByTime(5000))
  await again.arrivedAt('/acme')
})

test('an address that was verified meanwhile is told', async () => {
  const code = 'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL'
  server.rest['POST /send-verification-email'] = () => refused(400, code)
  await renderPage(remote.routes, '/verify-email')
  expect((await screen.findByRole('alert')).textContent).toBe('This address is verified already.')
})

test('the mailed link asks for the password once where nothing else shows who made the account', async () => {
  server.signedIn = null
  server.rest['GET /address-to-prove'] = () => ({ email: 'ada@example.com', isProved: false })
  server.rest['POST /sign-in/email'] = () => {
    server.signedIn = signedInAs(true)
    return { redirect: false, token: 'x', user: server.signedIn.user }
  }
  const { user, arrivedAt, goTo } = await renderPage(remote.routes, '/email-verified?redirectTo=%2Facme')
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
  server.rest['GET /address-to-prove'] = () => ({ email: 'ada@example.com', isProved: false })
  server.rest['POST /sign-in/email'] = () => refused(401, 'INVALID_EMAIL_OR_PASSWORD')
  const { user, arrivedAt } = await renderPage(remote.routes, '/email-verified?redirectTo=%2Facme')
  await user.type(await screen.findByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const text = 'The e-mail address, username or password is not right.'
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  await arrivedAt('/email-verified?redirectTo=%2Facme')
})

/** Returns the text of the link's target page, and where it leads. */
async function outcomeOf(search: string) {
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved: false })
  await renderPage(remote.routes, `/email-verified${search}`)
  await waitFor(() => expect(screen.getByRole('heading').textContent).not.toBe('Your e-mail address'))
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  return { title: screen.getByRole('heading').textContent, links }
}
const noChange = () => {
  server.rest['GET /pending-email-change'] = () => null
}

test('the mailed link ends with a way on to the target', async () => {
  server.signedIn = signedInAs(true)
  noChange()
  expect(await outcomeOf('?redirectTo=%2Facme')).toEqual({
    title: 'Your e-mail address is verified',
    links: [['Continue', '/acme']],
  })
  expect(screen.getByText('ada@example.com')).toBeDefined()
})

test('nobody is told that an address is verified that is not: another mail can be sent', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  expect(await outcomeOf('?redirectTo=%2Facme')).toEqual({
    title: 'One step is left',
    links: [['Not now', '/acme']],
  })
  screen.getByText('but it is not verified yet', { exact: false })
  fireEvent.click(screen.getByRole('button', { name: 'Send the mail again' }))
  await screen.findByText('You can send it again in', { exact: false })
})

test('who is signed out is told nothing that is not known', async () => {
  server.signedIn = null
  expect(await outcomeOf('?redirectTo=%2Facme')).toEqual({
    title: 'Sign in to continue',
    links: [['Sign in', '/sign-in?redirectTo=%2Facme']],
  })
})

test('after the first of two links the page says which one is left, also when it is opened twice', async () => {
  server.signedIn = signedInAs(true)
  server.rest['GET /pending-email-change'] = () => {
    const newEmail = 'king@example.com'
    return { newEmail, linkMailedTo: newEmail, expiresAt: new Date().toISOString() }
  }
  for (const search of ['', '?error=invalid_token']) {
    expect((await outcomeOf(search)).title).toBe('One step is left')
    screen.getByText('king@example.com')
  }
})

test('a change that did not happen leaves the address as it was', async () => {
  server.signedIn = signedInAs(true)
  noChange()
  expect((await outcomeOf('?error=couldnt_update_your_email')).title).toBe('Your e-mail address stays as it was')
  screen.getByText('Another account has this address by now', { exact: false })
})

test.each([
  ['signed in', [['Not now', '/']]],
  ['signed out', [['Sign in', '/sign-in']]],
])('a link that failed says why, and %s the next step', async (state, links) => {
  if (state === 'signed out') server.signedIn = null
  expect(await outcomeOf('?error=token_expired')).toEqual({ title: 'The address was not verified', links })
  screen.getByText('This link has expired. Ask for a new one.')
  expect(screen.queryAllByRole('button', { name: 'Send the mail again' })).toHaveLength(state === 'signed in' ? 1 : 0)
})
