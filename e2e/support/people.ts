import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export interface Person {
  name: string
  email: string
  password: string
}

/** A new user. */
export function newPerson(name: string): Person {
  const mailbox = name.toLowerCase().replaceAll(' ', '.').slice(0, 40) // of 64 characters that one has
  const email = `${mailbox}.${randomBytes(4).toString('hex')}@example.com`
  return { name, email, password: 'correct horse battery' }
}

/** Returns a unique name or slug, without digits, because emails break up long numbers. */
export function unique(word: string): string {
  const letters = randomBytes(4)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
  return `${word} x${letters}`
}

/** Submits the sign-up form. With an invitation, the email is filled in already. */
export async function fillSignUp(page: Page, { name, email, password }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  const address = page.getByRole('textbox', { name: 'Email', exact: true })
  if (await address.isEditable()) await address.fill(email)
  await expect(address).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign up' }).click()
}

/** Signs a new person up and waits for the welcome page. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-up')
  await fillSignUp(page, person)
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${person.name.split(' ')[0]}` })).toBeVisible()
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-in')
  await fillSignIn(page, person)
}

export async function fillSignIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole('textbox', { name: 'Email or username' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

export async function signOut(page: Page, { name }: Person): Promise<void> {
  await page.getByRole('button', { name: `Your account: ${name}` }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
}
