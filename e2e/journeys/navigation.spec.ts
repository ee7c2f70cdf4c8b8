import type { Page } from '@playwright/test'
import { createOrganization } from '../support/organizations.ts'
import { installRemotes, type Remote } from '../support/remotes.ts'
import { scan } from '../support/scan.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

const words = [
  { en: 'Invoices', de: 'Rechnungen' },
  { en: 'Time tracking', de: 'Arbeitszeiterfassung' },
  { en: 'Expense claims', de: 'Reisekostenabrechnungen' },
  { en: 'Support requests', de: 'Supportanfragen' },
]
const groups = [
  { en: 'Money', de: 'Finanzen' },
  { en: 'People and culture', de: 'Personalentwicklung' },
  { en: 'Operations', de: 'Betriebsabläufe' },
]

/** Remotes with one menu item each; every fourth item has no group. */
const manyRemotes = (count: number): Record<string, Remote> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const name = `mf-area-${index}`
      const { en = '', de = '' } = words[index % words.length] ?? {}
      const [group, label] = [groups[index % 4], { en: `${en} ${index}`, de: `${de} ${index}` }]
      const entry = { to: `/${name}`, label, order: 30 + index, ...(group && { group }) }
      return [name, { description: { navigation: [entry] } }]
    }),
  )

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Returns what is wrong with the header: more than one line, or a clipped text. */
async function findHeaderProblems(page: Page): Promise<string[]> {
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
  [100, 'de'],
] as const)
  test(
    `keeps the header with ${count} remotes in one line at every width, in ${locale}`,
    { tag: '@full' },
    async ({ openBrowser }) => {
      const page = await openBrowser({ locale, reducedMotion: 'reduce' })
      await signUpByCall(page, 'Ada Lovelace')
      if (count > 3) await installRemotes(page, manyRemotes(count - 3))
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
        await expect.poll(() => findHeaderProblems(page), `${width} px`).toEqual([])
      }
      // Either the link or, if there is no room for it, the button marks the current page.
      await expect(page.getByRole('banner').locator('[aria-current=page]')).toBeVisible()
    },
  )

test('clips no link while the window becomes narrower, not even for one frame', { tag: '@full' }, async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  await installRemotes(page, manyRemotes(97))
  await page.setViewportSize({ width: 1920, height: 800 })
  await page.goto('/account/sessions')
  await expect(main(page).getByRole('link').first()).toBeVisible()
  // This observer runs after the product's older one, so it sees what is painted.
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
  for (const width of [1050, 900, 750]) {
    const before = (await frames()).length
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await frames()).length).toBeGreaterThan(before)
  }
  expect((await frames()).filter((cut) => cut !== '')).toEqual([])
})

test(
  'reaches the menu’s items of a hundred remotes by keyboard, without loading them',
  { tag: '@full' },
  async ({ page }) => {
    await signUpByCall(page, 'Ada Lovelace')
    const asked = await installRemotes(page, manyRemotes(97))
    await page.goto('/')
    const more = main(page).getByRole('button', { name: 'More' })
    await expect(more).toBeVisible()
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(main(page).getByRole('list')).toHaveCount(4)
    await expect(main(page).getByRole('list', { name: 'People and culture' }).getByRole('link').first()).toBeVisible()
    await scan(page, 'the menu of a hundred remotes')
    await page.keyboard.press('Escape')
    await more.focus()
    expect(asked).toEqual([])
    await page.keyboard.press('ArrowDown')
    await expect(main(page).locator('.shell-menu-link:focus')).toBeVisible()
    await page.keyboard.press('End')
    const last = main(page).getByRole('list').last().getByRole('link').last()
    await expect(last).toBeFocused()
    const name = (await last.getAttribute('href'))?.slice(1) ?? ''
    // Staying on a link preloads its remote; on a busy machine, the pointer stays on the first one
    // too.
    await expect.poll(() => asked.at(-1)).toBe(name)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${name} in en`)).toBeVisible()
    await expect(main(page).locator('[aria-current=page]')).toBeVisible()
    expect(asked.length).toBeLessThanOrEqual(2)
  },
)

test('finds pages, organizations and actions by keyboard alone', async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  await createOrganization(page, 'Łódź Rowers')
  const asked = await installRemotes(page, manyRemotes(97))
  await page.goto('/account/sessions')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await page.keyboard.press('Control+K')
  await expect(page.getByRole('option', { name: /^Łódź/ })).toBeVisible()
  await scan(page, 'the palette')
  await page.keyboard.type('time tracking 57')
  await expect(page.getByRole('option')).toHaveCount(1)
  expect(asked).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('mf-area-57 in en')).toBeVisible()
  expect(asked).toEqual(['mf-area-57'])
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Control+K')
  await page.keyboard.type('lodz')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Łódź Rowers' })).toBeVisible()
  await page.keyboard.press('Control+K')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('keeps keys that are pressed before the palette’s code is loaded', async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  await page.clock.install()
  await page.goto('/account/sessions')
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { promise: itMayCome, resolve } = Promise.withResolvers<void>()
  await page.route(/\.js$/, (route) => itMayCome.then(() => route.continue()))
  // With the clock paused, a slow machine does not exceed the limit of five seconds for silent
  // code.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 20_000))
  await page.keyboard.press('Control+K')
  await page.keyboard.type('polish')
  await page.keyboard.press('Enter')
  const field = page.getByRole('combobox', { name: 'Search' })
  await expect(field).toHaveValue('polish')
  await expect(field).toBeFocused()
  resolve()
  await page.clock.resume()
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
})

test(
  'keeps a phone’s header in one line with a name of 80 characters, which the menu shows whole',
  { tag: '@full' },
  async ({ page }) => {
    const name = `${'W'.repeat(40)} ${'W'.repeat(39)}`
    await page.setViewportSize({ width: 320, height: 640 })
    await signUpByCall(page, name)
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Your account' })
    await expect(menu).toBeInViewport({ ratio: 1 })
    expect((await menu.boundingBox())?.width).toBeLessThan(80)
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(80)
    await menu.click()
    const shown = page.getByRole('banner').getByText(name, { exact: true })
    const { left, right } = await shown.evaluate((whole) => {
      const text = document.createRange()
      text.selectNodeContents(whole)
      return text.getBoundingClientRect()
    })
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(320)
  },
)

test('keeps the switcher in the header on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/account/sessions')
  await page.getByRole('banner').getByRole('button', { name: 'Organization:' }).click()
  await page.getByRole('link', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create organization' })).toBeVisible()
})
