import { act, fireEvent, renderPage, screen, waitFor } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
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

const sent = () => screen.findByText('We sent an email to', { exact: false })

test('sends the first email at once, with a link back to the target, and the next one after a cooldown', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  await renderPage(remote.routes, '/verify-email?redirectTo=%2Facme')
  await sent()
  await screen.findByText('You can send it again in', { exact: false })
  const callbackURL = `${location.origin}/email-verified?redirectTo=%2Facme`
  expect(requestsOf('POST /send-verification-email')).toEqual([{ email: 'ada@example.com', callbackURL, prove: true }])
  expect(screen.getByRole('link', { name: 'Change it' }).getAttribute('href')).toBe('/account/profile')
})

test('leads a user without an email to the profile, and emails nobody', async () => {
  const user = person('Ada', { emailVerified: false, email: '7@discord.noreply.invalid' })
  server.signedIn = { user, session: sessionOf(user) }
  const { arrivedAt } = await renderPage(remote.routes, '/verify-email?prove=true')
  await arrivedAt('/account/profile')
  await renderPage(remote.routes, '/email-verified?error=token_expired')
  await screen.findByText('This link has expired. Request a new one.')
  expect(document.body.textContent).not.toContain('noreply.invalid')
  expect(requestsOf('POST /send-verification-email')).toEqual([])
})

test('keeps the cooldown after a reload, one for each email', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  await renderPage(remote.routes, '/verify-email')
  await screen.findByText('You can send it again in', { exact: false })
  await renderPage(remote.routes, '/verify-email')
  await sent()
  await screen.findByText('You can send it again in', { exact: false })
  expect(requestsOf('POST /send-verification-email')).toHaveLength(1)
  server.signedIn = signedInAs(false, 'Bob')
  await renderPage(remote.routes, '/verify-email')
  await screen.findByText('bob@example.com')
  await sent()
  expect(requestsOf('POST /send-verification-email')).toHaveLength(2)
})

test('sends another email on request long after a reload', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  await renderPage(remote.routes, '/verify-email')
  await screen.findByText('You can send it again in', { exact: false })
  sessionStorage.setItem('cooldown verification ada@example.com', '0')
  const { user } = await renderPage(remote.routes, '/verify-email')
  await sent()
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText('You can send it again in', { exact: false })
  expect(requestsOf('POST /send-verification-email')).toHaveLength(2)
})

test('reports a failed email, and offers a retry', async () => {
  server.rest['POST /send-verification-email'] = () => refused(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3600' })
  const { user } = await renderPage(remote.routes, '/verify-email')
  await screen.findByText('We haven’t sent an email to', { exact: false })
  expect(screen.getAllByRole('alert')).toHaveLength(1)
  expect(screen.queryByText('We sent an email to', { exact: false })).toBeNull()
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  await user.click(screen.getByRole('button', { name: 'Send email' }))
  await sent()
  expect(screen.queryByRole('alert')).toBeNull()
  await screen.findByText('You can send it again in', { exact: false })
})

test('continues when the link was opened in another browser', async () => {
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

test('continues when the link was opened in another tab', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  const { arrivedAt } = await renderPage(remote.routes, '/verify-email?redirectTo=%2Facme')
  await screen.findByRole('heading', { name: 'Verify your email' })
  server.signedIn = signedInAs(true)
  await act(refreshSession)
  await arrivedAt('/acme')
})

test('requires the link in this browser to prove a verified email', async () => {
  server.signedIn = signedInAs(true)
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved: false })
  const { arrivedAt } = await renderPage(remote.routes, '/')
  await arrivedAt('/')
  vi.useFakeTimers()
  const again = await renderPage(remote.routes, '/verify-email?prove=true&redirectTo=%2Facme')
  await screen.findByText('Open its link in this browser.', { exact: false })
  await act(async () => vi.advanceTimersByTime(5000))
  await again.arrivedAt('/verify-email?prove=true&redirectTo=%2Facme')
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved: true })
  await act(async () => vi.advanceTimersByTime(5000))
  await again.arrivedAt('/acme')
})

