import { createOrganization } from '../support/organizations.ts'
import { newPerson, signIn, signUp, unique } from '../support/people.ts'
import { edgesOf, halfBlackFile, showLeftHalf } from '../support/pictures.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('a session that is ended elsewhere is over', async ({ page, openBrowser }) => {
  const person = newPerson('Ada Lovelace')
  await signUp(page, person)
  const phone = await openBrowser({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/604.1',
  })
  await signIn(phone, person)
  await expect(phone.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible()
  const robot = await openBrowser({ userAgent: 'something/1' })
  await signIn(robot, person)
  await expect(robot.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible()

  await page.goto('/account/sessions')
  const rows = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('This device')
  await expect(rows.nth(1)).toContainText('Unknown device')
  await expect(rows).toContainText(Array.from({ length: 3 }, () => / · signed in since \w+ \d+, 20\d\d/))
  await expect(rows.first().getByText('This device')).toHaveCSS('text-transform', 'none')
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  await expect(page.getByText('The device is signed out.')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await phone.goto('/account/sessions')
  await expect(phone).toHaveURL(/\/sign-in/)
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows.first()).toContainText('This device')
})

test('all tabs follow a sign-out', async ({ page }) => {
  await signUp(page, newPerson('Ada Lovelace'))
  const other = await page.context().newPage()
  await other.goto('/account/sessions')
  await expect(other.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(other).toHaveURL(/\/sign-in\?redirectTo=/)
})

test('after signing out the way back shows nothing of the account', async ({ page }) => {
  const person = await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/account/profile')
  await expect(page.getByRole('main').getByText(person.email)).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/sign-in?redirectTo=%2Faccount%2Fprofile')
  await expect(page.getByText(person.email)).toHaveCount(0)
  await expect(page.getByText(person.name)).toHaveCount(0)
})

test('"Verify it" sends a mail, and an address verified in one tab lets the other one go on', async ({
  page,
  mailTo,
}) => {
  const person = newPerson('Ada Lovelace')
  await signUp(page, person)
  await page.goto('/email-verified')
  await expect(page.getByText('it is not verified yet'), 'typed, not reached by a link').toBeVisible()
  await page.goto('/account/profile')
  await page.getByRole('link', { name: 'Verify it' }).click()
  await expect(page.getByText(`We have sent a mail to ${person.email}.`)).toBeVisible()
  await expect(page.getByText('You can send it again in')).toBeVisible()
  const other = await page.context().newPage()
  await other.goto((await mailTo(person.email)).url)
  await expect(other.getByRole('heading', { name: 'Your e-mail address is verified' })).toBeVisible()
  await expect(page).toHaveURL('/account/profile')
  await expect(page.getByRole('link', { name: 'Verify it' })).toBeHidden()
})

test('a change of address waits for its links, in every tab and browser, until it is done or cancelled', async ({
  page,
  openBrowser,
  mailTo,
}) => {
  const person = newPerson('Ada Lovelace')
  const newEmail = newPerson('Ada King').email
  await signUp(page, person)
  await page.goto('/verify-email?redirectTo=%2Faccount%2Fprofile')
  await expect(page.getByText(`We have sent a mail to ${person.email}.`)).toBeVisible()
  await page.goto((await mailTo(person.email)).url)
  await page.getByRole('link', { name: 'Continue' }).click()
  const tab = await page.context().newPage()
  await tab.goto('/account/profile')
  const phone = await openBrowser()
  await signIn(phone, person)
  await expect(phone.getByRole('heading', { name: `Welcome, ${person.name}` })).toBeVisible()

  const ask = async () => {
    await page.getByRole('textbox', { name: 'New e-mail address' }).fill(newEmail)
    await page.getByRole('button', { name: 'Change the address' }).click()
  }
  const waits = `We have sent a mail to ${person.email}.`
  await ask()
  await expect(page.getByText(waits)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'E-mail address' }), 'near what had the focus').toBeFocused()
  await expect(tab.getByText(waits)).toBeVisible()
  await page.reload()
  await expect(page.getByText(waits)).toBeVisible()
  await phone.goto('/account/profile')
  await expect(phone.getByText(newEmail)).toBeVisible()
  await phone.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(phone.getByText('The change was cancelled.')).toBeVisible()
  await page.goto((await mailTo(person.email)).url)
  await expect(page.getByRole('heading', { name: 'Your e-mail address stays as it was' })).toBeVisible()

  await page.goto('/account/profile')
  await ask()
  await expect(tab.getByText(waits)).toBeVisible()
  await page.goto((await mailTo(person.email)).url)
  await expect(page.getByRole('heading', { name: 'One step is left' })).toBeVisible()
  await expect(page.getByRole('main').getByText(newEmail)).toBeVisible()
  await expect(tab.getByText(`${newEmail} is not verified yet.`)).toBeVisible()
  await page.goto((await mailTo(newEmail)).url)
  await expect(page.getByRole('heading', { name: 'Your e-mail address is verified' })).toBeVisible()
  await expect(page.getByRole('main').getByText(newEmail)).toBeVisible()
  await expect(tab.getByText('is not verified yet')).toBeHidden()
})

