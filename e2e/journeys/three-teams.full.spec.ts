import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { waitTimeout } from 'service/testing/wait-timeout.ts'
import { publishNextShell } from '../support/next-shell.ts'
import { newPerson, signUp } from '../support/people.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'
import { type Team, Teams } from '../support/team.ts'
import { expect, test } from '../support/test.ts'

// Three teams with their own repositories outside this one, who have only a URL and a token.

let product: RunningProduct
let teams: Teams
test.beforeAll(async () => {
  test.setTimeout(300_000) // fetches all that a remote is built with
  product = await startProduct()
  teams = await Teams.of(product.address, (await readFile(join(product.dataDir, 'operator-token'), 'utf8')).trim())
})
test.afterAll(async () => {
  await teams.leave()
  await product.stop()
})
// The test publishes a version that throws and requests missing pages; nothing else may complain.
test.use({
  expectedComplaints:
    /mf-invoices@1\.1\.0|recovered mf-invoices 1\.1\.0|The invoices are on strike|404 \(Not Found\) \(\S+\/(invoices|plans|notes)\)/,
})

test('lets three teams create, try, check, ship, roll back and unpublish remotes, while pages stay open and the shell is released', async ({
  openBrowser,
}) => {
  test.setTimeout(600_000)
  const open = await openBrowser({ baseURL: product.address })
  await signUp(open, newPerson('Olga Open'))
  const lockBefore = await readLock(product.address)

  const [invoices, plans, notes] = await Promise.all([
    teams.found('mf-invoices'),
    teams.found('mf-plans'),
    teams.found('mf-notes'),
  ])

  await test.step('dev: a saved file appears only in the browser of its developer', async () => {
    const developer = await openBrowser({ baseURL: product.address })
    await signUp(developer, newPerson('Dora Developer'))
    await tryOut(invoices, developer)
    await expect(await visit(open, '/invoices')).toHaveText('Page not found')
  })

  await test.step('check and publish, for testers first', async () => {
    await invoices.remote('check')
    await invoices.remote('publish', '--channel', 'next')
    expect(await shareWith('mf-invoices')).toBe(0)
  })

  await test.step('canary for a tenth of the visitors, then promotion', async () => {
    await invoices.remote('promote', 'mf-invoices', '1.0.0', '--percent', '10', '--channel', 'stable')
    // With 400 random browsers, a wrong result occurs once in a hundred million runs.
    const share = await shareWith('mf-invoices', 400)
    expect(share).toBeGreaterThan(2)
    expect(share).toBeLessThan(20)
    await invoices.remote('promote', 'mf-invoices', '1.0.0')
    await untilShown(open, '/invoices', 'Invoices')
    await Promise.all([plans.remote('publish'), notes.remote('publish')])
    await untilShown(open, '/plans', 'Plans')
    await untilShown(open, '/notes', 'Notes')
  })

  await test.step('a new shell, then a broken version, and its rollback', async () => {
    await publishNextShell(product)
    const elsewhere = await openBrowser({ baseURL: product.address, storageState: await open.context().storageState() })
    await visit(elsewhere, '/plans')
    await invoices.edit('package.json', '"version": "1.0.0"', '"version": "1.1.0"')
    await invoices.edit(
      'src/start-page.tsx',
      'const { t } = useLingui()',
      "const { t } = useLingui()\n  if (location.pathname === '/invoices') throw new Error('The invoices are on strike')",
    )
    const told: string[] = []
    open.on('console', (message) => told.push(message.text()))
    const recovered = 'recovered mf-invoices 1.1.0 → 1.0.0'
    await invoices.remote('publish')
    await expect(async () => {
      await untilShown(open, '/invoices', 'Invoices')
      expect(told.join(), 'the last good version stands in, and the log says so').toContain(recovered)
    }).toPass({ timeout: waitTimeout })
    // A page that was open keeps its versions.
    await elsewhere.getByRole('link', { name: 'Invoices' }).click()
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Invoices')
    await invoices.remote('rollback', 'mf-invoices')
    await expect(async () => {
      told.length = 0
      await untilShown(open, '/invoices', 'Invoices')
      expect(told.join()).not.toContain(recovered)
    }).toPass({ timeout: waitTimeout })
  })

  await test.step('unpublish', async () => {
    await invoices.remote('unpublish', 'mf-invoices')
    await untilShown(open, '/invoices', 'Page not found')
    await untilShown(open, '/plans', 'Plans')
  })

  const lockAfter = await readLock(product.address)
  expect(lockAfter, 'no other team’s bytes have changed').toMatchObject(lockBefore)
})

/** Confirms `remote dev` in the developer's browser, and saves a file. */
async function tryOut(team: Team, developer: Page) {
  const dev = team.start('dev')
  const link = () => /http\S+\/preview\/\S+/.exec(dev.output())?.[0] ?? ''
  await expect.poll(link, { timeout: 60_000 }).not.toBe('')
  await developer.goto(link())
  await expect(developer.getByRole('main')).toContainText(team.name)
  await developer.getByRole('button', { name: 'Run it in this browser' }).click()
  await expect(developer.getByRole('heading', { level: 1 })).toHaveText('Invoices')
  await team.edit('src/start-page.tsx', 'There is nothing here yet.', 'Nobody owes us anything.')
  await expect(developer.getByText('Nobody owes us anything.')).toBeVisible()
  await dev.interrupt()
}

async function visit(page: Page, path: string) {
  await page.goto(path)
  return page.getByRole('heading', { level: 1 })
}

/** Reloads until the heading appears: servers check for changes once a second. */
async function untilShown(page: Page, path: string, heading: string): Promise<void> {
  await expect(async () => {
    await expect(await visit(page, path)).toHaveText(heading, { timeout: 3000 })
  }).toPass({ timeout: waitTimeout })
}

/** Returns the percentage of new browsers that get this remote. */
async function shareWith(name: string, browsers = 100): Promise<number> {
  let count = 0
  for (let times = 0; times < browsers; times += 100) {
    const pages = await Promise.all(Array.from({ length: 100 }, async () => (await fetch(product.address)).text()))
    count += pages.filter((page) => page.includes(`"${name}"`)).length
  }
  return (count / browsers) * 100
}

/** Returns the hash of each remote's entry in the shared version lock, by name. */
async function readLock(address: string): Promise<Record<string, string>> {
  const page = await (await fetch(address)).text()
  const entries = page.matchAll(/"name":"(mf-[\w-]+)"[^]*?"integrity":"([^"]+)"/g)
  return Object.fromEntries([...entries].map(([, name = '', integrity = '']) => [name, integrity]))
}
