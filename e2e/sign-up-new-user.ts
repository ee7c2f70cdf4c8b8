import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

/** Makes a user and signs the page's browser in, without going through the screens. */
export async function signUpNewUser(page: Page, name: string): Promise<{ email: string; password: string }> {
  const email = `${randomUUID()}@example.com`
  const password = 'correct horse battery'
  const answer = await page.request.post('/api/auth/sign-up/email', { data: { email, password, name } })
  if (!answer.ok()) throw new Error(`sign-up answered ${answer.status()}: ${await answer.text()}`)
  return { email, password }
}