test('reports an email that was verified meanwhile', async () => {
  const code = 'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL'
  server.rest['POST /send-verification-email'] = () => refused(400, code)
  await renderPage(remote.routes, '/verify-email')
  expect((await screen.findByRole('alert')).textContent).toBe('This email is already verified.')
})

test('asks for the password once if nothing else identifies the account’s creator', async () => {
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
  expect(requestsOf('POST /sign-in/email')).toEqual([{ email: 'ada@example.com', password: 'correct horse battery' }])
  await goTo('/verify-email?redirectTo=%2Fknown') // which goes on for who is known to be signed in
  await arrivedAt('/known')
})

test('shows a wrong password, and stays', async () => {
  server.signedIn = null
  server.rest['GET /address-to-prove'] = () => ({ email: 'ada@example.com', isProved: false })
  server.rest['POST /sign-in/email'] = () => refused(401, 'INVALID_EMAIL_OR_PASSWORD')
  const { user, arrivedAt } = await renderPage(remote.routes, '/email-verified?redirectTo=%2Facme')
  await user.type(await screen.findByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const text = 'That email, username or password isn’t right. Check them and try again.'
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  await arrivedAt('/email-verified?redirectTo=%2Facme')
})

/** Returns the text of the link's target page, and where it leads. */
async function outcomeOf(search: string) {
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved: false })
  await renderPage(remote.routes, `/email-verified${search}`)
  await waitFor(() => expect(screen.getByRole('heading').textContent).not.toBe('Your email'))
  // Without the mark of the product.
  const withText = screen.getAllByRole('link').filter(({ textContent }) => textContent !== '')
  const links = withText.map((link) => [link.textContent, link.getAttribute('href')])
  return { title: screen.getByRole('heading').textContent, links }
}
const noChange = () => {
  server.rest['GET /pending-email-change'] = () => null
}

test('leads to the target after the emailed link', async () => {
  server.signedIn = signedInAs(true)
  noChange()
  expect(await outcomeOf('?redirectTo=%2Facme')).toEqual({
    title: 'Your email is verified',
    links: [['Continue', '/acme']],
  })
  expect(screen.getByText('ada@example.com')).toBeDefined()
})

test('reports no verification without one, and offers another email', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  expect(await outcomeOf('?redirectTo=%2Facme')).toEqual({
    title: 'One step left',
    links: [['Not now', '/acme']],
  })
  screen.getByText('but it isn’t verified yet', { exact: false })
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }))
  await screen.findByText('You can send it again in', { exact: false })
})

test('reveals nothing to signed-out users', async () => {
  server.signedIn = null
  expect(await outcomeOf('?redirectTo=%2Facme')).toEqual({
    title: 'Sign in to continue',
    links: [['Sign in', '/sign-in?redirectTo=%2Facme']],
  })
})

test('names the remaining link after the first of two, even if opened twice', async () => {
  server.signedIn = signedInAs(true)
  server.rest['GET /pending-email-change'] = () => {
    const newEmail = 'king@example.com'
    return { newEmail, linkSentTo: newEmail, expiresAt: new Date().toISOString() }
  }
  for (const search of ['', '?error=invalid_token']) {
    expect((await outcomeOf(search)).title).toBe('One step left')
    screen.getByText('king@example.com')
  }
})

test('shows the unchanged email after a failed change', async () => {
  server.signedIn = signedInAs(true)
  noChange()
  expect((await outcomeOf('?error=couldnt_update_your_email')).title).toBe('Your email hasn’t changed')
  screen.getByText('Another account now uses this email', { exact: false })
})

test.each([
  ['signed in', [['Not now', '/']]],
  ['signed out', [['Sign in', '/sign-in']]],
])('explains a failed link and offers the next step while %s', async (state, links) => {
  if (state === 'signed out') server.signedIn = null
  expect(await outcomeOf('?error=token_expired')).toEqual({ title: 'Email not verified', links })
  screen.getByText('This link has expired. Request a new one.')
  expect(screen.queryAllByRole('button', { name: 'Send again' })).toHaveLength(state === 'signed in' ? 1 : 0)
})
