import { createOrganization } from '../support/organizations.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('makes a role and invites with it; the person sees what it permits, and a change counts at once', async ({
  page,
  openBrowser,
  findEmailTo,
}) => {
  await signUpByCall(page, 'Olga Owner')
  const { slug } = await createOrganization(page, 'Harbour Lab')
  await page.goto(`/organizations/${slug}/roles`)
  await page.getByRole('button', { name: 'Create role' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Help desk')
  await expect(dialog.getByRole('textbox', { name: 'Key' })).toHaveValue('help-desk')
  await dialog.getByRole('checkbox', { name: 'Create teams' }).check()
  await dialog.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByText('The role Help desk was created.')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Help desk' })).toContainText('Not in use')

  const guestPage = await openBrowser()
  const guest = await signUpByCall(guestPage, 'Gustav Guest')
  await page.getByRole('main').getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Invite people' }).click()
  await dialog.getByRole('textbox', { name: 'Email addresses' }).fill(guest.email)
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Help desk')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`The invitation to ${guest.email} is on its way.`)).toBeVisible()
  await guestPage.goto((await findEmailTo(guest.email, '/accept-invitation')).url)
  await guestPage.getByRole('button', { name: /^(Join|Accept)/ }).click()
  await expect(guestPage.getByText('Welcome to Harbour Lab! You’re a member now.')).toBeVisible()

  const tab = (name: string) => guestPage.getByRole('main').getByRole('link', { name, exact: true })
  await expect(guestPage.getByRole('button', { name: 'Invite people' })).toHaveCount(0)
  await expect(tab('Roles')).toHaveCount(0)
  await tab('Teams').click()
  await expect(guestPage.getByRole('button', { name: 'Create team' })).toBeVisible()

  await page.goto(`/organizations/${slug}/roles`)
  await page.getByRole('button', { name: 'Actions for Help desk' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText(['Gustav Guest'])
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Actions for Help desk' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await dialog.getByRole('checkbox', { name: 'Create teams' }).uncheck()
  for (const name of ['Invite people', 'See roles']) await dialog.getByRole('checkbox', { name }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The role Help desk was saved.')).toBeVisible()

  // The page of the guest still has the button: the server refuses.
  await guestPage.getByRole('button', { name: 'Create team' }).click()
  const guestDialog = guestPage.getByRole('dialog')
  await guestDialog.getByRole('textbox', { name: 'Name' }).fill('Crew')
  await guestDialog.getByRole('button', { name: 'Create team' }).click()
  await expect(guestDialog.getByRole('alert')).toHaveText('Your role in this organization doesn’t allow this.')
  await guestPage.goto(`/organizations/${slug}/roles`)
  await expect(guestPage.getByText('Your role: Help desk')).toBeVisible()
  await expect(guestPage.getByRole('columnheader', { name: 'Help desk' })).toContainText('Used by 1')
  await expect(guestPage.getByRole('button', { name: /^(Create role|Actions)/ })).toHaveCount(0)
  await tab('Members').click()
  await guestPage.getByRole('button', { name: 'Invite people' }).click()
  await expect(guestDialog.getByRole('combobox', { name: 'Role' }).getByRole('option')).toHaveText([
    'Member',
    'Help desk',
  ])
})
