import { setUpAppHere } from '../support/authenticator.ts'
import { createOrganization, runInDatabase } from '../support/organizations.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('an organization that requires a second factor opens once its member has shown one', async ({ page }) => {
  const { password } = await signUpByCall(page, 'Ada Lovelace')
  const { slug, organizationId } = await createOrganization(page, 'Rowers')
  await page.goto(`/organizations/${slug}/settings`)
  await expect(page.getByRole('link', { name: '1 of 1 members without a second factor' })).toBeVisible()
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Starts' }).selectOption('In 7 days')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/is open only after signing in with a passkey/)).toBeVisible()

  await runInDatabase(
    (db) => db.write`
      update "organization" set "secondFactorRequiredAt" = now() - interval '1 s' where "id" = ${organizationId}`,
  )
  await page.goto(`/organizations/${slug}/teams`)
  await expect(page.getByRole('heading', { name: 'Second factor needed' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Teams' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Set up a second factor' }).click()
  await expect(page).toHaveURL(/\/account\/security\?/)
  await setUpAppHere(page, password)

  await expect(page).toHaveURL(`/organizations/${slug}/teams`)
  // The page that is still closed has "Security settings".
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByText(/^Required since/)).toBeVisible()
  await expect(page.getByText('All members have a passkey or an authenticator app.')).toBeVisible()
})
