import type { Page } from '@playwright/test'
import { signIn, signOut } from '../support/people.ts'
import { ageSessions } from '../support/sessions.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

/** A device that is unlocked and agrees at once. */
async function plugIn(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    lock: (isLocked: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isLocked }),
  }
}

// A removal is refused at first, and the last sign-in. A page may still read what a sign-out ends.
test.use({ expectedComplaints: /403.*delete-passkey|401.*verify-authentication|401.*organization\/list/ })

const alert = (page: Page) => page.getByRole('main').getByRole('alert')

test('adds a passkey, signs in with it by button and by suggestion, renames and removes it', async ({ page }) => {
  const device = await plugIn(page)
  const person = await signUpByCall(page, 'Ada Lovelace')
  const leave = () => page.request.post('/api/auth/sign-out', { headers: { origin: new URL(page.url()).origin } })
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Edit passkey/ }) })
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows.last()).toContainText('Not used yet')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await expect(alert(page)).toHaveText('This device already has a passkey for your account.')

  await page.getByRole('button', { name: 'Edit passkey Passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit passkey' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(rows.last()).toContainText('Laptop')

  await leave()
  await page.evaluate(() => localStorage.clear()) // otherwise the field suggests it at once
  await page.goto('/sign-in?redirectTo=%2Faccount%2Fsecurity')
  const button = page.getByRole('button', { name: 'Use a passkey' })
  await device.lock(true)
  await button.click()
  await expect(alert(page)).toHaveText('Not signed in. Try again, or choose another way.')
  await device.lock(false)
  await button.click()
  await expect(page).toHaveURL(/\/account\/security/)
  await expect(rows.last()).toContainText('Last used')

  // A browser that has used one suggests it in the field. This device chooses it at once.
  await leave()
  await page.goto('/sign-in?redirectTo=%2Faccount%2Fsecurity')
  await expect(page).toHaveURL(/\/account\/security/)

  // A removal needs a recent sign-in, which the passkey proves.
  await ageSessions(person.email)
  await page.reload()
  await page.getByRole('button', { name: 'Edit passkey Laptop' }).click()
  await dialog.getByRole('button', { name: 'Remove passkey' }).click()
  await page.getByRole('dialog', { name: 'Enter your password' }).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(rows).toHaveCount(0)
  await leave()
  await page.evaluate(() => localStorage.clear())
  await page.goto('/sign-in')
  await button.click()
  await expect(alert(page)).toHaveText('That passkey doesn’t work here. Choose another way.')
})

test('offers a passkey after a password, until there is one or nobody wants it', async ({ page }) => {
  await plugIn(page)
  const person = await signUpByCall(page, 'Ada Lovelace')
  const offer = page.getByRole('status').filter({ hasText: 'Sign in faster next time' })
  const signInAgain = async () => {
    await signOut(page, person)
    await signIn(page, person)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible()
  }
  await page.goto('/')
  await signInAgain()
  await offer.getByRole('button', { name: 'Don’t ask again' }).click()
  await signInAgain()
  await page.waitForLoadState('networkidle')
  await expect(offer).toBeHidden()

  await page.evaluate(() => localStorage.clear())
  await signInAgain()
  await offer.getByRole('button', { name: 'Add passkey' }).click()
  await expect(page.getByText('Passkey added.')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  const asked = page.waitForResponse('**/passkey/list-user-passkeys')
  await signInAgain()
  expect(await (await asked).json()).toHaveLength(1)
  await expect(offer).toBeHidden()
})
