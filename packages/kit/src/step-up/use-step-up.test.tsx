import { beforeEach, expect, test, vi } from 'vitest'
import { getSession, refreshSession } from '../session/session.ts'
import { act, renderPage, screen, waitFor, within } from '../testing/page.tsx'
import { person, sessionOf } from '../testing/people.ts'
import { requestsOf, server } from '../testing/server.ts'
import { useStepUp } from './use-step-up.tsx'

// Keeps the page for any user: the code must not rely on the shell to replace it.

const ada = person('Ada')
const bob = person('Bob')
const sensitive = vi.fn<() => Promise<{ code: string } | null>>()

function Page() {
  const { freshly, stepUp } = useStepUp()
  return (
    <>
      <button type="button" onClick={() => void freshly(sensitive)}>
        Delete
      </button>
      {stepUp}
    </>
  )
}

/** Starts an action with an old session of Ada and waits for the dialog. */
async function ask(provider: string) {
  const { createdAt, updatedAt } = ada
  const account = {
    id: 'a',
    provider,
    providerId: provider,
    accountId: '1',
    userId: 'ada',
    scopes: [],
    createdAt,
    updatedAt,
  }
  server.rest['GET /list-accounts'] = () => [account]
  const { user } = await renderPage([{ path: '*', Component: Page }], '/')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  return { user, dialog: within(await screen.findByRole('dialog')) }
}
const newSession = (user: typeof ada) => {
  server.signedIn = { user, session: sessionOf(user, { id: 'new', token: 'new token' }) }
}
const revoked = () => requestsOf('POST /revoke-session')

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  server.rest['POST /revoke-session'] = () => ({ status: true })
  sensitive.mockReset().mockResolvedValueOnce({ code: 'SESSION_IS_NOT_FRESH' }).mockResolvedValue(null)
})

test('accepts a new session from another tab only of the same user', async () => {
  await ask('github')
  newSession(bob)
  await act(refreshSession)
  expect([sensitive.mock.calls.length, revoked()]).toEqual([1, []])
  newSession(ada)
  await act(refreshSession)
  await waitFor(() => expect(sensitive).toHaveBeenCalledTimes(2))
  expect(revoked()).toEqual([{ token: 'token of ada' }])
})

test.each([
  ['proves that its user is there', ada, 2],
  ['that signs somebody else in by now does nothing in their name', bob, 1],
])('a password %s', async (_, who, times) => {
  const { user, dialog } = await ask('credential')
  server.rest['POST /sign-in/email'] = () => {
    newSession(who)
    return { redirect: false, token: 'new token', user: who }
  }
  await user.type(dialog.getByLabelText('Password'), 'secret')
  await user.click(dialog.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(getSession()).toMatchObject({ user: { id: who.id }, session: { id: 'new' } }))
  await act(async () => {}) // effects of the change
  await waitFor(() => expect(sensitive).toHaveBeenCalledTimes(times))
})

test.each([
  ['the sign-in waits for it', 2],
  ['the device is trusted', 3],
])('asks for the second factor after the password: %s', async (why, calls) => {
  const enrolled = { ...ada, twoFactorEnabled: true }
  const { user, dialog } = await ask('credential')
  server.rest['POST /sign-in/email'] = () => {
    if (why === 'the sign-in waits for it') return { twoFactorRedirect: true, twoFactorMethods: ['totp'] }
    sensitive.mockResolvedValueOnce({ code: 'SESSION_IS_NOT_FRESH' })
    newSession(enrolled)
    return { redirect: false, token: 'new token', user: enrolled }
  }
  server.rest['POST /two-factor/verify-totp'] = () => {
    newSession(enrolled)
    return { token: 'new token', user: enrolled }
  }
  await user.type(dialog.getByLabelText('Password'), 'secret{Enter}')
  const code = await screen.findByLabelText('Six-digit code from your authenticator app')
  expect(sensitive).toHaveBeenCalledTimes(calls - 1)
  await user.type(code, '123456')
  await waitFor(() => expect(sensitive).toHaveBeenCalledTimes(calls))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(revoked()).toEqual([{ token: 'token of ada' }])
})
