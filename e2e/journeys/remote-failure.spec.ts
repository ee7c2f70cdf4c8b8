import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Sql } from 'database/connect.ts'
import { startEmbeddedDatabase } from 'database/embedded.ts'
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
  const database = connect((await startEmbeddedDatabase(product.dataDir)).url, { connections: 1 })
  const page = await openBrowser({ baseURL: product.address })
  const navigation = page.getByRole('navigation', { name: 'Main' })
  const main = page.getByRole('main')
  const retry = main.getByRole('button', { name: 'Retry' })
  await signUp(page, newPerson('Frida Failure'))
  await page.evaluate(() => Reflect.set(window, 'notReloaded', true))

  const bringBack = await takeFilesAway(product.dataDir, 'mf-account', database.sql)
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
  await bringBack()
  await database.end()
  for (const panel of [page, reloaded]) {
    await panel.getByRole('button', { name: 'Retry' }).click()
    await expect(panel.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1)
  }
  expect(await page.evaluate(() => Reflect.get(window, 'notReloaded'))).toBe(true)
})

/** Hides the contents of a remote's files, in the database and in the server's cache; answers how they come back. */
async function takeFilesAway(dataDir: string, name: string, sql: Sql): Promise<() => Promise<void>> {
  const rows = await sql<{ integrity: string }[]>`
    select "integrity" from registry."version_file" where "name" = ${name}
    except select "integrity" from registry."version_file" where "name" <> ${name}`
  const hashes = rows.map(({ integrity }) => Buffer.from(integrity.slice(7), 'base64').toString('hex'))
  const cache = join(dataDir, 'cache/files')
  const away = join(dataDir, 'away')
  await mkdir(away)
  const files = (await readdir(cache)).filter((file) => hashes.some((hash) => file.startsWith(hash)))
  await sql.unsafe('alter table registry."file" rename to "file_away"')
  for (const file of files) await rename(join(cache, file), join(away, file))
  return async () => {
    for (const file of files) await rename(join(away, file), join(cache, file))
    await sql.unsafe('alter table registry."file_away" rename to "file"')
  }
}
