import type { Page } from '@playwright/test'
import { expect } from './test.ts'
import { totp } from './totp.ts'

export const codeField = (page: Page) => page.getByLabel('Six-digit code from your authenticator app')

/** Also for people without a password. `look` sees each step. */
export async function setUpApp(page: Page, password?: string, look = async (_step: string) => {}) {
  await page.goto('/account/security')
  const app = await setUpAppHere(page, password, look)
  await expect(page.getByText('10 left')).toBeVisible()
  return app
}

export async function setUpAppHere(page: Page, password?: string, look = async (_step: string) => {}) {
  await page.getByRole('button', { name: 'Turn on the authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await look('set up an app')
  if (password) await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Can’t scan? Show key' }).click()
  await expect(dialog.getByRole('img')).toBeVisible()
  await look('scan the picture')
  const key = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await codeField(page).fill(totp(key, -1))
  const items = dialog.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
  await expect(items).toHaveCount(10)
  await look('backup codes')
  const backupCodes = await items.allInnerTexts()
  await dialog.getByRole('checkbox', { name: 'I saved them' }).check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return { key, backupCodes }
}
