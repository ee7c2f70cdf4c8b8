import type { BrowserContext, Locator, Page } from '@playwright/test'
import { appendFileSync } from 'node:fs'

/**
 * A line of {@link recordInteractions}: one Event Timing entry
 * (https://w3c.github.io/event-timing/).
 */
export interface TimedEvent {
  journey: string
  path: string
  /** Groups the events of one press of a key or button. */
  interaction: string
  event: string
  target: string
  /** From the event to the next frame, in steps of 8. */
  milliseconds: number
}

/** The other kind of line: the number of interactions of a document, including the short ones. */
export interface CountedInteractions {
  journey: string
  path: string
  document: number
  /** Absent if the test replaces the page's clock, and with it `performance`. */
  interactions?: number
}

type Recorded<T> = Omit<T, 'journey' | 'path'>

/** Longer than a frame, which would otherwise be delayed by Playwright searching the page. */
export const MS_BETWEEN_ACTIONS = 150

/** Like a human; Playwright presses and releases at once, so that one frame would cover both. */
const MS_OF_A_PRESS = 80

/**
 * Slows the pages of the context down to a quarter and appends their interactions to `file` as JSON
 * lines. Call the returned function before the context closes, for the number of interactions.
 */
export async function recordInteractions(
  context: BrowserContext,
  journey: string,
  file: string,
): Promise<() => Promise<void>> {
  const write = (page: Page, line: Recorded<TimedEvent> | Recorded<CountedInteractions>) => {
    const path = new URL(page.url()).pathname
    appendFileSync(file, `${JSON.stringify({ journey, path, ...line })}\n`)
  }
  await context.exposeBinding('recordInteraction', ({ page }, timed: Recorded<TimedEvent>) => write(page, timed))
  await context.exposeBinding('recordInteractionCount', ({ page }, document: number, interactions: number) =>
    write(page, { document, interactions }),
  )
  await context.addInitScript(() => {
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!(entry instanceof PerformanceEventTiming) || entry.interactionId === 0) continue
        const element = entry.target instanceof Element ? entry.target : null
        const record: unknown = Reflect.get(window, 'recordInteraction')
        if (typeof record !== 'function') continue
        record({
          interaction: `${performance.timeOrigin}/${entry.interactionId}`,
          event: entry.name,
          target: element ? `${element.localName} ${(element.textContent ?? '').slice(0, 30)}`.trim() : '',
          milliseconds: entry.duration,
        })
      }
      const count: unknown = Reflect.get(window, 'recordInteractionCount')
      if (typeof count === 'function') count(performance.timeOrigin, performance.interactionCount)
    })
    const from16Milliseconds = { type: 'event', durationThreshold: 16, buffered: true }
    observer.observe(from16Milliseconds)
  })
  context.on('page', (page) => {
    void slowDown(page)
    pressAsAHand(page)
  })
  return async () => {
    for (const page of context.pages()) {
      const count = await page.evaluate(() => ({
        document: performance.timeOrigin,
        interactions: performance.interactionCount,
      }))
      write(page, count)
    }
  }
}

async function slowDown(page: Page): Promise<void> {
  const cpu = await page.context().newCDPSession(page)
  await cpu.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

function pressAsAHand(page: Page): void {
  const locators: Locator = Object.getPrototypeOf(page.locator('html'))
  if (Object.hasOwn(locators, 'isPressedAsByAHand')) return
  const click: Locator['click'] = Reflect.get(locators, 'click')
  Object.assign(locators, {
    isPressedAsByAHand: true,
    click(this: Locator, options: Parameters<Locator['click']>[0]) {
      return click.call(this, { delay: MS_OF_A_PRESS, ...options })
    },
  })
}
