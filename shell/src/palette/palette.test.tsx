// @vitest-environment happy-dom
import { act, fireEvent, renderPage, screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { LockContext } from '../federation/lock-context.ts'
import type { VersionLock } from 'contract/version-lock.ts'
import { useLoadRights } from '../navigation/load-rights.ts'
import { PaletteButton } from './palette-button.tsx'

const ada = person('Ada')
const lock: VersionLock = {
  remotes: [
    {
      name: 'mf-organization',
      version: '1.0.0',
      container: 'mf_remote__1',
      entry: '/entry.js',
      integrity: 'sha384-',
      routes: [{ path: '/organizations', access: 'user' }],
      navigation: [
        { to: '/organizations', label: { en: 'Organizations' }, order: 1 },
        { to: '/organizations/new', label: { en: 'Create an organization' }, order: 2, menu: false },
        { to: '/invoices', label: { en: 'Invoices' }, order: 3, group: { en: 'Money' } },
        { to: '/account/delete', label: { en: 'Delete the account' }, order: 90, menu: false },
        { to: '/secret', label: { en: 'Secret' }, order: 4, roles: ['owner'] },
      ],
      places: {
        'organization-tab': [
          { name: '', label: { en: 'Members' }, order: 1 },
          { name: 'teams', label: { en: 'Teams' }, order: 2 },
          { name: 'audit', label: { en: 'Audit' }, order: 3, roles: ['owner'] },
          { name: 'bills', label: { en: 'Bills' }, order: 4, permission: 'audit:read' },
        ],
        'account-section': [
          { name: 'billing', label: { en: 'Billing' }, order: 1 },
          { name: 'security', label: { en: 'Security' }, order: 2 },
        ],
        'user-menu': [
          { to: '/invoices', label: { en: 'Your invoices' }, order: 1 },
          { to: '/help?me', label: { en: 'Help' }, order: 2 },
        ],
      },
      needs: {},
    },
  ],
}
let organizations: {
  id: string
  name: string
  slug: string
  role?: string
  permissions?: string[]
  needsSecondFactor?: boolean
}[]
/** The session's own call. Nobody has an active organization here, so there must not be one only. */
const isOfSession = (query: unknown) => Object(query).limit === '2'

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  organizations = [{ id: '1', name: 'Łódź rowers', slug: 'lodz' }]
  server.rest['GET /organization/list'] = (query: unknown) =>
    (isOfSession(query) ? [] : organizations).map((each) => ({
      ...each,
      logo: null,
      metadata: null,
      createdAt: ada.createdAt,
    }))
  server.rest['GET /multi-session/list-device-sessions'] = () => (server.signedIn ? [server.signedIn] : [])
  server.rest['GET /organization/list-members'] = () => ({ members: [], total: 0 })
})

/** Loads the rights like the header. */
function RightsLoader() {
  useLoadRights(true)
  return null
}

const page = (
  <LockContext value={lock}>
    <RightsLoader />
    <PaletteButton />
    <textarea
      aria-label="editor"
      onKeyDown={(event) => {
        if (event.ctrlKey) event.preventDefault()
      }}
    />
  </LockContext>
)
const openPage = (address = '/elsewhere') => renderPage([{ path: '*', element: page }], address)
async function openPalette(address?: string) {
  const opened = await openPage(address)
  await opened.user.click(screen.getByRole('button', { name: /Search/ }))
  const field = await screen.findByRole('combobox', { name: 'Search' })
  await screen.findAllByRole('option', { name: /Łódź rowers/ })
  return { ...opened, field }
}
// Without the avatar.
const textOf = (option: HTMLElement) =>
  [...option.querySelectorAll('span:not([aria-hidden])')].map(({ textContent }) => textContent).join('')
const options = () => screen.getAllByRole('option').map(textOf)
const icons = () =>
  screen.getAllByRole('option').map((option) => option.querySelector('svg')?.getAttribute('class')?.split(' ')[1])
