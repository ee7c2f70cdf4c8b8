import { refreshSession } from 'kit'
import { act, renderPage, screen, within } from 'kit/testing/page'
import { sessionOf } from 'kit/testing/people'
import { requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { ada, inPages, member, serve } from '../testing/gateway.ts'
import { HeaderSwitcher } from './header-switcher.tsx'

const pages = [{ path: '*', Component: HeaderSwitcher }]
const names = ['Rowers', 'Sailors', 'Climbers', 'Divers', 'Riders', 'Skiers', 'Runners']
let organizations: { id: string; databaseId: string; name: string; slug: string; viewerMembership: object }[]
const in3Days = new Date(Date.now() + 3 * 86_400_000).toISOString()
const invitations = ['Climbing', 'Diving'].map((organizationName) => ({
  id: organizationName,
  organizationName,
  roles: ['MEMBER'],
  expiresAt: in3Days,
}))
let active: { id: string; name: string } | null

beforeEach(() => {
  serve()
  organizations = names.map((name) => ({
    id: name,
    databaseId: name,
    name,
    slug: name.toLowerCase(),
    viewerMembership: member(name, name === 'Rowers' ? 'OWNER' : 'MEMBER'),
    needsSecondFactor: false,
  }))
  active = { id: 'Rowers', name: 'Rowers' }
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: 'Rowers' }) }
  serveList(() => organizations)
  server.graphql['viewer'] = () => ({
    user: { id: 'ada', name: 'Ada', email: 'ada@example.com' },
    isEmailProved: true,
    activeOrganization: active,
    organizations: inPages(() => organizations, 3),
    invitations: inPages(() => invitations),
  })
})
const serveList = (list: () => typeof organizations) => {
  server.rest['GET /organization/list'] = () =>
    list().map((organization) => ({ ...organization, logo: null, metadata: null, createdAt: ada.createdAt }))
}
const named = (name: string) => screen.findByRole('button', { name: new RegExp(`^Organization: ${name}`) })
const choice = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) })

async function reach(address = '/') {
  const page = await renderPage(pages, address)
  await page.user.click(await screen.findByRole('button', { name: /^Organization:/ }))
  return page
}

test('requests nothing while signed out', async () => {
  server.signedIn = null
  await renderPage(pages, '/')
  expect(screen.queryByRole('button')).toBeNull()
  expect(server.asked).toEqual([])
})

test('names the active organization without GraphQL, which loads before the menu opens', async () => {
  const { user } = await renderPage(pages, '/account/profile')
  const button = await named('Rowers')
  expect(server.asked.map(({ call }) => call)).toEqual(['GET /organization/list'])
  await user.hover(button)
  await choice('Sailors')
})

test('names the only organization of somebody who has activated none', async () => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  serveList(() => organizations.slice(0, 1))
  const { goTo } = await renderPage(pages, '/account/profile')
  await named(names[0] ?? '')
  serveList(() => organizations)
  await act(() => refreshSession())
  await goTo('/account/profile')
  await screen.findByRole('button', { name: 'Organization: Choose an organization' })
})

test('follows changes on the organization’s pages', async () => {
  const before = organizations
  serveList(() => before)
  organizations = before.map((each) => (each.name === 'Rowers' ? { ...each, name: 'Rowing' } : each))
  await renderPage(pages, '/organizations/rowers')
  await named('Rowing')
})

test('names the organization of the page, not the one opened last', async () => {
  const { user } = await renderPage(pages, '/organizations/sailors/teams')
  await user.click(await named('Sailors'))
  expect((await choice('Sailors')).getAttribute('aria-current')).toBe('true')
  expect((await choice('Rowers')).getAttribute('aria-current')).toBeNull()
})

test('names the organization of the page although the user has opened none before', async () => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  await renderPage(pages, '/organizations/sailors')
  await named('Sailors')
})

test('leads to an organization, with the role of the user there', async () => {
  const { user, arrivedAt } = await reach()
  const rowers = await choice('Rowers')
  expect(rowers.textContent).toContain('Owner')
  expect(rowers.getAttribute('aria-current')).toBe('true')
  await user.click(await choice('Sailors'))
  await arrivedAt('/organizations/sailors')
  await named('Sailors')
  expect(requestsOf('SetActiveOrganization')).toEqual([])
})

test('follows a rename in another tab', async () => {
  await renderPage(pages, '/account/profile')
  await named('Rowers')
  organizations = organizations.map((each) => (each.name === 'Rowers' ? { ...each, name: 'Rowing' } : each))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and no target
  new BroadcastChannel('kit').postMessage({ topic: 'session', value: '' })
  await named('Rowing')
})

test('loads all pages of a long list, and filters it by typing', async () => {
  const { user } = await reach()
  await choice('Runners')
  await user.type(screen.getByRole('textbox', { name: 'Find an organization' }), ' ERS')
  expect(names.filter((name) => screen.queryByRole('link', { name: new RegExp(`^${name}`) }))).toEqual(
    names.filter((name) => name !== 'Sailors'),
  )
  await user.type(screen.getByRole('textbox', { name: 'Find an organization' }), 'x')
  await screen.findByText('No organization has this name.')
})

test('hides the filter for a short list, and asks for a choice if none is active', async () => {
  organizations = organizations.slice(0, 2)
  active = null
  server.signedIn = { user: ada, session: sessionOf(ada) }
  await reach()
  await named('Choose an organization')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('announces invitations on the button, and shows them with their end', async () => {
  await reach()
  const list = await screen.findByRole('region', { name: 'Invitations' })
  expect(list.textContent).toContain('2')
  const invitation = within(list).getByRole('link', { name: /^Climbing/ })
  expect(invitation.getAttribute('href')).toBe('/organizations')
  expect(invitation.textContent).toMatch(/Expires in 3 days/)
  await screen.findByRole('button', { name: /You have invitations/ })
})

test('offers a retry if the list cannot be loaded', async () => {
  const { viewer } = server.graphql
  server.graphql['viewer'] = () => {
    throw new Error('Away')
  }
  const { user } = await reach()
  await screen.findByRole('alert')
  Object.assign(server.graphql, { viewer })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await named('Rowers')
})
