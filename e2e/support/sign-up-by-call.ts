import type { Page } from '@playwright/test'
import { newPerson, type Person } from './people.ts'
import { post } from './post.ts'

/** Creates a user and signs the page's browser in, without the screens. */
export async function signUpByCall(page: Page, name: string): Promise<Person> {
  const person = newPerson(name)
  await post(page, '/api/auth/sign-up/email', person)
  return person
}
