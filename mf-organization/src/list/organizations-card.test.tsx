import { renderPage, screen } from 'kit/testing/page'
import { person } from 'kit/testing/people'
import { refused, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { OrganizationsCard } from './organizations-card.tsx'

const card = () => renderPage([{ path: '*', element: <OrganizationsCard user={person('Ada')} /> }], '/')
const list = 'GET /organization/list'
const organization = (index: number) => ({
  id: `o${index}`,
  name: `Club ${index}`,
  slug: `club-${index}`,
  logo: null,
  metadata: null,
  createdAt: new Date().toISOString(),
})

test('leads to the first eight organizations, and to all if there are more', async () => {
  server.rest[list] = () => Array.from({ length: 9 }, (_, index) => organization(index))
  await card()
  const link = await screen.findByRole('link', { name: 'Club 0' })
  expect(link.getAttribute('href')).toBe('/organizations/club-0')
  expect(screen.getAllByRole('listitem')).toHaveLength(8)
  expect(screen.getByRole('link', { name: 'All organizations' }).getAttribute('href')).toBe('/organizations')
})

test('offers to create the first one, and a retry after a failure', async () => {
  server.rest[list] = () => refused(503, 'SERVER_BUSY')
  const { user } = await card()
  server.rest[list] = () => []
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  const link = await screen.findByRole('link', { name: 'Create an organization' })
  expect(link.getAttribute('href')).toBe('/organizations/new')
  expect(screen.queryByRole('link', { name: 'All organizations' })).toBeNull()
})
