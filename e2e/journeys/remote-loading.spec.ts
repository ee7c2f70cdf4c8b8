import type { Page, Route } from '@playwright/test'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// The rules of docs/shipping-a-remote.md, "When a remote fails", with the remotes of the product.
// For mistakes of remotes, see remote-faults.spec.ts; for slow files,
// shell/src/federation/files.test.ts.

// The browser names each file that it could not load, and the shell each remote that failed.
test.use({ expectedComplaints: /Failed to load resource|valid digest|Unexpected token|mf-\w+@|Loading chunk/ })

const entryOf = (remote: string) => new RegExp(`/remotes/${remote}/[^/]+/assets/remoteEntry`)
/** The files that a remote loads for one of its screens. */
const screenOf = (remote: string) => new RegExp(`/remotes/${remote}/[^/]+/assets/(?!remote|locale)`)
const sharedLater = /:\d+\/assets\/\d+\.\w+\.js/
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const follow = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true }).click()
const panel = (page: Page) => page.getByRole('heading', { name: /couldn’t be loaded$/ })
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' }).click()
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { samePage: true }))
}

/** Measures with a timer of the page, which a busy machine slows down like the product's. */
const countWait = () => {
  const timer = setInterval(() => {
    const isOver = document.querySelector('main')?.textContent.includes('couldn’t be loaded')
    if (isOver) clearInterval(timer)
    else Object.assign(window, { waited: Number(Reflect.get(window, 'waited') ?? 0) + 100 })
  }, 100)
}

test.beforeEach(async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/')
  await expect(menu(page)).toBeVisible()
  await mark(page)
})

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => 'samePage' in window), 'the page was not reloaded').toBe(true)
})

const faults: [string, RegExp, (route: Route) => Promise<void>, tag?: string][] = [
  ['a connection that is refused', entryOf('mf-account'), (route) => route.abort('connectionrefused')],
  ['a screen that is not found', screenOf('mf-account'), (route) => route.fulfill({ status: 404 }), '@full'],
  [
    'a catalogue that is not found',
    /\/remotes\/mf-account\/.*\/locale-/,
    (route) => route.fulfill({ status: 404 }),
    '@full',
  ],
]

for (const [fault, url, respond, tag = []] of faults) {
  test(`shows a panel after ${fault}, and Retry works once it is fixed`, { tag }, async ({ page }) => {
    await page.route(url, respond)
    await follow(page, 'Account')
    await expect(panel(page)).toBeVisible()
    await expect(page.locator('[data-detail^="mf-account "]')).toBeVisible()
    await page.getByRole('button', { name: /Ada Lovelace/ }).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await page.keyboard.press('Escape')
    await follow(page, 'Organizations')
    await expect(heading(page, 'Organizations')).toBeVisible()
    await follow(page, 'Account')
    await expect(panel(page)).toBeVisible()
    await page.unroute(url)
    await retry(page)
    await expect(heading(page, 'Profile')).toBeVisible()
  })
}

for (const [part, path, url] of [
  ['a screen', '/account/profile', screenOf('mf-account')],
  ['a module of the shell that a remote shares', '/organizations', sharedLater],
] as const) {
  test(`waits at most five seconds for ${part} that hangs`, { tag: '@full' }, async ({ page }) => {
    let hangs = true
    // A request that hangs never ends, so Retry must send another one.
    await page.route(url, (route) => (hangs ? undefined : route.continue()))
    await page.addInitScript(countWait)
    await page.goto(path, { waitUntil: 'commit' })
    await mark(page)
    await expect(panel(page)).toBeVisible()
    const waited = await page.evaluate(() => Number(Reflect.get(window, 'waited')))
    expect(waited, 'a fifth more than the limit, with what it takes to render').toBeLessThanOrEqual(6000)
    hangs = false
    await retry(page)
    await expect(heading(page, path === '/organizations' ? 'Organizations' : 'Profile')).toBeVisible()
  })
}

test('tells an offline user so, and shows the page when the connection is back', { tag: '@full' }, async ({ page }) => {
  const offline = page.getByRole('main').getByRole('heading', { name: 'You’re offline' })
  // One remote that is not loaded yet, and one that is.
  for (const [name, title] of [
    ['Account', 'Profile'],
    ['Organizations', 'Organizations'],
  ] as const) {
    await page.context().setOffline(true)
    await follow(page, name)
    await expect(offline).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('mf-account')
    await page.context().setOffline(false)
    await expect(heading(page, title)).toBeVisible()
  }
})

test('hides a brief failure, even of preloaded files', async ({ page }) => {
  const failed = new Set<string>()
  await page.route(/\/remotes\/mf-account\/.*\/assets\/(remote|locale)/, (route, request) => {
    const { pathname } = new URL(request.url())
    if (failed.has(pathname)) return route.continue()
    failed.add(pathname)
    return route.abort('connectionreset')
  })
  await page.goto('/account')
  await mark(page)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(panel(page)).toBeHidden()
  expect(failed.size).toBeGreaterThanOrEqual(2)
})

test(
  'navigates away while a remote hangs, and shows it on return after it has arrived',
  { tag: '@full' },
  async ({ page }) => {
    const asked = Promise.withResolvers<Route>()
    await page.route(entryOf('mf-account'), (route) => asked.resolve(route))
    await follow(page, 'Account')
    const held = await asked.promise
    await follow(page, 'Organizations')
    await expect(heading(page, 'Organizations')).toBeVisible()
    const arrived = page.waitForResponse(entryOf('mf-account'))
    await held.continue()
    await (await arrived).finished()
    await follow(page, 'Account')
    await expect(heading(page, 'Profile')).toBeVisible()
  },
)

test('replaces the panel when its remote arrives', { tag: '@full' }, async ({ page }) => {
  await page.route(entryOf('mf-account'), (route) => route.abort('connectionrefused'))
  await follow(page, 'Account')
  await expect(panel(page)).toBeVisible()
  await page.unroute(entryOf('mf-account'))
  await page.mouse.move(0, 0)
  await menu(page).getByRole('link', { name: 'Account', exact: true }).hover()
  await expect(heading(page, 'Profile')).toBeVisible()
})

test('omits only the header part of a remote that fails', { tag: '@full' }, async ({ page }) => {
  await page.route(entryOf('mf-organization'), (route) => route.fulfill({ status: 404 }))
  await page.goto('/account/sessions')
  await mark(page)
  await expect(heading(page, 'Sessions')).toBeVisible()
  await follow(page, 'Organizations')
  await expect(panel(page)).toBeVisible()
  await page.unroute(entryOf('mf-organization'))
  await retry(page)
  await expect(heading(page, 'Organizations')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: /No organization/ })).toBeVisible()
})

test('loads header code that failed with the next page', { tag: '@full' }, async ({ page }) => {
  await page.route(screenOf('mf-organization'), (route) => route.fulfill({ status: 404 }))
  const failed = page.waitForEvent('console', (message) => message.text().startsWith('mf-organization@'))
  await page.goto('/account/sessions')
  await mark(page)
  const switcher = page.getByRole('banner').getByRole('button', { name: /No organization/ })
  await switcher.hover()
  await failed
  await page.unroute(screenOf('mf-organization'))
  await follow(page, 'Account')
  await expect(heading(page, 'Profile')).toBeVisible()
  await switcher.click()
  await expect(page.getByRole('link', { name: 'Create organization' })).toBeVisible()
})
