import type { Page } from '@playwright/test'
import { newPerson, type Person } from './people.ts'

/** Makes a user and signs the page's browser in, without going through the screens. */
export async function signUpByCall(page: Page, name: string): Promise<Person> {
  const person = newPerson(name)
  const answer = await page.request.post('/api/auth/sign-up/email', { data: person })
  if (!answer.ok()) throw new Error(`sign-up answered ${answer.status()}: ${await answer.text()}`)
  return person
}
