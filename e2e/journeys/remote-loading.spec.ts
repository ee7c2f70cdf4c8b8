import type { Page, Route } from '@playwright/test'
import { containerScript, publishHandMadeRemote, publishInstead } from '../support/hand-made-remote.ts'
import { scan } from '../support/scan.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// The rules of docs/shipping-a-remote.md, "When a remote fails", each on the composed product.

// The browser names each file that it did not get, and the shell each remote that failed.
test.use({
  expectedComplaints: /Failed to load resource|valid digest|Unexpected token|mf-\w+@|broken on purpose|Loading chunk/,
})

/**
 * Notes how long one waits for the panel, from the click or the document on, by a timer of the page: a busy machine holds it up as it does
 * those of the product.
 */
const noteWait = () => {
  const wait = { isOver: false, milliseconds: 0 }
  setInterval(() => (wait.milliseconds += wait.isOver ? 0 : 100), 100)
  addEventListener('click', () => Object.assign(wait, { isOver: false, milliseconds: 0 }), true)
  new MutationObserver(() => {
    wait.isOver ||= document.querySelector('main')?.textContent.includes('This part is not available') ?? false
  }).observe(document, { childList: true, subtree: true })
  Object.assign(window, { wait })
}

/** The panel comes after the five seconds that no remote may take; the bundler alone would wait for two minutes. */
async function expectPanelInTime(page: Page): Promise<void> {
  await expect(panel(page)).toBeVisible()
  const { isOver, milliseconds } = await page.evaluate(() => Reflect.get(window, 'wait'))
  expect(isOver).toBe(true)
  expect(milliseconds, 'a fifth more than the limit, with what it takes to draw').toBeLessThanOrEqual(6000)
}

const entryOf = (remote: string) => new RegExp(`/remotes/${remote}/[^/]+/assets/remoteEntry`)
/** What a remote loads when one of its screens is opened. */
const screenOf = (remote: string) => new RegExp(`/remotes/${remote}/[^/]+/assets/(?!remote|locale)`)
const sharedLater = /:\d+\/assets\/\d+\.\w+\.js/
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
  await expectPanelInTime(page)
}

test.beforeEach(async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  await page.addInitScript(noteWait)
  await page.goto('/')
  await expect(menu(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { samePage: true }))
})

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => 'samePage' in window), 'the page was not reloaded').toBe(true)
})

test('a remote joins as soon as it is published, without a build of the shell', async ({ page }) => {
  // Its name begins as another's does.
  const remote = await publishHandMadeRemote('mf-account-newcomer')
  await page.reload()
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await menu(page).getByRole('link', { name: remote.name }).click()
  await expect(page.getByRole('main')).toHaveText('This is mf-account-newcomer 1.0.0')
  // What its styles are scoped to is around its page, and another's around what that draws.
  await expect(page.locator(`main [data-remote='${remote.name}']`)).toHaveText('This is mf-account-newcomer 1.0.0')
  await expect(page.locator(`header [data-remote='mf-organization']`)).not.toBeEmpty()
  await remote.withdraw()
})

const answers = (contentType: string, body: string) => (route: Route) => route.fulfill({ contentType, body })

const faults: [string, RegExp, (route: Route) => Promise<void>][] = [
  ['a connection that is refused', entryOf('mf-account'), (route) => route.abort('connectionrefused')],
  ['an entry that is not found', entryOf('mf-account'), (route) => route.fulfill({ status: 404, body: 'gone' })],
  ['a page in the place of the entry', entryOf('mf-account'), answers('text/html', '<p>Hi')],
  ['a screen that is not found', screenOf('mf-account'), (route) => route.fulfill({ status: 404 })],
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
  ['a screen', screenOf('mf-account')],
  ['a catalogue', /\/remotes\/mf-account\/.*\/locale-/],
] as const) {
  test(`${part} that hangs keeps nobody waiting longer than five seconds`, async ({ page }) => {
    let hangs = true
    // What hangs does so for good: Retry has to ask anew.
    await page.route(url, (route) => (hangs ? undefined : route.continue()))
    await menu(page).getByRole('link', { name: 'Sessions' }).click()
    await expectPanelInTime(page)
    await expectTheRestToWork(page)
    hangs = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(sessions(page)).toBeVisible()
  })
}

