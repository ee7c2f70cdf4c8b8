import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

const schemes = ['dark', 'light'] as const
/** The last one is the look in which a journey goes on. */
const looks = [320, 1280].flatMap((width) => schemes.map((colorScheme) => ({ colorScheme, width })))

/**
 * Only Inter is the same on all machines, and only if its letters are not moved to whole pixels.
 * Nothing of the page behind is seen. Ids choose the colours of organizations. Playwright would
 * stop animations and hide the caret for each picture, which costs half a second of computation.
 */
const style = `
  *, ::before, ::after {
    text-rendering: geometricPrecision !important;
    animation: none !important; transition: none !important; caret-color: transparent !important
  }
  :root { --kit-font-mono: var(--kit-font) !important }
  .kit-avatar[data-square] { background: var(--kit-avatar-7) !important; color: var(--kit-avatar-7-text) !important }
  ::backdrop { background: var(--kit-page) !important }
`

/** Pictures of a page's dialogs and menus, on one sheet for each scheme and width. */
export class Sheets {
  readonly #page: Page
  readonly #browser: CDPSession
  readonly #pictures = new Map<string, Buffer[]>()

  private constructor(page: Page, browser: CDPSession) {
    this.#page = page
    this.#browser = browser
  }

  /** For the documents that the page opens from now on. */
  static async of(page: Page): Promise<Sheets> {
    await page.addInitScript((rules) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      document.adoptedStyleSheets.push(sheet)
    }, style)
    const browser = await page.context().newCDPSession(page)
    await browser.send('DOM.enable')
    await browser.send('CSS.enable')
    return new Sheets(page, browser)
  }

  /**
   * `source` is the file that draws the dialog or menu, so that one without a picture is found.
   * `content` comes last: the surface opens before.
   */
  async take(source: string, surface: Locator, content: Locator, widths = [320, 1280]): Promise<void> {
    const page = this.#page
    await expect(content, source).toBeVisible()
    await page.mouse.move(0, 0)
    await expect.poll(() => fontsOf(this.#browser, surface), `the fonts of ${source}`).toEqual(['Inter Variable'])
    for (const { colorScheme, width } of looks.filter((look) => widths.includes(look.width))) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      // The layout follows the width in the next frame.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      const look = `${width}-${colorScheme}`
      const picture = await pictureOf(this.#browser, surface)
      this.#pictures.set(look, [...(this.#pictures.get(look) ?? []), picture])
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }

  /** Compares the sheets `<name>-<width>-<scheme>.png` with those of the folder pictures. */
  async compare(name: string): Promise<void> {
    const page = await this.#page.context().newPage()
    await page.setViewportSize({ width: 1080, height: 100 })
    for (const [look, pictures] of this.#pictures) {
      const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`)
      await page.setContent(`<style>${sheetStyle}</style>${fewColors}${images.join('')}`)
      const sheet = await page.screenshot({ fullPage: true })
      // Soft, to see all of them.
      expect.soft(sheet).toMatchSnapshot(`${name}-${look}.png`, { threshold: 0.2, maxDiffPixels: 100 })
    }
    await page.close()
  }
}

const sheetStyle = `
  body { display: flex; flex-wrap: wrap; align-items: start; gap: 12px; margin: 0; padding: 12px; background: gray }
  img { filter: url(#few-colors) }
`

/**
 * Makes the files a third smaller: 32 steps of brightness and 17 of each difference of colour, as
 * JPEG has them. Steps of red, green and blue would tint grey.
 */
const fewColors = `
  <svg width="0" height="0" style="position: absolute">
    <filter id="few-colors" color-interpolation-filters="sRGB">
      <feColorMatrix values="0.299 0.587 0.114 0 0  -0.169 -0.331 0.5 0 0.5  0.5 -0.419 -0.081 0 0.5  0 0 0 1 0" />
      <feComponentTransfer>
        <feFuncR type="discrete" tableValues="${stepsOf(32)}" />
        <feFuncG type="discrete" tableValues="${stepsOf(17)}" />
        <feFuncB type="discrete" tableValues="${stepsOf(17)}" />
      </feComponentTransfer>
      <feColorMatrix values="1 0 1.402 0 -0.701  1 -0.344 -0.714 0 0.529  1 1.772 0 0 -0.886  0 0 0 1 0" />
    </filter>
  </svg>`

function stepsOf(count: number): string {
  return Array.from({ length: count }, (_, step) => step / (count - 1)).join(' ')
}

/** Without the preparations of `screenshot`, which take half a second and are made above. */
async function pictureOf(browser: CDPSession, surface: Locator): Promise<Buffer> {
  const { x, y, right, bottom, scrolled } = await surface.evaluate((node) => ({
    ...node.getBoundingClientRect().toJSON(),
    scrolled: scrollY,
  }))
  const [left, top] = [Math.floor(x), Math.floor(y)]
  // The browser counts from the top of the document, not of the window.
  const position = { x: left, y: top + scrolled }
  const clip = { ...position, width: Math.ceil(right) - left, height: Math.ceil(bottom) - top, scale: 1 }
  const { data } = await browser.send('Page.captureScreenshot', { clip, optimizeForSpeed: true })
  return Buffer.from(data, 'base64')
}

/** The fonts that the browser draws the text of an element with. */
async function fontsOf(browser: CDPSession, element: Locator): Promise<string[]> {
  await element.evaluate((surface) => {
    for (const node of document.querySelectorAll('[data-pictured]')) node.removeAttribute('data-pictured')
    for (const node of surface.querySelectorAll('input, select')) node.setAttribute('data-pictured', '')
    const texts = document.createTreeWalker(surface, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      if (texts.currentNode.textContent?.trim()) texts.currentNode.parentElement?.setAttribute('data-pictured', '')
  })
  const { root } = await browser.send('DOM.getDocument')
  const marked = { nodeId: root.nodeId, selector: '[data-pictured]' }
  const { nodeIds } = await browser.send('DOM.querySelectorAll', marked)
  const fonts = await Promise.all(
    nodeIds.map((nodeId) =>
      browser.send('CSS.getPlatformFontsForNode', { nodeId }).catch((error: unknown) => {
        if (!/Could not find node/.test(String(error))) throw error
        return { fonts: [] } // React has just replaced it
      }),
    ),
  )
  return [...new Set(fonts.flatMap((one) => one.fonts.map(({ familyName }) => familyName)))]
}
