import { renderPage, screen } from 'kit/testing/page'
import { organization } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { OrganizationTab } from './organization-tab.tsx'
import { StartCard } from './start-card.tsx'

const acme = { id: 'acme', name: 'Acme', slug: 'acme', logo: null }
const entries = '/api/mf-template/organizations/acme/entries'
const first = { id: 1, text: 'The first', createdAt: '2026-01-01T00:00:00.000Z' }

const openTab = (permissions: 'organization:update'[] = []) => {
  const tab = <OrganizationTab organization={acme} roles={[]} permissions={permissions} />
  return renderPage([{ path: '/', element: tab }], '/')
}

test('shows entries without a form to members who may not add any', async () => {
  server.services[`GET ${entries}`] = () => ({ entries: [first] })
  await openTab()
  expect(await screen.findByText('The first')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('adds an entry, and keeps the text in the form when the service fails', async () => {
  let isAway = true
  const known: (typeof first)[] = []
  server.services[`GET ${entries}`] = () => ({ entries: known })
  server.services[`POST ${entries}`] = () => (isAway ? refused(502, 'UPSTREAM_UNAVAILABLE') : known.push(first))
  const { user } = await openTab(['organization:update'])
  expect(await screen.findByText('There is nothing here yet.')).toBeDefined()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Text' })
  await user.type(field, 'The first{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('is unavailable')
  expect(field.value).toBe('The first')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('The first')).toBeDefined()
  expect(field.value).toBe('')
  expect(requestsOf(`POST ${entries}`)).toEqual([{ text: 'The first' }, { text: 'The first' }])
})

test('shows the number of entries on the start page with a link', async () => {
  server.organization = organization('Acme')
  server.services[`GET ${entries}`] = () => ({ entries: [first] })
  await renderPage([{ path: '/', Component: StartCard }], '/')
  expect(await screen.findByText('1 entry')).toBeDefined()
  const link = await screen.findByRole('link', { name: 'Acme' })
  expect(link.getAttribute('href')).toBe('/organizations/acme/template')
})