const chosen = () => textOf(screen.getByRole('option', { selected: true }))

test('finds pages, organizations and actions by typing, and opens the selected one on Enter', async () => {
  const { user, field, arrivedAt } = await openPalette()
  expect(within(screen.getByRole('group', { name: 'Pages' })).getAllByRole('option')).toHaveLength(7)
  expect(screen.getByRole('group', { name: 'Actions' })).toBeDefined()
  await user.type(field, 'organ')
  expect(options()).toEqual(['Organizations', 'Create an organization'])
  expect(icons()).toEqual(['lucide-building', 'lucide-plus'])
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toBe('Create an organization')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await user.keyboard('{ArrowDown}')
  expect(chosen()).toBe('Organizations')
  await user.keyboard('{ArrowUp}{Enter}')
  await arrivedAt('/organizations/new')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('shows the field in the first frame after a click, and the results later', async () => {
  await openPalette()
  fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  expect(screen.queryByRole('combobox')).toBeNull()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /Search/ }))
    await Promise.resolve()
    expect(screen.getByRole('combobox').getAttribute('aria-controls'), 'names no list that is not there').toBeNull()
    expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryAllByRole('option')).toEqual([])
  })
  expect(options()).not.toEqual([])
  expect(screen.getByRole('combobox').getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id)
  expect(screen.getByRole('combobox').getAttribute('aria-expanded')).toBe('true')
})

test('waits on Enter for the results of everything typed', async () => {
  const { field, arrivedAt } = await openPalette()
  act(() => {
    fireEvent.change(field, { target: { value: 'create' } })
    expect(options()).toContain('Organizations') // of before
    fireEvent.keyDown(field, { key: 'Enter' })
  })
  await arrivedAt('/organizations/new')
})

test('finds groups, and hides what the user may not see', async () => {
  const { user, field } = await openPalette()
  await user.type(field, 'money')
  expect(options()).toEqual(['InvoicesMoney'])
  expect(icons()).toEqual(['lucide-file-text'])
  await user.clear(field)
  await user.type(field, 'secret')
  await screen.findByText('No results')
})

test('finds entries that remotes add to account, user menu and active organization, each page once', async () => {
  server.rest['GET /organization/get-active-member'] = () => new Response('null')
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: '1' }) }
  const { user, field, arrivedAt } = await openPalette()
  for (const [typed, shown] of [
    ['billing', ['BillingYour account']],
    ['invoices', ['InvoicesMoney']],
    ['help', ['HelpYour account']],
    ['members', ['MembersŁódź rowers']],
    ['lodz teams', ['TeamsŁódź rowers']],
  ] as const) {
    await user.clear(field)
    await user.type(field, typed)
    expect(options()).toEqual(shown)
  }
  await user.clear(field)
  await user.type(field, 'audit')
  await screen.findByText('No results')
  await user.clear(field)
  await user.type(field, 'teams{Enter}')
  await arrivedAt('/organizations/lodz/teams')
})

test('opens an organization', async () => {
  const { user, field, arrivedAt } = await openPalette()
  await user.type(field, 'lodz{Enter}')
  await arrivedAt('/organizations/lodz')
})

test('shows a refusal and stays open', async () => {
  server.rest['POST /sign-out'] = () => refused(403, 'FORBIDDEN')
  const { user, field, arrivedAt } = await openPalette()
  await user.type(field, 'log out{Enter}')
  await screen.findByText('You don’t have permission to do this.')
  await arrivedAt('/elsewhere')
  expect(screen.getByRole('combobox')).toBeDefined()
})

test('finds what belongs to the organization of the page, not the active one', async () => {
  organizations.push({ id: '2', name: 'Data Guild', slug: 'data' })
  server.rest['GET /organization/get-active-member'] = () => new Response('null')
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: '2' }) }
  const { user, field } = await openPalette('/organizations/lodz/teams')
  await user.type(field, 'members')
  expect(options()).toEqual(['MembersŁódź rowers'])
})