test('a module of the shell that a remote shares keeps nobody waiting longer than five seconds either', async ({
  page,
}) => {
  let hangs = true
  await page.route(sharedLater, (route) => (hangs ? undefined : route.continue()))
  await page.goto('/organizations', { waitUntil: 'commit' })
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await expectPanelInTime(page)
  hangs = false
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
})

test('a module of the shell that a remote shares and that is not found is asked for again', async ({ page }) => {
  await page.route(sharedLater, (route) => route.fulfill({ status: 404 }))
  await page.goto('/organizations')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await expect(panel(page)).toBeVisible()
  await page.unroute(sharedLater)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
})

test('who is offline is told so and no name of ours; the page comes by itself with the connection', async ({
  page,
}) => {
  const offline = page.getByRole('main').getByRole('heading', { name: 'You are offline' })
  await page.context().setOffline(true)
  await menu(page).getByRole('link', { name: 'Sessions' }).click()
  await expect(offline).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('mf-account')
  await page.context().setOffline(false)
  await expect(sessions(page)).toBeVisible()

  // A screen of a remote that is there already.
  await page.context().setOffline(true)
  await menu(page).getByRole('link', { name: 'Account', exact: true }).click()
  await expect(offline).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
})

test('a fault that passes at once is not even seen, also where files were fetched ahead', async ({ page }) => {
  const failed = new Set<string>()
  await page.route(/\/remotes\/mf-account\/.*\/assets\/(remote|locale)/, (route, request) => {
    const { pathname } = new URL(request.url())
    if (failed.has(pathname)) return route.continue()
    failed.add(pathname)
    return route.abort('connectionreset')
  })
  await page.goto('/account')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(panel(page)).toBeHidden()
  expect(failed.size).toBeGreaterThanOrEqual(2)
})

// It takes as long as its line is slow; what is heard of files, and for how long, is tried with a clock
// (shell/src/federation/files.test.ts).
test('a remote that arrives slowly is waited for, for as long as it arrives @full', async ({ page }) => {
  const network = await page.context().newCDPSession(page)
  const slow = (bytesPerSecond: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: -1,
    })
  await slow(1500)
  const started = performance.now()
  await menu(page).getByRole('link', { name: 'Sessions' }).click()
  await expect(sessions(page).or(panel(page))).toBeVisible({ timeout: 50_000 })
  await expect(sessions(page)).toBeVisible()
  expect(performance.now() - started, 'milliseconds, longer than the limit for silence').toBeGreaterThan(6000)
  await slow(-1)
})

test('while a remote hangs, the menu leads elsewhere', async ({ page }) => {
  const givenUp: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('mf-account@')) givenUp.push(message.text())
  })
  await page.route(entryOf('mf-account'), () => {})
  const asked = page.waitForRequest(entryOf('mf-account'))
  await menu(page).getByRole('link', { name: 'Sessions' }).click()
  await asked
  await menu(page).getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  expect(givenUp, 'it still hangs').toEqual([])
})

test('a remote that arrives after its visitor has gone elsewhere is there when they come back', async ({ page }) => {
  const asked = Promise.withResolvers<Route>()
  await page.route(entryOf('mf-account'), (route) => asked.resolve(route))
  await menu(page).getByRole('link', { name: 'Sessions' }).click()
  const held = await asked.promise
  await menu(page).getByRole('link', { name: 'Organizations' }).click()
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  const arrived = page.waitForResponse(entryOf('mf-account'))
  await held.continue()
  await (await arrived).finished()
  await menu(page).getByRole('link', { name: 'Sessions' }).click()
  await expect(sessions(page)).toBeVisible()
})

