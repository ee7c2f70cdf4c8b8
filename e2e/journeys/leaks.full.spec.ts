import { isDeepStrictEqual } from 'node:util'
import type { CDPSession, Page } from '@playwright/test'
import { createOrganization } from '../support/organizations.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// A remote leaves nothing behind after its pages were opened and left, however often.

const TIMES = process.env['TEST_FULL'] ? 50 : 15
/** The first visits load code and texts, and fill caches. */
const WARM_UP = 6

interface Left {
  listeners: number
  nodes: number
  documents: number
  styles: number
  globals: string[]
}

interface Held {
  heap: number
  left: Left
}

/** Measures after garbage collection, once two results are equal, because cleanup takes a while. */
async function measure(page: Page, session: CDPSession): Promise<Held> {
  let last = await measureOnce(page, session)
  await expect
    .poll(async () => {
      const before = last.left
      last = await measureOnce(page, session)
      return isDeepStrictEqual(last.left, before)
    })
    .toBe(true)
  return last
}

async function measureOnce(page: Page, session: CDPSession): Promise<Held> {
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'timers').size), 'timers that wait').toBe(0)
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { metrics } = await session.send('Performance.getMetrics')
  const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
  const left = {
    listeners: valueOf('JSEventListeners'),
    nodes: valueOf('Nodes'),
    documents: valueOf('Documents'),
    ...(await page.evaluate(() => ({
      styles: document.styleSheets.length + document.adoptedStyleSheets.length,
      globals: Object.getOwnPropertyNames(window),
    }))),
  }
  return { heap: usedSize, left }
}

/** Records pending timers. */
const noteTimers = () => {
  const timers = new Set<number>()
  Object.assign(window, { timers })
  for (const [start, end] of [
    ['setTimeout', 'clearTimeout'],
    ['setInterval', 'clearInterval'],
  ] as const) {
    const [startNow, endNow] = [window[start], window[end]]
    Object.assign(window, {
      [start]: (run: TimerHandler, ...rest: [number?, ...unknown[]]) => {
        const id = Reflect.apply(startNow, window, [
          (...args: unknown[]) => {
            if (start === 'setTimeout') timers.delete(id)
            if (typeof run === 'function') run(...args)
          },
          ...rest,
        ])
        timers.add(id)
        return id
      },
      [end]: (id: number) => {
        timers.delete(id)
        Reflect.apply(endNow, window, [id])
      },
    })
  }
}

/** Opens the pages in turn, as links do, and returns to the start page after each. */
function visit(page: Page, name: string, paths: readonly string[], times: number): Promise<void> {
  return page.evaluate(
    async ([remote, addresses, rounds]) => {
      const shown = () => document.querySelector(`main [data-remote="${remote}"] h1`) !== null
      const goTo = async (path: string, isRemotes: boolean) => {
        history.pushState({ key: String(Math.random()), idx: 1 }, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
        const end = performance.now() + 30_000
        while (shown() !== isRemotes) {
          if (performance.now() > end) throw new Error(`${path} did not come`)
          await new Promise((resolve) => requestAnimationFrame(resolve))
        }
      }
      for (let round = 0; round < rounds; round++) {
        await goTo(addresses[round % addresses.length] ?? '', true)
        await new Promise((resolve) => setTimeout(resolve, 50))
        await goTo('/', false)
      }
    },
    [name, paths, times] as const,
  )
}

const remotes: [name: string, pathsOf: (page: Page) => Promise<string[]>][] = [
  ['mf-auth', async () => ['/sign-in', '/sign-up', '/forgot-password']],
  [
    'mf-account',
    async (page) => {
      await signUpByCall(page, 'Ada Lovelace')
      return ['/account/profile', '/account/security', '/account/sessions', '/account/activity']
    },
  ],
  [
    'mf-organization',
    async (page) => {
      await signUpByCall(page, 'Ada Lovelace')
      const { slug } = await createOrganization(page, 'Rowing')
      return ['', `/${slug}`, `/${slug}/settings`, `/${slug}/teams`, '/new'].map((path) => `/organizations${path}`)
    },
  ],
]

for (const [name, pathsOf] of remotes) {
  test(`leaves nothing behind after ${name} was opened and left ${TIMES} times`, async ({ page }) => {
    const paths = await pathsOf(page)
    await page.addInitScript(noteTimers)
    const watching =
      name === 'mf-auth' ? null : page.waitForEvent('requestfinished', (request) => /health/.test(request.url()))
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Removes the shell's own timers: it checks for updates every minute and, on pages of users,
    // begins to watch remotes after a few seconds.
    await watching
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'timers').size)).toBe(watching ? 2 : 1)
    await page.evaluate(() => Reflect.get(window, 'timers').forEach(clearInterval))
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await visit(page, name, paths, WARM_UP)
    const before = await measure(page, session)
    await visit(page, name, paths, TIMES)
    const after = await measure(page, session)
    const grown = after.heap - before.heap
    console.log(`${name}: ${(grown / 1e6).toFixed(2)} MB more than ${(before.heap / 1e6).toFixed(1)}`)
    expect(grown, 'bytes of heap').toBeLessThan(2_000_000)
    expect(after.left).toEqual(before.left)
  })
}
