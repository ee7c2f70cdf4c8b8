import type { Page } from '@playwright/test'
import { createOrganization, joinByCall, organizationCall as call } from '../support/organizations.ts'
import { type Person, signIn } from '../support/people.ts'
import { post } from '../support/post.ts'
import { scan } from '../support/scan.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// What somebody else does, or the same person in another tab, while a page is open.

test('what is typed stays when another tab changes the active organization', async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const { slug } = await createOrganization(page, 'Rowing')
  await createOrganization(page, 'Sailing')
  await page.goto(`/organizations/${slug}`)
  const field = page.getByRole('textbox', { name: 'E-mail' })
  await field.fill('somebody@example.com')
  const other = await page.context().newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Organization:' }).click()
  await other.getByRole('button', { name: 'Rowing' }).click()
  await expect(page.getByRole('button', { name: 'Organization:' })).toContainText('Rowing')
  await expect(field).toHaveValue('somebody@example.com')
})

test('the switcher says that an organization is gone, and offers it no longer', async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const { organizationId } = await createOrganization(page, 'Rowing')
  await createOrganization(page, 'Sailing')
  await page.goto('/account/profile')
  const switcher = page.getByRole('button', { name: 'Organization:' })
  await expect(switcher).toContainText('Sailing')
  await switcher.click()
  await expect(page.getByRole('button', { name: 'Rowing' })).toBeVisible()
  await call(page, '/delete', { organizationId })
  await page.getByRole('button', { name: 'Rowing' }).click()
  await expect(page.getByText('You are not a member of this organization any more.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rowing' })).toBeHidden()
})

test('who was removed sees no settings any more, and who renames does not undo a new address', async ({
  page,
  openBrowser,
}) => {
  const memberPage = await openBrowser()
  await signUpByCall(page, 'Olga Owner')
  const { slug, organizationId } = await createOrganization(page, 'Rowing')
  const member = await joinByCall(page, organizationId, { page: memberPage, name: 'Max Member', role: 'admin' })

  await page.goto(`/organizations/${slug}/settings`)
  await memberPage.goto(`/organizations/${slug}/settings`)
  const name = memberPage.getByRole('textbox', { name: 'Name' })
  await name.fill('Sailing')
  await page.getByRole('textbox', { name: 'Address' }).fill(`${slug}-club`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`/organizations/${slug}-club/settings`)
  await memberPage.getByRole('button', { name: 'Save' }).click()
  await expect(memberPage).toHaveURL(`/organizations/${slug}-club/settings`)
  await expect(name).toHaveValue('Sailing')

  await memberPage.getByRole('link', { name: 'Members' }).click()
  await expect(memberPage.getByRole('list', { name: 'Members' })).toContainText('Olga Owner')
  await call(page, '/remove-member', { memberIdOrEmail: member.email, organizationId })
  await memberPage.getByRole('link', { name: 'Settings' }).click()
  await expect(memberPage.getByText('This organization does not exist, or you are not a member of it.')).toBeVisible()
})

test('an invitation that was withdrawn says so and goes', async ({ page, openBrowser, mailTo }) => {
  const guestPage = await openBrowser()
  await signUpByCall(page, 'Olga Owner')
  const guest = await signUpByCall(guestPage, 'Gustav Guest')
  await post(guestPage, '/api/auth/send-verification-email', { email: guest.email })
  await guestPage.goto((await mailTo(guest.email)).url)
  const { organizationId } = await createOrganization(page, 'Rowing')
  const invitation = { email: guest.email, role: 'member', organizationId }
  const { id: invitationId } = await call(page, '/invite-member', invitation)
  await guestPage.goto('/organizations')
  await expect(guestPage.getByRole('button', { name: 'Join Rowing' })).toBeVisible()
  await call(page, '/cancel-invitation', { invitationId })
  await guestPage.getByRole('button', { name: 'Join Rowing' }).click()
  await expect(guestPage.getByText('This invitation was answered or cancelled meanwhile.')).toBeVisible()
  await expect(guestPage.getByRole('button', { name: 'Join Rowing' })).toBeHidden()
})

