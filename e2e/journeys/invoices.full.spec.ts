import type { Page } from '@playwright/test'
import { z } from 'zod'
import { type Example, publishExample } from '../support/example.ts'
import { createOrganization, joinByCall, organizationCall, runInDatabase } from '../support/organizations.ts'
import { scan } from '../support/scan.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// The feature of examples/mf-invoices, for users in two roles and for one without an organization.

const membersSchema = z.object({ members: z.array(z.object({ id: z.string(), role: z.string() })) })

let example: Example
test.beforeAll(async () => {
  example = await publishExample()
})
test.afterAll(() => example.leave())
// Refusals and a service that is down appear in the console as well.
test.use({ expectedComplaints: /status of (403|409|502)|404 \(Not Found\) \(\S+\/(registry\/previews|organizations)/ })

const invoices = (page: Page) => page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
const card = (page: Page) => page.getByRole('region', { name: 'Open invoices' })
const tab = (page: Page) => page.getByRole('link', { name: 'Invoices', exact: true })

/** Calls the service as code in the page could. */
const call = (page: Page, method: 'GET' | 'POST', organizationId: string, path = '', body?: object) =>
  page.evaluate(
    async ([verb, url, payload]) => {
      const headers = { 'content-type': 'application/json' }
      return (await fetch(url, { method: verb, ...(payload && { headers, body: payload }) })).status
    },
    [method, `/api/mf-invoices/organizations/${organizationId}/invoices${path}`, body && JSON.stringify(body)] as const,
  )

test('lets an owner issue invoices and a member read them, and hides them from everyone else', async ({
  page: owner,
  openBrowser,
}) => {
  const [member, stranger] = [await openBrowser(), await openBrowser()]
  await signUpByCall(owner, 'Olga Owner')
  const sailors = await createOrganization(owner, 'Sailing')
  const rowers = await createOrganization(owner, 'Rowing')
  await joinByCall(owner, rowers.organizationId, { page: member, name: 'Max Member', role: 'member' })
  await signUpByCall(stranger, 'Stefan Stranger')
  await Promise.all([owner, member, stranger].map((page) => example.showTo(page)))

  await test.step('its own journeys succeed, and leave nobody behind', async () => {
    await example.runJourneys()
    await runInDatabase(async ({ read }) => {
      const left = await read`
        select "email" from "user" where "email" like 'journey.%'
        union all select "slug" from "organization" where "slug" like 'acme-%'`
      expect(left).toEqual([])
    })
  })

  await test.step('the owner issues an invoice in the tab', async () => {
    await owner.goto(`/organizations/${rowers.slug}`)
    await tab(owner).click()
    await expect(owner.getByText('There are no invoices yet.')).toBeVisible()
    await owner.getByRole('textbox', { name: 'Customer' }).fill('Regatta & Sons')
    await owner.getByRole('textbox', { name: 'Amount in euros' }).fill('1250,5')
    await owner.getByRole('button', { name: 'Issue' }).click()
    await expect(owner.getByText('Invoice 1 was issued.')).toBeVisible()
    await expect(invoices(owner)).toContainText(['Regatta & Sons: €1,250.50'])
    await scan(owner, 'the tab of an owner')
  })

  await test.step('the member sees it, is offered no action, and is refused a forged one', async () => {
    await member.goto(`/organizations/${rowers.slug}/invoices`)
    await expect(invoices(member)).toContainText(['Regatta & Sons: €1,250.50'])
    await expect(member.getByRole('button', { name: /Issue|Mark/ })).toHaveCount(0)
    const draft = { customer: 'Myself', amount: 1 }
    expect(await call(member, 'POST', rowers.organizationId, '', draft)).toBe(403)
    expect(await call(member, 'POST', rowers.organizationId, '/1/paid', {})).toBe(403)
    expect(await call(member, 'GET', sailors.organizationId)).toBe(409)
  })

  await test.step('the card shows the open amount of the organization opened last, and follows changes', async () => {
    await member.goto('/')
    await expect(card(member)).toContainText('1 invoice of €1,250.50')
    await scan(member, 'the card')
    await owner.goto('/')
    await expect(card(owner)).toContainText('1 invoice of €1,250.50')
    await organizationCall(owner, '/set-active', { organizationId: sailors.organizationId })
    await owner.reload()
    await expect(card(owner)).toContainText('All invoices are paid.')
    await card(owner).getByRole('link', { name: 'Sailing' }).click()
    await expect(owner.getByText('There are no invoices yet.')).toBeVisible()
    await owner.goto(`/organizations/${rowers.slug}/invoices`)
    await expect(invoices(owner), 'the page’s organization, not the active one').toHaveCount(1)
  })

  await test.step('a stranger sees nothing', async () => {
    await stranger.goto(`/organizations/${rowers.slug}/invoices`)
    await expect(stranger.getByText(/Organization not found/)).toBeVisible()
    expect(await call(stranger, 'GET', rowers.organizationId), 'no token').toBe(403)
    await stranger.goto('/')
    await expect(card(stranger)).toContainText('Open an organization first.')
    expect(await call(stranger, 'POST', rowers.organizationId, '', { customer: 'Mine', amount: 1 })).toBe(409)
  })

  await test.step('another active organization changes nothing here', async () => {
    await organizationCall(owner, '/set-active', { organizationId: sailors.organizationId })
    await owner.reload()
    await expect(invoices(owner)).toHaveCount(1)
    await owner.getByRole('textbox', { name: 'Customer' }).fill('Late & Co')
    await owner.getByRole('textbox', { name: 'Amount in euros' }).fill('10')
  })

  await test.step('while the service is down, the tab says so, the rest works, and the input is kept', async () => {
    await example.stopService()
    await owner.getByRole('button', { name: 'Issue' }).click()
    await expect(owner.getByRole('alert')).toContainText('is unavailable')
    await expect(owner.getByRole('textbox', { name: 'Customer' })).toHaveValue('Late & Co')
    await member.goto(`/organizations/${rowers.slug}/invoices`)
    await expect(member.getByRole('alert')).toContainText('is unavailable')
    await member.getByRole('link', { name: 'Members', exact: true }).click()
    await expect(member.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
    await tab(member).click()
    await expect(member.getByRole('alert')).toBeVisible()
    await example.startService()
    await member.getByRole('button', { name: 'Try again' }).click()
    await expect(invoices(member)).toHaveCount(1)
    await owner.getByRole('button', { name: 'Issue' }).click()
    await expect(owner.getByText('Invoice 2 was issued.')).toBeVisible()
  })

  const pay = (number: number) => call(member, 'POST', rowers.organizationId, `/${number}/paid`, {})
  const role = { organizationId: rowers.organizationId, role: 'clerk', permission: { 'mf-invoices': ['approve'] } }
  await test.step('once it is released, a role grants its permission to the member', async () => {
    expect(await call(owner, 'POST', rowers.organizationId, '/1/paid', {}), 'unreleased').toBe(403)
    await example.release()
    await expect.poll(() => call(owner, 'POST', rowers.organizationId, '/1/paid', {}), { timeout: 15_000 }).toBe(200)
    await owner.goto(`/organizations/${rowers.slug}/roles`)
    await expect(owner.getByRole('rowheader', { name: 'Approve invoices' })).toBeVisible()
    await organizationCall(owner, '/create-role', role)
    const { organizationId } = rowers
    const full = await owner.request.get(
      `/api/auth/organization/get-full-organization?organizationId=${organizationId}`,
    )
    const { members } = membersSchema.parse(await full.json())
    const memberId = members.find((each) => each.role === 'member')?.id
    await organizationCall(owner, '/update-member-role', { organizationId, memberId, role: ['member', 'clerk'] })
    await member.reload()
    await expect(member.getByRole('button', { name: 'Mark as paid: invoice 2' })).toBeVisible()
    await expect.poll(() => pay(2), { timeout: 15_000 }).toBe(200)
  })

  await test.step('unpublished, it grants nothing', async () => {
    await example.unpublish()
    await expect.poll(() => pay(2), { timeout: 15_000 }).toBe(403)
  })
})
