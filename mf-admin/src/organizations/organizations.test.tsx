import { screen, waitFor, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from '../testing/open-page.ts'

const ada = person('Ada', { role: 'admin' })
const at = '2026-03-04T12:00:00.000Z'
const acme = { id: 'acme', name: 'Acme', slug: 'acme-1', logo: null, createdAt: at, memberCount: 1200 }

beforeEach(() => {
  server.signedIn = { user: ada, session: sessionOf(ada) }
})

const listed = async (name: string | RegExp) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((row) => row.textContent)

test('lists organizations, and searches by the beginning of the name', async () => {
  server.rest['GET /admin/list-organizations'] = () => ({ organizations: [acme], total: 1 })
  const page = await openPage('/admin/organizations')
  expect(await listed('Organizations')).toEqual(['AAcmeacme-1Members: 1,200'])
  expect(screen.getByRole('link', { name: 'Acme' }).getAttribute('href')).toBe('/admin/organizations/acme')
  await page.user.type(screen.getByRole('searchbox'), 'ac{Enter}')
  await page.arrivedAt('/admin/organizations?q=ac')
  expect(requestsOf('GET /admin/list-organizations')).toEqual([
    { limit: '50', searchValue: '' },
    { limit: '50', searchValue: 'ac' },
  ])
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Search in' }), 'URL is')
  await page.arrivedAt('/admin/organizations?q=ac&by=slug')
  await page.user.clear(screen.getByRole('searchbox'))
  await page.user.type(screen.getByRole('searchbox'), 'https://x.test/organizations/acme-1{Enter}')
  await waitFor(() => expect(requestsOf('GET /admin/list-organizations')).toHaveLength(4))
  expect(requestsOf('GET /admin/list-organizations').slice(-2)).toEqual([
    { limit: '50', searchField: 'slug', searchValue: 'ac' },
    { limit: '50', searchField: 'slug', searchValue: 'acme-1' },
  ])
})

test('shows members, open invitations and the audit log of an organization', async () => {
  const user = { id: 'bob', name: 'Bob', email: 'bob@example.com', image: null, proved: true }
  server.rest['GET /admin/organization'] = () => ({
    organization: acme,
    members: [{ id: 'm', organizationId: 'acme', userId: 'bob', role: 'owner', teamId: null, createdAt: at, user }],
    invitations: [{ email: 'eve@example.com', role: 'admin', expiresAt: at }],
  })
  const entry = {
    id: '7',
    position: 7,
    at,
    event: 'member.removed',
    details: {},
    actor: { kind: 'person', id: 'bob', name: 'Bob', image: null },
    target: { kind: 'person' as const, id: 'cy', name: 'Cy' },
    email: null,
    requestId: null,
  }
  server.rest['GET /admin/audit-log'] = () => Response.json({ entries: [entry], next: '7', keptDays: 365 })
  const page = await openPage('/admin/organizations/acme')
  await screen.findByRole('heading', { level: 1, name: 'Acme' })
  expect(await listed('Members: 1,200')).toEqual(['BBobOwnerbob@example.comSince Mar 4, 2026'])
  expect(screen.getByRole('link', { name: 'Bob' }).getAttribute('href')).toBe('/admin/people/bob')
  expect(await listed('Invitations')).toEqual([expect.stringMatching(/^eve@example\.comAdminUntil Mar 4, 2026/)])
  expect(await listed('Audit log')).toEqual([expect.stringMatching(/^Member removedMar 4, 2026.*By BobCy$/)])
  server.rest['GET /admin/audit-log'] = () => refused(503, 'SERVICE_UNAVAILABLE')
  await page.user.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByRole('alert')
  expect(requestsOf('GET /admin/audit-log')).toEqual([
    { organizationId: 'acme' },
    { organizationId: 'acme', before: '7' },
  ])
})

test('shows more members on demand', async () => {
  const member = (id: string) => {
    const user = { id, name: id, email: `${id}@example.com`, image: null, proved: true }
    return { id, organizationId: 'acme', userId: id, role: 'member', teamId: null, createdAt: at, user }
  }
  const load = ({ cursor }: { cursor?: string }) =>
    Response.json(
      { organization: acme, members: [member(cursor ? 'cy' : 'bob')], invitations: [] },
      { headers: cursor ? {} : { 'next-cursor': 'after-bob' } },
    )
  Object.assign(server.rest, { 'GET /admin/organization': load })
  server.rest['GET /admin/audit-log'] = () => Response.json({ entries: [], next: null, keptDays: 365 })
  const page = await openPage('/admin/organizations/acme')
  await page.user.click(await screen.findByRole('button', { name: 'Show more' }))
  await screen.findByRole('link', { name: 'cy' })
  expect(await listed(/^Members/)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(requestsOf('GET /admin/organization')).toEqual([{ id: 'acme' }, { id: 'acme', cursor: 'after-bob' }])
})

test('deletes an organization with a reason', async () => {
  server.rest['GET /admin/organization'] = () => ({ organization: acme, members: [], invitations: [] })
  server.rest['GET /admin/audit-log'] = () => Response.json({ entries: [], next: null, keptDays: 365 })
  server.rest['GET /admin/list-organizations'] = () => ({ organizations: [], total: 0 })
  server.rest['POST /admin/delete-organization'] = () => ({ status: true })
  const page = await openPage('/admin/organizations/acme')
  await page.user.click(await screen.findByRole('button', { name: /Actions$/ }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Acme?' }))
  await page.user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'fraud')
  await page.user.click(dialog.getByRole('button', { name: 'Delete organization' }))
  await page.arrivedAt('/admin/organizations')
  expect(requestsOf('POST /admin/delete-organization')).toEqual([{ organizationId: 'acme', reason: 'fraud' }])
})

test('offers to try again if an organization cannot be loaded', async () => {
  server.rest['GET /admin/organization'] = () => refused(503, 'SERVICE_UNAVAILABLE')
  await openPage('/admin/organizations/acme')
  await screen.findByRole('button', { name: 'Try again' })
})
