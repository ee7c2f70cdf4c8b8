import type { Page } from '@playwright/test'
import { composeWith, type Described } from '../support/composed.ts'
import { createOrganization } from '../support/organizations.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

/** Of two teams: a tab and a card of one, and a tab of another one that fails whenever it is drawn. */
const remotes: Described[] = [
  {
    name: 'mf-invoices',
    places: {
      'organization-tab': [{ name: 'invoices', label: { en: 'Invoices', de: 'Rechnungen' }, order: 40 }],
      'organization-card': [{ name: 'open', label: { en: 'Open invoices' }, order: 10 }],
    },
    inPlaces: `{
      'organization-tab': { invoices: ({ organization, roles }) => 'Invoices of ' + organization.name + ' for ' + roles },
      'organization-card': { open: ({ organization }) => 'Open invoices of ' + organization.name },
    }`,
  },
  {
    name: 'mf-broken',
    places: { 'organization-tab': [{ name: 'broken', label: { en: 'Broken' }, order: 50 }] },
    inPlaces: `{ 'organization-tab': { broken() { throw new Error('broken by its team') } } }`,
  },
]

const main = (page: Page) => page.getByRole('main')
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Parts of the organization' }).getByRole('link', { name })
const switcher = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name })
const elsewhere = 'You work in another organization now.'

test.describe(() => {
  test.use({ expectedComplaints: /mf-broken|broken by its team/ })

  test('a tab of another remote that fails leaves the page, its tabs and the other remotes as they are', async ({
    page,
  }) => {
    await signUpByCall(page, 'Ada')
    const { slug } = await createOrganization(page, 'Acme')
    await composeWith(page, remotes)
    await page.goto(`/organizations/${slug}`)
    await expect(main(page)).toContainText('Open invoices of Acme')
    await tab(page, 'Broken').click()
    await expect(main(page).getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme')
    await tab(page, 'Invoices').click()
    await expect(main(page)).toContainText('Invoices of Acme for owner')
    await tab(page, 'Settings').click()
    await expect(page.getByRole('heading', { name: 'Leave the organization' })).toBeVisible()
  })
})

test('of two browser tabs each shows its organization when it comes to it, and neither takes it from the other', async ({
  page,
}) => {
  await signUpByCall(page, 'Ada')
  const acme = await createOrganization(page, 'Acme')
  const rowers = await createOrganization(page, 'Rowers')
  const other = await page.context().newPage()
  for (const each of [page, other]) await composeWith(each, remotes)
  await page.goto(`/organizations/${acme.slug}/invoices`)
  await expect(main(page)).toContainText('Invoices of Acme')
  await expect(switcher(page, 'Acme')).toBeVisible()

  await other.goto(`/organizations/${rowers.slug}`)
  await expect(main(other)).toContainText('Open invoices of Rowers')
  await expect(main(page)).toContainText(elsewhere)
  await expect(main(page)).not.toContainText('Invoices of Acme')
  await expect(switcher(page, 'Rowers')).toBeVisible()
  await expect(main(other)).toContainText('Open invoices of Rowers')

  await page.getByRole('button', { name: 'Work in Acme' }).click()
  await expect(main(page)).toContainText('Invoices of Acme')
  await expect(main(other)).toContainText(elsewhere)
  await expect(switcher(other, 'Acme')).toBeVisible()
  await expect(main(other).getByRole('list', { name: 'Members' })).toBeVisible()
})
