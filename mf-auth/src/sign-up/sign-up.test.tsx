import { renderPage, screen } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { remote } from '../remote.tsx'

const ada = person('Ada')

async function signUp(address: string, { name = 'Ada', email = 'ada@example.com', password = 'long enough' } = {}) {
  const { user, arrivedAt } = await renderPage(remote.routes, address)
  if (name) await user.type(await screen.findByLabelText('Name'), name)
  if (email) await user.type(await screen.findByLabelText('Email'), email)
  if (password) await user.type(await screen.findByLabelText('Password'), password)
  await user.click(await screen.findByRole('button', { name: 'Sign up' }))
  return { arrivedAt, user }
}

test('signs in after sign-up, in the page’s language, and leads to the target', async () => {
  server.rest['POST /sign-up/email'] = () => {
    server.signedIn = { user: ada, session: sessionOf(ada) }
    return { token: 'secret', user: ada }
  }
  const { arrivedAt } = await signUp('/sign-up?redirectTo=%2Facme', {
    name: ' Ada ',
    email: ' \u{200b}ada@example.com\u{202c} ',
  })
  await arrivedAt('/acme')
  const callbackURL = `${location.origin}/email-verified?redirectTo=%2Facme`
  const profile = { name: 'Ada', email: 'ada@example.com', language: 'en' }
  expect(requestsOf('POST /sign-up/email')).toEqual([{ ...profile, password: 'long enough', callbackURL }])
})

test('asks for a verification of the email, which leads to the target', async () => {
  server.rest['POST /sign-up/email'] = () => ({ token: null, user: ada })
  await signUp('/sign-up?redirectTo=%2Facme')
  await screen.findByRole('heading', { name: 'Check your email' })
  expect(screen.getByText('ada@example.com')).toBeDefined()
  screen.getByText('You can send it again in', { exact: false })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in?redirectTo=%2Facme')
})

test('lets users correct a mistyped email', async () => {
  server.rest['POST /sign-up/email'] = () => ({ token: null, user: ada })
  const { user } = await signUp('/sign-up')
  await user.click(await screen.findByRole('button', { name: 'Use another email' }))
  await screen.findByLabelText('Email')
})

test('requires each field, and sends nothing without them', async () => {
  await signUp('/sign-up', { name: ' ', email: ' ', password: '' })
  await screen.findByText('Enter your name. The people you work with will see it.')
  expect(screen.getByText('Enter your email.')).toBeDefined()
  expect(screen.getByText('Choose a password.')).toBeDefined()
  expect(requestsOf('POST /sign-up/email')).toEqual([])
})

test.each([
  ['INVALID_EMAIL', 'Email', 'Enter a complete email, like name@example.com.'],
  ['USER_ALREADY_EXISTS', 'Email', 'This email already has an account.'],
  [
    'PASSWORD_TOO_COMMON',
    'Password',
    'Too easy to guess. Choose a password that isn’t common or close to your name or email.',
  ],
  ['PASSWORD_TOO_SHORT', 'Password', 'This password is too short. Choose a longer one.'],
  ['PASSWORD_TOO_LONG', 'Password', 'This password is too long. Choose a shorter one.'],
])('shows %s at the field %s, and focuses it', async (code, label, text) => {
  server.rest['POST /sign-up/email'] = () => refused(422, code)
  await signUp('/sign-up')
  await screen.findByText(text, { exact: false })
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ada')
})

test('leads to sign-in with the typed email', async () => {
  server.rest['POST /sign-up/email'] = () => refused(422, 'USER_ALREADY_EXISTS')
  const { user, arrivedAt } = await signUp('/sign-up?redirectTo=%2Facme', { email: ' ada@example.com' })
  await user.click(await screen.findByRole('link', { name: 'Sign in instead' }))
  await arrivedAt('/sign-in?redirectTo=%2Facme')
  expect((await screen.findByLabelText<HTMLInputElement>('Email or username')).value).toBe('ada@example.com')
})

test('says that sign-up is closed, and leads to sign-in', async () => {
  server.facts = ['providers', 'provider-github']
  await renderPage(remote.routes, '/sign-up?redirectTo=%2Facme')
  await screen.findByRole('heading', { name: 'Sign-up is closed' })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in?redirectTo=%2Facme')
  expect([screen.queryByLabelText('Email'), screen.queryByRole('button')]).toEqual([null, null])
})

test('offers only providers while passwords are disabled', async () => {
  server.facts = ['sign-up', 'providers', 'provider-github']
  await renderPage(remote.routes, '/sign-in')
  await screen.findByRole('link', { name: 'Sign up' })
  for (const path of ['/sign-in', '/sign-up', '/add-account', '/add-account/new']) {
    await renderPage(remote.routes, path)
    await screen.findByRole('button', { name: 'Continue with GitHub' })
    expect([screen.queryByRole('textbox'), screen.queryByText('or')]).toEqual([null, null])
  }
})

test('does not offer a further account while sign-up is closed', async () => {
  await renderPage(remote.routes, '/add-account')
  await screen.findByRole('link', { name: 'Sign up' })
  server.facts = []
  await renderPage(remote.routes, '/add-account')
  expect(screen.queryByRole('link', { name: 'Sign up' })).toBeNull()
  await renderPage(remote.routes, '/add-account/new')
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/add-account')
})

test.each(['/sign-in', '/add-account'])('explains on %s a refusal after sign-in with a provider', async (path) => {
  server.facts = ['providers', 'provider-github']
  await renderPage(remote.routes, `${path}?error=signup_disabled`)
  expect((await screen.findByRole('alert')).textContent).toContain('sign-up is closed right now')
})

test.each([
  ['the terms', ['terms'], 'By signing up you agree to the Terms.'],
  ['both', ['terms', 'privacy'], 'By signing up you agree to the Terms and the Privacy policy.'],
  ['nothing without terms', ['privacy'], undefined],
])('names what people agree to: %s', async (_, facts, text) => {
  server.facts.push(...facts)
  await renderPage(remote.routes, '/sign-up')
  await screen.findByLabelText('Email')
  expect(screen.queryByText(/^By signing up/)?.textContent).toBe(text)
})

test('is prerendered open and closed, so that the server can remove one', async () => {
  document.documentElement.dataset['prerender'] = ''
  try {
    await renderPage(remote.routes, '/sign-up')
    const [open, closed] = ['sign-up', '!sign-up'].map((fact) => document.querySelector(`[data-when="${fact}"]`))
    expect(open?.querySelectorAll('h1, [name=email]')).toHaveLength(2)
    expect(closed?.querySelector('h1')?.textContent).toBe('Sign-up is closed')
    expect(closed?.querySelector('form')).toBeNull()
    expect(open?.querySelectorAll('[data-when^=terms]'), 'keep room for the lines').toHaveLength(2)
    expect(open?.querySelector('form')?.closest('[data-when]')?.getAttribute('data-when')).toBe('passwords')
  } finally {
    delete document.documentElement.dataset['prerender']
  }
})
