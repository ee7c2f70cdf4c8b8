import type { Page } from '@playwright/test'
import { runInDatabase } from '../support/organizations.ts'
import { post } from '../support/post.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedComplaints: /the server responded with a status of 40[134]/ }) // what is closed to it, a ban, and no page

/** Signs an administrator in, and returns the id of a person who is signed in elsewhere. */
async function meet(page: Page, other: Page): Promise<string> {
  const root = await signUpByCall(page, 'Ada Lovelace')
  await runInDatabase((db) => db.write`update "user" set "role" = 'admin' where "email" = ${root.email}`)
  await signUpByCall(other, 'Anna Kowalska')
  const { user } = await (await other.request.get('/api/auth/get-session')).json()
  return String(user.id)
}

const banner = (page: Page) => page.getByText('You are acting as Anna Kowalska')
const stop = (page: Page) => page.getByRole('button', { name: 'Stop' })
const menuOf = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) })

test('shows a banner on every page of who acts for somebody, until the end', async ({ page, openBrowser }) => {
  const anna = await openBrowser()
  const userId = await meet(page, anna)
  const requested: string[] = []
  anna.on('request', (request) => requested.push(request.url()))
  await anna.goto('/account')
  await expect(anna.getByRole('heading', { level: 1 })).toBeVisible()
  await post(page, '/api/auth/admin/impersonate-user', { userId, reason: 'Anna asked for help' })
  for (const path of ['/', '/account', '/organizations', '/account/security', '/nowhere']) {
    await page.goto(path)
    await expect(banner(page)).toBeVisible()
    await expect(stop(page)).toBeVisible()
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(banner(page)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto('/account')
  await menuOf(page, 'Anna Kowalska').click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(page.getByText('Add another account')).toHaveCount(0)
  await expect(page.getByText('This couldn’t be loaded')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await stop(page).focus()
  await page.keyboard.press('Enter')
  await expect(menuOf(page, 'Ada Lovelace')).toBeVisible()
  await expect(banner(page)).toHaveCount(0)

  await post(page, '/api/auth/admin/impersonate-user', { userId })
  await page.goto('/account')
  await expect(banner(page)).toBeVisible()
  await post(anna, '/api/auth/revoke-other-sessions', {})
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(menuOf(page, 'Ada Lovelace')).toBeVisible()
  await expect(banner(page)).toHaveCount(0)

  await anna.goto('/account/activity')
  const activity = anna.getByRole('listitem').filter({ hasText: 'An administrator started acting as you' })
  await expect(activity.last()).toContainText('Anna asked for help')
  await expect(activity.last()).toContainText('By Ada Lovelace')
  expect(requested.filter((url) => /banner/.test(url))).toEqual([])
})

test('asks a banned person with an open page to sign in', async ({ page, openBrowser }) => {
  const anna = await openBrowser()
  const userId = await meet(page, anna)
  await anna.goto('/account')
  await expect(anna.getByRole('heading', { level: 1 })).toBeVisible()
  await post(page, '/api/auth/admin/ban-user', { userId, banReason: 'spam' })
  await anna.evaluate(() => window.dispatchEvent(new Event('focus')))
  const dialog = anna.getByRole('dialog', { name: 'Sign in to continue' })
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await dialog.getByRole('button', { name: /Sign in|Continue/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('blocked')
})
