import { createOrganization } from '../support/organizations.ts'
import { type Remote, publishRemote } from '../support/remotes.ts'
import { scan } from '../support/scan.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

const ledger: Remote = {
  routes: `[pageWith({
    children: [
      { index: true, Component() {
        const organization = kit.useOrganization()
        return h(kit.Page, { title: 'Ledger of ' + organization.name },
          h(kit.TextLink, { to: '17' }, 'below'), h(kit.TextLink, { to: '/mf-ledger/18' }, 'by its whole path'))
      } },
      { path: ':id', Component() {
        return h(kit.Page, { title: 'Entry ' + kit.useParams().id + ' of ' + kit.useOrganization().name })
      } },
    ],
  })]`,
}

test.use({ expectedComplaints: /403.*organizationSlug=elsewhere/ })

test('opens a page of each organization at its address, and the short one in the right one', async ({
  page,
  openBrowser,
}) => {
  const published = await publishRemote('mf-ledger', ledger, {
    routes: [{ path: '/mf-ledger', access: 'user', scope: 'organization' }],
    navigation: [{ to: '/mf-ledger', label: { en: 'Ledger' }, order: 40 }],
    needs: { kit: '^2.2' },
  })
  const guest = await openBrowser()
  await guest.goto('/organizations/acme/mf-ledger?a=b')
  await expect(guest).toHaveURL('/sign-in?redirectTo=%2Forganizations%2Facme%2Fmf-ledger%3Fa%3Db')

  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/mf-ledger')
  await expect(page.getByRole('link', { name: 'Create organization' })).toBeVisible()
  const rowing = await createOrganization(page, 'Rowing')
  const sailing = await createOrganization(page, 'Sailing')
  await page.goto('/mf-ledger')
  await expect(page.getByRole('heading', { level: 1, name: 'Ledger of Sailing' })).toBeVisible()
  await expect(page).toHaveURL(`/organizations/${sailing.slug}/mf-ledger`)
  await scan(page, 'a page of an organization')
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')).toHaveText('Ledger')

  const other = await page.context().newPage()
  await other.goto(`/organizations/${rowing.slug}/mf-ledger`)
  await expect(other.getByRole('heading', { level: 1, name: 'Ledger of Rowing' })).toBeVisible()
  await page.getByRole('link', { name: 'by its whole path' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Entry 18 of Sailing' })).toBeVisible()
  await expect(page).toHaveURL(`/organizations/${sailing.slug}/mf-ledger/18`)
  await page.goBack()
  await page.getByRole('link', { name: 'below' }).click()
  await expect(page).toHaveURL(`/organizations/${sailing.slug}/mf-ledger/17`)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Entry 17 of Sailing' })).toBeVisible()

  await page.goto('/organizations/elsewhere/mf-ledger')
  await expect(page.getByRole('heading', { level: 1, name: 'Organization not found' })).toBeVisible()
  await scan(page, 'an unknown organization')
  await page.getByRole('main').getByRole('link', { name: 'Rowing' }).click()
  await expect(page).toHaveURL(`/organizations/${rowing.slug}/mf-ledger`)
  await published.unpublish()
})