test('a member and a team that are gone say so, and are off the page once that is read', async ({
  page,
  openBrowser,
}) => {
  const memberPage = await openBrowser()
  await signUpByCall(page, 'Olga Owner')
  const { slug, organizationId } = await createOrganization(page, 'Rowing')
  const member = await joinByCall(page, organizationId, { page: memberPage, name: 'Max Member', role: 'member' })
  await page.goto(`/organizations/${slug}`)
  await page.getByRole('button', { name: 'Change Max Member' }).click()
  await call(page, '/remove-member', { memberIdOrEmail: member.email, organizationId })
  await page.getByRole('button', { name: 'Remove from the organization' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('This person is not a member any more.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveText([/Olga Owner/])
  const near = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await expect(near, 'the focus is not lost with the button').toBeFocused()

  const { id: teamId } = await call(page, '/create-team', { name: 'Eight', organizationId })
  await page.getByRole('link', { name: 'Teams' }).click()
  await page.getByRole('button', { name: 'Remove Eight' }).click()
  await call(page, '/remove-team', { teamId, organizationId })
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('This team was removed meanwhile.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'Teams' }).getByRole('listitem')).toHaveCount(1)
})

/** Somebody with two browsers, of which the first one was signed out by the second one. */
async function endElsewhere(person: Person, openBrowser: () => Promise<Page>): Promise<void> {
  const elsewhere = await openBrowser()
  await signIn(elsewhere, person)
  await expect(elsewhere.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible()
  await post(elsewhere, '/api/auth/revoke-other-sessions', {})
}

test.describe('a session that was ended elsewhere', () => {
  test.use({ expectedComplaints: /the server responded with a status of 401/ })

  test('is signed in again in its place, where what was typed and the focus still are', async ({
    page,
    openBrowser,
  }) => {
    const owner = await signUpByCall(page, 'Olga Owner')
    const { slug } = await createOrganization(page, 'Rowing')
    await page.goto(`/organizations/${slug}`)
    const field = page.getByRole('textbox', { name: 'E-mail' })
    await field.fill('somebody@example.com')
    await endElsewhere(owner, openBrowser)

    await page.getByRole('button', { name: 'Invite' }).click() // through GraphQL
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
    const password = dialog.getByLabel('Password', { exact: true })
    await expect(password).toBeFocused()
    await expect(page).toHaveTitle('Sign in to continue')
    await expect(page.getByText('Rowing').filter({ visible: true }), 'nothing of the page is seen').toHaveCount(0)
    await expect(page.locator('body')).toMatchAriaSnapshot('- dialog "Sign in to continue"')
    await expect(page.getByRole('main')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    await scan(page, 'sign in again')
    await page.setViewportSize({ width: 1280, height: 800 })

    await password.fill('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('This is not your password.')).toBeVisible()
    await password.fill(owner.password)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(field).toHaveValue('somebody@example.com')
    await expect(page).toHaveTitle(/Rowing/)
    await expect(page.getByRole('button', { name: 'Organization:' }), 'is still active').toContainText('Rowing')
    await expect(page.getByRole('button', { name: 'Invite' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText('somebody@example.com')
  })

  test('is noticed when one comes back, followed from a new tab, and leaves nothing to another user', async ({
    page,
    openBrowser,
  }) => {
    const bob = await signUpByCall(await openBrowser(), 'Bob Hope')
    const ada = await signUpByCall(page, 'Ada Lovelace')
    await page.goto('/organizations/new')
    const name = page.getByRole('textbox', { name: 'Name of the organization' })
    await name.fill('Rowing')
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
    const comeBack = async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      await expect(dialog, 'noticed; how soon is asked with a clock in session.test.ts').toBeVisible()
      const [tab] = await Promise.all([
        page.waitForEvent('popup'),
        dialog.getByRole('link', { name: 'sign in in a new tab' }).click(),
      ])
      return tab
    }

    await endElsewhere(ada, openBrowser)
    await signIn(await comeBack(), ada)
    await expect(dialog).toBeHidden()
    await expect(name).toHaveValue('Rowing')

    await endElsewhere(ada, openBrowser)
    await signIn(await comeBack(), bob)
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Your account: Bob Hope' })).toBeVisible()
    await expect(name).toHaveValue('')
    await expect(page.getByText('Ada')).toHaveCount(0)
  })

  test('leads to sign-in and back whoever leaves the page', async ({ page, openBrowser }) => {
    const ada = await signUpByCall(page, 'Ada Lovelace')
    await page.goto('/account/sessions')
    await expect(page.getByRole('list', { name: 'Sessions' })).toBeVisible()
    await endElsewhere(ada, openBrowser)
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByRole('button', { name: 'Leave the page' }).click()
    await expect(page).toHaveURL('/sign-in?redirectTo=%2Faccount%2Fprofile')
    await expect(page.getByText(ada.email)).toHaveCount(0)
    await signIn(page, ada)
    await expect(page.getByRole('heading', { name: 'Welcome, Ada Lovelace' })).toBeVisible()
    await endElsewhere(ada, openBrowser)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' }), 'needs no session').toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('with a failure', () => {
  test.use({ expectedComplaints: /the server responded with a status of 502/ })

  test('the switcher that could not be loaded can be asked again', async ({ page }) => {
    await signUpByCall(page, 'Olga Owner')
    await createOrganization(page, 'Rowing')
    await page.route('**/graphql', (route) => route.fulfill({ status: 502 }))
    await page.goto('/account/profile')
    const switcher = page.getByRole('button', { name: 'Organization:' })
    await switcher.click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('button', { name: 'Rowing', exact: true })).toBeVisible()
  })

  test('a page of members that could not be loaded can be asked again', async ({ page, openBrowser }) => {
    const memberPage = await openBrowser()
    await signUpByCall(page, 'Olga Owner')
    const { slug, organizationId } = await createOrganization(page, 'Rowing')
    await joinByCall(page, organizationId, { page: memberPage, name: 'Zora Member', role: 'member' })
    let isDown = true
    // Pages of one member; the second one is asked for with a cursor.
    await page.route('**/graphql', (route) => {
      const query = route.request().postData() ?? ''
      if (isDown && query.includes('"after":"')) return route.fulfill({ status: 502 })
      return route.continue({ postData: query.replace('"first":50', '"first":1') })
    })
    await page.goto(`/organizations/${slug}`)
    const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(members, 'what was there stays').toHaveText([/Olga Owner/])
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(members).toHaveText([/Zora Member/])
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  })
})
