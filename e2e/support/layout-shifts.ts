import type { Page } from '@playwright/test'

/** The layout shifts up to now, with what has moved. */
export const shifts = (page: Page) =>
  page.evaluate(async () => {
    const entries = await new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve([]), 500)
    })
    return entries.map((entry) => {
      const sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[] =
        Reflect.get(entry, 'sources') ?? []
      const moved = sources.map(({ node, previousRect, currentRect }) => [
        `${node?.nodeName} ${node?.textContent}`,
        JSON.stringify(previousRect),
        JSON.stringify(currentRect),
      ])
      return { value: Number(Reflect.get(entry, 'value')), moved }
    })
  })