test('name and username change, and the username signs in', async ({ page, openBrowser }) => {
  const person = newPerson('Ada Lovelace')
  const username = unique('Ada').replace(' ', '_')
  await signUp(page, person)
  await page.goto('/account/profile')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada King')
  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await expect(page.getByText('admin is taken.'), 'nobody is called like those who run the product').toBeVisible()
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await expect(page.getByText(`${username} is free.`)).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const elsewhere = await openBrowser()
  await signIn(elsewhere, { ...person, email: username.toUpperCase() })
  await expect(elsewhere.getByRole('heading', { name: 'Welcome, Ada King' })).toBeVisible()
})

test('two tabs do not undo what the other one saved', async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  const username = unique('ada').replace(' ', '_')
  await page.goto('/account/profile')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Ada King')
  const other = await page.context().newPage()
  await other.goto('/account/profile')
  await other.getByRole('textbox', { name: 'Username' }).fill(username)
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText('Saved.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(username)
  await expect(name, 'what is typed stays').toHaveValue('Ada King')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(other.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada King')
})

test('a picture becomes a small square, and a file that is none is refused', async ({ page }, testInfo) => {
  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/account/profile')
  const file = page.getByLabel('Picture', { exact: true })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg })
  await expect(page.getByText('This file is not a picture that can be used.')).toBeVisible()
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') })
  await expect(page.getByText('This file is not a picture that can be used.')).toBeVisible()
  const path = await halfBlackFile(page, testInfo)
  await file.setInputFiles(path)
  const editor = page.getByRole('dialog', { name: 'Choose what is shown' })
  const part = editor.getByRole('application')
  const edges = () => edgesOf(part)
  await showLeftHalf(part)
  await part.press('ArrowRight')
  await expect.poll(edges, 'there is nothing beside it').toEqual([true, true])
  for (let times = 0; times < 15; times += 1) await part.press('ArrowLeft')
  await expect.poll(edges, 'moved on by keys').toEqual([true, false])
  await editor.getByRole('button', { name: 'Save' }).click()
  const picture = page.locator('main .kit-avatar img')
  await expect(picture).toHaveAttribute('src', /\/api\/auth\/pictures\/[\da-f]{64}$/)
  const sides = () => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(sides).toEqual([160, 160]) // it has its address before its content
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await expect(picture).toBeHidden()
  await file.setInputFiles(path)
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(picture, 'the same file once more').toBeVisible()
})

test('the address of a picture elsewhere is not asked for', async ({ page, baseURL }) => {
  await signUpByCall(page, 'Ada Lovelace')
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(String(baseURL))) elsewhere.push(request.url())
  })
  const image = 'https://stranger.test/pixel.png'
  expect((await page.request.post('/api/auth/update-user', { data: { image } })).ok()).toBe(true)
  await page.goto('/account/profile')
  await expect(page.locator('main .kit-avatar')).toHaveText('AL')
  await page.getByRole('button', { name: 'Remove the picture' }).click()
  await expect(page.getByRole('button', { name: 'Remove the picture' })).toBeHidden()
  expect(elsewhere).toEqual([])
})

