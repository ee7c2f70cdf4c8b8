import { type OrganizationPlaceProps, refreshSession } from 'kit'
import { act, type Filling, screen, waitFor, within } from 'kit/testing/page'
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
  const rowers = organization(['ADMIN'], ['MEMBER_UPDATE', 'AUDIT_READ'])
  serve(rowers, { ...rowers, id: 'sailors', databaseId: 'rest id of sailors', name: 'Sailors', slug: 'sailors' })
  workIn('sailors')
  server.graphql['setActiveOrganization'] = ({ input }: { input: { organizationId: string } }) => {
    workIn(input.organizationId)
    return done
  }
}
const workIn = (slug: string) => {
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: `rest id of ${slug}` }) }
}

const madeActive = () => requestsOf('SetActiveOrganization').map((variables) => Object(variables).id)
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
      ['Audit log', '/organizations/rowers/audit-log', null],
    ],
  )
  await user.click(screen.getByRole('link', { name: 'Settings' }))
  await screen.findByRole('heading', { name: 'Danger zone' })
})

test('tells a tab of another remote the user’s role, and makes the organization the default', async () => {
  withSailors()
  await openPage('/organizations/rowers/invoices', invoices(tabs))
  expect((await shown()).textContent).toBe(
    'Invoices of Rowers (rest id of rowers) for admin who may member:update,audit:read',
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

test('shows a tab at once, and makes its organization the default once per visit', async () => {
  withSailors()
  const held = Promise.withResolvers<object>()
  server.graphql['setActiveOrganization'] = () => held.promise
  const { user, goTo } = await openPage('/organizations/rowers/invoices', invoices(tabs))
  await shown()
  workIn('rowers')
  held.resolve(done)
  await user.click(screen.getByRole('link', { name: 'Teams' }))
  await screen.findByText('No teams yet')
  expect(madeActive()).toEqual(['rowers'])
  server.graphql['setActiveOrganization'] = () => done
  await goTo('/organizations/sailors/invoices')
  await screen.findByText(/^Invoices of Sailors/)
  await waitFor(() => expect(madeActive()).toEqual(['rowers', 'sailors']))
})

test('stays in its organization if another tab makes another one the default, or if that fails', async () => {
  withSailors()
  server.graphql['setActiveOrganization'] = () => refusedWith('TOO_MANY_REQUESTS')
  await openPage('/organizations/rowers/invoices', invoices(tabs))
  const element = await shown()
  workIn('sailors')
  await act(() => refreshSession())
  expect(await shown()).toBe(element)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(madeActive()).toEqual(['rowers'])
})

test('does not make the default one the default again', async () => {
  withSailors()
  await openPage('/organizations/sailors/invoices', invoices(tabs))
  await screen.findByText(/^Invoices of Sailors/)
  expect(madeActive()).toEqual([])
})

test('shows cards only beside the members', async () => {
  withSailors()
  const { user } = await openPage('/organizations/rowers', invoices(cards))
  const list = await screen.findByRole('list', { name: 'Members' })
  await screen.findByText('3 open invoices of Rowers')
  expect(screen.getByRole('list', { name: 'Members' })).toBe(list)
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
})

test.each(['/organizations/rowers/teams/eights/oars', '/organizations/rowers/nothing'])(
  'rejects %s',
  async (address) => {
    withSailors()
    await openPage(address)
    await screen.findByText('Page not found')
  },
)
