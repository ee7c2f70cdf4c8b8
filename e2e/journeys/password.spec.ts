import { fillSignIn, newPerson, signIn, signUp } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('lets password managers recognize the fields', { tag: '@full' }, async ({ page }) => {
  const fields = () =>
    page
      .locator('main input:not([type=checkbox])')
      .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ name, autocomplete }) => `${name}: ${autocomplete}`))
  const expectFields = async (path: string, expected: string[]) => {
    await page.goto(path)
    await expect.poll(fields, path).toEqual(expected)
  }
  await expectFields('/sign-in', ['identifier: username webauthn', 'password: current-password'])
  await expectFields('/sign-up', ['name: name', 'email: email', 'password: new-password'])
  await expectFields('/forgot-password', ['email: email'])
  await signUp(page, newPerson('Ada Lovelace'))
  await expectFields('/account/security#password', [
    'username: username',
    'currentPassword: current-password',
    'newPassword: new-password',
  ])
  await expectFields('/organizations/new', ['name: organization', 'slug: off'])
})

test.describe('with refusals', () => {
  test.use({ expectedComplaints: /the server responded with a status of 40[013]/ })

  test('resets a forgotten password through a link that works once and leaves no token behind', async ({
    page,
    findEmailTo,
  }) => {
    const person = await signUpByCall(page, 'Ada Lovelace')
    await page.context().clearCookies()
    await page.goto('/sign-in?redirectTo=%2Faccount%2Fsessions')
    await page.getByRole('textbox', { name: 'Email or username' }).fill(person.email)
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(person.email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await expect(page.getByText('You can send it again in')).toBeVisible()
    await page.reload()
    const { url } = await findEmailTo(person.email, '/reset-password')

    const second = await page.context().newPage()
    await second.goto(url)
    await page.goto(url)
    await expect(page).toHaveURL('/reset-password?redirectTo=%2Faccount%2Fsessions')
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Open the link in our email to choose a new password.')).toBeVisible()
    await expect(page.getByText('expired or was already used')).toBeHidden()
    await page.goto(url)
    await page.getByLabel('New password', { exact: true }).fill('a new correct horse')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Your password is changed')).toBeVisible()
    await second.getByLabel('New password', { exact: true }).fill('another correct horse')
    await second.getByRole('button', { name: 'Change password' }).click()
    await expect(second.getByText('This link has expired or was already used.')).toBeVisible()
    await expect(second.getByRole('link', { name: 'Send a new link' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, person)
    await expect(page.getByRole('alert')).toHaveText(
      'That email, username or password isn’t right. Check them and try again.',
    )
    await fillSignIn(page, { ...person, password: 'a new correct horse' })
    await expect(page, 'what one wanted to see before one had forgotten').toHaveURL('/account/sessions')

    await page.goto(url)
    await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
    await page.goBack()
    expect(page.url()).not.toContain('token')
  })

  test(
    'requires the current password for a new one, and signs other devices out',
    { tag: '@full' },
    async ({ page, openBrowser }) => {
      const person = newPerson('Ada Lovelace')
      await signUp(page, person)
      const elsewhere = await openBrowser()
      await signIn(elsewhere, person)
      await expect(elsewhere.getByRole('heading', { name: `Welcome, ${person.name.split(' ')[0]}` })).toBeVisible()

      await page.goto('/account/security')
      await page.getByRole('button', { name: 'Change password' }).click()
      const form = page.getByRole('dialog', { name: 'Change password' })
      await page.getByLabel('Current password', { exact: true }).fill('wrong')
      await page.getByLabel('New password', { exact: true }).fill('a new correct horse')
      await form.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()
      await expect(page.getByText('Wrong password. Try again.')).toBeVisible()
      await page.getByLabel('Current password', { exact: true }).fill(person.password)
      await form.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('Password changed.')).toBeVisible()

      await elsewhere.reload()
      await expect(elsewhere.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
    },
  )
})