test.each([
  ['member', 'invite', ['MembersŁódź rowers']],
  ['admin', 'invite', ['Invite peopleŁódź rowers', 'MembersŁódź rowers']],
  ['member', 'create team', []],
  ['admin', 'create team', ['Create teamŁódź rowers']],
])('offers a role of %s for "%s": %j', async (role, typed, shown) => {
  organizations = [{ id: '1', name: 'Łódź rowers', slug: 'lodz', role }]
  const { user, field } = await openPalette('/organizations/lodz')
  await user.type(field, typed)
  expect(screen.queryAllByRole('option').map(textOf).toSorted()).toEqual(shown)
})

test.each([
  [['team:create'], 'create team', ['Create teamŁódź rowers']],
  [['audit:read'], 'bills', ['BillsŁódź rowers']],
  [[], 'create team', []],
])('offers a role that grants %j, for "%s": %j', async (permissions, typed, shown) => {
  organizations = [{ id: '1', name: 'Łódź rowers', slug: 'lodz', role: 'hr', permissions }]
  const { user, field } = await openPalette('/organizations/lodz')
  await user.type(field, typed)
  expect(screen.queryAllByRole('option').map(textOf)).toEqual(shown)
})

test.each(['create team', 'audit'])('offers no "%s" of an organization that needs a second factor', async (typed) => {
  organizations = [{ id: '1', name: 'Łódź rowers', slug: 'lodz', role: 'owner', needsSecondFactor: true }]
  const { user, field } = await openPalette('/organizations/lodz')
  await user.type(field, typed)
  expect(screen.queryAllByRole('option').map(textOf)).toEqual([])
})

test('lists deletion last', async () => {
  await openPalette()
  const pages = within(screen.getByRole('group', { name: 'Pages' })).getAllByRole('option')
  expect(pages.at(-1)?.textContent).toContain('Delete the account')
})

test('finds pages by what one does there', async () => {
  const { user, field } = await openPalette('/organizations/lodz')
  for (const [typed, shown] of [
    ['password', ['SecurityYour account']],
    ['invite', ['MembersŁódź rowers']],
  ] as const) {
    await user.clear(field)
    await user.type(field, typed)
    expect(options()).toEqual(shown)
  }
})

