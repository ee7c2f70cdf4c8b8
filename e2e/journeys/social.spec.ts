import type { Page } from '@playwright/test'
import { consentAs } from '../support/demo-provider.ts'
import { newPerson, signOut } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const waysIn = (page: Page) => page.getByRole('list', { name: 'Ways to sign in' })

test('signs up with GitHub, links and unlinks Google, and keeps the last account', async ({ page }) => {
  const person = newPerson('Grace Hopper')
  await page.goto('/sign-up')
  const tiles = page.locator('.kit-tiles button .mantine-Button-label')
  const inOrder = (await tiles.allTextContents()).map((text) => text.replace('Continue with ', ''))
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await consentAs(page, 'GitHub', person)
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${person.name.split(' ')[0]}` })).toBeVisible()

  await page.goto('/account/security')
  await expect(waysIn(page).getByRole('listitem')).toHaveCount(3)
  await expect(waysIn(page).getByText('Your only way to sign in')).toBeVisible()

  await page.getByRole('button', { name: 'Connect account' }).click()
  const providers = page.getByRole('dialog').locator('.kit-tiles').getByRole('button')
  await expect(providers.first()).toBeVisible()
  const offered = await providers.allTextContents()
  expect(offered.length).toBeGreaterThan(5)
  expect(offered).toEqual(inOrder.filter((name) => offered.includes(name)))
  await page.getByRole('dialog').getByRole('button', { name: 'Google' }).click()
  await consentAs(page, 'Google', person)
  await expect(page).toHaveURL('/account/security?changed')
  await expect(waysIn(page).getByRole('listitem')).toHaveCount(4)

  await page.getByRole('button', { name: 'Disconnect GitHub' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(waysIn(page).getByText('Google', { exact: true })).toBeVisible()
  await expect(waysIn(page).getByText('Your only way to sign in')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Disconnect/ })).toHaveCount(0)

  await signOut(page, person)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with GitHub (last used)' }).click()
  await consentAs(page, 'GitHub', person)
  // Unlinked, and the account has the same email: linked again, because both sides have verified
  // it.
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${person.name.split(' ')[0]}` })).toBeVisible()
})

test('lets a person in whose provider shares no email, and asks for one instead of showing a placeholder', async ({
  page,
}) => {
  const { name } = newPerson('Nina Phone')
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Discord' }).click()
  await consentAs(page, 'Discord', { ...newPerson('Nina Phone'), name, email: '' })
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${name.split(' ')[0]}` })).toBeVisible()
  const shown: string[] = []
  const look = async () => shown.push(await page.locator('body').innerText(), await page.locator('body').innerHTML())
  await expect(page.getByText('We don’t know your email yet.')).toBeVisible()
  await page.getByRole('button', { name: `Your account: ${name}` }).click()
  await look()
  await page.goto('/verify-email?prove=true&redirectTo=%2F')
  await expect(page).toHaveURL('/account/profile')
  await expect(page.getByText('Add your email, so we can reach you')).toBeVisible()
  await look()
  await page.goto('/account/delete')
  await expect(page.getByRole('textbox', { name: `Type ${name} to confirm` })).toBeVisible()
  await look()
  await page.goto('/organizations/new')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('main').getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('main').getByText('(you)')).toBeVisible()
  await look()
  expect(shown.filter((text) => text.includes('noreply.invalid'))).toEqual([])
})

test('accepts Apple’s response as a form post', { tag: '@full' }, async ({ page }) => {
  const person = newPerson('Adele Goldberg')
  // The URL that it returns to may contain any character.
  await page.goto(`/sign-in?redirectTo=${encodeURIComponent('/account/profile?q=(a,b):*#content')}`)
  await page.getByRole('button', { name: 'Continue with Apple' }).click()
  await consentAs(page, 'Apple', person)
  await expect(page).toHaveURL('/account/profile?q=(a,b):*#content')
  await expect(page.getByRole('main').getByText(person.email).first()).toBeVisible()
})

test.describe('with an error in the redirect', () => {
  // The error page has an error status.
  test.use({ expectedComplaints: /status of 400/ })

  test(
    'leads back after a refusal, in the user’s language, and on to the target',
    { tag: '@full' },
    async ({ openBrowser }) => {
      const page = await openBrowser({ locale: 'de-DE' })
      await page.goto('/account/profile?q=a#content')
      await expect(page).toHaveURL(/\/sign-in\?/)
      const refuse = async ({ forgetting = false } = {}) => {
        await page.getByRole('button', { name: 'Weiter mit Discord' }).click()
        await expect(page.getByText('This is not Discord.')).toBeVisible()
        if (forgetting) await page.context().clearCookies()
        await page.getByRole('button', { name: 'Refuse' }).click()
        await expect(page.getByRole('alert')).toHaveText('Anmeldung mit Discord abgebrochen')
        await expect(page).toHaveURL(
          /\/sign-in\?redirectTo=%2Faccount%2Fprofile%3Fq%3Da%23content&provider=discord&error=access_denied/,
        )
      }
      await refuse()
      // Nothing is wrong, so there is nothing to report.
      await expect(page.getByText('Referenz für den Support')).toHaveCount(0)
      // Also if the server no longer knows the attempt.
      await refuse({ forgetting: true })
      const person = newPerson('Rosa Refuses')
      await page.getByRole('button', { name: 'Weiter mit Discord' }).click()
      await consentAs(page, 'Discord', person)
      await expect(page).toHaveURL('/account/profile?q=a#content')
      // Without a remembered page, leads to the product's error page instead of the API's.
      await page.goto('/api/auth/error?error=state_mismatch')
      await expect(page.getByRole('heading', { level: 1, name: 'Etwas ist schiefgelaufen' })).toBeVisible()
    },
  )
})

test.describe('a sign-in that is not recent', () => {
  test.use({ expectedComplaints: /the server responded with a status of 403/ })

  test(
    'is repeated in a new tab by a user without a password, whose input is kept',
    { tag: '@full' },
    async ({ page }) => {
      const person = newPerson('Grace Hopper')
      await page.goto('/sign-up')
      await page.getByRole('button', { name: 'Continue with GitHub' }).click()
      await consentAs(page, 'GitHub', person)
      await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${person.name.split(' ')[0]}` })).toBeVisible()
      // A session is fresh for a day, so the refusal is mocked once. (Not with `times: 1`: a
      // request may never be sent while Chromium removes a route.)
      const stale = { status: 403, json: { code: 'SESSION_IS_NOT_FRESH', message: 'Session is not fresh' } }
      let asked = 0
      await page.route('**/change-email', (route) => (asked++ === 0 ? route.fulfill(stale) : route.continue()))
      await page.goto('/account/profile')
      await page.getByRole('textbox', { name: 'New email' }).fill(newPerson('Grace').email)
      await page.getByRole('button', { name: 'Change email' }).click()
      const opened = page.waitForEvent('popup')
      await page.getByRole('dialog').getByRole('link', { name: 'Sign in again' }).click()
      const tab = await opened
      await tab.getByRole('button', { name: 'Continue with GitHub' }).click()
      const closed = tab.waitForEvent('close')
      await consentAs(tab, 'GitHub', person)
      await closed
      await expect(page.getByText('Pending')).toBeVisible()
      await expect(page.getByRole('dialog')).toBeHidden()
      expect(asked).toBe(2)
      await page.goto('/account/sessions')
      await expect(page.getByText('Active now')).toBeVisible()
      await expect(page.getByRole('list', { name: 'Other sessions' })).toBeHidden()
    },
  )
})
