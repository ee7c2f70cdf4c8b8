import { createOrganization } from '../support/organizations.ts'
import { depthOf, type Loaded, loadPage, type PageLoad, sizeOf, tableOf } from '../support/page-load.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

const scriptsOf = ({ loaded }: PageLoad) => loaded.filter(({ type }) => type === 'script')

/** They load late, and no page waits for them. */
const withoutFonts = (loaded: Loaded[]) => loaded.filter(({ type }) => type !== 'font')

/** Nothing may load or run twice, and the page must use everything that is preloaded. */
function expectNoWaste({ loaded, ran, ahead }: PageLoad): void {
  const files = loaded.filter(({ type }) => /script|style/.test(type)).map(({ file }) => file)
  expect(files, 'each comes once').toEqual([...new Set(files)])
  expect(ran, 'each runs once').toEqual([...new Set(ran)])
  const scripts = ahead.filter((url) => url.endsWith('.js'))
  expect(
    scripts.filter((url) => !ran.includes(url)),
    'fetched ahead and not run',
  ).toEqual([])
  expect(scripts.length).toBeGreaterThanOrEqual(3)
}

test('runs sign-in without duplicates and GraphQL', async ({ page }) => {
  await page.addInitScript(() => {
    const waiting = new MutationObserver(() => {
      if (!document.querySelector('#root input[name=identifier]')) return
      waiting.disconnect()
      document.documentElement.dataset['typedFrom'] = String(performance.now())
    })
    waiting.observe(document, { childList: true, subtree: true })
  })
  // From the response, because a slow machine adds files before the page is complete.
  const html = await (await page.request.get('/sign-in')).text()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Fetch.enable', { patterns: [{ resourceType: 'Script' }] })
  devtools.on('Fetch.requestPaused', ({ requestId, request: { url } }) => {
    const isAhead = html.includes(new URL(url).pathname)
    const turn = isAhead ? Promise.resolve() : page.locator('#root input[name=identifier]').waitFor()
    void turn.then(() => devtools.send('Fetch.continueRequest', { requestId }))
  })
  const load = await loadPage(page, '/sign-in')
  const typedFrom = Number(await page.locator('html').getAttribute('data-typed-from'))
  const scripts = scriptsOf(load)
  const before = scripts.filter(({ arrivedAt }) => arrivedAt <= typedFrom)
  console.log(`script until the live page\n${tableOf(before)}\nall\n${tableOf(load.loaded)}`)
  expect(before.length).toBeGreaterThan(4)
  expect(depthOf(before)).toBe(2)
  expect(depthOf(load.loaded)).toBeLessThanOrEqual(4)
  expectNoWaste(load)
  const sources = await Promise.all(load.ran.map(async (url) => (await page.request.get(url)).text()))
  expect(sources.filter((source) => /__typename|ApolloClient/.test(source))).toEqual([])
  // Fallbacks for `margin-inline-start`, which only browsers need that cannot run the scripts.
  const styles = load.loaded.filter(({ type }) => type === 'stylesheet').map(({ url }) => url)
  const texts = await Promise.all(styles.map(async (url) => (await page.request.get(url)).text()))
  expect(texts.map((text) => /:lang\(/.test(text))).toEqual(styles.map(() => false))
  expect(styles.length).toBeGreaterThanOrEqual(2)
})

test('loads the password check, at most 400 kB, when a new password is typed', { tag: '@full' }, async ({ page }) => {
  const { loaded } = await loadPage(page, '/sign-up')
  const late: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') late.push(request.sizes().then((sizes) => sizes.responseBodySize))
  })
  await page.getByLabel('Password', { exact: true }).fill('lovelace')
  await expect(page.getByText('Too common')).toBeVisible()
  const bytes = (await Promise.all(late)).reduce((sum, size) => sum + size, 0)
  expect(bytes, 'with its dictionaries').toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(400_000)
  expect(sizeOf(withoutFonts(loaded))).toBeLessThan(bytes)
})

test('loads no file on an organization’s page later than the shell’s own', { tag: '@full' }, async ({ page }) => {
  await signUpByCall(page, 'Ada')
  const { slug } = await createOrganization(page, 'Acme')
  const load = await loadPage(page, `/organizations/${slug}`)
  console.log(tableOf(load.loaded))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme')
  expectNoWaste(load)
  expect(load.ahead.filter((url) => /\/mf-organization\//.test(url)).length).toBeGreaterThanOrEqual(4)
  // The menu of the header, and the shell's code for signed-in users.
  const late = load.loaded.filter(({ depth, file }) => depth > 2 && !/^\/(api|graphql)/.test(file))
  expect(late.length).toBeLessThanOrEqual(2)
  expect(depthOf(load.loaded)).toBe(3)
  // With kit/parts: 6.7 kB in two files, for menus and tabs. Roles and several teams are 2 kB.
  expect(withoutFonts(load.loaded).length).toBeLessThanOrEqual(22)
  // 2.4 kB are texts of webhooks, keys and required second factors: a remote has one catalogue.
  expect(sizeOf(withoutFonts(load.loaded))).toBeLessThanOrEqual(286_000)
})

// Texts of passkeys, and of roles and teams for the switcher, are 2 kB of it. Texts of second
// factors, webhooks and keys are 2.9, on any page: the switcher brings those of organizations.
const scriptLimits = [
  ['/account/profile', 203],
  ['/account/security', 206.5],
  ['/account/sessions', 203],
  ['/account/activity', 208.4],
] as const
for (const [path, kilobytes] of scriptLimits) {
  test(`needs at most ${kilobytes} kB of script for ${path}`, { tag: '@full' }, async ({ page }) => {
    await signUpByCall(page, 'Ada')
    const load = await loadPage(page, path)
    console.log(tableOf(load.loaded))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(sizeOf(scriptsOf(load))).toBeLessThanOrEqual(kilobytes * 1000)
    expectNoWaste(load)
  })
}
