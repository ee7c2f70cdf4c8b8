import { fillSignUp, newPerson, signIn, signUp, unique } from '../support/people.ts'
import { scan } from '../support/scan.ts'
import { openMenu } from '../support/menu.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// axe on every screen and its states, light and dark, narrow and wide, without a single finding; `npm run test:full` in four languages.

test.beforeEach(() => test.setTimeout(600_000))

test.describe('with refusals', () => {
  test.use({ expectedComplaints: /the server responded with a status of 40[013]/ })

  test('signing in and up', async ({ page }) => {
    await page.goto('/sign-in')
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
    await scan(page, 'sign-in')
    const send = page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true })
    await send.click()
    await expect(page.getByRole('textbox', { name: 'E-mail or username' })).toBeFocused()
    await scan(page, 'sign-in with nothing filled in')
    await signIn(page, newPerson('Nobody'))
    await expect(page.getByRole('alert')).toBeVisible()
    await scan(page, 'sign-in refused')
    await page.goto('/sign-up')
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
    await scan(page, 'sign-up with nothing filled in')
  })

  test('invitations that are not open', async ({ page }) => {
    await page.goto('/accept-invitation/unknown')
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign up' })).toBeVisible()
    await scan(page, 'invitation, signed out')
    await signUp(page, newPerson('Ada Lovelace'))
    await page.goto('/accept-invitation/unknown')
    await expect(page.getByText('not open any more')).toBeVisible()
    await scan(page, 'invitation, unknown')
  })

  test('forgotten password and verification', async ({ page, mailTo }) => {
    const person = newPerson('Ada Lovelace')
    await signUp(page, person)
    await page.goto('/verify-email')
    await expect(page.getByRole('main').getByText(person.email)).toBeVisible()
    await scan(page, 'verify e-mail')
    await page.goto('/email-verified?error=token_expired')
    await expect(page.getByText('This link has expired.')).toBeVisible()
    await scan(page, 'verification failed')
    await page.goto('/goodbye?error=INVALID_TOKEN')
    await expect(page.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible()
    await scan(page, 'nothing was deleted')
    await page.goto('/forgot-password')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(person.email)
    await scan(page, 'forgot password')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('is on its way')).toBeVisible()
    await scan(page, 'reset link mailed')
    await page.goto((await mailTo(person.email, '/reset-password')).url)
    await page.getByLabel('New password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByText('too short')).toBeVisible()
    await scan(page, 'new password refused')
    await page.reload()
    await expect(page.getByText('Open the link in our mail')).toBeVisible()
    await scan(page, 'reset link forgotten')
    await page.goto('/reset-password?error=INVALID_TOKEN')
    await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
    await scan(page, 'reset link dead')
    await page.goto('/not-me?token=x')
    await page.getByRole('button', { name: 'Remove the account' }).focus()
    await scan(page, 'this was not me')
    await page.getByRole('button', { name: 'Remove the account' }).click()
    await expect(page.getByText('Nothing was changed.')).toBeVisible()
    await scan(page, 'nothing was removed')
  })
})

test('account', async ({ page }) => {
  await signUp(page, newPerson('Ada Lovelace'))
  await scan(page, 'start')
  await page.getByRole('button', { name: 'Your account' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await scan(page, 'user menu')
  await page.keyboard.press('Escape')
  for (const part of ['Profile', 'Security', 'Sessions']) {
    await page.goto(`/account/${part.toLowerCase()}`)
    await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible()
    await expect(page.getByRole('main').locator('li, form').first()).toBeVisible()
    await scan(page, part)
  }
  await page.goto('/account/profile')
  const buffer = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer })
  await expect(page.getByRole('dialog').getByRole('application')).toBeVisible()
  await scan(page, 'part of a picture')
  await page.goto('/sign-in-again')
  await expect(page.getByText('This tab closes afterwards')).toBeVisible()
  await scan(page, 'sign in again')
  await page.goto('/account/delete')
  await page.getByRole('main').getByRole('button', { name: 'Delete the account' }).click()
  await expect(page.getByRole('textbox', { name: /^Type / })).toBeFocused()
  await scan(page, 'delete the account with nothing filled in')
})

test('what is ticked is seen in forced colours', async ({ page }) => {
  await signUp(page, newPerson('Ada Lovelace'))
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/account/security')
  const box = page.getByRole('checkbox', { name: 'Sign out all other devices' })
  await expect(box).toBeChecked()
  const ground = await box.evaluate((input) => getComputedStyle(input).backgroundColor)
  await expect(box.locator('xpath=following-sibling::*')).not.toHaveCSS('color', ground)
})

