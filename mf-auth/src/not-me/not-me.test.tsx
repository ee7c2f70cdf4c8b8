import { renderPage, screen } from 'kit/testing/page'
import { requestsOf, refused, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { remote } from '../remote.tsx'

const remove = () => screen.findByRole('button', { name: 'Delete account' })
const unchanged = () => screen.findByText('Nothing was changed.', { exact: false })

// The order matters, because the token stays in memory.
test('removes nothing without a token, and suggests a new password', async () => {
  await renderPage(remote.routes, '/not-me')
  await unchanged()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe('/forgot-password')
  expect(server.asked).toEqual([])
})

test('hides the token on opening, and removes the account only on a click', async () => {
  server.rest['POST /disown-account'] = () => ({ removed: true })
  const { user, arrivedAt } = await renderPage(remote.routes, '/not-me?token=secret')
  await arrivedAt('/not-me')
  const button = await remove()
  expect(screen.getByRole('link', { name: 'Keep account' }).getAttribute('href')).toBe('/')
  expect(requestsOf('POST /disown-account')).toEqual([])
  await user.click(button)
  await screen.findByText('The account is deleted. Your email is free again.')
  expect(requestsOf('POST /disown-account')).toEqual([{ token: 'secret' }])
  expect(screen.queryByRole('button')).toBeNull()
})

test('explains an expired link, and what to do', async () => {
  server.rest['POST /disown-account'] = () => ({ removed: false })
  const { user } = await renderPage(remote.routes, '/not-me?token=secret')
  await user.click(await remove())
  await unchanged()
})

test('shows a refusal, and keeps the button', async () => {
  server.rest['POST /disown-account'] = () => refused(429, 'TOO_MANY_REQUESTS')
  const { user } = await renderPage(remote.routes, '/not-me?token=secret')
  await user.click(await remove())
  await screen.findByRole('alert')
  await remove()
})
