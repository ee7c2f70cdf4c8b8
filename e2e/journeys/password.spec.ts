import { fillSignIn, newPerson, signIn, signOut, signUp } from '../support/people.ts'
import { untilNothingMoreComes } from '../support/page-load.ts'
import { expect, test } from '../support/test.ts'

test('showing the password keeps the focus and the caret', async ({ page }) => {
  await page.goto('/sign-in')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('correct horse')
  await password.evaluate((input: HTMLInputElement) => input.setSelectionRange(3, 5))
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toBeFocused()
  const caret = () => password.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])
  await expect.poll(caret).toEqual([3, 5])
  await page.getByRole('button', { name: 'Show password', pressed: true }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('caps lock is pointed out while it is on', async ({ page }) => {
  await page.goto('/sign-in')
  const hint = page.getByText('Caps lock is on.')
  const press = (capsLock: boolean) =>
    page.getByLabel('Password', { exact: true }).evaluate((input, modifierCapsLock) => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock }))
    }, capsLock)
  await press(true)
  await expect(hint).toBeVisible()
  await press(false)
  await expect(hint).toBeHidden()
})

test.describe('a new password', () => {
  test.use({ expectedComplaints: /the server responded with a status of 400/ })

  test('says before it is sent what it has to be and how hard it is to guess, and stands beside both when it is refused', async ({
    page,
  }) => {
    const loaded: Promise<number>[] = []
    page.on('requestfinished', (request) => {
      if (!new URL(request.url()).pathname.endsWith('.js')) return
      loaded.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    const rule = '8 to 128 characters.'
    await page.goto('/sign-up')
    await expect(page.getByText(rule)).toBeVisible()
    await untilNothingMoreComes(page)
    const before = loaded.length
    const password = page.getByLabel('Password', { exact: true })
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada Lovelace')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(newPerson('Ada').email)
    expect(loaded.length, 'nothing that judges it comes before it is typed').toBe(before)
    await password.pressSequentially('lovelac')
    await expect(page.getByText('Too easy to guess')).toBeVisible()
    const judging = async () => (await Promise.all(loaded.slice(before))).reduce((sum, size) => sum + size, 0)
    await expect.poll(judging).toBeGreaterThan(10_000)
    expect(await judging(), 'of its own').toBeLessThanOrEqual(400_000)
    await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('This password is too short.')).toBeVisible()
    await expect(password).toBeFocused()
    await expect(password).toHaveAccessibleDescription(/^This password is too short\. .*8 to 128 characters\./)
    await password.fill('nine purple walruses sing')
    await expect(page.getByText('Very hard to guess.')).toBeVisible()
  })
})

test('password managers can tell the fields apart', async ({ page }) => {
  const fields = () =>
    page
      .locator('main input:not([type=checkbox])')
      .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ name, autocomplete }) => `${name}: ${autocomplete}`))
  const expectFields = async (path: string, expected: string[]) => {
    await page.goto(path)
    await expect.poll(fields, path).toEqual(expected)
  }
  await expectFields('/sign-in', ['identifier: username', 'password: current-password'])
  await expectFields('/sign-up', ['name: name', 'email: email', 'password: new-password'])
  await expectFields('/forgot-password', ['email: email'])
  await signUp(page, newPerson('Ada Lovelace'))
  await expectFields('/account/security', [
    'username: username',
    'currentPassword: current-password',
    'newPassword: new-password',
  ])
  await expectFields('/organizations/new', ['name: organization', 'slug: off'])
})

test.describe('with refusals', () => {
  test.use({ expectedComplaints: /the server responded with a status of 40[013]/ })

  test('a forgotten password is reset through a link that works once and leaves no token behind', async ({
    page,
    mailTo,
  }) => {
    const person = newPerson('Ada Lovelace')
    await signUp(page, person)
    await signOut(page, person)
    await page.goto('/sign-in?redirectTo=%2Faccount%2Fsessions')
    await page.getByRole('textbox', { name: 'E-mail or username' }).fill(person.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('textbox', { name: 'E-mail', exact: true })).toHaveValue(person.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByText('You can send it again in')).toBeVisible()
    await page.reload()
    const { url } = await mailTo(person.email, '/reset-password')

    const second = await page.context().newPage()
    await second.goto(url)
    await page.goto(url)
    await expect(page).toHaveURL('/reset-password?redirectTo=%2Faccount%2Fsessions')
    await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Open the link in our mail to choose a new password.')).toBeVisible()
    await expect(page.getByText('expired or was used')).toBeHidden()
    await page.goto(url)
    await page.getByLabel('New password', { exact: true }).fill('a new correct horse')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByText('Your password is changed')).toBeVisible()
    await second.getByLabel('New password', { exact: true }).fill('another correct horse')
    await second.getByRole('button', { name: 'Change the password' }).click()
    await expect(second.getByText('This link has expired or was used already.')).toBeVisible()
    await expect(second.getByRole('link', { name: 'Send a new link' })).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await fillSignIn(page, person)
    await expect(page.getByRole('alert')).toHaveText('The e-mail address, username or password is not right.')
    await fillSignIn(page, { ...person, password: 'a new correct horse' })
    await expect(page, 'what one wanted to see before one had forgotten').toHaveURL('/account/sessions')

    await page.goto(url)
    await expect(page.getByText('This link has expired or was used already.')).toBeVisible()
    await page.goBack()
    expect(page.url()).not.toContain('token')
  })

  test('a changed password signs other devices out and asks for the right old one first', async ({
    page,
    openBrowser,
  }) => {
    const person = newPerson('Ada Lovelace')
    await signUp(page, person)
    const elsewhere = await openBrowser()
    await signIn(elsewhere, person)
    await expect(elsewhere.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible()

    await page.goto('/account/security')
    await page.getByLabel('Current password', { exact: true }).fill('wrong')
    await page.getByLabel('New password', { exact: true }).fill('a new correct horse')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()
    await expect(page.getByText('This is not your password.')).toBeVisible()
    await page.getByLabel('Current password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByText('Your password is changed.')).toBeVisible()

    await elsewhere.reload()
    await expect(elsewhere.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  })
})
