import type { OrganizationPlaceProps } from 'kit'
import { type Filling, screen, within } from 'kit/testing/page'
import { sessionOf } from 'kit/testing/people'
import { askedOf, server } from 'kit/testing/server'
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

const madeActive = () => askedOf('SetActiveOrganization').map((variables) => Object(variables).slug)
const tabList = () => screen.findByRole('navigation', { name: 'Parts of the organization' })
const shown = () => screen.findByText(/^Invoices of Rowers/)
const present = (name: string) => screen.getByRole('link', { name }).getAttribute('aria-current')

test('tabs of all remotes stand in their order, and ours alone change nothing', async () => {
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
  await screen.findByRole('heading', { name: 'Leave the organization' })
  expect(madeActive()).toEqual([])
})

test('who opens the tab of another remote works in the organization from then on, and the tab is told who looks', async () => {
  withSailors()
  await openPage('/organizations/rowers/invoices', invoices(tabs))
  expect((await shown()).textContent).toBe(
    'Invoices of Rowers (rest id of rowers) for admin who may member:update,team:create',
  )
  expect(madeActive()).toEqual(['rowers'])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Rowers')
  expect(present('Invoices')).toBe('page')
})

test('below its address the tab stays, and it is marked', async () => {
  withSailors()
  const { goTo } = await openPage('/organizations/rowers/invoices/7', invoices(tabs))
  const element = await shown()
  await goTo('/organizations/rowers/invoices/8/edit')
  expect(await shown()).toBe(element)
  expect(present('Invoices')).toBe('page')
  expect(present('Members')).toBeNull()
})

test('the one that is active already is not asked for', async () => {
  withSailors()
  await openPage('/organizations/sailors/invoices', invoices(tabs))
  await screen.findByText(/^Invoices of Sailors/)
  expect(madeActive()).toEqual([])
})

test('who leaves and comes back works in it again', async () => {
  withSailors()
  const { goTo } = await openPage('/organizations/rowers/invoices', invoices(tabs))
  await shown()
  await goTo('/organizations/sailors/invoices')
  await screen.findByText(/^Invoices of Sailors/)
  await goTo('/organizations/rowers/invoices')
  await shown()
  expect(madeActive()).toEqual(['rowers', 'sailors', 'rowers'])
})

test('where it cannot be made active that is told with a way to try again, and our tabs work', async () => {
  withSailors()
  const { setActiveOrganization: works } = server.graphql
  server.graphql['setActiveOrganization'] = () => refusedWith('TOO_MANY_REQUESTS')
  const { user } = await openPage('/organizations/rowers/invoices', invoices(tabs))
  await screen.findByRole('alert')
  await user.click(screen.getByRole('link', { name: 'Teams' }))
  await screen.findByText('There is no team yet.')
  await user.click(screen.getByRole('link', { name: 'Invoices' }))
  Object.assign(server.graphql, { setActiveOrganization: works })
  await user.click(await screen.findByRole('button', { name: 'Work in Rowers' }))
  await shown()
})

test('cards stand beside the members alone, and the list stays what it was when they come', async () => {
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
  await screen.findByText('There is no team yet.')
  expect(screen.queryByText('3 open invoices of Rowers')).toBeNull()
})

test('a tab for owners is not there for others, and its address says so', async () => {
  withSailors()
  const forOwners = { 'organization-tab': tabs['organization-tab'].map((entry) => ({ ...entry, roles: ['owner'] })) }
  await openPage('/organizations/rowers/invoices', invoices(forOwners))
  await screen.findByText('There is no page at this address')
  expect(within(await tabList()).queryByRole('link', { name: 'Invoices' })).toBeNull()
  expect(madeActive()).toEqual([])
})

test.each(['/organizations/rowers/teams/eights', '/organizations/rowers/nothing'])('%s is no page', async (address) => {
  withSailors()
  await openPage(address)
  await screen.findByText('There is no page at this address')
})
