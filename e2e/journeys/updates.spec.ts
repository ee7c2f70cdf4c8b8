import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { untilNothingMoreComes as untilNetworkIsIdle } from '../support/page-load.ts'
import { publishRemote } from '../support/remotes.ts'
import { scan } from '../support/scan.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// Pages that stay open while versions are published. The test controls their clock. Requests must
// be finished before it skips, or they count as silent and time out.

let remote: Awaited<ReturnType<typeof publishRemote>>
let address: string
test.beforeEach(async () => {
  remote = await publishRemote(`mf-${randomBytes(6).toString('hex')}`)
  address = `/${remote.name}?of=this#place`
})
test.afterEach(() => remote.unpublish())

const offer = (page: Page) => page.getByText('An update is ready.')
const demand = (page: Page) => page.getByText('An important update is ready.')
const runs = (page: Page, version: string) =>
  expect(page.getByRole('main')).toHaveText(`This is ${remote.name} ${version}`)
const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, 'samePage') === true)

/** Waits for pending requests, and for those that a busy machine has not sent yet. */
async function untilNothingMoreComes(page: Page): Promise<void> {
  for (const name of [/^Your account/, /^Organization:/]) await expect(page.getByRole('button', { name })).toBeVisible()
  await untilNetworkIsIdle(page)
}

async function open(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto(address)
  await runs(page, '1.0.0')
  await untilNothingMoreComes(page)
  await page.evaluate(() => Object.assign(window, { samePage: true }))
}

/** Skips minutes until the page knows `version`: a response may be older than the release. */
async function untilAsked(page: Page, version = 'newer'): Promise<void> {
  const result = page.waitForResponse(
    async (response) => response.url().includes('/lock/newer') && (await response.text()).includes(`"${version}"`),
  )
  let hasArrived = false
  const there = result.then(() => (hasArrived = true))
  await expect(async () => {
    if (!hasArrived) await page.clock.fastForward('01:00')
    await Promise.race([there, new Promise((_, fail) => setTimeout(fail, 100, new Error('it has not asked')))])
  }).toPass({ intervals: [10] })
}

/** Hides the tab for a while, then shows it again. */
async function comeBack(page: Page, after: string): Promise<void> {
  const show = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => (hidden ? 'hidden' : 'visible'),
      })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await show(true)
  await page.clock.fastForward(after)
  await show(false)
}

test('offers an update when the user is idle, and reloads the page in place', async ({ page }) => {
  await signUpByCall(page, 'Ada')
  await open(page)
  await untilAsked(page)
  await remote.publish('1.1.0')
  await page.keyboard.press('Shift')
  const focused = await page.evaluate(() => document.activeElement?.tagName)
  await untilAsked(page, '1.1.0')
  await page.clock.fastForward('01:01')
  await expect(offer(page)).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe(focused)
  expect(await isSamePage(page)).toBe(true)
  await runs(page, '1.0.0')
  await page.getByRole('status').getByRole('button', { name: 'Reload the page' }).click()
  await runs(page, '1.1.0')
  expect(new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash).toBe(address)
  await untilNothingMoreComes(page)
  await untilAsked(page)
  await page.clock.fastForward('01:01')
  await expect(offer(page)).toHaveCount(0)
})

test(
  'offers it on return, and respects "not now" in this tab until the next update',
  { tag: '@full' },
  async ({ page }) => {
    await signUpByCall(page, 'Ada')
    await open(page)
    const other = await page.context().newPage()
    await open(other)
    for (const tab of [page, other]) await untilAsked(tab)
    await remote.publish('1.1.0')
    await comeBack(page, '08:00')
    await expect(offer(page)).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(offer(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await untilAsked(page)
    await comeBack(page, '08:00')
    await expect(offer(page)).toHaveCount(0)
    await comeBack(other, '08:00')
    await expect(offer(other)).toBeVisible()
    await remote.publish('1.2.0')
    await comeBack(page, '08:00')
    await expect(offer(page)).toBeVisible()
    expect(await isSamePage(page)).toBe(true)
  },
)

test('reloads a page that must not stay open, but never over input', { tag: '@full' }, async ({ page }) => {
  await signUpByCall(page, 'Ada')
  await open(page)
  const typing = await page.context().newPage()
  await open(typing)
  await typing.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account', exact: true }).click()
  await typing.getByRole('textbox', { name: 'Name', exact: true }).fill('Countess')
  await untilNothingMoreComes(typing)
  for (const tab of [page, typing]) await untilAsked(tab)
  await remote.publish('1.1.0')
  await remote.unpublishVersion('1.0.0')
  await comeBack(page, '08:00')
  await runs(page, '1.1.0')
  expect(await isSamePage(page)).toBe(false)
  await untilNothingMoreComes(page) // one clock is both tabs'

  await comeBack(typing, '08:00')
  await expect(demand(typing)).toBeVisible()
  await scan(typing, 'an update that is important')
  await typing.clock.fastForward('05:00')
  await expect(typing.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Countess')
  await typing.getByRole('button', { name: 'Save changes', exact: true }).first().click()
  await expect(typing.getByText('Saved.')).toBeVisible()
  expect(await isSamePage(typing)).toBe(true)
  await typing.clock.fastForward('00:11')
  await expect.poll(() => isSamePage(typing).catch(() => true)).toBe(false)
})

test(
  'does not reload repeatedly if servers disagree about the live version; the next link loads a full page',
  { tag: '@full' },
  async ({ page }) => {
    await signUpByCall(page, 'Ada')
    await page.route('**/lock/newer*', (route) =>
      route.fulfill({ json: { newer: { shell: '9.9.9' }, isRequired: true } }),
    )
    let documents = 0
    page.on('request', (request) => (documents += request.isNavigationRequest() ? 1 : 0))
    await open(page)
    await untilAsked(page)
    await page.clock.fastForward('00:11')
    await expect.poll(() => isSamePage(page).catch(() => true)).toBe(false)
    await runs(page, '1.0.0')
    await untilNothingMoreComes(page)
    for (let i = 0; i < 5; i += 1) await untilAsked(page)
    await page.clock.fastForward('00:11')
    await expect(demand(page)).toBeVisible()
    expect(documents).toBe(2)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Profile', exact: true })).toBeVisible()
    expect(documents).toBe(3)
  },
)
