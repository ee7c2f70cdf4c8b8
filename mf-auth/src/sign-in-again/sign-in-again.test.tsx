import { renderPage, screen, waitFor } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { remote } from '../remote.tsx'

const ada = person('Ada')
const close = vi.fn<() => void>()

beforeEach(() => {
  close.mockReset()
  vi.spyOn(window, 'close').mockImplementation(close)
  server.signedIn = { user: ada, session: sessionOf(ada) }
  const dates = { createdAt: ada.createdAt, updatedAt: ada.updatedAt }
  server.rest['GET /list-accounts'] = () => [
    { id: 'a', providerId: 'github', provider: 'github', accountId: '1', userId: ada.id, scopes: [], ...dates },
  ]
  server.facts = ['provider-google', 'provider-github']
})

test('offers only providers of this account, and then asks to close the tab', async () => {
  const leave = vi.spyOn(location, 'assign').mockImplementation(() => {})
  server.rest['POST /sign-in/social'] = () => ({ url: 'https://provider.example/authorize', redirect: true })
  const { user } = await renderPage(remote.routes, '/sign-in-again')
  await user.click(await screen.findByRole('button', { name: 'Continue with GitHub' }))
  expect(screen.queryByRole('button', { name: /Google/ })).toBeNull()
  await waitFor(() => expect(leave).toHaveBeenCalledWith('https://provider.example/authorize'))
  expect(requestsOf('POST /sign-in/social')).toMatchObject([
    { provider: 'github', callbackURL: `${location.origin}/sign-in-again?done` },
  ])
  expect(close).not.toHaveBeenCalled()
})

test('closes the tab after the redirect, or asks the user to do it', async () => {
  await renderPage(remote.routes, '/sign-in-again?done=')
  await screen.findByText('Close this tab and continue in the one you came from.')
  await waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(requestsOf('POST /sign-in/social')).toEqual([])
})

test('shows a refusal at the provider, and allows another attempt', async () => {
  await renderPage(remote.routes, '/sign-in-again?error=access_denied')
  expect((await screen.findByRole('alert')).textContent).toBe('Sign-in at the provider canceled')
  await screen.findByRole('button', { name: 'Continue with GitHub' })
  expect(close).not.toHaveBeenCalled()
})

test('offers a retry if the providers cannot be loaded', async () => {
  server.rest['GET /list-accounts'] = () => refused(503, 'SERVER_BUSY')
  await renderPage(remote.routes, '/sign-in-again')
  await screen.findByRole('button', { name: 'Try again' })
})
