import { loadSession, refreshSession } from 'kit'
import { act, screen, waitFor } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from './testing/open-page.ts'

const ada = person('Ada')

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  const { createdAt, updatedAt } = ada
  server.rest['GET /passkey/list-user-passkeys'] = () => []
  server.rest['GET /two-factor/status'] = () => ({
    enabled: false,
    since: null,
    backupCodesLeft: 0,
    trustedDevices: [],
  })
  server.rest['GET /list-accounts'] = () => [
    {
      id: '1',
      provider: 'credential',
      providerId: 'credential',
      accountId: 'ada',
      userId: 'ada',
      scopes: [],
      createdAt,
      updatedAt,
    },
  ]
  server.rest['GET /social-providers'] = () => []
  server.rest['GET /pending-email-change'] = () => null
  server.rest['GET /announced-email-change'] = () => null
  server.rest['GET /announced-factor-reset'] = () => null
  server.rest['GET /delete-user/obstacles'] = () => []
  server.rest['POST /is-username-available'] = () => ({ available: true })
})

const forms = [
  ['POST /update-user', 'profile', 'Save changes', { Name: 'Ada King', Username: 'countess' }],
  ['POST /change-email', 'profile', 'Change email', { 'New email': 'countess@example.com' }],
  [
    'POST /change-password',
    'security#password',
    'Change password',
    { 'Current password': 'old one', 'New password': 'new' },
  ],
  ['POST /delete-user', 'delete', 'Delete account', { [`Type ${ada.email} to confirm`]: ada.email, Password: 'one' }],
] as const

test.each(forms)(
  'keeps the input of %s after the session has ended, and repeats it when the user is back',
  async (call, page, button, fields) => {
    server.rest[call] = () => {
      server.signedIn = null
      return refused(401, 'UNAUTHORIZED')
    }
    const { user } = await openPage(`/account/${page}`)
    const typed = Object.entries(fields)
    for (const [label, value] of typed) {
      const field = await screen.findByLabelText<HTMLInputElement>(label)
      await user.clear(field)
      await user.type(field, value)
    }
    const [submit] = screen.getAllByRole('button', { name: button }).slice(-1)
    if (submit) await user.click(submit)
    await waitFor(() => expect(requestsOf(call)).toHaveLength(1))
    await loadSession() // what the tab does by itself soon afterwards
    await waitFor(() =>
      expect(typed.map(([label]) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual(
        typed.map(([, value]) => value),
      ),
    )
    // Once the user is back, the call is repeated.
    server.rest[call] = () => refused(429, 'TOO_MANY_REQUESTS')
    server.signedIn = { user: ada, session: sessionOf(ada, { id: 'new' }) }
    await act(refreshSession)
    await screen.findByText('Too many attempts. Wait a moment, then try again.')
    expect(requestsOf(call)).toHaveLength(2)
  },
)
