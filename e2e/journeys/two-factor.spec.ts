import type { Page } from '@playwright/test'
import { codeField, setUpApp } from '../support/authenticator.ts'
import { consentAs } from '../support/demo-provider.ts'
import { fillSignIn, newPerson, type Person } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'
import { totp } from '../support/totp.ts'

// A code is accepted once, and one step early or late, so a test has three: -1, 0 and 1.

async function signOut(page: Page) {
  const { origin } = new URL(page.url())
  await page.goto('about:blank') // otherwise a call of the page may meet the end of its session
  await page.request.post('/api/auth/sign-out', { headers: { origin } })
}
const target = '/account/security?changed'

async function startSignIn(page: Page, person: Person) {
  await signOut(page)
  await page.goto(`/sign-in?${new URLSearchParams({ redirectTo: target })}`)
  await fillSignIn(page, person)
}

test.describe('an authenticator app', () => {
  // A wrong code, and an action that needs a recent sign-in.
  test.use({ expectedComplaints: /401.*verify-totp|403.*disable/ })

  test('is asked for after the password, unless the device is trusted or a backup code is used', async ({ page }) => {
    const person = await signUpByCall(page, 'Ada Lovelace')
    const { key, backupCodes } = await setUpApp(page, person.password)

    await startSignIn(page, person)
    await expect(codeField(page)).toBeFocused()
    await page.getByRole('checkbox', { name: 'Trust this device for 30 days' }).check()
    await codeField(page).fill(totp(key))
    await expect(page).toHaveURL(target)
    await startSignIn(page, person)
    await expect(page, 'a trusted device asks for nothing').toHaveURL(target)

    await page.getByRole('button', { name: 'Show trusted devices' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(page.getByText('None: each sign-in needs a code')).toBeVisible()
    await startSignIn(page, person)
    await codeField(page).fill(totp(key, -100))
    await expect(page.getByText('That code isn’t right. It changes every 30 seconds.')).toBeVisible()
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill(backupCodes[0] ?? '')
    await page.getByRole('checkbox', { name: 'Trust this device for 30 days' }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(target)
    await expect(page.getByText('9 left')).toBeVisible()

    // The trust in the device signs in, but confirms nothing.
    await startSignIn(page, person)
    await expect(page).toHaveURL(target)
    await page.getByRole('button', { name: 'Turn off the authenticator app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn off the authenticator app?' })
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await codeField(page).fill(totp(key, 1))
    await expect(page.getByRole('button', { name: 'Turn on the authenticator app' })).toBeVisible()
  })
})

test('asks people who come from a provider, and keeps their target', async ({ page }) => {
  const person = newPerson('Grace Hopper')
  await page.goto('/sign-up')
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await consentAs(page, 'GitHub', person)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Grace' })).toBeVisible()
  const { key } = await setUpApp(page)
  await signOut(page)
  await page.goto(`/sign-in?${new URLSearchParams({ redirectTo: target })}`)
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await consentAs(page, 'GitHub', person)
  await expect(page).toHaveURL(/\/two-factor\?/)
  await codeField(page).fill(totp(key))
  await expect(page).toHaveURL(target)
})

test('asks beside the session of another account, and keeps that one', async ({ page, openBrowser }) => {
  const other = await openBrowser()
  const bob = await signUpByCall(other, 'Bob Builder')
  const { key } = await setUpApp(other, bob.password)
  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/add-account')
  await fillSignIn(page, bob)
  await codeField(page).fill(totp(key))
  await page.getByRole('button', { name: 'Your account: Bob Builder' }).click()
  await expect(page.getByText('Ada Lovelace')).toBeVisible()
})
