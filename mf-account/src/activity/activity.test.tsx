import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.ts'
import type { Entry } from './use-activity.ts'

const ada = person('Ada')
const chrome = { device: 'Chrome, Linux', ipAddress: '192.0.2.1' }
const himself = { kind: 'person', id: 'ada', name: 'Ada', actedFor: null }
const olga = { kind: 'person', id: 'olga', name: 'Olga', actedFor: null }
const root = { kind: 'person', id: 'root', name: 'Root', actedFor: { id: 'ada', name: 'Ada' } }
const acme = { id: 'acme', name: 'Acme', slug: 'acme' }
let count = 0

const entry = (event: string, more: Partial<Entry> = {}): Entry => ({
  id: `${count++}`,
  at: '2026-11-20T12:00:00.000Z',
  event,
  actor: himself,
  organization: null,
  details: {},
  ipAddress: null,
  device: null,
  isOwn: true,
  ...more,
})
const refusal = () =>
  entry('sign-in.refused', { ...chrome, actor: { kind: 'system', id: null, name: null, actedFor: null }, isOwn: false })
let entries: Entry[]

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  server.rest['GET /activity'] = () => ({ entries, cursor: null })
  server.rest['GET /social-providers'] = () => [{ id: 'google', name: 'GOOGLE', linkable: true, demo: false }]
  server.rest['GET /list-accounts'] = () => []
  server.rest['GET /passkey/list-user-passkeys'] = () => []
  server.rest['GET /two-factor/status'] = () => ({
    enabled: false,
    since: null,
    backupCodesLeft: 0,
    trustedDevices: [],
  })
  server.rest['GET /announced-factor-reset'] = () => null
})

async function openActivity(search = '') {
  const page = await openPage(`/account/activity${search}`)
  const press = async (name: string | RegExp) => page.user.click(await screen.findByRole('button', { name }))
  const wasNotMe = async (row: string) => {
    await press(new RegExp(`^Actions for ${row}, `))
    await page.user.click(await screen.findByRole('menuitem', { name: /This wasn’t me/ }))
  }
  return { ...page, press, wasNotMe }
}
const rows = async () => {
  await screen.findByRole('list', { name: 'Nov 20, 2026' })
  return screen.getAllByRole('listitem')
}
const texts = async () => (await rows()).map((row) => row.querySelector('.kit-name')?.textContent)

test('heads entries with their day, in the order of the server', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 15), toFake: ['Date'] })
  const at = (...time: [number, number, number, number]) => new Date(...time).toISOString()
  entries = [
    entry('session.created', { at: at(2026, 10, 21, 0), ...chrome }),
    entry('password.changed', { at: at(2026, 10, 20, 23) }),
    entry('profile.changed', { at: at(2026, 10, 20, 1), device: 'curl' }),
    entry('account.created', { at: at(2026, 9, 3, 12) }),
  ]
  await openActivity()
  await screen.findByRole('heading', { name: 'Today' })
  const shown = screen.getAllByRole('list').map((list) => [
    list.getAttribute('aria-label'),
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.querySelector('.kit-person')?.textContent),
  ])
  expect(shown).toEqual([
    ['Today', ['Signed in12:00 AMChrome on Linux192.0.2.1']],
    ['Yesterday', ['Password changed11:00 PM', 'Profile changed1:00 AMcurl']],
    ['Oct 3, 2026', ['Account created12:00 PM']],
  ])
})

test.each<[string, Partial<Entry>, string]>([
  ['session.ended', { details: { reason: 'one revoked' } }, 'One session signed out'],
  ['session.ended', { details: { reason: 'of a newer server' } }, 'Sessions signed out'],
  ['provider.linked', { details: { provider: 'google' } }, 'GOOGLE connected'],
  ['provider.unlinked', { details: { provider: 'gone' } }, 'gone disconnected'],
  ['provider.unlinked', { details: { provider: 'credential' } }, 'Password removed'],
  ['organization.created', { organization: acme }, 'Created Acme'],
  ['member.joined', {}, 'Joined an organization'],
  [
    'owner.changed',
    { organization: acme, actor: olga, isOwn: false, details: { roles: 'owner,auditor' } },
    'Role in Acme changed to Owner and auditorBy Olga',
  ],
  ['member.removed', { organization: acme, actor: { ...olga, name: null }, isOwn: false }, 'Removed from Acme'],
  [
    'operator.added',
    { actor: { kind: 'command line', id: null, name: null, actedFor: null }, isOwn: false },
    'Operator rights changedBy an operator',
  ],
  ['profile.changed', { actor: root, isOwn: false }, 'Profile changedBy Root, acting as you'],
  [
    'impersonation.started',
    { actor: root, isOwn: false, details: { reason: 'a question' } },
    'An administrator started acting as you: a questionBy Root',
  ],
  [
    'impersonation.started',
    { actor: root, isOwn: false, details: { reason: 'none given' } },
    'An administrator started acting as youBy Root',
  ],
  ['something.new', { details: { roles: ['a'], provider: 7 } }, 'Other activity'],
])('describes %s with %j', async (event, more, text) => {
  entries = [entry(event, more)]
  await openActivity()
  const [row] = await rows()
  expect(row?.querySelector('.kit-person')?.textContent.replace(/\d+:\d+ [AP]M/, '')).toBe(text)
})

