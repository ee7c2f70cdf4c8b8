import { createOrganization } from '../support/organizations.ts'
import { fillSignUp, newPerson, signIn, signOut, signUp, unique } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('leads from sign-up to working together in an organization', async ({
  page,
  openBrowser,
  findEmailTo,
  baseURL,
}) => {
  const owner = newPerson('Olga Owner')
  const guest = newPerson('Gustav Guest')
  const organization = unique('Rowing Club')
  const renamed = unique('Sailing Club')

  await signUp(page, owner)

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organizations' }).click()
  await page.getByRole('link', { name: 'Create organization' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(organization)
  await expect(page.getByText('is available.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: organization })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)

  await page.getByRole('button', { name: 'Invite people' }).click()
  await expect(page.getByRole('textbox', { name: 'Email addresses' })).toBeFocused()
  await page.keyboard.type(guest.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`The invitation to ${guest.email} is on its way.`)).toBeVisible()
  await page.getByRole('tab', { name: 'Invitations 1' }).click()
  await expect(page.getByRole('list', { name: 'Invitations' })).toContainText(guest.email)

  const mail = await findEmailTo(guest.email)
  expect(mail.subject).toContain(organization)
  expect(new URL(mail.url).origin).toBe(baseURL)

  const guestPage = await openBrowser()
  await guestPage.goto(mail.url)
  const unproved = guestPage.getByText('Olga Owner (unverified email) invited you to join')
  await expect(unproved).toContainText(organization)
  await expect(guestPage.getByText('This invitation is for')).toContainText(guest.email)
  expect(guestPage.url()).not.toContain('token=')
  await guestPage.getByRole('link', { name: 'Sign up' }).click()
  await expect(guestPage.getByRole('textbox', { name: 'Email' })).not.toBeEditable()
  await fillSignUp(guestPage, guest)
  await expect(unproved).toBeVisible()
  await guestPage.getByRole('button', { name: `Join ${organization}` }).click()
  await expect(guestPage.getByRole('heading', { level: 1, name: organization })).toBeVisible()
  await expect(guestPage.getByText(`Welcome to ${organization}!`)).toBeVisible()
  await expect(guestPage.getByRole('button', { name: 'Invite' })).toBeHidden()

  await page.reload()
  await expect(page.getByText('No open invitations')).toBeVisible()
  await page.getByRole('tab', { name: 'Members 2' }).click()
  await expect(page.getByRole('list', { name: 'Members' })).toContainText(guest.email)

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(renamed)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(renamed)
  await page.keyboard.press('Escape')

  await signOut(page, owner)
  await signIn(page, owner)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organizations' }).click()
  await page.getByRole('link', { name: renamed }).click()
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
})

test('opens the dialogs of the organization from the search, also on the page itself', async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  await createOrganization(page, 'Rowing')
  await page.goto('/account/profile')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  for (const [typed, name] of [
    ['create team', 'Create team'],
    ['invite people', 'Invite people'],
    ['invite people', 'Invite people'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search' }).fill(typed)
    await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(`${name}Rowing`)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog.getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})
