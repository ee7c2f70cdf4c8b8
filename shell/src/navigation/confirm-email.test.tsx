// @vitest-environment happy-dom
import type { User } from 'kit'
import { renderPage, screen } from 'kit/testing/page'
import { person } from 'kit/testing/people'
import { expect, test } from 'vitest'
import { ConfirmEmail } from './confirm-email.tsx'

const show = (user: User) => renderPage([{ path: '*', element: <ConfirmEmail user={user} /> }], '/')
const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test('names the email, resends the link, and leads to the page that changes it', async () => {
  await show(person('Ada'))
  expect(screen.getByRole('region', { name: 'Verify your email' }).textContent).toContain('ada@example.com')
  expect(links()).toEqual([
    ['Send email', '/verify-email?redirectTo=%2F'],
    ['Change email', '/account/profile'],
  ])
})

test('asks for an email if the provider shared none', async () => {
  await show(person('Ada', { email: '7@reddit.noreply.invalid' }))
  expect(screen.getByText('We don’t know your email yet.', { exact: false })).toBeDefined()
  expect(links()).toEqual([['Add email', '/account/profile']])
})
