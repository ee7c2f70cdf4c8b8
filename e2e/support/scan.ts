import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { languages } from 'contract/languages.ts'
import { expect } from './test.ts'

const colorSchemes = ['dark', 'light'] as const
const widths = [320, 768, 1280]

/** Six times as many scans as TEST_FULL alone. */
export const isWhole = Boolean(process.env['SCAN_ALL'])
const isFull = isWhole || Boolean(process.env['TEST_FULL'])

/** Each language at one width in one scheme, so that each width is covered in both schemes, or all. */
const everyWay = languages.flatMap((language, turn) =>
  widths.flatMap((width, index) =>
    colorSchemes
      .filter((_, scheme) => isWhole || (index === turn % widths.length && scheme === turn % colorSchemes.length))
      .map((colorScheme) => ({ language, colorScheme, width })),
  ),
)

/** Fails if axe finds anything on the page, or if the page is wider than the window. */
export async function scan(page: Page, state: string): Promise<void> {
  const size = page.viewportSize() ?? { width: 1280, height: 800 }
  const spoken = (await page.locator('html').getAttribute('lang')) ?? 'en'
  for (const { language, colorScheme, width } of isFull ? everyWay : everyWay.slice(0, 1)) {
    if (isFull) await speak(page, language)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    // The layout follows the width in the next frame.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const where = `${state}, ${language}, ${colorScheme}, ${width} px`
    // Without frames, the legacy mode finds the same without opening a second page.
    const { violations } = await new AxeBuilder({ page })
      .setLegacyMode()
      // WCAG 2.5.3. Off by default, because axe calls it experimental.
      .options({ rules: { 'label-content-name-mismatch': { enabled: true } } })
      .analyze()
    const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    // Soft, to list all.
    expect.soft(findings, where).toEqual([])
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow, `${where}: wider than the window`).toBeLessThanOrEqual(0)
  }
  if (isFull) await speak(page, spoken)
  await page.setViewportSize(size)
}

/** Changes the language as another tab would, so that the page keeps its state. */
async function speak(page: Page, language: string): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has one origin and no target
  await page.evaluate((value) => new BroadcastChannel('kit').postMessage({ topic: 'locale', value }), language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}
