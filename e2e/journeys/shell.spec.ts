import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createOrganization } from '../support/organizations.ts'
import { scan } from '../support/scan.ts'
import { fillSignIn } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('leaves nothing in the console and violates no policy on a tour of the product', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/')
  for (const [name, title] of [
    ['Organizations', 'Organizations'],
    ['Account', 'Profile'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(page).toHaveTitle(`${title} · Accounts`)
  }
  await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test.describe('an injected script', () => {
  test.use({ expectedComplaints: /Content Security Policy/i })

  test('creates no Trusted Types policy of its own, and is logged', async ({ page }) => {
    await page.goto('/sign-in?secret=of-the-address')
    await expect(page.locator('#still')).toHaveCount(0) // by then a script of the product runs
    const make = (name: string) =>
      page.evaluate(
        `try { trustedTypes.createPolicy('${name}', { createHTML: (html) => html }); 'made' } catch { 'refused' }`,
      )
    expect([await make('own'), await make('default')]).toEqual(['refused', 'refused'])
    const log = join(process.env['PRODUCT_DATA'] ?? '', 'logs', 'shell.log')
    const lines = async () =>
      (await readFile(log, 'utf8'))
        .split('\n')
        .slice(0, -1) // the last one may not be whole yet
        .filter((line) => line.includes('csp violation'))
    await expect
      .poll(async () => (await lines()).map((line) => JSON.parse(line)))
      .toContainEqual(expect.objectContaining({ directive: 'trusted-types', blocked: 'trusted-types-policy' }))
    expect((await lines()).join('')).not.toContain('of-the-address')
  })
})

test('returns to the requested page after sign-in, and never to another origin', async ({ page }) => {
  await page.goto('/account/sessions?a=1#b')
  await expect(page).toHaveURL('/sign-in?redirectTo=%2Faccount%2Fsessions%3Fa%3D1%23b')
  await signUpByCall(page, 'Ada Lovelace')
  await page.reload()
  await expect(page).toHaveURL('/account/sessions?a=1#b')
  const { origin } = new URL(page.url())
  for (const target of ['//evil.example', 'https://evil.example', '/\\evil.example', '/.//evil.example']) {
    await page.goto(`/sign-in?redirectTo=${encodeURIComponent(target)}`)
    await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible()
    expect(page.url()).toBe(`${origin}/`)
  }
})

test.describe('a page without its scripts', () => {
  test.use({ expectedComplaints: /Failed to load resource/ })

  test('says so after a while, in the visitor’s language', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.route(/\/assets\/kit\.\w+\.js/, (route) => route.fulfill({ status: 404 }))
    await page.goto('/?lang=de')
    const message = page.getByText('Die Anwendung konnte nicht gestartet werden.')
    await expect(message).toBeHidden()
    await page.evaluate(() => document.getAnimations().forEach((wait) => wait.finish()))
    await expect(message).toBeVisible()
  })
})

test.describe('a modified rest of the version lock', () => {
  test.use({ expectedComplaints: /Could not load the rest of the version lock/ })

  test('is rejected, without affecting the current page', async ({ page }) => {
    const failures: string[] = []
    page.on('pageerror', ({ message }) => failures.push(message))
    const changed = JSON.stringify({ remotes: [{ name: 'mf-evil', version: '1', entry: '/evil.js', routes: [] }] })
    await page.route(/\/lock\//, (route) => route.fulfill({ contentType: 'application/json', body: changed }))
    await page.goto('/sign-in')
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Sign in to Accounts')
    await page.getByRole('link', { name: 'Accounts' }).click()
    await expect(heading).toHaveText('Your account and organizations')
    expect(failures).toEqual([expect.stringContaining('Could not load the rest of the version lock')])
  })
})

test('loads the rest of the version lock after sign-in or a navigation to another remote', async ({ page }) => {
  const person = await signUpByCall(page, 'Ada Lovelace')
  await page.context().clearCookies()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const locks = () => asked.filter((path) => path.startsWith('/lock/') && path.endsWith('.json')).length
  await page.goto('/sign-in', { waitUntil: 'networkidle' })
  expect(locks()).toBe(0)
  await fillSignIn(page, person)
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account', exact: true }),
  ).toBeVisible()
  expect(locks()).toBe(1)
})

test.describe('a URL without a page', () => {
  test.use({ expectedComplaints: /status of 404|malformed URL segment/ })

  test('says so', async ({ page }) => {
    for (const address of ['/100%', '/nothing/here']) {
      const response = await page.goto(address)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }
    await scan(page, 'no page')
  })
})

test('focuses the password on the page for password managers, even after a sign-in', async ({ page, openBrowser }) => {
  const person = await signUpByCall(page, 'Ada Lovelace')
  const guest = await openBrowser()
  await Promise.all([page, guest].map((each) => each.goto('/.well-known/change-password')))
  await expect(guest).toHaveURL(/\/sign-in\?redirectTo=/)
  await fillSignIn(guest, person)
  for (const each of [page, guest]) {
    await expect(each).toHaveURL('/account/security#password')
    await expect(each.getByLabel('Current password', { exact: true })).toBeFocused()
  }
})

test.describe('without JavaScript', () => {
  test.use({ expectedComplaints: /404/ }) // the second page

  test('shows what to do without JavaScript, in the visitor’s language', async ({ openBrowser }) => {
    const page = await openBrowser({ javaScriptEnabled: false, locale: 'de-DE' })
    await page.goto('/account/profile')
    const seen = () => page.evaluate(() => document.body.innerText.trim())
    await expect
      .poll(seen)
      .toMatch(/^Diese Anwendung benötigt JavaScript\. Erlauben Sie es .+, und laden Sie die Seite neu\.$/m)
    await page.evaluate(() => document.getAnimations().forEach((wait) => wait.finish()))
    expect(await seen(), 'no script of it has failed').not.toContain('konnte nicht gestartet werden')
    const panel = page.locator('noscript')
    await expect(page.locator('#still'), 'the form does not look usable').toHaveCSS('opacity', '0.4')
    await page.goto('/nothing-is-here')
    await expect.poll(seen).toMatch(/^Diese Anwendung benötigt JavaScript/m)
    await expect(page.locator('#still')).toHaveCount(0)
    const box = await panel.boundingBox()
    expect(box?.width).toBe(400)
    expect(box?.y, 'stands in the page, not at its edge').toBeGreaterThan(100)
  })
})

test('moves the focus to the new page on navigation and with the skip link', async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test(
  'scrolls the current link of a row into view on a narrow screen, and the page to its top',
  { tag: '@full' },
  async ({ openBrowser }) => {
    const page = await openBrowser({ locale: 'de', viewport: { width: 320, height: 640 } })
    const present = page.getByRole('main').locator('[aria-current=page]')
    await signUpByCall(page, 'Ada Lovelace')
    await page.goto('/account/sessions')
    await expect(present.first()).toBeInViewport({ ratio: 0.98 })
    const { slug } = await createOrganization(page, 'Rowing')
    await page.goto(`/organizations/${slug}/settings`)
    await expect(present.last()).toBeInViewport({ ratio: 0.98 })
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.reload({ waitUntil: 'networkidle' })
    await expect(page.getByRole('button', { name: 'Speichern' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(600)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  },
)

test('prints a page without navigation, and its rows unbroken', { tag: '@full' }, async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  const { slug } = await createOrganization(page, 'Acme')
  await page.goto(`/organizations/${slug}`)
  const member = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  await expect(member).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const header = page.getByRole('banner')
  await expect(header.getByRole('link')).toHaveText(['Accounts'])
  await expect(header.getByRole('button')).toHaveCount(0)
  await expect(header).not.toHaveCSS('position', 'sticky')
  await expect(member).toContainText('Owner')
  await expect(member).toHaveCSS('break-inside', 'avoid')
})

test('announces a lost connection while it lasts', async ({ page }) => {
  const context = page.context()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('status')).toHaveText(/You’re offline/)
  await context.setOffline(false)
  await expect(page.getByRole('status')).toBeEmpty()
})

test('does not move pages while they load on a slow network', { tag: '@full' }, async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
  await page.addInitScript(() => {
    let shift = 0
    Object.defineProperty(window, 'layoutShift', { get: () => shift })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shift += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const expectStillness = async (address: string) => {
    await page.goto(address, { waitUntil: 'networkidle' })
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    // The fallback of the font has the metrics of Arial, which this machine may lack.
    expect(await page.evaluate(() => Reflect.get(window, 'layoutShift')), address).toBeLessThan(0.005)
  }
  for (const address of ['/sign-in', '/sign-up']) await expectStillness(address)
  await signUpByCall(page, 'Ada Lovelace')
  const { slug } = await createOrganization(page, 'Rowing')
  const account = ['profile', 'security', 'sessions', 'keys', 'activity', 'delete'].map((part) => `/account/${part}`)
  const organization = ['', '/teams', '/roles', '/settings', '/webhooks', '/keys', '/audit-log'].map(
    (part) => `/organizations/${slug}${part}`,
  )
  for (const address of ['/', '/organizations', ...account, ...organization]) await expectStillness(address)
})
