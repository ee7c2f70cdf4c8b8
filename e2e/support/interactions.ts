import type { BrowserContext, Locator, Page } from '@playwright/test'
import { appendFileSync } from 'node:fs'

/** A line of what {@link recordInteractions} writes: one event, as Event Timing tells it (https://w3c.github.io/event-timing/). */
export interface TimedEvent {
  journey: string
  path: string
  /** Events with one number belong to one press of a key or a button. */
  interaction: string
  event: string
  target: string
  /** From the event to the frame that shows what it did, in steps of 8. */
  milliseconds: number
}

/** The other kind of line: how many interactions a document had so far, those too that Event Timing tells nothing of. */
export interface CountedInteractions {
  journey: string
  path: string
  document: number
  /** None in a page whose clock a journey sets: its `performance` is another one. */
  interactions?: number
}

type Told<T> = Omit<T, 'journey' | 'path'>

/**
 * So long after each action nothing else is done, longer than a frame may take: a page that is searched for what a journey expects is busy
 * with that, and the frame that the user waits for would come after it.
 */
export const MS_BETWEEN_ACTIONS = 150

/** Between press and release, as of a hand: Playwright does both in one go, and the frame after them would answer both. */
const MS_OF_A_PRESS = 80

/**
 * Slows the context's pages down to a quarter and appends what a user waits for in them to `file`, a line of JSON an event. What it
 * answers is to be called before the context closes, for the number of interactions.
 */
export async function recordInteractions(
  context: BrowserContext,
  journey: string,
  file: string,
): Promise<() => Promise<void>> {
  const write = (page: Page, line: Told<TimedEvent> | Told<CountedInteractions>) => {
    const path = new URL(page.url()).pathname
    appendFileSync(file, `${JSON.stringify({ journey, path, ...line })}\n`)
  }
  await context.exposeBinding('recordInteraction', ({ page }, timed: Told<TimedEvent>) => write(page, timed))
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