test('organizations', async ({ page, openBrowser, mailTo }) => {
  const guest = newPerson('Gustav Guest')
  const organization = unique('Rowing Club')
  await signUp(page, newPerson('Ada Lovelace'))
  await page.goto('/organizations')
  await expect(page.getByText('no organization yet')).toBeVisible()
  await scan(page, 'no organization')
  await page.getByRole('link', { name: 'Create an organization' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(organization)
  await expect(page.getByText('is free.')).toBeVisible()
  await scan(page, 'create an organization')
  await page.getByRole('main').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(guest.email)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('list', { name: 'Open invitations' })).toBeVisible()
  await scan(page, 'members')
  await page.getByRole('button', { name: 'Change Ada Lovelace' }).click()
  await expect(page.getByRole('dialog').getByRole('checkbox', { name: 'Owner' })).toBeVisible()
  await scan(page, 'roles of a member')
  await page.keyboard.press('Escape')
  await openMenu(page)
  await page.getByRole('button', { name: /^Organization:/ }).click()
  await expect(page.getByRole('link', { name: 'Create an organization' })).toBeVisible()
  await scan(page, 'switcher')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Teams' }).click()
  await page.getByRole('button', { name: /^Rename/ }).click()
  await expect(page.getByRole('list', { name: 'Teams' }).getByRole('textbox')).toBeFocused()
  await scan(page, 'teams')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Name' }).fill('Four')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('button', { name: 'Remove Four' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Remove' })).toBeVisible()
  await scan(page, 'remove a team')
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Change Ada Lovelace' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Team' })).toBeVisible()
  await scan(page, 'choice of a team')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await scan(page, 'settings')
  await page.goto('/organizations')
  await expect(page.getByRole('main').getByRole('link', { name: organization })).toBeVisible()
  await scan(page, 'list of organizations')
  await page.goto('/organizations/new')
  await page.getByRole('textbox', { name: 'Name' }).fill(organization)
  await expect(page.getByText('is taken.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Free addresses' }).getByRole('button')).toHaveCount(3)
  await scan(page, 'the address is taken')
  const guestPage = await openBrowser()
  await guestPage.goto((await mailTo(guest.email)).url)
  await expect(guestPage.getByText('It was sent to')).toBeVisible()
  await scan(guestPage, 'invitation, signed out')
  await guestPage.getByRole('main').getByRole('link', { name: 'Sign up' }).click()
  await expect(guestPage.getByRole('button', { name: 'Use another address' })).toBeVisible()
  await scan(guestPage, 'sign-up with the invited address')
  await fillSignUp(guestPage, guest)
  await expect(guestPage.getByRole('button', { name: `Join ${organization}` })).toBeVisible()
  await scan(guestPage, 'open invitation')
  await guestPage.getByRole('button', { name: `Join ${organization}` }).click()
  await guestPage.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await guestPage.getByRole('button', { name: 'Leave' }).click()
  await expect(guestPage.getByRole('dialog').getByRole('button', { name: 'Leave the organization' })).toBeVisible()
  await scan(guestPage, 'leave an organization')
})

/** What the link of an invitation tells of it, and the one next step of who opens it signed out; with two, the first one leads. */
const statesOfInvitations = [
  ['pending', 'Sign up', 'Sign in'],
  ['accepted', 'Go to Rowing'],
  ['rejected', 'Go to the start page'],
  ['canceled', 'Go to the start page'],
  ['expired', 'Go to the start page'],
  ['lapsed', 'Go to the start page'],
  ['full', 'Try again'],
] as const

test('@full each state of an invitation', async ({ page }) => {
  const invitation = {
    email: 'guest@example.com',
    role: 'admin',
    expiresAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    organizationName: 'Rowing',
    organizationSlug: 'rowing',
    teamName: 'Eight',
    inviterName: 'Olga Owner',
    inviterEmail: 'olga@example.com',
  }
  const step = page
    .getByRole('main')
    .locator('.kit-page')
    .getByRole('link')
    .or(page.getByRole('main').getByRole('button'))
  for (const [status, ...steps] of statesOfInvitations) {
    await page.route('**/read-mailed-invitation', (route) => route.fulfill({ json: { ...invitation, status } }))
    await page.goto('/accept-invitation/some?token=secret')
    await expect(step).toHaveText(steps)
    await scan(page, `invitation, ${status}`)
  }
  const { email } = await signUpByCall(page, 'Wanda Wrong')
  await page.route('**/read-mailed-invitation', (route) =>
    route.fulfill({ json: { ...invitation, status: 'pending' } }),
  )
  await page.goto('/accept-invitation/some?token=secret')
  await expect(step).toHaveText(['Continue as guest@example.com', `Stay signed in as ${email}`])
  await scan(page, 'invitation, wrong account')
})
