import { screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from '../testing/open-page.ts'
import type { Person } from './person.ts'

const ada = person('Ada', { role: 'admin' })
const bob = person('Bob', { username: 'bob', displayUsername: 'Bob', language: 'de' })
const at = '2026-03-04T12:00:00.000Z'
const session = sessionOf(bob, {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ipAddress: '192.0.2.1',
})
let shown: Person

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  shown = {
    user: bob,
    proved: true,
    isOperator: false,
    announcedEmailChange: null,
    hasSecondFactor: false,
    announcedFactorReset: null as { effectiveAt: string } | null,
    accounts: [
      { provider: 'credential', createdAt: at },
      { provider: 'google', createdAt: at },
    ],
    organizations: [{ id: 'acme', name: 'Acme', slug: 'acme', logo: null, role: 'owner,member', joinedAt: at }],
    soleOwnerships: [],
  }
  Object.assign(server.rest, {
    'GET /admin/user': () => shown,
    'POST /admin/list-user-sessions': () => ({ sessions: [session] }),
    'GET /admin/user-activity': ({ cursor }: { cursor?: string }) => ({
      entries: [entry(cursor ? 'account.created' : 'user.unbanned')],
      cursor: cursor ? null : 'older',
    }),
    'GET /social-providers': () => [{ id: 'google', name: 'Google', linkable: true, demo: false }],
    'GET /admin/list-users': () => ({ users: [], total: 0 }),
  })
})

const entry = (event: string) => ({
  id: event,
  at,
  event,
  details: { reason: 'a mistake' },
  actor: { kind: 'person', id: 'ada', name: 'Ada' },
  organization: null,
  ipAddress: '192.0.2.7',
  device: 'Firefox, Linux',
  isOwn: false,
})

async function openPerson() {
  const page = await openPage('/admin/people/bob')
  const dialog = () => within(screen.getByRole('dialog'))
  const ask = async (item: string) => {
    await page.user.click(await screen.findByRole('button', { name: /Actions$/ }))
    await page.user.click(await screen.findByRole('menuitem', { name: item }))
    await screen.findByRole('dialog')
  }
  const press = (name: string) => page.user.click(dialog().getByRole('button', { name }))
  return { ...page, dialog, ask, press }
}

const listed = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)

test('shows profile, ways to sign in, sessions, organizations and activity', async () => {
  const { user } = await openPerson()
  await screen.findByRole('heading', { level: 1, name: 'Bob' })
  const table = within(screen.getByRole('table')).getAllByRole('row')
  expect(table.map((row) => row.textContent)).toEqual([
    'FieldValue',
    'NameBob',
    'Emailbob@example.com',
    'Ownership of the emailProved',
    'UsernameBob',
    expect.stringMatching(/^JoinedJan 1, 2026/),
    'IDbob',
  ])
  await waitFor(async () =>
    expect(await listed('Ways to sign in')).toEqual(['PasswordSince Mar 4, 2026', 'GoogleSince Mar 4, 2026']),
  )
  expect(await listed('Sessions')).toEqual([expect.stringMatching(/^Firefox on Linux192\.0\.2\.1.*Sign out…$/)])
  expect(await listed('Organizations')).toEqual(['AAcmeOwner, MemberSince Mar 4, 2026'])
  expect(await listed('Activity')).toEqual([
    expect.stringMatching(/^Ban lifted.*By Adaa mistakeFirefox, Linux192\.0\.2\.7$/),
  ])
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await waitFor(async () => expect(await listed('Activity')).toHaveLength(2))
  expect(requestsOf('GET /admin/user-activity')).toEqual([{ userId: 'bob' }, { userId: 'bob', cursor: 'older' }])
})

const reason = 'asked by phone'
const about = { userId: 'bob', reason }

