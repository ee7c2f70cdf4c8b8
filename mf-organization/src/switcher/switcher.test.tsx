import { renderPage, screen, waitFor } from 'kit/testing/page'
import { sessionOf } from 'kit/testing/people'
import { requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { ada, done, inPages, refusedWith, serve } from '../testing/gateway.ts'
import { HeaderSwitcher } from './header-switcher.tsx'

const pages = [{ path: '*', Component: HeaderSwitcher }]
const names = ['Rowers', 'Sailors', 'Climbers', 'Divers', 'Riders', 'Skiers', 'Runners']
let organizations: { id: string; databaseId: string; name: string; slug: string }[]
let active: { id: string; name: string } | null

beforeEach(() => {
  serve()
  organizations = names.map((name) => ({ id: name, databaseId: name, name, slug: name.toLowerCase() }))
  active = { id: 'Rowers', name: 'Rowers' }
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: 'Rowers' }) }
  serveList(() => organizations)
  server.graphql['viewer'] = () => ({
    user: { id: 'ada', name: 'Ada', email: 'ada@example.com' },
    isEmailProved: true,
    activeOrganization: active,
    organizations: inPages(() => organizations, 3),
    invitations: inPages(() => [{}, {}], 0),
  })
})
const serveList = (list: () => typeof organizations) => {
  server.rest['GET /organization/list'] = () =>
    list().map((organization) => ({ ...organization, logo: null, metadata: null, createdAt: ada.createdAt }))
}
const choice = (name: string) => screen.findByRole('button', { name })

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
  const button = await choice('Organization: Rowers')
  expect(server.asked.map(({ call }) => call)).toEqual(['GET /organization/list'])
  await user.hover(button)
  await choice('Sailors')
})

test('follows changes on the organization’s pages', async () => {
  const before = organizations
  serveList(() => before)
  organizations = [{ id: 'Rowers', databaseId: 'Rowers', name: 'Rowing', slug: 'rowers' }, ...before.slice(1)]
  await renderPage(pages, '/organizations/rowers')
  await choice('Organization: Rowing')
})

test('names the organization of the page, not the one opened last', async () => {
  const { user } = await renderPage(pages, '/organizations/sailors/teams')
  await user.click(await choice('Organization: Sailors'))
  expect((await choice('Sailors')).getAttribute('aria-current')).toBe('true')
  expect((await choice('Rowers')).getAttribute('aria-current')).toBeNull()
})

test('names the organization of the page although the user has opened none before', async () => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
  await renderPage(pages, '/organizations/sailors')
  await choice('Organization: Sailors')
})

test('opens the chosen organization, and notifies all tabs', async () => {
  const { user, arrivedAt } = await reach()
  await choice('Organization: Rowers')
  server.graphql['setActiveOrganization'] = () => {
    active = { id: 'Sailors', name: 'Sailors' }
    server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: 'Sailors' }) }
    return done
  }
  await user.click(await choice('Sailors'))
  await arrivedAt('/organizations/sailors')
  await choice('Organization: Sailors')
  expect(requestsOf('SetActiveOrganization')).toEqual([{ slug: 'sailors' }])
})

test('reports an organization that the user has left, and removes it from the list', async () => {
  const { user } = await reach()
  server.graphql['setActiveOrganization'] = () => {
    organizations = organizations.filter(({ name }) => name !== 'Sailors')
    return refusedWith('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  }
  await user.click(await choice('Sailors'))
  await screen.findByText('You are not a member of this organization any more.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sailors' })).toBeNull())
})

test('loads all pages of a long list, and filters it by typing', async () => {
  const { user } = await reach()
  await choice('Runners')
  await user.type(screen.getByRole('textbox', { name: 'Find an organization' }), ' ERS')
  expect(names.filter((name) => screen.queryByRole('button', { name }))).toEqual(
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
  await choice('Organization: Choose an organization')
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('counts invitations', async () => {
  await reach()
  await screen.findByRole('link', { name: '2 invitations for you' })
})

test('offers a retry if the list cannot be loaded', async () => {
  const { viewer } = server.graphql
  server.graphql['viewer'] = () => {
    throw new Error('Away')
  }
  const { user } = await reach()
  await screen.findByRole('alert')
  Object.assign(server.graphql, { viewer })
  await user.click(await choice('Try again'))
  await choice('Organization: Rowers')
})
