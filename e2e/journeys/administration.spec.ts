import { makeAdministrator } from '../support/administrators.ts'
import { signIn } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedComplaints: /the server responded with a status of 403/ }) // the sign-in of a banned person

test('lets an administrator act as somebody and ban them, with reasons, and has no page for anyone else', async ({
  page,
  openBrowser,
}) => {
  const root = await signUpByCall(page, 'Ada Lovelace')
  await makeAdministrator(root.email)
  const bob = await openBrowser()
  const person = await signUpByCall(bob, 'Bob Hope')

  const requested: string[] = []
  bob.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await bob.goto('/admin/people')
  await expect(bob.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
  await expect(bob.getByRole('link', { name: 'Account', exact: true })).toBeVisible()
  await expect(bob.getByRole('link', { name: 'Administration' })).toHaveCount(0)
  expect(requested.filter((path) => /mf-admin|\/admin\/./.test(path))).toEqual(['/admin/people'])

  await page.goto('/')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('searchbox').fill(person.email)
  await page.keyboard.press('Enter')
  const people = page.getByRole('table', { name: 'People' })
  await expect(people.getByRole('row')).toHaveCount(2) // with the headers
  await page.getByRole('link', { name: 'Bob Hope' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bob Hope' })).toBeVisible()
  const address = page.url()
  const ask = async (item: string) => {
    await page.getByRole('button', { name: 'Actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await ask('Act as this person…')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('a ticket')
  await dialog.getByRole('button', { name: 'Act as this person' }).click()
  await expect(page.getByText('You are acting as Bob Hope')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Bob' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible()

  await page.goto(address)
  await ask('Ban…')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await expect(reason).toBeFocused()
  await reason.fill('sells tickets')
  await dialog.getByRole('button', { name: 'Ban' }).click()
  await expect(page.getByRole('alert')).toContainText('Banned until the ban is lifted')
  const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await expect(activity.first()).toContainText('By Ada Lovelace')
  await expect(activity.first()).toContainText('sells tickets')
  await expect(page.getByText('Signed in nowhere.')).toBeVisible()

  await bob.goto('/account/profile')
  await expect(bob).toHaveURL(/\/sign-in/)
  await signIn(bob, person)
  await expect(bob.getByRole('alert')).toContainText('This account has been blocked.')
})

test('deletes an email that was given up, with a reason', async ({ page }) => {
  const { email } = await signUpByCall(page, 'Ada Lovelace')
  await makeAdministrator(email)
  await page.goto('/admin/people')
  await page.getByRole('main').getByRole('link', { name: 'Emails' }).click()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Given up')
  const row = page.getByRole('list', { name: 'Emails' }).getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Error: 550 unknown')
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete the email to ${email}?` })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('a ticket')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await expect(dialog).toHaveCount(0)
})
