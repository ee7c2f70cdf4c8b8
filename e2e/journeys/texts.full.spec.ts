import type { Page } from '@playwright/test'
import { newPerson, unique } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// The pseudo-language has accents on all vowels of a catalogue, so plain vowels reveal a hard-coded
// text.

/** Text outside the catalogues: product names, and the output of `Intl`. */
const noCatalogue =
  /Accounts|Chrome|Linux|now|tomorrow|in 2 days|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \d+, \d+|\d+:\d+\s[AP]M/g

const providers = async (page: Page) => (await page.request.get('/api/auth/social-providers')).text()

async function findHardCoded(page: Page, data: string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const shown: string[] = [document.title]
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (element.closest('script, style, noscript, select[name="language"], [translate="no"], [hidden]')) continue
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) shown.push(element.getAttribute(name) ?? '')
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) shown.push(node.textContent ?? '')
    }
    return shown
  })
  // Menu labels come from the remotes' descriptions, provider names from the server.
  const lock = (await page.locator('#lock').textContent()) ?? ''
  const [rest = ''] = /\/lock\/[^"]+\.json/.exec(lock) ?? []
  const described = `${lock}${await (await page.request.get(rest)).text()}${await providers(page)}`
  const labels = [...described.matchAll(/"(?:en|name)":"([^"]+)"/g)].map(([, label = '']) => label)
  const known = [...data, ...labels].toSorted((one, other) => other.length - one.length)
  const left = texts.map((text) =>
    known.reduce((shorter, value) => shorter.replaceAll(value, ''), text).replaceAll(noCatalogue, ''),
  )
  return left.filter((text) => /[aeiouyAEIOUY]/.test(text))
}

async function expectCatalogues(page: Page, path: string, data: string[]): Promise<void> {
  await page.goto(path)
  await expect(page.locator('html')).toHaveAttribute('lang', 'pseudo')
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('main :is(form, li, a, button)').first()).toBeVisible()
  expect(await findHardCoded(page, data), path).toEqual([])
}

test.beforeEach(({ page, baseURL }) =>
  page.context().addCookies([{ name: 'lang', value: 'pseudo', url: baseURL ?? '' }]),
)

test.describe('signed out', () => {
  test.use({ expectedComplaints: /status of 40[04]/ })

  for (const path of [
    '/',
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password',
    '/email-verified',
    '/goodbye',
    '/error?error=access_denied',
    '/not-me',
    '/not-me?token=x',
    '/keep-email',
    '/keep-factors',
    '/keep-factors?token=x',
    '/keep-email?token=x',
    '/accept-invitation/x',
    '/accept-invitation/x?token=y',
    '/x',
  ]) {
    test(`has no hard-coded text on ${path}`, ({ page }) => expectCatalogues(page, path, []))
  }

  test('has no hard-coded text in an incomplete form', async ({ page }) => {
    for (const path of ['/sign-in', '/sign-up']) {
      await page.goto(path)
      await page.locator('main button[type=submit]').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
      expect(await findHardCoded(page, []), path).toEqual([])
    }
  })
})

test('has no hard-coded text on the screens for signed-in users', async ({ page, baseURL }) => {
  const { name, email } = await signUpByCall(page, 'Bcdf Ghjk')
  const call = (path: string, data: object) =>
    page.request.post(`/api/auth/organization${path}`, { data, headers: { origin: baseURL ?? '' } })
  const slug = unique('prst').replace(' ', '-')
  expect((await call('/create', { name: slug, slug })).ok()).toBe(true)
  const team: unknown = await (await call('/create-team', { name: slug })).json()
  const invited = newPerson('Vwxz').email
  expect((await call('/invite-member', { email: invited, role: 'member' })).ok()).toBe(true)
  const data = [name, email, invited, slug]
  for (const path of ['profile', 'security', 'sessions', 'keys', 'activity', 'delete'])
    await expectCatalogues(page, `/account/${path}`, data)
  const teams = [`T_${Object(team).id}`, 'gone'].map((id) => `/${slug}/teams/${id}`)
  for (const path of [
    '',
    '/new',
    `/${slug}`,
    `/${slug}/teams`,
    ...teams,
    `/${slug}/roles`,
    `/${slug}/settings`,
    `/${slug}/webhooks`,
    `/${slug}/keys`,
    '/not-there',
  ]) {
    await expectCatalogues(page, `/organizations${path}`, data)
  }
})
