import { renderPage, screen } from 'kit/testing/page'
import { refused, requestsOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { remote } from '../remote.tsx'

const stop = () => screen.findByRole('button', { name: 'Stop the change' })

// The order matters, because the token stays in memory.
test('stops nothing without a token', async () => {
  await renderPage(remote.routes, '/keep-email')
  await screen.findByText('Open the link in our email again.')
  expect(screen.queryByRole('button')).toBeNull()
  expect(server.asked).toEqual([])
})

test.each([
  [true, 'The change is stopped.'],
  [false, 'It was already stopped'],
])('hides the token on opening, and stops the change only on a click (%s)', async (stopped, text) => {
  server.rest['POST /stop-announced-email-change'] = () => ({ stopped })
  const { user, arrivedAt } = await renderPage(remote.routes, '/keep-email?token=secret')
  await arrivedAt('/keep-email')
  const button = await stop()
  expect(requestsOf('POST /stop-announced-email-change')).toEqual([])
  await user.click(button)
  await screen.findByText(text, { exact: false })
  expect(requestsOf('POST /stop-announced-email-change')).toEqual([{ token: 'secret' }])
})

test('shows a refusal, and keeps the button', async () => {
  server.rest['POST /stop-announced-email-change'] = () => refused(429, 'TOO_MANY_REQUESTS')
  const { user } = await renderPage(remote.routes, '/keep-email?token=secret')
  await user.click(await stop())
  await screen.findByRole('alert')
  await stop()
})
