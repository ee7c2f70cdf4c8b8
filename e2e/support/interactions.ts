import type { BrowserContext, Page } from '@playwright/test'
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

/** Slows the context's pages down to a quarter and appends what a user waits for in them to `file`, a line of JSON an event. */
export async function recordInteractions(context: BrowserContext, journey: string, file: string): Promise<void> {
  await context.exposeBinding('recordInteraction', ({ page }, timed: Omit<TimedEvent, 'journey' | 'path'>) => {
    const line: TimedEvent = { journey, path: new URL(page.url()).pathname, ...timed }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
  })
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
    })
    const from16Milliseconds = { type: 'event', durationThreshold: 16, buffered: true }
    observer.observe(from16Milliseconds)
  })
  context.on('page', (page) => void slowDown(page))
}

async function slowDown(page: Page): Promise<void> {
  const cpu = await page.context().newCDPSession(page)
  await cpu.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}
