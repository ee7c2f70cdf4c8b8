import { addMembers, createOrganization, joinByCall, organizationCall as call } from '../support/organizations.ts'
import { unique } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// Flows over several screens of an organization. Tests beside the screens in mf-organization cover
// single screens.

test('lets an owner create a team, move a member there, make them an owner, and leave', async ({
  page,
  openBrowser,
}) => {
  const memberPage = await openBrowser()
  await signUpByCall(page, 'Olga Owner')
  const { slug, organizationId } = await createOrganization(page, 'Rowing')
  await joinByCall(page, organizationId, { page: memberPage, name: 'Max Member', role: 'member' })
  await memberPage.goto(`/organizations/${slug}`)
  await expect(memberPage.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
  await expect(memberPage.getByRole('button', { name: /^(Change|Invite)/ })).toHaveCount(0)

  await page.goto(`/organizations/${slug}/teams`)
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Eight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Teams' }).getByRole('listitem')).toHaveCount(2)
  await page.getByRole('main').getByRole('link', { name: 'Members' }).click()
  const member = page.getByRole('listitem').filter({ hasText: 'Max Member' })
  const dialog = page.getByRole('dialog')
  const actions = page.getByRole('button', { name: 'Actions for Max Member' })
  await actions.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Remove from organization…' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(actions).toBeFocused()
  await actions.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Change team…' }).click()
  await dialog.getByRole('combobox', { name: 'Team' }).selectOption('Eight')
  await dialog.getByRole('button', { name: 'Change team' }).click()
  await expect(member).toContainText('Eight')
  await page.getByRole('button', { name: 'Role of Max Member: Member' }).click()
  await page.getByRole('menuitemradio', { name: 'Owner' }).click()
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByRole('button', { name: 'Role of Max Member: Owner' })).toBeVisible()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').getByRole('button')).toHaveText([/Owner$/, /Owner$/])
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Leave…' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/organizations')
  await expect(page.getByText('You left Rowing.')).toBeVisible()
  await memberPage.reload()
  await expect(memberPage.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)
})

test('searches, paginates, filters and bulk-removes a thousand members', { tag: '@full' }, async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const { slug, organizationId } = await createOrganization(page, 'Sailing')
  await addMembers(organizationId, 999)
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await page.goto(`/organizations/${slug}`)
  await page.getByRole('searchbox', { name: 'Search by name or email' }).fill('0 person')
  await expect(page.getByText('999 members found', { exact: true })).toBeVisible()
  await expect(members).toHaveCount(50)
  await expect(page.getByText('1–50 of 999')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(members.first()).toContainText('Person 0051')
  await expect(page.getByText('51–100 of 999')).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Members', level: 2 })).toBeInViewport()
  await expect(members.first()).toBeInViewport()
  await expect(page.getByRole('list', { name: 'Members' })).toBeFocused()
  await page.waitForLoadState('networkidle') // otherwise the reload cancels a chunk, which is logged
  await page.reload()
  await expect(members.first()).toContainText('Person 0051')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, Z to A')
  await expect(members.first()).toContainText('Person 0999')
  await page.getByRole('combobox', { name: 'Filter by team' }).selectOption('Sailing')
  await expect(page.getByText('99 members found', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter by role' }).selectOption('Admin')
  await expect(page.getByText('9 members found', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('99 members found', { exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Person 0990' }).press('Space')
  await page.getByRole('checkbox', { name: 'Select Person 0970' }).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('The selected members were removed.')).toBeVisible()
  await expect(page.getByText('96 members found', { exact: true })).toBeVisible()
  await expect(members.first()).toContainText('Person 0960')
})

test('opens an organization whose slug was chosen freely by another client', { tag: '@full' }, async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const name = unique('Rowing')
  await call(page, '/create', { name, slug: `${name} & Élan; +1` })
  await page.goto('/organizations')
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
})