test('knows all documented events', async () => {
  const docs = readFileSync(resolve(import.meta.dirname, '../../../docs/security-events.md'), 'utf8')
  const notOfAnAccount =
    /^(refused|limit\.|settings\.|service\.|signing-keys\.|webhook\.disabled|account\.(deleted|disowned))/
  const events = [...docs.matchAll(/^\| `([\w.-]+\.[\w-]+)` \|/gm)].flatMap(([, event = '']) =>
    notOfAnAccount.test(event) ? [] : event,
  )
  entries = events.map((event) => entry(event))
  await openActivity()
  expect(await rows()).toHaveLength(events.length)
  expect(events.length).toBeGreaterThan(25)
  expect(screen.queryByText('Other activity')).toBeNull()
})

test('loads what the filter in the URL names, and puts the chosen one there', async () => {
  entries = []
  const { user, arrivedAt, goTo } = await openActivity('?kind=change')
  await screen.findByText('Nothing here yet')
  await user.click(screen.getByRole('radio', { name: 'Sign-ins' }))
  await arrivedAt('/account/activity?kind=sign-in')
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await arrivedAt('/account/activity')
  await goTo('/account/activity?kind=nothing')
  await screen.findByText('Nothing here yet')
  expect(requestsOf('GET /activity')).toEqual([{ kind: 'change' }, { kind: 'sign-in' }, {}])
})

test('appends older entries, also after a failure', async () => {
  const page = (event: string, cursor: string | null) => ({ entries: [entry(event)], cursor })
  server.rest['GET /activity'] = () => page('session.created', 'c1')
  const { press } = await openActivity('?kind=change')
  await screen.findByText('Signed in')
  server.rest['GET /activity'] = () => refused(503, 'SERVER_BUSY')
  await press('Show more')
  await screen.findByRole('alert')
  server.rest['GET /activity'] = () => page('password.changed', 'c2')
  await press('Show more')
  await screen.findByText('Password changed')
  expect(screen.queryByRole('alert')).toBeNull()
  server.rest['GET /activity'] = () => page('account.created', null)
  await press('Show more')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
  expect(await texts()).toEqual(['Signed in', 'Password changed', 'Account created'])
  expect(requestsOf('GET /activity')).toEqual([
    { kind: 'change' },
    { kind: 'change', cursor: 'c1' },
    { kind: 'change', cursor: 'c1' },
    { kind: 'change', cursor: 'c2' },
  ])
})

test('offers a retry if nothing can be loaded', async () => {
  server.rest['GET /activity'] = () => refused(503, 'SERVER_BUSY')
  const { press } = await openActivity()
  await screen.findByRole('alert')
  entries = [refusal()]
  server.rest['GET /activity'] = () => ({ entries, cursor: null })
  await press('Try again')
  expect(await texts()).toEqual(['Failed sign-in'])
})

test('warns of refused sign-ins, and offers to disown what the account did', async () => {
  entries = [
    refusal(),
    entry('session.created'),
    entry('account.created'),
    entry('member.removed', { actor: olga, isOwn: false }),
  ]
  await openActivity()
  const state = (await rows()).map((row) => [
    row.querySelector('[data-warning]') !== null,
    row.querySelector('button') !== null,
  ])
  expect(state).toEqual([
    [true, true],
    [false, true],
    [false, false],
    [false, false],
  ])
})

test('ends the other sessions and leads to a new password', async () => {
  entries = [refusal()]
  server.rest['POST /revoke-other-sessions'] = () => refused(403, 'FORBIDDEN')
  const { wasNotMe, arrivedAt } = await openActivity()
  await wasNotMe('Failed sign-in')
  await screen.findByRole('alert')
  server.rest['POST /revoke-other-sessions'] = () => ({ status: true })
  await wasNotMe('Failed sign-in')
  await arrivedAt('/account/security#password')
  await screen.findByText('All other sessions are signed out.')
})

test('asks for the password first if the sign-in is not recent', async () => {
  entries = [refusal()]
  server.rest['POST /revoke-other-sessions'] = () => refused(403, 'SESSION_IS_NOT_FRESH')
  const { wasNotMe } = await openActivity()
  await wasNotMe('Failed sign-in')
  await screen.findByRole('dialog', { name: 'Sign in again' })
})

test('leads to an emailed link if someone else chose the password', async () => {
  entries = [entry('password.changed')]
  const { wasNotMe, arrivedAt } = await openActivity()
  await wasNotMe('Password changed')
  await arrivedAt('/forgot-password')
})
