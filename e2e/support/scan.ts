import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const everyWay = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 320 },
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 1280 },
] as const
/** Both schemes and both widths, each once; `npm run test:full` looks at all four. */
const ways = process.env['TEST_FULL'] ? everyWay : everyWay.slice(0, 2)

/** Fails when axe finds anything on what the page shows now, or when the page is wider than the window. */
export async function scan(page: Page, state: string): Promise<void> {
  for (const { colorScheme, width } of ways) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const where = `${state}, ${colorScheme}, ${width} px`
    // Without frames in the page the legacy mode finds the same, and opens no second page for it.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    const findings = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
    expect(findings, where).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow, `${where}: wider than the window`).toBeLessThanOrEqual(0)
  }
}