test('finds people of the page’s organization, who stand first and do not change what Enter opens', async () => {
  const filters: unknown[] = []
  server.rest['GET /organization/list-members'] = (filter: unknown) => {
    filters.push(filter)
    const member = {
      id: 'm',
      organizationId: '1',
      userId: 'zoe',
      role: 'member',
      teamId: null,
      createdAt: ada.createdAt,
    }
    const user = { id: 'zoe', name: 'Zoë Create', email: 'zoe@example.com', image: null, proved: true }
    return { members: [{ ...member, user }], total: 1 }
  }
  const { user, field, arrivedAt } = await openPalette('/organizations/lodz')
  // At once: on a busy machine, the field may settle between two keys.
  const enter = (value: string) => fireEvent.change(field, { target: { value } })
  await user.click(field)
  enter('create')
  const group = await screen.findByRole('group', { name: 'People in Łódź rowers' })
  expect(textOf(within(group).getByRole('option'))).toBe('Zoë Createzoe@example.com')
  expect(options()[0]).toBe('Zoë Createzoe@example.com')
  expect([...group.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Create'])
  expect(chosen()).toBe('Create an organization')
  await user.keyboard('{ArrowUp}')
  expect(chosen()).toBe('Zoë Createzoe@example.com')
  enter('zoe')
  expect(options()).toEqual(['Zoë Createzoe@example.com'])
  enter('zoeq')
  expect(screen.queryAllByRole('option')).toEqual([])
  enter('zoe')
  await waitFor(() => expect(filters).toHaveLength(2))
  expect(filters).toEqual([
    expect.objectContaining({ organizationId: '1', filterField: 'name', filterValue: 'create' }),
    expect.objectContaining({ filterValue: 'zoe' }),
  ])
  await user.click(screen.getByRole('option'))
  await arrivedAt('/organizations/lodz?q=zoe%40example.com')
})

test('loads all pages of a long list, shows eight and counts the others', async () => {
  const all = Array.from({ length: 250 }, (_, index) => ({
    id: `${index}`,
    name: `Łódź rowers ${index}`,
    slug: `s${index}`,
  }))
  const full = (each: (typeof all)[number]) => ({ ...each, logo: null, metadata: null, createdAt: ada.createdAt })
  let pages = 0
  server.rest['GET /organization/list'] = (query: unknown) => {
    if (isOfSession(query)) return []
    const start = pages * 100
    pages += 1
    const headers: Record<string, string> = start + 100 < all.length ? { 'next-cursor': `${start}` } : {}
    return new Response(JSON.stringify(all.slice(start, start + 100).map(full)), { headers })
  }
  const { user, field } = await openPalette()
  await waitFor(() => expect(pages).toBe(3))
  await user.type(field, 'lodz')
  await screen.findByText('242 more organizations')
  expect(options()).toHaveLength(8)
  await user.type(field, ' 249')
  expect(options()).toEqual(['Łódź rowers 249s249'])
})

test('shows a list that failed to load, with pages and actions', async () => {
  const { 'GET /organization/list': list } = server.rest
  server.rest['GET /organization/list'] = () => refused(503, 'SERVER_BUSY')
  const { user } = await openPage()
  await user.click(screen.getByRole('button', { name: /Search/ }))
  await screen.findByRole('option', { name: 'Sign out' })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  Object.assign(server.rest, { 'GET /organization/list': list })
  await user.click(retry)
  await screen.findByRole('option', { name: /Łódź rowers/ })
})

test('offers sign-out, languages and color schemes', async () => {
  server.rest['POST /update-user'] = () => ({ status: true })
  server.rest['POST /sign-out'] = () => {
    server.signedIn = null
    return { success: true }
  }
  const { user, field, arrivedAt } = await openPalette()
  await user.type(field, 'german')
  expect(options()).toEqual(['Language: Deutsch'])
  await user.clear(field)
  await user.type(field, 'theme dark{Enter}')
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  expect(document.cookie).toContain('color-scheme=dark')
  await user.click(screen.getByRole('button', { name: /Search/ }))
  await user.type(await screen.findByRole('combobox'), 'log out{Enter}')
  await arrivedAt('/')
  expect(requestsOf('POST /sign-out')).toHaveLength(1)
})

test('toggles on Ctrl K, even with another script, except if the page has handled the keys', async () => {
  await openPage()
  const press = (target: Element, more: object) => fireEvent.keyDown(target, { ctrlKey: true, ...more })
  press(screen.getByRole('textbox', { name: 'editor' }), { key: 'k', code: 'KeyK' })
  press(document.body, { key: 'k', code: 'KeyK', shiftKey: true })
  press(document.body, { key: 'v', code: 'KeyK' })
  expect(screen.queryByRole('combobox')).toBeNull()
  press(document.body, { key: 'л', code: 'KeyK' })
  await screen.findByRole('combobox')
  press(document.body, { key: 'k', code: 'KeyV' })
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})

test('opens again at once after Esc, and disappears after the next paint', async () => {
  await openPage()
  const press = () => fireEvent.keyDown(document.body, { key: 'k', code: 'KeyK', ctrlKey: true })
  /** As browsers do on Esc. */
  const escape = () => act(() => screen.getByRole<HTMLDialogElement>('dialog').close())
  press()
  await screen.findByRole('combobox')
  escape()
  press()
  await act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true)
  escape()
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})
