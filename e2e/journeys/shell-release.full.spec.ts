import type { Page } from '@playwright/test'
import { findFreePort } from 'database/free-port.ts'
import { publishNextShell, remote } from '../support/next-shell.ts'
import { fillSignUp, newPerson, type Person } from '../support/people.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'
import { startBalancer, startSecondShell } from '../support/second-shell.ts'
import { expect, test } from '../support/test.ts'

// A new shell affects everyone, so this needs its own product, behind a balancer that gets a second
// server.
const servers: number[] = []
let product: RunningProduct
let endBalancer: () => Promise<void>

test.beforeAll(async () => {
  test.setTimeout(180_000)
  const [balancer, first] = [await findFreePort(), await findFreePort()]
  servers.push(first)
  endBalancer = await startBalancer(balancer, servers)
  product = await startProduct({ PORT: String(first), AUTH_URL: `http://localhost:${balancer}` })
})
test.afterAll(async () => {
  await product.stop()
  await endBalancer()
})

const releaseOf = (page: Page) => page.evaluate(() => String(Reflect.get(window, 'shellRelease') ?? 'first'))

test.slow() // it builds a shell
test('keeps open pages working through a rolling release of the shell and its rollback', async ({ openBrowser }) => {
  const failures: string[] = []
  const open = async () => {
    const page = await openBrowser({ baseURL: product.address })
    page.on('response', (response) => {
      if (/\/(assets|remotes)\//.test(response.url()) && !response.ok()) failures.push(response.url())
    })
    return page
  }
  const page = await open()
  await page.goto('/sign-up')
  await page.evaluate(() => Object.assign(window, { samePage: true }))

  await publishNextShell(product)
  const second = await startSecondShell(product, `http://127.0.0.1:${servers[0]}`)
  servers.push(second.port)
  const next = await open()
  await next.goto('/sign-up')
  await expect.poll(() => releaseOf(next)).toBe('next')

  await signUpAndUse(page, newPerson('Ada Open'))
  expect(await page.evaluate(() => Reflect.get(window, 'samePage'))).toBe(true)
  expect(await releaseOf(page)).toBe('first')

  await remote(['rollback', 'shell'], product)
  await expect
    .poll(async () => {
      const another = await open()
      await another.goto('/')
      const release = await releaseOf(another)
      await another.close()
      return release
    })
    .toBe('first')
  await signUpAndUse(next, newPerson('Grace Next'))
  expect(await releaseOf(next)).toBe('next')
  expect(failures).toEqual([])
  await second.stop()
})

/** Covers what loads after the first page: header parts, screens with `kit/graphql`, texts. */
async function signUpAndUse(page: Page, person: Person): Promise<void> {
  const { name } = person
  await fillSignUp(page, person)
  await expect(page.getByRole('heading', { level: 1, name: `Welcome, ${name.split(' ')[0]}` })).toBeVisible()
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: `Your account: ${name}` }).click()
  await expect(banner.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await banner.getByRole('button', { name: /No organization/ }).click()
  await expect(banner.getByRole('link', { name: 'Create organization' })).toBeVisible()
  await page.keyboard.press('Escape')
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const [link, title] of [
    ['Organizations', 'Organizations'],
    ['Account', 'Profile'],
  ] as const) {
    await menu.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  }
  await banner.getByRole('button', { name: `Your account: ${name}` }).click()
  await banner.locator('select[name=language]').selectOption('Deutsch')
  await expect(page.getByRole('heading', { name: 'Profil', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: /Wiederholen|Retry/ })).toHaveCount(0)
}
