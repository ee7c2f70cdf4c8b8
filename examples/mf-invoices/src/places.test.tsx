import { renderPage, screen, within } from 'kit/testing/page'
import { organization, person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import type { Invoice, Invoices } from '../service/invoices.ts'
import { OrganizationTab } from './organization-tab.tsx'
import { StartCard } from './start-card.tsx'

const acme = { id: 'acme', name: 'Acme', slug: 'acme', logo: null }
const invoices = '/api/mf-invoices/organizations/acme/invoices'
const first: Invoice = {
  number: 1,
  customer: 'Rowers',
  amount: 1250,
  issuedAt: '2026-01-01T12:00:00.000Z',
  paidAt: null,
}
const ann = person('Ann')
let known: Invoice[]

beforeEach(() => {
  known = [first]
  server.signedIn = { user: ann, session: sessionOf(ann, { activeOrganizationId: 'acme' }) }
  server.organization = organization('Acme')
  server.services[`GET ${invoices}`] = (): Invoices => {
    const unpaid = known.filter(({ paidAt }) => paidAt === null)
    const amount = unpaid.reduce((sum, each) => sum + each.amount, 0)
    return { invoices: known, open: { count: unpaid.length, amount } }
  }
})

const openTab = (permissions: string[] = []) => {
  const tab = <OrganizationTab organization={acme} roles={[]} permissions={permissions} />
  return renderPage([{ path: '/', element: tab }], '/')
}
const openAsOwner = () => openTab(['organization:update', 'mf-invoices:approve'])
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('shows members the invoices with localized amounts and dates, without actions', async () => {
  await openTab()
  const row = await screen.findByRole('listitem')
  expect(row.textContent).toBe('1. Rowers: €12.50Issued on Jan 1, 2026')
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('shows approvers how to mark an invoice as paid, and no form', async () => {
  await openTab(['mf-invoices:approve'])
  await screen.findByRole('button', { name: 'Mark as paid: invoice 1' })
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('shows an empty state without invoices', async () => {
  known = []
  await openTab()
  await screen.findByText('There are no invoices yet.')
})

test('issues an invoice, and keeps the form when the service fails', async () => {
  known = []
  let isAway = true
  server.services[`POST ${invoices}`] = () => {
    if (isAway) return refused(502, 'UPSTREAM_UNAVAILABLE')
    known = [first]
    return first
  }
  const { user } = await openAsOwner()
  await user.type(field('Customer'), 'Rowers')
  await user.type(field('Amount in euros'), '12,5{Enter}')
  await screen.findByText(/is unavailable/)
  expect([field('Customer').value, field('Amount in euros').value]).toEqual(['Rowers', '12,5'])
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Issue' }))
  await screen.findByText('Invoice 1 was issued.')
  expect((await screen.findByRole('listitem')).textContent).toContain('€12.50')
  expect(field('Customer').value).toBe('')
  const draft = { customer: 'Rowers', amount: 1250 }
  expect(requestsOf(`POST ${invoices}`)).toEqual([draft, draft])
})

test('sends nothing while the form is invalid', async () => {
  const { user } = await openAsOwner()
  for (const amount of ['', 'ten', '0', '1.234', '1000000.01']) {
    await user.clear(field('Amount in euros'))
    if (amount) await user.type(field('Amount in euros'), amount)
    await user.click(screen.getByRole('button', { name: 'Issue' }))
    expect(await screen.findByText(/Enter an amount like 12.50/), amount).toBeDefined()
  }
  screen.getByText('Enter the customer.')
  expect(requestsOf(`POST ${invoices}`)).toEqual([])
})

test('marks an invoice as paid, and shows an error in its row', async () => {
  const { user } = await openAsOwner()
  server.services[`POST ${invoices}/1/paid`] = () => refused(403, 'FORBIDDEN')
  await user.click(await screen.findByRole('button', { name: 'Mark as paid: invoice 1' }))
  await within(screen.getByRole('listitem')).findByText('You don’t have permission to do this.')
  server.services[`POST ${invoices}/1/paid`] = () => {
    known = [{ ...first, paidAt: '2026-01-02T12:00:00.000Z' }]
    return known[0]
  }
  await user.click(screen.getByRole('button', { name: 'Mark as paid: invoice 1' }))
  await screen.findByText('Invoice 1 is paid.')
  expect((await screen.findByRole('listitem')).textContent).toContain('Paid on Jan 2, 2026Paid')
  expect(screen.queryByRole('button', { name: /Mark/ })).toBeNull()
})

test('shows an error and retries when the service is unavailable', async () => {
  const response = server.services[`GET ${invoices}`]
  server.services[`GET ${invoices}`] = () => refused(502, 'UPSTREAM_UNAVAILABLE')
  const { user } = await openTab()
  await screen.findByText(/is unavailable/)
  server.services[`GET ${invoices}`] = () => response?.(null)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('listitem')
})

test('shows the open amount on the start page with a link', async () => {
  known = [first, { ...first, number: 2, amount: 99 }]
  await renderPage([{ path: '/', Component: StartCard }], '/')
  await screen.findByText('2 invoices of €13.49 together')
  const link = await screen.findByRole('link', { name: 'Acme' })
  expect(link.getAttribute('href')).toBe('/organizations/acme/invoices')
})

test('shows on the start page that everything is paid, or that no organization was opened yet', async () => {
  known = []
  await renderPage([{ path: '/', Component: StartCard }], '/')
  await screen.findByText('All invoices are paid.')
  server.signedIn = { user: ann, session: sessionOf(ann) }
  server.organization = null
  await renderPage([{ path: '/', Component: StartCard }], '/')
  await screen.findByText('Open an organization first.')
})
