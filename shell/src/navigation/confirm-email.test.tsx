// @vitest-environment happy-dom
import type { User } from 'kit'
import { renderPage, screen } from 'kit/testing/page'
import { person } from 'kit/testing/people'
import { requestsOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { ConfirmEmail } from './confirm-email.tsx'

const show = (user: User) => renderPage([{ path: '*', element: <ConfirmEmail user={user} /> }], '/')
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test('says that an email was sent, sends it again on the spot, and leads to the page that changes it', async () => {
  server.rest['POST /send-verification-email'] = () => ({ status: true })
  const { user, arrivedAt } = await show(person('Ada'))
  expect(screen.getByRole('region', { name: 'Verify your email' }).textContent).toContain(
    'We sent a link to ada@example.com.',
  )
  expect(links()).toEqual([['Change email', '/account/profile']])
  await user.click(screen.getByRole('button', { name: 'Send again' }))
  expect((await screen.findByText('We sent an email to ada@example.com.')).closest('[role=status]')).not.toBeNull()
  expect(requestsOf('POST /send-verification-email')).toMatchObject([{ email: 'ada@example.com', prove: true }])
  expect(screen.getByRole('button', { name: /^Send again in \d+ s$/ }).matches(':disabled')).toBe(true)
  await arrivedAt('/')
})

test('asks for an email if the provider shared none', async () => {
  await show(person('Ada', { email: '7@reddit.noreply.invalid' }))
  expect(screen.getByText('We don’t know your email yet.', { exact: false })).toBeDefined()
  expect(links()).toEqual([['Add email', '/account/profile']])
})
