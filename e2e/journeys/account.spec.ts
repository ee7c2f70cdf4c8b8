import type { Locator, Page } from '@playwright/test'
import { createOrganization } from '../support/organizations.ts'
import { post } from '../support/post.ts'
import { newPerson, signIn, signUp, unique } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('ends a session that was revoked elsewhere', async ({ page, openBrowser }) => {
  const person = await signUpByCall(page, 'Ada Lovelace')
  const phone = await openBrowser({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/604.1',
  })
  await signIn(phone, person)
  // The last request of the page, which the end of the session would refuse.
  await expect(phone.getByText('No organizations yet')).toBeVisible()

  await page.goto('/account/sessions')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Active now')
  await page.getByRole('button', { name: 'Sign out: Safari on iPhone' }).click()
  await expect(page.getByText('Session signed out.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  await phone.goto('/account/sessions')
  await expect(phone).toHaveURL(/\/sign-in/)
  await page.reload()
  await expect(rows.first()).toContainText('Active now')
})

const sessionOf = async ({ request }: Page) => (await request.get('/api/auth/get-session')).json()

test('ends the sessions of a stranger whose sign-in the activity shows', async ({ page, openBrowser }) => {
  const person = await signUpByCall(page, 'Ada Lovelace')
  const stranger = await openBrowser()
  await post(stranger, '/api/auth/sign-in/email', person)
  await page.goto('/account/activity?kind=sign-in')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await rows.first().getByRole('button', { name: 'Actions for Signed in' }).click()
  await page.getByRole('menuitem', { name: 'This wasn’t me' }).click()
  await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
  expect([await sessionOf(stranger), await sessionOf(page)]).toEqual([null, expect.anything()])
})

test('confirms in a toast that waits while it is used, and can be closed over a dialog', async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  await page.clock.install()
  await page.goto('/account/profile')
  const save = async (name: string) => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await page.getByRole('button', { name: 'Save changes' }).click()
  }
  const toast = page.getByRole('status').filter({ hasText: 'Saved.' })
  const close = toast.getByRole('button', { name: 'Dismiss' })
  await save('Ada King')
  await close.hover()
  await page.clock.runFor(30_000)
  await expect(toast, 'stays under the pointer').toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(12_000)
  await expect(toast, 'goes by itself').toBeHidden()

  await save('Ada Byron')
  await close.focus()
  await page.clock.runFor(30_000)
  await expect(toast, 'stays with the focus').toBeVisible()
  await close.press('Enter')
  await expect(toast).toBeHidden()

  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada')
  await page.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.id = 'above'
    dialog.showModal()
    document.querySelector('form')?.requestSubmit()
  })
  await expect(toast, 'is announced: the rest of the page is inert').toBeVisible()
  await page.locator('#above').evaluate((dialog: HTMLDialogElement) => dialog.close())
  await expect(toast, 'outlives the dialog').toBeVisible()
  await page.locator('#above').evaluate((dialog: HTMLDialogElement) => dialog.showModal())
  await page
    .locator('form')
    .first()
    .evaluate((form: HTMLFormElement) => form.requestSubmit())
  await close.click()
  await expect(toast).toBeHidden()
})

test('shows nothing of the account on the way back after sign-out', async ({ page }) => {
  const person = await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/account/profile')
  await expect(page.getByRole('main').getByText(person.email).first()).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/sign-in?redirectTo=%2Faccount%2Fprofile')
  await expect(page.getByText(person.email)).toHaveCount(0)
  await expect(page.getByText(person.name)).toHaveCount(0)
})

