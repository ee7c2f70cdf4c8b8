import type { Page } from '@playwright/test'
import { createOrganization } from '../support/organizations.ts'
import { installRemotes, type Remote } from '../support/remotes.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

const remotes: Record<string, Remote> = {
  'mf-invoices': {
    description: {
      places: {
        'organization-tab': [{ name: 'invoices', label: { en: 'Invoices', de: 'Rechnungen' }, order: 40 }],
        'organization-card': [{ name: 'open', label: { en: 'Open invoices' }, order: 10 }],
      },
    },
    places: `{
      'organization-tab': { invoices: ({ organization, roles }) => 'Invoices of ' + organization.name + ' for ' + roles },
      'organization-card': { open: ({ organization }) => 'Open invoices of ' + organization.name },
    }`,
  },
}

const main = (page: Page) => page.getByRole('main')
const switcher = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name })
const elsewhere = 'You work in another organization now.'

test('activates the organization of each of two tabs when it is visited, and names the tab’s own', async ({ page }) => {
  await signUpByCall(page, 'Ada')
  const acme = await createOrganization(page, 'Acme')
  const rowers = await createOrganization(page, 'Rowers')
  const other = await page.context().newPage()
  for (const each of [page, other]) await installRemotes(each, remotes)
  await page.goto(`/organizations/${acme.slug}/invoices`)
  await expect(main(page)).toContainText('Invoices of Acme')
  await expect(switcher(page, 'Acme')).toBeVisible()

  await other.goto(`/organizations/${rowers.slug}`)
  await expect(main(other)).toContainText('Open invoices of Rowers')
  await expect(main(page)).toContainText(elsewhere)
  await expect(main(page)).not.toContainText('Invoices of Acme')
  await expect(switcher(page, 'Acme')).toBeVisible()
  await expect(switcher(other, 'Rowers')).toBeVisible()

  await page.getByRole('button', { name: 'Work in Acme' }).click()
  await expect(main(page)).toContainText('Invoices of Acme')
  await expect(main(other)).toContainText(elsewhere)
  await expect(switcher(other, 'Rowers')).toBeVisible()
  await expect(main(other).getByRole('list', { name: 'Members' })).toBeVisible()
})
