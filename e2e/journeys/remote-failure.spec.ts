import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { newPerson, signUp } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// The product under test is one for all tests, so the files go away for one browser only: its requests are refused.
test.describe('a remote whose files are gone', () => {
  test.use({ expectedComplaints: [/Failed to load resource: .*\/remotes\/mf-account\//, /mf-account/] })

  test('leaves the shell and the other remotes usable, and comes back with Retry', async ({ page }) => {
    await signUp(page, newPerson('Rita Retry'))
    await page.route('**/remotes/mf-account/**', (route) => route.fulfill({ status: 404 }))
    const navigation = page.getByRole('navigation', { name: 'Main' })

    await navigation.getByRole('link', { name: 'Sessions' }).click()
    const main = page.getByRole('main')
    await expect(main.getByRole('alert')).toBeVisible()
    await expect(main).toContainText('mf-account')
    await main.getByRole('button', { name: 'Retry' }).click()
    await expect(main.getByRole('alert')).toBeVisible()

    await navigation.getByRole('link', { name: 'Organizations' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Choose an organization' })).toBeVisible()

    await page.unroute('**/remotes/mf-account/**')
    await navigation.getByRole('link', { name: 'Sessions' }).click()
    const marker = await page.evaluate(() => Reflect.set(window, 'notReloaded', true))
    const retry = main.getByRole('button', { name: 'Retry' })
    if (await retry.isVisible()) await retry.click()
    await expect(main.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
    expect(await page.evaluate(() => Reflect.get(window, 'notReloaded'))).toBe(marker)
  })
})
