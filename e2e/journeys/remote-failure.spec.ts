import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { newPerson, signUp } from '../support/people.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

// Files are taken away, so this needs a product that no other test uses.
let product: RunningProduct

// The browser names each file that it did not get, and the shell the remote that failed.
test.use({ expectedComplaints: /mf-account/ })
test.beforeAll(async () => {
  product = await startProduct()
})
test.afterAll(() => product.stop())

test('a remote whose files are gone leaves everything else usable and comes back with Retry', async ({
  openBrowser,
}) => {
  const files = join(product.dataDir, 'registry', 'mf-account')
  const away = join(product.dataDir, 'mf-account-gone')
  const page = await openBrowser({ baseURL: product.address })
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const main = page.getByRole('main')
  const retry = main.getByRole('button', { name: 'Retry' })
  await signUp(page, newPerson('Frida Failure'))
  await page.evaluate(() => Reflect.set(window, 'notReloaded', true))

  await rename(files, away)
  await navigation.getByRole('link', { name: 'Sessions' }).click()
  await expect(retry).toBeVisible()
  await expect(main).toContainText('mf-account')
  await retry.click()
  await expect(main.getByRole('alert')).toBeVisible()

  await navigation.getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Choose an organization' })).toBeVisible()
  const reloaded = await openBrowser({ baseURL: product.address, storageState: await page.context().storageState() })
  await reloaded.goto('/account/sessions')
  await expect(reloaded.getByRole('main')).toContainText('mf-account')
  await expect(reloaded.getByRole('banner').getByRole('button', { name: 'Choose an organization' })).toBeVisible()

  await navigation.getByRole('link', { name: 'Sessions' }).click()
  await expect(retry).toBeVisible()
  await rename(away, files)
  for (const panel of [page, reloaded]) {
    await panel.getByRole('button', { name: 'Retry' }).click()
    await expect(panel.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  }
  expect(await page.evaluate(() => Reflect.get(window, 'notReloaded'))).toBe(true)
})
