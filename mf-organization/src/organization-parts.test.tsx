import type { OrganizationPlaceProps } from 'kit'
import { type Filling, screen, within } from 'kit/testing/page'
import { sessionOf } from 'kit/testing/people'
import { requestsOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { ada, done, organization, refusedWith, serve } from './testing/gateway.ts'
import { openPage } from './testing/open-page.ts'

const Shown = ({ organization: { id, name }, roles, permissions }: OrganizationPlaceProps) => (
  <p>{`Invoices of ${name} (${id}) for ${roles.join()} who may ${permissions.join()}`}</p>
)
const Card = ({ organization: { name } }: OrganizationPlaceProps) => <p>{`3 open invoices of ${name}`}</p>

function invoices(places: object, tab = Shown): Filling {
  return {
    description: { name: 'mf-invoices', routes: [], places },
    remote: { places: { 'organization-tab': { invoices: tab }, 'organization-card': { open: Card } } },
  }
}
const tabs = { 'organization-tab': [{ name: 'invoices', label: { en: 'Invoices' }, order: 25 }] }
const cards = { 'organization-card': [{ name: 'open', label: { en: 'Open invoices' }, order: 10 }] }

/** Serves two organizations, Rowers and Sailors; Sailors is active. */
function withSailors() {
  const rowers = organization(['ADMIN'], ['MEMBER_UPDATE', 'TEAM_CREATE'])
  serve(rowers, { ...rowers, id: 'sailors', databaseId: 'rest id of sailors', name: 'Sailors', slug: 'sailors' })
  workIn('sailors')
  server.graphql['setActiveOrganization'] = ({ input }: { input: { slug: string } }) => {
    workIn(input.slug)
    return done
  }
}
const workIn = (slug: string) => {
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: `rest id of ${slug}` }) }
}

const madeActive = () => requestsOf('SetActiveOrganization').map((variables) => Object(variables).slug)
const tabList = () => screen.findByRole('navigation', { name: 'Parts of the organization' })
const shown = () => screen.findByText(/^Invoices of Rowers/)
const present = (name: string) => screen.getByRole('link', { name }).getAttribute('aria-current')

test('shows the tabs of all remotes in order, and no change without other remotes', async () => {
  withSailors()
  const { user } = await openPage('/organizations/rowers', invoices(tabs))
  const links = within(await tabList()).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual(
    [
      ['Members', '/organizations/rowers', 'page'],
      ['Teams', '/organizations/rowers/teams', null],
      ['Invoices', '/organizations/rowers/invoices', null],
      ['Settings', '/organizations/rowers/settings', null],
    ],
  )
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  await screen.findByRole('heading', { name: 'Danger zone' })
  expect(madeActive()).toEqual([])
})

test('activates the organization when a tab of another remote is opened, and tells it the user’s role', async () => {
  withSailors()
  await openPage('/organizations/rowers/invoices', invoices(tabs))
  expect((await shown()).textContent).toBe(
    'Invoices of Rowers (rest id of rowers) for admin who may member:update,team:create',
  )
  expect(madeActive()).toEqual(['rowers'])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rowers')
  expect(present('Invoices')).toBe('page')
})

test('keeps the tab marked on paths below it', async () => {
  withSailors()
  const { goTo } = await openPage('/organizations/rowers/invoices/7', invoices(tabs))
  const element = await shown()
  await goTo('/organizations/rowers/invoices/8/edit')
  expect(await shown()).toBe(element)
  expect(present('Invoices')).toBe('page')
  expect(present('Members')).toBeNull()
})

test('does not activate the active organization', async () => {
  withSailors()
  await openPage('/organizations/sailors/invoices', invoices(tabs))
  await screen.findByText(/^Invoices of Sailors/)
  expect(madeActive()).toEqual([])
})

test('activates the organization again after the user has left and come back', async () => {
  withSailors()
  const { goTo } = await openPage('/organizations/rowers/invoices', invoices(tabs))
  await shown()
  await goTo('/organizations/sailors/invoices')
  await screen.findByText(/^Invoices of Sailors/)
  await goTo('/organizations/rowers/invoices')
  await shown()
  expect(madeActive()).toEqual(['rowers', 'sailors', 'rowers'])
})

test('offers a retry if the activation fails, while our own tabs work', async () => {
  withSailors()
  const { setActiveOrganization: works } = server.graphql
  server.graphql['setActiveOrganization'] = () => refusedWith('TOO_MANY_REQUESTS')
  const { user } = await openPage('/organizations/rowers/invoices', invoices(tabs))
  await screen.findByRole('alert')
  await user.click(screen.getByRole('link', { name: 'Teams' }))
  await screen.findByText('No teams yet')
  await user.click(screen.getByRole('link', { name: 'Invoices' }))
  Object.assign(server.graphql, { setActiveOrganization: works })
  await user.click(await screen.findByRole('button', { name: 'Work in Rowers' }))
  await shown()
})

test('shows cards only beside the members, and does not move the list when they load', async () => {
  withSailors()
  const held = Promise.withResolvers<object>()
  server.graphql['setActiveOrganization'] = async () => {
    await held.promise
    workIn('rowers')
    return done
  }
  const { user } = await openPage('/organizations/rowers', invoices(cards))
  const list = await screen.findByRole('list', { name: 'Members' })
  held.resolve({})
  await screen.findByText('3 open invoices of Rowers')
  expect(screen.getByRole('list', { name: 'Members' })).toBe(list)
  expect(madeActive()).toEqual(['rowers'])
  await user.click(screen.getByRole('link', { name: 'Teams' }))
  await screen.findByText('No teams yet')
  expect(screen.queryByText('3 open invoices of Rowers')).toBeNull()
})

test('hides a tab for owners from others, even by its URL', async () => {
  withSailors()
  const forOwners = { 'organization-tab': tabs['organization-tab'].map((entry) => ({ ...entry, roles: ['owner'] })) }
  await openPage('/organizations/rowers/invoices', invoices(forOwners))
  await screen.findByText('Page not found')
  expect(within(await tabList()).queryByRole('link', { name: 'Invoices' })).toBeNull()
  expect(madeActive()).toEqual([])
})

test.each(['/organizations/rowers/teams/eights', '/organizations/rowers/nothing'])('rejects %s', async (address) => {
  withSailors()
  await openPage(address)
  await screen.findByText('Page not found')
})
