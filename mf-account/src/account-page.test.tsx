import { type AccountPlaceProps, Outlet, refreshSession, useParams } from 'kit'
import { noPlaces, PlacesContext } from 'kit/shell'
import { act, type Filling, renderPage, screen, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { remote } from './remote.tsx'
import { openPage } from './testing/open-page.ts'

const ada = person('Ada')

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: 'rowers' }) }
  server.rest['GET /list-sessions'] = () => []
  server.rest['GET /pending-email-change'] = () => null
  server.rest['GET /announced-email-change'] = () => null
  server.rest['GET /announced-factor-reset'] = () => null
})

function Bills({ user, session }: AccountPlaceProps) {
  const { '*': below } = useParams()
  return <p>{`Bills of ${user.name} in ${session.activeOrganizationId}: ${below}`}</p>
}

const billing = (entry: object = {}): Filling => ({
  description: {
    name: 'mf-billing',
    routes: [],
    places: { 'account-section': [{ name: 'billing', label: { en: 'Billing' }, order: 25, ...entry }] },
  },
  remote: { places: { 'account-section': { billing: Bills } } },
})
const title = () => screen.getAllByRole('heading', { level: 2 })[0]?.textContent
const tabs = () => within(screen.getByRole('navigation', { name: 'Account' })).getAllByRole('link')

test('shows sections of all remotes as tabs in order, under their labels', async () => {
  await openPage('/account/billing/2026', billing())
  await screen.findByText('Bills of Ada in rowers: 2026')
  expect(title()).toBe('Billing')
  expect(tabs().map((tab) => [tab.textContent, tab.getAttribute('href'), tab.getAttribute('aria-current')])).toEqual([
    ['Profile', '/account/profile', null],
    ['Security', '/account/security', null],
    ['Billing', '/account/billing', 'page'],
    ['Sessions', '/account/sessions', null],
    ['Activity', '/account/activity', null],
  ])
})

test('shows a section for owners only to owners of the active organization', async () => {
  await openPage('/account/sessions', { ...billing({ roles: ['owner'] }), roles: ['admin'] })
  await screen.findByText(/^Browsers and devices signed in to your account/)
  expect(tabs().map(({ textContent }) => textContent)).toEqual(['Profile', 'Security', 'Sessions', 'Activity'])
})

test('discards the input when another user takes over', async () => {
  const { user } = await openPage('/account/profile')
  await user.type(await screen.findByLabelText('Name'), ' King')
  const bob = person('Bob')
  server.signedIn = { user: bob, session: sessionOf(bob) }
  await act(refreshSession)
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Bob')
})

test('redirects the account to the profile, and has a page for deletion that no section can claim', async () => {
  const { arrivedAt, goTo } = await openPage('/account')
  await arrivedAt('/account/profile')
  expect(title()).toBe('Profile')
  server.rest['GET /list-accounts'] = () => []
  server.rest['GET /delete-user/obstacles'] = () => []
  await goTo('/account/delete')
  expect(title()).toBe('Delete account')
})

test.each(['/account/nothing', '/account/sessions/older'])('rejects %s', async (address) => {
  await openPage(address)
  expect(title()).toBe('Page not found')
})

test('waits for the sections before it reports an unknown path or renders a page', async () => {
  const element = (
    <PlacesContext value={noPlaces}>
      <Outlet />
    </PlacesContext>
  )
  const { goTo } = await renderPage([{ element, children: remote.routes }], '/account/billing')
  expect(screen.queryByText('Page not found')).toBeNull()
  await goTo('/account/delete')
  expect(await screen.findByText('Loading')).toBeDefined()
  expect(screen.queryByRole('heading')).toBeNull()
})
