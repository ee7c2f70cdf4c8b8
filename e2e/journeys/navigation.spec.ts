import type { Page } from '@playwright/test'
import { composeWith, type Described, manyRemotes } from '../support/composed.ts'
import { createOrganization, joinByCall } from '../support/organizations.ts'
import { scan } from '../support/scan.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** What is wrong with the header: more than one line, or a text that is not whole. */
async function faultsOfHeader(page: Page): Promise<string[]> {
  return page.getByRole('banner').evaluate((header) => {
    const shown = [...header.querySelectorAll<HTMLElement>('a, button, select')].filter((each) =>
      each.checkVisibility(),
    )
    const outside = shown.filter((each) => {
      const box = each.getBoundingClientRect()
      return box.left < 0 || box.right > innerWidth || box.bottom > header.getBoundingClientRect().bottom
    })
    const nav = header.querySelector('nav')?.getBoundingClientRect()
    const beyond = [...header.querySelectorAll<HTMLElement>('nav a, nav button')].filter(
      (each) => each.checkVisibility() && each.getBoundingClientRect().right > (nav?.right ?? 0) + 1,
    )
    const middles = shown
      .map((each) => each.getBoundingClientRect())
      .map(({ top, height }) => Math.round(top + height / 2))
    return [
      ...(header.getBoundingClientRect().height > 66 ? [`${header.getBoundingClientRect().height} px high`] : []),
      ...(Math.max(...middles) - Math.min(...middles) > 4 ? [`not in one line: ${middles.join(' ')}`] : []),
      ...[...outside, ...beyond].map(({ textContent }) => `cut: ${textContent}`),
      ...(document.documentElement.scrollWidth > innerWidth ? ['wider than the window'] : []),
    ]
  })
}

for (const [count, locale] of [
  [3, 'en'],
  [30, 'uk'],
  [100, 'de'],
] as const)
  test(`the header of ${count} remotes is one line at every width, in ${locale}`, async ({ openBrowser }) => {
    const page = await openBrowser({ locale, reducedMotion: 'reduce' })
    await signUpByCall(page, 'Ada Lovelace')
    if (count > 3) await composeWith(page, manyRemotes(count - 3))
    await page.goto('/account/sessions')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [320, 375, 640, 641, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(
        page
          .getByRole('banner')
          .getByRole('navigation')
          .locator(width > 640 ? 'a' : 'button')
          .first(),
      ).toBeVisible()
      await expect.poll(() => faultsOfHeader(page), `${width} px`).toEqual([])
    }
    // One is told where one is: by the link or, where it has no room, by the button.
    await expect(page.getByRole('banner').locator('[aria-current=page]')).toBeVisible()
  })

test('a window that becomes narrower cuts no link, not even for one frame', async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  await composeWith(page, manyRemotes(97))
  await page.setViewportSize({ width: 1920, height: 800 })
  await page.goto('/account/sessions')
  await expect(main(page).getByRole('link').first()).toBeVisible()
  // This observer hears after the product's, which was there before: it sees what is painted.
  await main(page).evaluate((navigation) => {
    const seen: string[] = []
    const look = () => {
      const end = navigation.getBoundingClientRect().right + 1
      const cut = [...navigation.querySelectorAll('a, button')].filter(
        (each) => each.checkVisibility() && each.getBoundingClientRect().right > end,
      )
      seen.push(cut.map(({ textContent }) => textContent).join())
    }
    new ResizeObserver(look).observe(navigation)
    Reflect.set(window, 'cutInFrames', seen)
  })
  const frames = (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'cutInFrames'))
  for (const width of [1500, 1100, 800]) {
    const before = (await frames()).length
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await frames()).length).toBeGreaterThan(before)
  }
  expect((await frames()).filter((cut) => cut !== '')).toEqual([])
})

test('a hundred remotes: what is behind the button is reached by the keyboard, and nothing of it has loaded', async ({
  page,
}) => {
  await signUpByCall(page, 'Ada Lovelace')
  const asked = await composeWith(page, manyRemotes(97))
  await page.goto('/')
  const more = main(page).getByRole('button', { name: 'More' })
  await expect(more).toBeVisible()
  await more.focus()
  await page.keyboard.press('Enter')
  const groups = main(page).getByRole('list')
  await expect(groups).toHaveCount(4)
  await expect(main(page).getByRole('list', { name: 'People and culture' }).getByRole('link').first()).toBeVisible()
  await scan(page, 'the menu of a hundred remotes')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Escape')
  await more.focus()
  expect(asked).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  const last = main(page).getByRole('list').last().getByRole('link').last()
  await expect(last).toBeFocused()
  const name = (await last.getAttribute('href'))?.slice(1) ?? ''
  // Who stays on a link is about to go there; on a busy machine one stays on the first one too.
  await expect.poll(() => asked.at(-1)).toBe(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`This is ${name}`)).toBeVisible()
  await expect(main(page).locator('[aria-current=page]')).toBeVisible()
  expect(asked.length).toBeLessThanOrEqual(2)
})

