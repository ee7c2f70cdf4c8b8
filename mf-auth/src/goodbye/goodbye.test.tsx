import { renderPage, screen } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { remote } from '../remote.tsx'

const signIn = () => {
  const user = person('Ada')
  server.signedIn = { user, session: sessionOf(user) }
}

const links = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'))

test('confirms the deletion of the account, below the mark of the product', async () => {
  await renderPage(remote.routes, '/goodbye')
  await screen.findByRole('heading', { name: 'Your account is deleted' })
  expect(links()).toEqual(['/', '/'])
})

test('does not confirm it while the user is still signed in', async () => {
  signIn()
  await renderPage(remote.routes, '/goodbye')
  await screen.findByRole('heading', { name: 'Nothing was deleted' })
  expect(links()).toEqual(['/account/delete'])
})

test.each([
  ['unauthorized', false, 'Sign in to the account this link belongs to, then open it again.'],
  ['INVALID_TOKEN', true, 'This link has expired or was already used. Request a new one.'],
  ['only_owner', true, 'You’re the only owner of an organization.'],
])('explains why a link deleted nothing: %s', async (code, isSignedIn, text) => {
  if (isSignedIn) signIn()
  await renderPage(remote.routes, `/goodbye?error=${code}`)
  await screen.findByText(text, { exact: false })
  expect(links()).toEqual(isSignedIn ? ['/account/delete'] : ['/', '/sign-in?redirectTo=%2Faccount%2Fdelete'])
})
