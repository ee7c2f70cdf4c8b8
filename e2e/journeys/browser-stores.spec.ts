import type { Page } from '@playwright/test'
import { fillSignIn, fillSignUp, newPerson, signOut } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

type Kind = 'denied' | 'null' | 'full'

/** Before any script of the page. */
const breakStores = (page: Page, kind: Kind) =>
  page.addInitScript((how) => {
    const refuse = (): never => {
      throw new DOMException('no', how === 'full' ? 'QuotaExceededError' : 'SecurityError')
    }
    if (how === 'full') return void Object.assign(Storage.prototype, { setItem: refuse })
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, name, { get: how === 'null' ? () => null : refuse })
    // Missing in old web views; Firefox throws where it denies storage.
    if (how === 'null') Reflect.deleteProperty(globalThis, 'BroadcastChannel')
    else Object.assign(globalThis, { BroadcastChannel: refuse })
  }, kind)

for (const kind of ['denied', 'null', 'full'] as const)
  test(
    `signs up, signs in and resets the password while browser stores are ${kind}`,
    {
      // storage.test.ts of kit tries each kind every time.
      ...(kind !== 'denied' && { tag: '@full' }),
    },
    async ({ page, findEmailTo }) => {
      await breakStores(page, kind)
      const person = newPerson('Ada Lovelace')
      await page.goto('/sign-up')
      await fillSignUp(page, person)
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible()
      await signOut(page, person)

      await page.goto('/forgot-password')
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill(person.email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByText('You can send it again in')).toBeVisible()
      const { url } = await findEmailTo(person.email, '/reset-password')
      await page.goto(url)
      const password = 'a new correct horse'
      await page.getByLabel('New password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByText('Your password is changed')).toBeVisible()

      await page.goto('/sign-in')
      await fillSignIn(page, { ...person, password })
      await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Ada' })).toBeVisible()
      await page.goto('/verify-email')
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText('This part is unavailable')).toBeHidden()
    },
  )
