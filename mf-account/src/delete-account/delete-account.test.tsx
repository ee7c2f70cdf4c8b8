import { open, screen } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { askedOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { remote } from '../remote.tsx'

const ada = person('Ada')
const linked = (provider: string) => [
  {
    id: 'a1',
    providerId: provider,
    provider,
    accountId: '1',
    scopes: [],
    createdAt: ada.createdAt,
    updatedAt: ada.updatedAt,
  },
]

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  server.rest['GET /list-accounts'] = () => linked('credential')
})

async function deleteAccount(confirmation: string, password: string) {
  const { user, arrivedAt } = await open(remote.routes, '/account/delete')
  const field = await screen.findByRole('textbox', { name: 'Type ada@example.com to confirm' })
  if (confirmation) await user.type(field, confirmation)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Delete the account' }))
  return { arrivedAt, field }
}
const deleted = () => {
  server.signedIn = null
  return { success: true, message: 'User deleted' }
}

test('the account is deleted once the address is typed out, in any capitals, and the password given', async () => {
  server.rest['POST /delete-user'] = deleted
  const { arrivedAt } = await deleteAccount(' Ada@Example.com ', 'secret')
  await arrivedAt('/')
  expect(askedOf('POST /delete-user')).toEqual([{ callbackURL: '/', password: 'secret' }])
})

test('another address and no password delete nothing', async () => {
  const { field } = await deleteAccount('bob@example.com', '')
  await screen.findByText('This is not what is asked for.')
  expect(screen.getByText('Enter your password.')).toBeDefined()
  expect(document.activeElement).toBe(field)
  expect(askedOf('POST /delete-user')).toEqual([])
})

test('who has no password is not asked for one', async () => {
  server.rest['GET /list-accounts'] = () => linked('google')
  server.rest['POST /delete-user'] = deleted
  const { arrivedAt } = await deleteAccount('ada@example.com', '')
  await arrivedAt('/')
  expect(askedOf('POST /delete-user')).toEqual([{ callbackURL: '/' }])
})

test('where it is not known whether there is a password, it is asked for', async () => {
  server.rest['GET /list-accounts'] = () => refused(500, 'INTERNAL_SERVER_ERROR')
  await deleteAccount('ada@example.com', '')
  await screen.findByText('Enter your password.')
})

test('where a mail confirms it, one stays and is told where it went', async () => {
  server.rest['POST /delete-user'] = () => ({ success: true, message: 'Verification email sent' })
  const { arrivedAt } = await deleteAccount('ada@example.com', 'secret')
  await screen.findByText('We have sent a mail to ada@example.com. The link in it deletes the account.')
  await arrivedAt('/account/delete')
})

test.each([
  ['INVALID_PASSWORD', 'This is not your password.'],
  [
    'CREDENTIAL_ACCOUNT_NOT_FOUND',
    'Your account has no password yet. "Forgot your password?" on the sign-in page sets one.',
  ],
])('%s stands at the password', async (code, text) => {
  server.rest['POST /delete-user'] = () => refused(400, code)
  await deleteAccount('ada@example.com', 'guess')
  await screen.findByText(text)
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
})

test('the only owner of an organization is told what to do first', async () => {
  server.rest['POST /delete-user'] = () => refused(400, 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
  const { arrivedAt } = await deleteAccount('ada@example.com', 'secret')
  expect((await screen.findByRole('alert')).textContent).toContain('You are the only owner of an organization.')
  await arrivedAt('/account/delete')
})
