import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { languages } from 'rest-auth/languages'
import { expect } from './test.ts'

/** Each language at one width in one scheme, and over the languages each width in both schemes. */
const everyWay = languages.map((language, index) => ({
  language,
  colorScheme: index % 2 === 0 ? ('dark' as const) : ('light' as const),
  width: [320, 768, 1280][index % 3] ?? 0,
}))
const isFull = Boolean(process.env['TEST_FULL'])

/** Fails if axe finds anything on what the page shows now, or if the page is wider than the window. */
export async function scan(page: Page, state: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const spoken = (await page.locator('html').getAttribute('lang')) ?? 'en'
  for (const { language, colorScheme, width } of isFull ? everyWay : everyWay.slice(0, 1)) {
    if (isFull) await speak(page, language)
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
  if (isFull) await speak(page, spoken)
  await page.setViewportSize(size)
}

/** As when another tab of the browser has changed the language: the page keeps its dialogs, its text and the focus. */
async function speak(page: Page, language: string): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and no target
  await page.evaluate((value) => new BroadcastChannel('kit').postMessage({ topic: 'locale', value }), language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}