test.each([
  ['Ban…', 'Ban', 'ban-user', { ...about, banReason: reason }],
  ['Sign out everywhere…', 'Sign out everywhere', 'revoke-user-sessions', about],
  ['Make administrator…', 'Make administrator', 'set-role', { ...about, role: 'admin' }],
  ['Act as this person…', 'Act as this person', 'impersonate-user', about],
  ['Delete account…', 'Delete account', 'remove-user', about],
  ['Export…', 'Export', 'export-user', about],
] as const)('%s requires a reason, and sends it', async (item, button, call, body) => {
  const send = () => ({ user: bob, success: true })
  Object.assign(server.rest, { [`POST /admin/${call}`]: send })
  const { user, dialog, ask, press } = await openPerson()
  await ask(item)
  await press(button)
  await screen.findByText('Say why. The journal keeps it.')
  expect(requestsOf(`POST /admin/${call}`)).toEqual([])
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press(button)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requestsOf(`POST /admin/${call}`)).toEqual([body])
})

test('leads to the organizations without another owner instead of deleting, also if they are new', async () => {
  server.rest['POST /admin/remove-user'] = () => {
    shown = { ...shown, soleOwnerships: [{ id: 'acme', name: 'Acme' }] }
    return refused(400, 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
  }
  const { user, dialog, ask, press } = await openPerson()
  await ask('Delete account…')
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Delete account')
  const link = await within(await screen.findByRole('dialog')).findByRole('link', { name: 'Acme' })
  expect(link.getAttribute('href')).toBe('/admin/organizations/acme')
  expect(dialog().getByRole('alert').textContent).toMatch(/^They’re the only owner of these organizations/)
  expect(dialog().queryByRole('button', { name: 'Delete account' })).toBeNull()
  await press('Close dialog')
  await ask('Delete account…')
  expect(dialog().queryByRole('textbox')).toBeNull()
})

test('bans for a time, and shows the ban and how to lift it', async () => {
  server.rest['POST /admin/ban-user'] = () => {
    shown = { ...shown, user: { ...bob, banned: true, banReason: reason, banExpires: '2036-01-01T12:00:00.000Z' } }
    return { user: shown.user }
  }
  server.rest['POST /admin/unban-user'] = () => ({ user: bob })
  const { user, dialog, ask, press } = await openPerson()
  await ask('Ban…')
  await user.selectOptions(dialog().getByRole('combobox', { name: 'For how long' }), '7 days')
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Ban')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Banned until Jan 1, 2036.*asked by phone$/)
  expect(requestsOf('POST /admin/ban-user')).toMatchObject([{ banExpiresIn: 604_800 }])
  await waitFor(() => expect(requestsOf('POST /admin/list-user-sessions')).toHaveLength(2))
  await ask('Lift ban…')
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Lift ban')
  await waitFor(() => expect(requestsOf('POST /admin/unban-user')).toEqual([about]))
})

test('sets a password, whose refusal stands at its field', async () => {
  server.rest['POST /admin/set-user-password'] = () => refused(400, 'PASSWORD_TOO_COMMON')
  const { user, dialog, ask, press } = await openPerson()
  await ask('Set password…')
  await user.type(dialog().getByLabelText('New password'), 'password1')
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Set password')
  await screen.findByText(/^Too easy to guess/)
  expect(dialog().getByLabelText('New password').getAttribute('aria-invalid')).toBe('true')
  expect(requestsOf('POST /admin/set-user-password')).toEqual([{ ...about, newPassword: 'password1' }])
})

test('changes the email with a refusal at its field, shows the pending change and cancels it', async () => {
  server.rest['POST /admin/change-user-email'] = ({ newEmail }: { newEmail: string }) => {
    if (newEmail === 'taken@example.com') return refused(422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL')
    const announcedEmailChange = { newEmail, effectiveAt: '2036-01-01T12:00:00.000Z' }
    shown = { ...shown, announcedEmailChange }
    return announcedEmailChange
  }
  server.rest['POST /admin/cancel-user-email-change'] = () => ({ status: true })
  const { user, dialog, ask, press } = await openPerson()
  await ask('Change email…')
  const field = dialog().getByLabelText('New email')
  await user.type(field, 'taken@example.com')
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Change email')
  await screen.findByText('Another account has this email.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.clear(field)
  await user.type(field, ' bob@new.example ')
  await press('Change email')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The email changes on Jan 1, 2036.*bob@new\.example$/)
  expect(requestsOf('POST /admin/change-user-email').at(-1)).toEqual({ ...about, newEmail: 'bob@new.example' })
  await ask('Cancel change of email…')
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Cancel change of email')
  await waitFor(() => expect(requestsOf('POST /admin/cancel-user-email-change')).toEqual([about]))
})

test('signs one session out', async () => {
  server.rest['POST /admin/revoke-user-session'] = () => ({ success: true })
  const { user, dialog, press } = await openPerson()
  await user.click(await screen.findByRole('button', { name: /^Sign out… Firefox on Linux/ }))
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Sign out')
  await waitFor(() =>
    expect(requestsOf('POST /admin/revoke-user-session')).toEqual([{ sessionToken: session.token, reason }]),
  )
})

test('asks for the password if the sign-in is not recent, and shows other refusals', async () => {
  server.rest['POST /admin/set-role'] = () => refused(403, 'SESSION_IS_NOT_FRESH')
  server.rest['GET /list-accounts'] = () => []
  const { user, dialog, ask, press } = await openPerson()
  await ask('Make administrator…')
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Make administrator')
  await user.click(within(await screen.findByRole('dialog', { name: /sign in again/i })).getByLabelText('Close dialog'))
  await screen.findByText('Not done yet. Try again, and confirm that it’s you.')
})

test.each([
  ['an administrator', () => ({ user: { ...bob, role: 'admin' as const } }), 'Not for administrators'],
  ['an operator', () => ({ isOperator: true }), 'Not for operators'],
])('offers no ban, password, email or deletion of %s', async (_, more, why) => {
  shown = { ...shown, ...more() }
  const { user } = await openPerson()
  await user.click(await screen.findByRole('button', { name: /Actions$/ }))
  const items = await screen.findAllByRole('menuitem')
  const disabled = items.filter((item) => item.getAttribute('aria-disabled') === 'true')
  expect(disabled.map((item) => item.textContent)).toEqual([
    `Set password…${why}`,
    `Change email…${why}`,
    `Act as this person…${why}`,
    `Ban…${why}`,
    `Delete account…${why}`,
  ])
  await user.click(screen.getByRole('menuitem', { name: /^Ban/ }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lets an administrator resign, and then shows the start page', async () => {
  shown = { ...shown, user: ada }
  server.rest['POST /admin/set-role'] = () => ({ user: { ...ada, role: 'user' as const } })
  const { user, dialog, ask, press, arrivedAt } = await openPerson()
  await ask('Resign…')
  await screen.findByRole('dialog', { name: 'Resign as administrator?' })
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Resign')
  await arrivedAt('/')
  expect(requestsOf('POST /admin/set-role')).toEqual([{ userId: 'ada', reason, role: 'user' }])
})

test('says that a person does not exist', async () => {
  server.rest['GET /admin/user'] = () => refused(404, 'USER_NOT_FOUND')
  await openPage('/admin/people/nobody')
  await screen.findByRole('heading', { name: 'Person not found' })
})

test('resets second factors, shows that, and cancels it', async () => {
  shown = { ...shown, hasSecondFactor: true }
  server.rest['POST /admin/reset-factors'] = () => {
    const announcedFactorReset = { effectiveAt: '2036-01-01T12:00:00.000Z' }
    shown = { ...shown, announcedFactorReset }
    return announcedFactorReset
  }
  server.rest['POST /admin/cancel-factor-reset'] = () => ({ status: true })
  const { user, dialog, ask, press } = await openPerson()
  await ask('Reset second factors…')
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Reset second factors')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The second factors are removed on Jan 1, 2036/)
  expect(requestsOf('POST /admin/reset-factors')).toEqual([about])
  await ask('Cancel reset of second factors…')
  await user.type(dialog().getByRole('textbox', { name: 'Reason' }), reason)
  await press('Cancel reset')
  await waitFor(() => expect(requestsOf('POST /admin/cancel-factor-reset')).toEqual([about]))
})
