import type { Page } from '@playwright/test'
import { createOrganization } from '../support/organizations.ts'
import { type Person, signIn } from '../support/people.ts'
import { post } from '../support/post.ts'
import { scan } from '../support/scan.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// Concurrent changes by others, or by the same person in another tab, while a page is open.

/** Opens two browsers of one person; the second one signs out the first. */
async function endElsewhere(person: Person, openBrowser: () => Promise<Page>): Promise<void> {
  const elsewhere = await openBrowser()
  await signIn(elsewhere, person)
  await expect(elsewhere.getByRole('heading', { name: `Welcome, ${person.name.split(' ')[0]}` })).toBeVisible()
  await post(elsewhere, '/api/auth/revoke-other-sessions', {})
}

test.describe('a session that was revoked elsewhere', () => {
  test.use({ expectedComplaints: /the server responded with a status of 401/ })

  test('is renewed in place, where input and focus are kept', async ({ page, openBrowser }) => {
    const owner = await signUpByCall(page, 'Olga Owner')
    const { slug } = await createOrganization(page, 'Rowing')
    await page.goto(`/organizations/${slug}`)
    await page.getByRole('button', { name: 'Invite people' }).click()
    const field = page.getByRole('textbox', { name: 'Email addresses' })
    await field.fill('somebody@example.com')
    await field.press('Enter')
    await endElsewhere(owner, openBrowser)

    await page.getByRole('button', { name: 'Send invitation' }).click() // through GraphQL
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

    await password.fill('wrong')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Wrong password. Try again.')).toBeVisible()
    await password.fill(owner.password)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveTitle(/Rowing/)
    await expect(page.getByRole('button', { name: 'Organization:' }), 'is still active').toContainText('Rowing')
    // The refused call is repeated.
    await expect(page.getByText('The invitation to somebody@example.com is on its way.')).toBeVisible()
  })

  test(
    'is noticed on return, follows a sign-in in a new tab, and leaves nothing to another user',
    { tag: '@full' },
    async ({ page, openBrowser }) => {
      const bob = await signUpByCall(await openBrowser(), 'Bob Hope')
      const ada = await signUpByCall(page, 'Ada Lovelace')
      await page.goto('/organizations/new')
      const name = page.getByRole('textbox', { name: 'Name' })
      await name.fill('Rowing')
      const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
      const comeBack = async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')))
        await expect(dialog, 'noticed; how soon is asked with a clock in session.test.ts').toBeVisible()
        const [tab] = await Promise.all([
          page.waitForEvent('popup'),
          dialog.getByRole('link', { name: 'Sign in in a new tab' }).click(),
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
    },
  )

  test('leads to sign-in and back when the user leaves the page', { tag: '@full' }, async ({ page, openBrowser }) => {
    const ada = await signUpByCall(page, 'Ada Lovelace')
    await page.goto('/account/sessions')
    await expect(page.getByRole('list', { name: 'This device' })).toBeVisible()
    await endElsewhere(ada, openBrowser)
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByRole('button', { name: 'Leave page' }).click()
    await expect(page).toHaveURL('/sign-in?redirectTo=%2Faccount%2Fprofile')
    await expect(page.getByText(ada.email)).toHaveCount(0)
    await signIn(page, ada)
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
    await endElsewhere(ada, openBrowser)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' }), 'needs no session').toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})
