import { renderPage, screen } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { remote } from '../remote.tsx'

test('shows what happened, the number for support, and the next step', async () => {
  document.documentElement.dataset['requestId'] = 'req-7'
  await renderPage(remote.routes, '/error?error=state_not_found')
  await screen.findByText('The sign-in took too long or was interrupted. Start again.')
  expect(screen.getByText('req-7').parentElement?.textContent).toBe('Reference for support: req-7')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in')
})

test.each([
  ['/error?error=user_cancelled_authorize', 'Sign-in at the provider canceled'],
  ['/sign-in?provider=discord&error=access_denied', 'Sign-in with Discord canceled'],
  ['/sign-up?provider=linkedin&error=user_cancelled_login', 'Sign-in with LinkedIn canceled'],
  ['/sign-in?provider=%3Cb%3E&error=access_denied', 'Sign-in at the provider canceled'],
])('calls what the user canceled no failure: %s', async (page, text) => {
  document.documentElement.dataset['requestId'] = 'req-7'
  await renderPage(remote.routes, page)
  await screen.findByText(text)
  expect(screen.queryByText('req-7')).toBeNull()
})

test('leads signed-in users to the start page', async () => {
  const user = person('Ada')
  server.signedIn = { user, session: sessionOf(user) }
  await renderPage(remote.routes, '/error?error=unknown')
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('/')
})

test('leads users who left a page of this tab back there, once', async () => {
  sessionStorage.setItem('left for a provider', '/sign-up?redirectTo=%2Facme')
  const { arrivedAt, goTo } = await renderPage(remote.routes, '/error?error=state_mismatch')
  await arrivedAt('/sign-up?redirectTo=%2Facme&error=state_mismatch')
  expect((await screen.findByRole('alert')).textContent).toContain('took too long or was interrupted')
  await goTo('/error?error=state_mismatch')
  await arrivedAt('/error?error=state_mismatch')
})