test(
  'keeps an email change pending in every tab and browser until its links were opened or it is cancelled',
  { tag: '@full' },
  async ({ page, openBrowser, findEmailTo }) => {
    const person = newPerson('Ada Lovelace')
    const newEmail = newPerson('Ada King').email
    await signUp(page, person)
    await page.goto('/verify-email?redirectTo=%2Faccount%2Fprofile')
    await expect(page.getByText(`We sent an email to ${person.email}.`)).toBeVisible()
    await page.goto((await findEmailTo(person.email, 'profile')).url)
    await page.getByRole('link', { name: 'Continue' }).click()
    const tab = await page.context().newPage()
    await tab.goto('/account/profile')
    const phone = await openBrowser()
    await signIn(phone, person)
    await expect(phone.getByRole('heading', { name: `Welcome, ${person.name.split(' ')[0]}` })).toBeVisible()

    const ask = async () => {
      await page.getByRole('textbox', { name: 'New email' }).fill(newEmail)
      await page.getByRole('button', { name: 'Change email' }).click()
    }
    const waits = `Open the link we sent to ${person.email} in a browser where you’re signed in.`
    await ask()
    await expect(page.getByText(waits)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Email' }), 'near what had the focus').toBeFocused()
    await expect(tab.getByText(waits)).toBeVisible()
    await page.reload()
    await expect(page.getByText(waits)).toBeVisible()
    await phone.goto('/account/profile')
    await expect(phone.getByText(newEmail)).toBeVisible()
    await phone.getByRole('button', { name: 'Cancel the change of email' }).click()
    await expect(phone.getByText('Change canceled.')).toBeVisible()
    await page.goto((await findEmailTo(person.email, 'profile')).url)
    await expect(page.getByRole('heading', { name: 'Your email hasn’t changed' })).toBeVisible()

    await page.goto('/account/profile')
    await ask()
    await expect(tab.getByText(waits)).toBeVisible()
    await page.goto((await findEmailTo(person.email, 'profile')).url)
    await expect(page.getByRole('heading', { name: 'One step left' })).toBeVisible()
    await expect(page.getByRole('main').getByText(newEmail)).toBeVisible()
    await expect(tab.getByText('Not verified')).toBeVisible()
    await page.goto((await findEmailTo(newEmail)).url)
    await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
    await expect(page.getByRole('main').getByText(newEmail)).toBeVisible()
    await expect(tab.getByText('Not verified')).toBeHidden()

    await page.getByRole('link', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Sign out all other devices' }).click()
    await expect(page.getByText('Other devices are still signed in.')).toBeHidden()
    await phone.reload()
    await expect(phone).toHaveURL(/\/sign-in/)
  },
)

/** Whether the left and right edges of a canvas or an image are black. */
const edgesOf = (picture: Locator): Promise<boolean[]> =>
  picture.evaluate((shown) => {
    if (!(shown instanceof HTMLCanvasElement || shown instanceof HTMLImageElement)) return []
    const copy = new OffscreenCanvas(320, 320).getContext('2d')
    copy?.drawImage(shown, 0, 0, 320, 320)
    const { data } = copy?.getImageData(0, 160, 320, 1) ?? { data: [] }
    return [data[11], data.at(-9)].map((opacity = 0) => opacity > 127)
  })

test('crops a picture to a small square, and rejects a file that is not a picture', async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/account/profile')
  const choose = (content: Buffer) =>
    page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: content })
  await choose(Buffer.from('not a picture'))
  await expect(page.getByText('This file can’t be used.')).toBeVisible()
  // Twice as wide as high, with a black left half.
  const png = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 600 })
    canvas.getContext('2d')?.fillRect(0, 0, 600, 600)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  await choose(Buffer.from(png, 'base64'))
  const editor = page.getByRole('dialog', { name: 'Crop picture' })
  const part = editor.getByRole('application')
  await expect.poll(() => edgesOf(part), 'the middle').toEqual([true, false])
  await part.dragTo(part, { sourcePosition: { x: 20, y: 160 }, targetPosition: { x: 250, y: 160 } })
  await expect.poll(() => edgesOf(part), 'dragged to the left half').toEqual([true, true])
  await editor.getByRole('button', { name: 'Save' }).click()
  const picture = page.locator('main section .kit-avatar img')
  await expect(picture).toHaveAttribute('src', /\/api\/auth\/pictures\/[\da-f]{64}$/)
  await expect.poll(() => edgesOf(picture)).toEqual([true, true])
  expect(await picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    160, 160,
  ])
})

