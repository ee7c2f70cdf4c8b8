import { createOrganization, joinByCall, organizationCall as call } from '../support/organizations.ts'
import { signIn } from '../support/people.ts'
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

test('a session that was ended elsewhere leads from the list of organizations to sign-in', async ({
  page,
  openBrowser,
}) => {
  const owner = await signUpByCall(page, 'Olga Owner')
  const elsewhere = await openBrowser()
  await signIn(elsewhere, owner)
  await expect(elsewhere.getByRole('heading', { name: `Welcome, ${owner.name}` })).toBeVisible()
  await page.goto('/account/sessions')
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByText('1 session was ended.')).toBeVisible()
  await elsewhere.getByRole('main').getByRole('link', { name: 'Organizations' }).click()
  await expect(elsewhere).toHaveURL('/sign-in?redirectTo=%2Forganizations')
})

test('the switcher says that an organization is gone, and offers it no longer', async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const { organizationId } = await createOrganization(page, 'Rowing')
  await createOrganization(page, 'Sailing')
  await page.goto('/account/profile')
  const switcher = page.getByRole('button', { name: 'Organization:' })
  await expect(switcher).toContainText('Sailing')
  await call(page, '/delete', { organizationId })
  await switcher.click()
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
  await guestPage.request.post('/api/auth/send-verification-email', {
    data: { email: guest.email },
    headers: { origin: new URL(process.env['PRODUCT_URL'] ?? '').origin },
  })
  await guestPage.goto((await mailTo(guest.email)).url)
  const { organizationId } = await createOrganization(page, 'Rowing')
  const invitation = { email: guest.email, role: 'member', organizationId }
  const { id: invitationId } = await call(page, '/invite-member', invitation)
  await guestPage.goto('/organizations')
  await expect(guestPage.getByRole('button', { name: 'Join Rowing' })).toBeVisible()
  await call(page, '/cancel-invitation', { invitationId })
  await guestPage.getByRole('button', { name: 'Join Rowing' }).click()
  await expect(guestPage.getByText('This invitation was answered or withdrawn meanwhile.')).toBeVisible()
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

test.describe('with a failure', () => {
  test.use({ expectedComplaints: /the server responded with a status of 502/ })

  test('the switcher that could not be loaded can be asked again', async ({ page }) => {
    await signUpByCall(page, 'Olga Owner')
    await createOrganization(page, 'Rowing')
    await page.route('**/graphql', (route) => route.fulfill({ status: 502 }))
    await page.goto('/account/profile')
    const switcher = page.getByRole('button', { name: 'Organization:' })
    await switcher.click()
    await page.unroute('**/graphql')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(switcher).toContainText('Rowing')
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
      return route.continue({ postData: query.replace('members(first: 100', 'members(first: 1') })
    })
    await page.goto(`/organizations/${slug}`)
    const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(members).toHaveText([/Olga Owner/])
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(members).toHaveText([/Olga Owner/, /Zora Member/])
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  })

  test('accounts of the browser that could not be loaded are not taken for none', async ({ page }) => {
    const { email } = await signUpByCall(page, 'Olga Owner')
    await page.route('**/list-device-sessions', (route) => route.fulfill({ status: 502 }))
    await page.goto('/account/sessions')
    await page.unroute('**/list-device-sessions')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('list', { name: 'Accounts in this browser' })).toContainText(email)
  })
})
