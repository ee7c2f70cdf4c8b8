import { readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, type Route, test } from '@playwright/test'
import { signUpNewUser } from './sign-up-new-user.ts'

// The rules of docs/shipping-a-remote.md, "When a remote fails", each against the composed product.

/** Five seconds, and time to show it. */
const LONGEST_WAIT_MS = 6500

const registry = join(process.env['DATA_DIR'] ?? '.data', 'registry')
const entryOf = (remote: string) => new RegExp(`/remotes/${remote}/[^/]+/assets/remoteEntry`)
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const panel = (page: Page) => page.getByRole('heading', { name: 'This part is not available' })
const sessions = (page: Page) => page.getByRole('heading', { name: 'Sessions', level: 1 })

/** The rest of the page works while `mf-account` does not. */
async function expectTheRestToWork(page: Page): Promise<void> {
  await expect(page.getByText(/^mf-account \d+\.\d+\.\d+/)).toBeVisible()
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await menu(page).getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  await menu(page).getByRole('link', { name: 'Sessions' }).click()
  await expect(panel(page)).toBeVisible({ timeout: LONGEST_WAIT_MS })
}

test.beforeEach(async ({ page }) => {
  await signUpNewUser(page, 'Ada Lovelace')
  await page.goto('/')
  await expect(menu(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { samePage: true }))
})

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => 'samePage' in window), 'the page was not reloaded').toBe(true)
})

test('a remote whose files are deleted leaves a panel, and Retry works after they are back', async ({ page }) => {
  const folder = join(registry, 'mf-account')
  const versions = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const move = (from: string, to: string) =>
    Promise.all(versions.map(({ name }) => rename(join(folder, from + name), join(folder, to + name))))
  await move('', '.gone-')
  try {
    await menu(page).getByRole('link', { name: 'Sessions' }).click()
    await expect(panel(page)).toBeVisible()
    await expectTheRestToWork(page)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(panel(page)).toBeVisible()
  } finally {
    await move('.gone-', '')
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(sessions(page)).toBeVisible()
})

const faults: [string, RegExp, (route: Route) => Promise<void>][] = [
  ['a connection that is refused', entryOf('mf-account'), (route) => route.abort('connectionrefused')],
  ['an entry that is not found', entryOf('mf-account'), (route) => route.fulfill({ status: 404, body: 'gone' })],
  ['an entry that is no container', entryOf('mf-account'), (route) => route.fulfill({ contentType: 'text/javascript', body: 'let a' })], // prettier-ignore
  ['a page in the place of the entry', entryOf('mf-account'), (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hi' })], // prettier-ignore
  ['a module that is not found', /\/remotes\/mf-account\/.*\/remote\./, (route) => route.fulfill({ status: 404 })],
  ['a catalogue that is not found', /\/remotes\/mf-account\/.*\/locale-/, (route) => route.fulfill({ status: 404 })],
]

for (const [fault, url, answer] of faults) {
  test(`${fault} leaves a panel, and Retry works after it heals`, async ({ page }) => {
    await page.route(url, answer)
    await menu(page).getByRole('link', { name: 'Sessions' }).click()
    await expect(panel(page)).toBeVisible()
    await expectTheRestToWork(page)
    await page.unroute(url)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(sessions(page)).toBeVisible()
  })
}

for (const [part, url] of [
  ['an entry', entryOf('mf-account')],
  ['a module', /\/remotes\/mf-account\/.*\/remote\./],
] as const) {
  test(`${part} that hangs keeps nobody waiting longer than five seconds`, async ({ page }) => {
    await page.route(url, () => {})
    await menu(page).getByRole('link', { name: 'Sessions' }).click()
    await expect(panel(page)).toBeVisible({ timeout: LONGEST_WAIT_MS })
    await expectTheRestToWork(page)
    await page.unroute(url)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(sessions(page)).toBeVisible()
  })
}

test('while a remote hangs, the menu leads elsewhere', async ({ page }) => {
  await page.route(entryOf('mf-account'), () => {})
  await menu(page).getByRole('link', { name: 'Sessions' }).click()
  await menu(page).getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible({ timeout: 3000 })
})

test('a remote that throws on its first render leaves a panel, and Retry renders it again', async ({ page }) => {
  const body = `window.mf_account = { init() {}, get: async () => () => ({ remote: {
    loadMessages: async () => ({}),
    routes: [{ path: '/account/sessions', Component() {
      if (!window.healed) throw new Error('broken on purpose')
      return 'healed'
    } }],
  } }) }`
  await page.route(entryOf('mf-account'), (route) => route.fulfill({ contentType: 'text/javascript', body }))
  await menu(page).getByRole('link', { name: 'Sessions' }).click()
  await expect(panel(page)).toBeVisible()
  await expectTheRestToWork(page)
  await page.evaluate(() => Object.assign(window, { healed: true }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('main')).toHaveText('healed')
})

test('a remote that fails in the header is missing there, and nothing else is', async ({ page }) => {
  await page.route(entryOf('mf-organization'), (route) => route.fulfill({ status: 404 }))
  await page.goto('/account/sessions')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await expect(sessions(page)).toBeVisible()
  await menu(page).getByRole('link', { name: 'Organizations' }).click()
  await expect(panel(page)).toBeVisible()
  await page.unroute(entryOf('mf-organization'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
})

test('a remote is fetched when its link is pointed at', async ({ page }) => {
  const fetched = page.waitForResponse(entryOf('mf-account'))
  await menu(page).getByRole('link', { name: 'Sessions' }).hover()
  expect((await fetched).status()).toBe(200)
})