test('a remote that arrives while its panel stands takes its place', async ({ page }) => {
  await page.route(entryOf('mf-account'), (route) => route.abort('connectionrefused'))
  await menu(page).getByRole('link', { name: 'Sessions' }).click()
  await expect(panel(page)).toBeVisible()
  await page.unroute(entryOf('mf-account'))
  await menu(page).getByRole('link', { name: 'Account', exact: true }).hover()
  await expect(sessions(page)).toBeVisible()
})

const container = (body: string) => containerScript('mf-account', body, '/account/sessions')
for (const [fault, script] of [
  ['is no container', `if (window.healed) ${container("return 'healed'")}`],
  ['throws', `if (!window.healed) throw new Error('broken on purpose'); ${container("return 'healed'")}`],
  [
    'throws on its first render',
    container("if (!window.healed) throw new Error('broken on purpose'); return 'healed'"),
  ],
] as const) {
  test(`a remote that ${fault} leaves a panel, and Retry works after it heals`, async ({ page }) => {
    await publishInstead(page, entryOf('mf-account'), script)
    await page.goto('/')
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    await menu(page).getByRole('link', { name: 'Sessions' }).click()
    await expect(panel(page)).toBeVisible()
    await expectTheRestToWork(page)
    await page.evaluate(() => Object.assign(window, { healed: true }))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('main')).toHaveText('healed')
  })
}

test('a remote that fails in the header is missing there, and nothing else is', async ({ page }) => {
  await page.route(entryOf('mf-organization'), (route) => route.fulfill({ status: 404 }))
  await page.goto('/account/sessions')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await expect(sessions(page)).toBeVisible()
  await menu(page).getByRole('link', { name: 'Organizations' }).click()
  await expect(panel(page)).toBeVisible()
  await scan(page, 'panel of a remote')
  await page.unroute(entryOf('mf-organization'))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  // The scan has left it narrow, where the header has no parts of remotes.
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('banner').getByRole('button', { name: /Choose an organization/ })).toBeVisible()
})

test('a menu of the header whose code could not be loaded says so, and comes when one tries again', async ({
  page,
}) => {
  const menus = [
    { button: /Choose an organization/, files: screenOf('mf-organization'), link: 'Create an organization' },
    { button: 'Your account', files: sharedLater, link: 'Your account' },
  ] as const
  await page.goto('/account/sessions')
  await expect(sessions(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  for (const { button, files, link } of menus) {
    await page.route(files, (route) => route.fulfill({ status: 404 }))
    await page.getByRole('banner').getByRole('button', { name: button }).click()
    const failure = page.getByRole('banner').getByRole('alert')
    await expect(failure).toContainText('could not be reached')
    await scan(page, `menu that could not be loaded: ${link}`)
    await page.unroute(files)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
    // Narrow, the part of the header was in the menu.
    if (!(await failure.isVisible())) await page.getByRole('banner').getByRole('button', { name: button }).click()
    const again = page.getByRole('banner').getByRole('button', { name: 'Try again' })
    const opened = page.getByRole('banner').getByRole('link', { name: link })
    await expect(opened.or(again)).toBeVisible()
    if (await again.isVisible()) await again.click()
    await expect(opened).toBeVisible()
    await expect(failure).toHaveCount(0)
    await page.keyboard.press('Escape')
  }
})

test('what could not be loaded for the header comes with the next page', async ({ page }) => {
  await page.route(screenOf('mf-organization'), (route) => route.fulfill({ status: 404 }))
  const failed = page.waitForEvent('console', (message) => message.text().startsWith('mf-organization@'))
  await page.goto('/account/sessions')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  const switcher = page.getByRole('banner').getByRole('button', { name: /Choose an organization/ })
  await switcher.hover()
  await failed
  await page.unroute(screenOf('mf-organization'))
  await menu(page).getByRole('link', { name: 'Account', exact: true }).click()
  // To go on closes what is open.
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await switcher.click()
  await expect(page.getByRole('link', { name: 'Create an organization' })).toBeVisible()
})

test('a remote is fetched when its link is pointed at', async ({ page }) => {
  const fetched = page.waitForResponse(entryOf('mf-account'))
  await menu(page).getByRole('link', { name: 'Sessions' }).hover()
  expect((await fetched).status()).toBe(200)
})
