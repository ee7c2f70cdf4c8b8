import { organizationCall } from '../support/organizations.ts'
import { unique } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('reloads and links the page of an organization whose slug has a dot', async ({ page, openBrowser }) => {
  await signUpByCall(page, 'Ada Lovelace')
  const slug = `${unique('acme').replaceAll(' ', '-')}.io`
  await organizationCall(page, '/create', { name: 'Acme', slug })
  for (let times = 0; times < 2; times++) {
    const response = await page.goto(`/organizations/${slug}`)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toContainText('Acme')
  }
  const guest = await openBrowser()
  await guest.goto(`/organizations/${slug}`)
  await expect(guest).toHaveURL(`/sign-in?redirectTo=${encodeURIComponent(`/organizations/${slug}`)}`)
})

test.describe('a missing file', () => {
  test.use({ expectedComplaints: /the server responded with a status of 404/ })
  test('is the not-found page of the shell for a person', async ({ page }) => {
    for (const path of ['/assets/nothing.js', '/wp-login.php']) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})