test('pages, organizations and actions of a hundred remotes are found by the keyboard alone', async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  await createOrganization(page, 'Łódź Rowers')
  const asked = await composeWith(page, manyRemotes(97))
  await page.goto('/account/sessions')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const code = page.waitForRequest((request) => request.resourceType() === 'script')
  await page.keyboard.down('Control')
  await code // before the letter
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect(field).toBeFocused()
  await expect(page.getByRole('option', { name: /Łódź/ })).toBeVisible()
  await scan(page, 'the palette')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.type('time tracking 58')
  await expect(page.getByRole('option')).toHaveCount(1)
  expect(asked).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is mf-area-58')).toBeVisible()
  expect(asked).toEqual(['mf-area-58'])
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('lodz')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Łódź Rowers' })).toBeVisible()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('polish')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await page.keyboard.press('Control+K')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('keys that a page uses itself open nothing; the palette takes what is typed at once and gives the focus back', async ({
  page,
}) => {
  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/account/profile')
  await page
    .getByRole('textbox', { name: 'Name', exact: true })
    .evaluate((field) => field.addEventListener('keydown', (event) => event.preventDefault()))
  await page.getByRole('textbox', { name: 'Name', exact: true }).press('Control+K')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeHidden()
  for (const way of ['Escape', 'Control+K']) {
    await page.getByRole('button', { name: 'Your account' }).press('Control+K')
    await page.keyboard.type('polish') // at once
    await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('polish')
    await page.keyboard.press(way)
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Your account' })).toBeFocused()
  }
})

/** A page of a user for whom the code of the palette is on its way until one lets it come. */
async function openWithoutPalette(page: Page): Promise<{ letItCome: () => Promise<void> }> {
  await signUpByCall(page, 'Ada Lovelace')
  await page.clock.install()
  await page.goto('/account/sessions')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { promise: itMayCome, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js$/, (route) => itMayCome.then(() => route.continue()))
  // What is silent for five seconds is given up, however slow the machine is that presses the keys.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000))
  return {
    letItCome: async () => {
      resolve()
      await page.clock.resume()
    },
  }
}

test('what is pressed before the code of the palette is there is not lost', async ({ page }) => {
  const { letItCome } = await openWithoutPalette(page)
  await page.keyboard.press('Control+K')
  await page.keyboard.type('language')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect(field).toHaveValue('language')
  const element = await field.elementHandle()
  await page.keyboard.press('ArrowUp')
  await letItCome()
  const last = page.getByRole('option').last()
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await last.getAttribute('id')) ?? '')
  // The very field, with the place where one types and what a keyboard composes.
  expect(await field.evaluate((now, then) => now === then && now === document.activeElement, element)).toBe(true)
})

test('Enter, too, waits for the code of the palette', async ({ page }) => {
  const { letItCome } = await openWithoutPalette(page)
  await page.keyboard.press('Control+K')
  await page.keyboard.type('polish')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('polish')
  await letItCome()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
})

const limited: Described[] = [
  { name: 'mf-plain', navigation: [{ to: '/mf-plain', label: { en: 'Plain' }, order: 30 }] },
  { name: 'mf-plans', navigation: [{ to: '/mf-plans', label: { en: 'Plans' }, order: 31, roles: ['owner', 'admin'] }] },
  {
    name: 'mf-guests',
    navigation: [{ to: '/mf-guests', label: { en: 'Guests' }, order: 32, permission: 'invitation:create' }],
  },
]

test('who may see an entry is decided by the role in the active organization, before anything of the remote loads', async ({
  page,
  openBrowser,
}) => {
  await signUpByCall(page, 'Ada Lovelace')
  const { organizationId } = await createOrganization(page, 'Rowing')
  const bob = await openBrowser()
  await joinByCall(page, organizationId, { page: bob, name: 'Bob Hope', role: 'member' })
  const asked = await composeWith(bob, limited)
  const calls: string[] = []
  bob.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await bob.goto('/')
  await expect(main(bob).getByRole('link', { name: 'Plain' })).toBeVisible()
  await expect(bob.getByRole('link', { name: /Plans|Guests/ })).toHaveCount(0)
  expect(calls.filter((path) => path.endsWith('/get-active-member'))).toHaveLength(1)

  const members = await page.request.get(`/api/auth/organization/list-members?organizationId=${organizationId}`)
  const { members: list }: { members: { id: string; role: string }[] } = await members.json()
  const memberId = list.find(({ role }) => role === 'member')?.id
  const { origin } = new URL(process.env['PRODUCT_URL'] ?? '')
  const promotion = await page.request.post('/api/auth/organization/update-member-role', {
    data: { organizationId, memberId, role: 'admin' },
    headers: { origin },
  })
  expect(promotion.status()).toBe(200)
  await main(bob).getByRole('link', { name: 'Sessions' }).click()
  await expect(main(bob).getByRole('link', { name: 'Plans' })).toBeVisible()
  await expect(main(bob).getByRole('link', { name: 'Guests' })).toBeVisible()
  expect(asked).toEqual([])
})

test('what fills the header is loaded on a phone when the menu is opened', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signUpByCall(page, 'Ada Lovelace')
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname))
  await page.goto('/account/sessions', { waitUntil: 'networkidle' })
  const ofOrganizations = () => scripts.filter((path) => path.startsWith('/remotes/mf-organization/'))
  expect(ofOrganizations()).toEqual([])
  await main(page).getByRole('button', { name: 'Menu' }).click()
  await expect(main(page).getByRole('button', { name: 'Organization:' })).toBeVisible()
  expect(ofOrganizations()).not.toEqual([])
  await main(page).getByRole('button', { name: 'Organization:' }).click()
  await page.getByRole('link', { name: 'Create an organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create an organization' })).toBeVisible()
  await expect(main(page).getByRole('link')).toHaveCount(0)
})
