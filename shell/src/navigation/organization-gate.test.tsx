// @vitest-environment happy-dom
import { Link, refreshSession, useOrganization, useParams } from 'kit'
import { act, renderPage, screen, waitFor } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import type { Demand } from 'contract/permissions.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { LockContext } from '../federation/lock-context.ts'
import { SessionGate } from '../session-gate.tsx'
import { findCurrentItem, visibleItems } from './items.ts'

// Only builds contain the runtime of Module Federation.
vi.mock('../federation/load-remote.ts', () => ({ preloadRemote: vi.fn(), useRemoteState: vi.fn() }))

const ada = person('Ada')
const known = ['rowers', 'sailors'].map((slug) => ({
  id: `id of ${slug}`,
  name: slug === 'rowers' ? 'Łódź Rowers' : 'Sailors',
  slug,
  logo: null,
  metadata: null,
  createdAt: ada.createdAt,
}))
let role: string
let active: string | null
beforeEach(() => {
  role = 'admin'
  active = null
  server.signedIn = { user: ada, session: sessionOf(ada) }
  server.rest['GET /organization/list'] = () => known
  const find = ({
    organizationId: id,
    organizationSlug: slug,
  }: {
    organizationId?: string
    organizationSlug?: string
  }) =>
    known.find((each) => each.id === id || each.slug === slug) ??
    refused(403, 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  server.rest['GET /organization/get-organization'] = (query) => find(Object(query))
  server.rest['GET /organization/get-active-member-role'] = (query) => {
    const found = find(Object(query))
    return found instanceof Response ? found : { role, permissions: role === 'admin' ? ['organization:update'] : [] }
  }
  server.rest['POST /organization/set-active'] = (body) => {
    active = body.organizationId ?? null
    server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: active }) }
    return null
  }
})

const remote = (demand: Demand) => ({
  name: 'mf-invoices',
  version: '1.0.0',
  container: 'mf_invoices__1',
  entry: '/remotes/mf-invoices/1.0.0/assets/entry.js',
  integrity: 'sha384-',
  routes: [{ path: '/invoices', access: 'user' as const, scope: 'organization' as const, ...demand }],
  navigation: [{ to: '/invoices', label: { en: 'Invoices' }, order: 40 }],
  needs: {},
})

function InvoicesPage() {
  const organization = useOrganization()
  return (
    <>
      <h1>
        {organization?.name}, {organization?.permissions.join(' ')}, {useParams()['*']}
      </h1>
      <Link to="/invoices/18?draft">18</Link>
    </>
  )
}

function open(address: string, demand: Demand = {}) {
  const lock = { remotes: [remote(demand)] }
  const Frame = () => (
    <LockContext value={lock}>
      <SessionGate />
    </LockContext>
  )
  const children = ['/invoices/*', '/organizations/:slug/invoices/*'].map((path) => ({ path, Component: InvoicesPage }))
  return renderPage([{ Component: Frame, children }], address)
}
const heading = async (name: string) => void (await screen.findByRole('heading', { name }))

test('provides the organization of the address, and makes it the active one', async () => {
  await open('/organizations/rowers/invoices/17')
  await heading('Łódź Rowers, organization:update, 17')
  await waitFor(() => expect(active).toBe('id of rowers'))
})

test('follows a path without an organization to that of the page, although another tab opened another one', async () => {
  const { user, arrivedAt } = await open('/organizations/rowers/invoices/17')
  await heading('Łódź Rowers, organization:update, 17')
  await waitFor(() => expect(active).toBe('id of rowers'))
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: 'id of sailors' }) }
  await act(() => refreshSession())
  await user.click(screen.getByRole('link', { name: '18' }))
  await arrivedAt('/organizations/rowers/invoices/18?draft')
  await heading('Łódź Rowers, organization:update, 18')
})

test('leads from outside to the active organization', async () => {
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: 'id of sailors' }) }
  const { arrivedAt } = await open('/invoices/17?a=b#c')
  await arrivedAt('/organizations/sailors/invoices/17?a=b#c')
  await heading('Sailors, organization:update, 17')
})

test('asks which one if none is active, and leads back', async () => {
  const { user, arrivedAt } = await open('/invoices/17')
  await heading('Choose an organization')
  await user.click(await screen.findByRole('link', { name: 'Sailors' }))
  await arrivedAt('/organizations/sailors/invoices/17')
  await heading('Sailors, organization:update, 17')
})

test('shows nothing of an organization that the user is not in, and offers their own', async () => {
  const { user, arrivedAt } = await open('/organizations/divers/invoices')
  await heading('Organization not found')
  await user.click(await screen.findByRole('link', { name: 'Łódź Rowers' }))
  await arrivedAt('/organizations/rowers/invoices')
})

test('leads to the page that says why an organization is closed, and shows nothing of it', async () => {
  const refusal = () => refused(403, 'SECOND_FACTOR_REQUIRED')
  Object.assign(server.rest, {
    'GET /organization/get-organization': refusal,
    'GET /organization/get-active-member-role': refusal,
  })
  server.rest['GET /organization/list'] = () => known.map((each) => ({ ...each, needsSecondFactor: true }))
  const { arrivedAt } = await open('/organizations/rowers/invoices/17')
  await arrivedAt('/organizations/rowers')
  expect(active).toBeNull()
})

test('sends somebody without an organization to the page that creates one', async () => {
  server.rest['GET /organization/list'] = () => []
  await open('/invoices')
  const link = await screen.findByRole('link', { name: 'Create organization' })
  expect(link.getAttribute('href')).toBe('/organizations/new')
})

test('requires the right in the organization of the page, also while it is open', async () => {
  server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: 'id of sailors' }) }
  role = 'member'
  await open('/organizations/rowers/invoices', { permission: 'organization:update' })
  expect((await screen.findByRole('alert')).textContent).toContain('In Łódź Rowers it is open to: Owner, Admin')
  expect(screen.queryByRole('link', { name: '18' })).toBeNull()
  role = 'admin'
  await act(() => refreshSession())
  await heading('Łódź Rowers, organization:update,')
  role = 'member'
  await act(() => refreshSession())
  expect((await screen.findByRole('alert')).textContent).toContain('Your role there: Member.')
})

test('offers to try again if the organization cannot be loaded, and keeps an open page', async () => {
  const loadOrganization = server.rest['GET /organization/get-organization']
  server.rest['GET /organization/get-organization'] = () => refused(504, 'UPSTREAM_UNAVAILABLE')
  const { user } = await open('/organizations/rowers/invoices')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.rest['GET /organization/get-organization'] = loadOrganization ?? (() => null)
  await user.click(retry)
  await heading('Łódź Rowers, organization:update,')
  server.rest['GET /organization/get-organization'] = () => refused(504, 'UPSTREAM_UNAVAILABLE')
  await act(() => refreshSession())
  await waitFor(() => expect(requestsOf('GET /organization/get-organization').length).toBeGreaterThan(2))
  await heading('Łódź Rowers, organization:update,')
})

test('marks its entry in the menu, on the page of any organization', () => {
  const items = visibleItems({ remotes: [remote({})] }, { roles: [] }, 'en')
  for (const path of ['/invoices', '/organizations/rowers/invoices/17', '/organizations/l%C3%B3d/invoices'])
    expect(findCurrentItem(items, path)?.label, path).toBe('Invoices')
  expect(findCurrentItem(items, '/organizations/rowers/members')).toBeUndefined()
})
