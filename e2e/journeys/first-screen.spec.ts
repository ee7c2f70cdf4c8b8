import type { Page } from '@playwright/test'
import { shifts } from '../support/layout-shifts.ts'
import { newPerson } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

/** Holds back all scripts, as a slow network does. Returns a function that lets them through. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

const identifier = (page: Page) => page.getByRole('textbox', { name: 'Email or username' })
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const submit = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Sign in' })
const still = (page: Page) => page.locator('#still')

test('paints nothing larger after the first screen, although the font is wider', async ({ page }) => {
  await page.goto('/sign-in')
  await expect(page.locator('html[data-still]')).toHaveCount(0)
  const isLoaded = () => page.evaluate(() => document.fonts.check('1em Inter'))
  await expect.poll(isLoaded).toBe(true)
  const [first, largest] = await page.evaluate(
    () =>
      new Promise<(number | undefined)[]>((resolve) => {
        const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
        new PerformanceObserver((list) => resolve([paint, list.getEntries().at(-1)?.startTime])).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  expect(largest).toBe(first)
})

test('keeps what is typed before the script arrives, and then signs in', async ({ page, openBrowser }) => {
  const person = await signUpByCall(await openBrowser(), 'Ada')
  const release = await holdScripts(page)
  await page.goto('/sign-in?redirectTo=%2Faccount%2Fprofile', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Accounts')
  await page.getByRole('checkbox').click()
  await identifier(page).fill(person.email)
  await password(page).pressSequentially(person.password)
  await password(page).press('Enter')
  await expect(submit(page)).toHaveAttribute('data-pending', '')
  expect(page.url()).toMatch(/\/sign-in\?redirectTo=%2Faccount%2Fprofile$/)
  const signIn = page.waitForRequest('**/api/auth/sign-in/email')
  release()
  const { email, password: secret } = person
  expect((await signIn).postDataJSON()).toMatchObject({ email, password: secret, rememberMe: false })
  await expect(page).toHaveURL(/\/account\/profile$/)
})

test('replaces the still page without moving the text, the focus or the selection', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => localStorage.setItem('mantine-color-scheme-value', 'dark'))
  await page.goto('/sign-in')
  await expect(still(page)).toHaveCount(0)
  const release = await holdScripts(page)
  const fonts = Promise.withResolvers<void>()
  await page.route(/\.woff2$/, async (route) => {
    await fonts.promise
    await route.continue()
  })
  await page.goto('/sign-in', { waitUntil: 'commit' })
  await identifier(page).fill('ada@example.com')
  await identifier(page).evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 3))
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
  const places = () =>
    page.locator('main :is(h1, button, input, a)').evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect()
          return [element.textContent, x, y, width, height]
        }),
    )
  const before = await places()
  expect(before.length).toBeGreaterThan(10)
  release()
  await expect(still(page)).toHaveCount(0)
  await expect(identifier(page)).toHaveValue('ada@example.com')
  expect(
    await identifier(page).evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]),
  ).toEqual([1, 3])
  // Before a key moves the text within the field.
  expect(await shifts(page)).toEqual([])
  await page.keyboard.type('-')
  await expect(identifier(page)).toHaveValue('a-@example.com')
  expect(await places()).toEqual(before)
  fonts.resolve()
  // Another page and back, perhaps without a new load.
  await page.getByRole('link', { name: 'Sign up' }).click()
  await expect(page).toHaveURL(/\/sign-up$/)
  await page.goBack()
  await password(page).fill('works')
  await expect(password(page)).toHaveValue('works')
})

test('shows the form and what is needed without JavaScript, and puts no value into the URL', async ({
  openBrowser,
}) => {
  const page = await openBrowser({ javaScriptEnabled: false, locale: 'de-DE' })
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bei Accounts anmelden')
  expect(await page.evaluate(() => document.body.innerText)).toMatch(/^Diese Anwendung benötigt JavaScript\./)
  await expect(page.locator('noscript')).toHaveCSS('text-align', 'center')
  const { email } = newPerson('Ada')
  await page.locator('input[name=identifier]').fill(email)
  await page.locator('input[name=password]').fill('secret')
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.request().method() === 'POST'),
    page.locator('input[name=password]').press('Enter'),
  ])
  expect(response.status()).toBe(200)
  expect(page.url()).toMatch(/\/sign-in$/)
  await expect(page.locator('input[name=password]')).toHaveValue('')
})

test('sends what is painted first, and everything else behind it', async ({ request }) => {
  const [first = '', rest = ''] = (await (await request.get('/sign-in')).text()).split('</main>')
  for (const later of [/rel="?preload/, /rel="?stylesheet/, /<script [^>]*src=/, /id="lock"/]) {
    expect(first).not.toMatch(later)
    expect(rest).toMatch(later)
  }
})

test('shows guests sign-in before any script instead of a page that requires a session', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/account/security?a=1#password', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Accounts')
  await identifier(page).fill('ada')
  release()
  await expect(still(page)).toHaveCount(0)
  await expect(page).toHaveURL('/sign-in?redirectTo=%2Faccount%2Fsecurity%3Fa%3D1%23password')
  await expect(identifier(page)).toHaveValue('ada')
})

test('hardly moves when the font arrives', async ({ openBrowser }) => {
  const page = await openBrowser({ viewport: { width: 390, height: 844 } })
  const fonts = Promise.withResolvers<void>()
  await page.route(/\.woff2$/, async (route) => {
    await fonts.promise
    await route.continue()
  })
  await page.goto('/sign-up', { waitUntil: 'commit' })
  await expect(still(page)).toHaveCount(0)
  fonts.resolve()
  await page.evaluate(() => document.fonts.ready)
  await expect(page.locator('body')).toHaveCSS('font-family', /^Inter/)
  expect((await shifts(page)).reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.002)
})

test.describe('if the script fails', () => {
  test.use({ expectedComplaints: /./ })

  test('leaves the still page with its text, and says so', async ({ page }) => {
    await page.route(/\/assets\/(kit|react)\..*\.js/, (route) => route.abort())
    await page.clock.install()
    await page.goto('/sign-in')
    await identifier(page).fill('ada')
    await expect(page.locator('#failed')).toBeVisible({ timeout: 20_000 })
    await expect(identifier(page)).toHaveValue('ada')
  })
})

test('shows the links below sign-up without scrolling on a laptop', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 832 })
  for (const language of ['en', 'de']) {
    await page.goto(`/sign-up?lang=${language}`)
    await expect(page.getByText(/^(8 to|8 bis) 128/)).toBeVisible()
    await expect(page.locator('footer select')).toBeInViewport({ ratio: 1 })
  }
})
