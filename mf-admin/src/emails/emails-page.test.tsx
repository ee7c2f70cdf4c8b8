import { screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from '../testing/open-page.ts'

const ada = person('Ada', { role: 'admin' })
const at = '2026-03-04T12:00:00.000Z'
const emailWith = (
  more: { number?: number; template?: string; deadAt?: string | null; lastError?: string | null } = {},
) => ({
  number: 7,
  to: 'bob@example.com',
  template: 'resetPassword',
  createdAt: at,
  attempts: 3,
  nextAttemptAt: at,
  deadAt: null,
  lastError: 'Error: connect ECONNREFUSED',
  ...more,
})
let emails: ReturnType<typeof emailWith>[]

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  emails = [emailWith(), emailWith({ number: 6, template: 'ofNewerServer', lastError: null })]
  server.rest['GET /admin/list-emails'] = () => ({ emails, total: emails.length })
})

const listed = async () =>
  within(await screen.findByRole('list', { name: 'Emails' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)

test('lists waiting emails: which, to whom, why and when next', async () => {
  const page = await openPage('/admin/emails')
  expect(await listed()).toEqual([
    expect.stringMatching(
      /^Reset your passwordbob@example\.comAttempts: 3Next attempt: Mar 4, 2026.*Error: connect ECONNREFUSED$/,
    ),
    expect.stringMatching(/^ofNewerServerbob@example\.com/),
  ])
  expect(screen.queryByRole('searchbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
  emails = []
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'Link expired')
  await page.arrivedAt('/admin/emails?show=expired')
  await screen.findByText('No emails have expired')
  expect(requestsOf('GET /admin/list-emails')).toEqual([
    { limit: '50', state: 'waiting' },
    { limit: '50', state: 'expired' },
  ])
})

test.each([
  ['Send again…', 'Send the email to bob@example.com again?', 'Send again', 'resend-email'],
  ['Delete…', 'Delete the email to bob@example.com?', 'Delete', 'drop-email'],
] as const)('%s asks for a reason, and says why it is refused', async (item, title, button, call) => {
  emails = [emailWith({ deadAt: at })]
  Object.assign(server.rest, { [`POST /admin/${call}`]: () => refused(404, 'EMAIL_NOT_FOUND') })
  const { user } = await openPage('/admin/emails?show=dead')
  await user.click(await screen.findByRole('button', { name: /^Actions for bob@example\.com/ }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'a ticket')
  await user.click(dialog.getByRole('button', { name: button }))
  await dialog.findByText('This email is no longer here.')
  Object.assign(server.rest, { [`POST /admin/${call}`]: () => ({ status: true }) })
  emails = []
  await user.click(dialog.getByRole('button', { name: button }))
  await screen.findByText('No emails were given up')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const body = { number: 7, reason: 'a ticket' }
  expect(requestsOf(`POST /admin/${call}`)).toEqual([body, body])
})

test('offers to try again if the emails cannot be loaded', async () => {
  server.rest['GET /admin/list-emails'] = () => refused(503, 'SERVICE_UNAVAILABLE')
  await openPage('/admin/emails')
  await screen.findByRole('button', { name: 'Try again' })
})