test.describe('deletion by link', () => {
  // The page asks for the organizations of the account while another of its requests deletes it.
  test.use({ expectedComplaints: /401 \(Unauthorized\) .*organization\/list/ })

  test('deletes an account through the emailed link, once its organizations have another owner', async ({
    page,
    findEmailTo,
  }) => {
    const person = newPerson('Ada Lovelace')
    await signUp(page, person)
    await page.goto((await findEmailTo(person.email)).url) // proves the email
    await expect(page.getByRole('heading', { level: 1, name: 'Your email is verified' })).toBeVisible()
    const organization = unique('Rowing')
    const { organizationId } = await createOrganization(page, organization)
    await page.goto('/account/delete')
    await expect(page.getByText('You’re the only owner of these organizations.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: organization }).click()
    await expect(page.getByRole('heading', { level: 1, name: organization })).toBeVisible()
    expect((await page.request.post('/api/auth/organization/delete', { data: { organizationId } })).ok()).toBe(true)

    await page.goto('/account/delete')
    await page.getByRole('textbox', { name: `Type ${person.email} to confirm` }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByText(`We sent an email to ${person.email}.`)).toBeVisible()
    await expect(page.getByText('You can send it again in')).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
    const { url } = await findEmailTo(person.email, 'goodbye')
    await page.goto(url.replace(/token=./, (start) => (start === 'token=x' ? 'token=y' : 'token=x')))
    await expect(page.getByRole('heading', { name: 'Nothing was deleted' })).toBeVisible()
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
    await page.goto(url)
    await expect(page.getByText('If you already deleted your account, there’s nothing left to do.')).toBeVisible()
  })
})

test('deletes an account with the password alone if the email was mistyped', async ({ page }) => {
  const person = await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/account/delete')
  await page.getByRole('textbox', { name: `Type ${person.email} to confirm` }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
})

test('is not signed out by a dead cookie with the name of ours, which sign-out expires', async ({ page }) => {
  const person = await signUpByCall(page, 'Ada Lovelace')
  const cookies = async () => (await page.context().cookies()).filter(({ name }) => name.endsWith('session_token'))
  const [own] = await cookies()
  if (!own) throw new Error('no session cookie')
  const dead = `x.${encodeURIComponent(`${'A'.repeat(43)}=`)}`
  // Chromium sends cookies of longer paths first.
  await page.context().addCookies([{ name: own.name, value: dead, domain: own.domain, path: '/api' }])
  await page.goto('/account/profile')
  await expect(page.getByRole('main').getByText(person.email).first()).toBeVisible()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  expect(await cookies()).toEqual([])
})

test(
  'keeps two accounts in one browser, and switches all tabs between them',
  { tag: '@full' },
  async ({ page, openBrowser }) => {
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
    await expect(page.getByRole('link', { name: ada.email })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('link', { name: 'Your account' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(add).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Email or username' }).fill(bob.email)
    await page.getByLabel('Password', { exact: true }).fill(bob.password)
    await page.keyboard.press('Enter')
    await expect(other.getByRole('heading', { name: 'Welcome, Bob' })).toBeVisible()

    await page.goto('/account/profile')
    await menu.click()
    // A request that is under way while its session ends is an error in the console.
    const loaded = [page, other].flatMap((tab) => [
      tab.waitForResponse('**/api/auth/organization/list'),
      tab.waitForResponse('**/api/auth/address-to-prove'),
    ])
    await page.getByRole('button', { name: `Switch to ${ada.name} ${ada.email}` }).click()
    for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
    await Promise.all(loaded)
    await menu.click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Welcome, Bob' })).toBeVisible()
    await menu.click()
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: `Switch to ${ada.name} ${ada.email}` })).toBeHidden()
  },
)
