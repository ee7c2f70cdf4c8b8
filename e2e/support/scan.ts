import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const usualWays = [
  { language: 'en', colorScheme: 'light', width: 1280 },
  { language: 'en', colorScheme: 'dark', width: 320 },
] as const
/** Each language at each width, and over the languages each width in both schemes. */
const everyWay = ['en', 'de', 'uk', 'tr'].flatMap((language, row) =>
  [320, 768, 1280].map((width, column) => {
    const colorScheme = (row + column) % 2 === 0 ? ('dark' as const) : ('light' as const)
    return { language, colorScheme, width }
  }),
)
/** `npm run test:full` looks at all of them. */
const ways = process.env['TEST_FULL'] ? everyWay : usualWays

/** Fails when axe finds anything on what the page shows now, or when the page is wider than the window. */
export async function scan(page: Page, state: string): Promise<void> {
  const spoken = (await page.locator('html').getAttribute('lang')) ?? 'en'
  for (const { language, colorScheme, width } of ways) {
    if (process.env['TEST_FULL']) await speak(page, language)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    // What follows the width is drawn in the frame that has it.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const where = `${state}, ${language}, ${colorScheme}, ${width} px`
    // Without frames in the page the legacy mode finds the same, and opens no second page for it.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    expect(findings, where).toEqual([])
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow, `${where}: wider than the window`).toBeLessThanOrEqual(0)
  }
  if (process.env['TEST_FULL']) await speak(page, spoken)
}

/** As when another tab of the browser has changed the language: the page keeps its dialogs, its text and the focus. */
async function speak(page: Page, language: string): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and no target
  await page.evaluate((value) => new BroadcastChannel('kit').postMessage({ topic: 'locale', value }), language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}
