import type { Page } from '@playwright/test'
import type { Person } from './people.ts'
import { expect } from './test.ts'

/** Enters an identity on a demo provider's page, and consents. */
export async function consentAs(page: Page, provider: string, { name, email }: Person): Promise<void> {
  await expect(page.getByRole('heading', { name: `Sign in with ${provider} (demo)` })).toBeVisible()
  await page.getByRole('radio', { name: 'Somebody else' }).check()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Allow' }).click()
}