test('an account is deleted through the mailed link, once its organizations have another owner', async ({
  page,
  mailTo,
}) => {
  const person = newPerson('Ada Lovelace')
  await signUp(page, person)
  const organization = unique('Rowing')
  const { organizationId } = await createOrganization(page, organization)
  await page.goto('/account/delete')
  await expect(page.getByText('You are the only owner of these organizations.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: organization }).click()
  await expect(page.getByRole('heading', { level: 1, name: organization })).toBeVisible()
  expect((await page.request.post('/api/auth/organization/delete', { data: { organizationId } })).ok()).toBe(true)

  await page.goto('/account/delete')
  await page.getByRole('textbox', { name: `Type ${person.email} to confirm` }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Delete the account' }).click()
  await expect(page.getByText(`We have sent a mail to ${person.email}.`)).toBeVisible()
  await expect(page.getByText('You can send it again in')).toBeVisible()
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
  const { url } = await mailTo(person.email)
  await page.goto(url.replace(/token=./, (start) => (start === 'token=x' ? 'token=y' : 'token=x')))
  await expect(page.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible()
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'Goodbye' })).toBeVisible()
  await page.goto(url)
  await expect(page.getByText('If you have deleted the account before, there is nothing left to do.')).toBeVisible()
})

test('two accounts live in one browser, and all tabs change between them', async ({ page, openBrowser }) => {
  const bob = await signUpByCall(await openBrowser(), 'Bob Hope')
  const ada = await signUpByCall(page, 'Ada Lovelace')
  const other = await page.context().newPage()
  await other.goto('/')
  await page.goto('/account/sessions')
  const menu = page.getByRole('button', { name: 'Your account' })
  await menu.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(':popover-open')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  const add = page.getByRole('link', { name: 'Add another account' })
  await expect(add).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(add).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'E-mail or username' }).fill(bob.email)
  await page.getByLabel('Password', { exact: true }).fill(bob.password)
  await page.keyboard.press('Enter')
  await expect(other.getByRole('heading', { name: 'Welcome, Bob Hope' })).toBeVisible()

  await page.goto('/account/profile')
  await menu.click()
  await page.getByRole('button', { name: `Switch to ${ada.email}` }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ada Lovelace' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Welcome, Ada Lovelace' })).toBeVisible()
  await menu.click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Welcome, Bob Hope' })).toBeVisible()
  await menu.click()
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: `Switch to ${ada.email}` })).toBeHidden()
})

test.describe('with refusals', () => {
  test.use({ expectedComplaints: /the server responded with a status of 40[013]/ })

  test('a sensitive action asks for the password and is then done without a second click', async ({ page }) => {
    const person = newPerson('Ada Lovelace')
    await signUp(page, person)
    await createOrganization(page, 'Rowing')
    const account = { createdAt: new Date(), updatedAt: new Date(), scopes: [] }
    const accounts = [
      { ...account, id: '1', provider: 'credential', accountId: '1' },
      { ...account, id: '2', provider: 'github', accountId: '2' },
    ]
    // Freshness lasts a day, so the server's refusal is put in its place; all else is the real thing.
    let refused = 0
    await page.route('**/list-accounts', (route) =>
      route.fulfill({ json: refused === 2 ? accounts.slice(0, 1) : accounts }),
    )
    await page.route('**/unlink-account', async (route) => {
      refused += 1
      if (refused > 1) return route.fulfill({ json: { status: true } })
      return route.fulfill({ status: 403, json: { code: 'SESSION_IS_NOT_FRESH', message: 'Session is not fresh' } })
    })
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Remove GitHub' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('This is not your password.')).toBeVisible()
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Your only way to sign in')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Organization:' }), 'is still active').toContainText('Rowing')
    await page.goto('/account/sessions')
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  })
})
