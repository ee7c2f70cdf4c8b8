import type { Browser } from '@playwright/test'
import { serve } from '../support/serve.ts'
import { expect, test } from '../support/test.ts'

// Compares sign-in with a form of 2 kB from a server that only sends it, in turn, because a busy
// machine changes the times of both.

const rounds = 5
// Slow 4G (150 ms, 1.6 Mb/s) as Lighthouse emulates it, because DevTools delay each request, but no
// connection and no packet.
// https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md
/** Milliseconds, and bytes per second. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 188_743, uploadThroughput: 86_400 }

const control = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in</title><style>
body { margin: 0; background: #f7f8fa; color: #16191d; font: 14px/20px system-ui, sans-serif }
main { box-sizing: border-box; width: 25rem; max-width: 100%; margin: 5rem auto; padding: 2rem; border: 1px solid #e0e3e8; border-radius: 10px; background: #fff }
h1 { font-size: 20px; text-align: center }
label { display: block; margin-top: 1rem; font-weight: 500 }
input { box-sizing: border-box; width: 100%; height: 40px; border: 1px solid #868c96; border-radius: 6px }
button { width: 100%; height: 40px; margin-top: 1rem; border: 0; border-radius: 6px; background: #2f5fd6; color: #fff }
</style></head><body><main><h1>Sign in</h1><form method="post">
<label for="i">Email or username</label><input id="i" name="identifier" autocomplete="username">
<label for="p">Password</label><input id="p" name="password" type="password" autocomplete="current-password">
<button>Sign in</button></form><p>${'Terms and privacy. '.repeat(40)}</p></main></body></html>`

interface Visit {
  painted: number
  typed: number
  shift: number
  /** Compressed bytes. */
  script: number
}

/** Visits a page for the first time and presses a key until it arrives. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen = { typed: 0, shift: 0 }
    Object.assign(window, { seen })
    document.addEventListener('input', () => (seen.typed ||= performance.now()))
    const focusing = setInterval(() => {
      document.querySelector<HTMLInputElement>('input[name=identifier]')?.focus()
      if (seen.typed) clearInterval(focusing)
    }, 10)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, 'value'))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'commit' })
  const typing = setInterval(() => void page.keyboard.insertText('x').catch(() => {}), 20)
  await page.waitForLoadState('load')
  await expect(page.locator('#still')).toHaveCount(0)
  await expect(page.locator('input[name=identifier]')).toHaveValue(/^x+$/)
  clearInterval(typing)
  const result = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
    script: performance
      .getEntriesByType('resource')
      .reduce(
        (sum, entry) => sum + (entry.name.endsWith('.js') ? Number(Reflect.get(entry, 'encodedBodySize')) : 0),
        0,
      ),
    ...Reflect.get(window, 'seen'),
  }))
  await context.close()
  return result
}

const median = (visits: Visit[], of: keyof Visit): number =>
  visits.map((each) => each[of]).toSorted((a, b) => a - b)[Math.floor(visits.length / 2)] ?? NaN

test.slow()
test('paints sign-in and accepts keys almost as soon as a form of 2 kB', async ({ browser, baseURL }) => {
  const server = await serve((_, response) => response.setHeader('content-type', 'text/html').end(control))
  const pages = { ours: `${baseURL}/sign-in`, control: server.origin }
  const visits: Record<keyof typeof pages, Visit[]> = { ours: [], control: [] }
  await visit(browser, pages.ours) // fills the server's caches
  for (let round = 0; round < rounds; round += 1) {
    visits.control.push(await visit(browser, pages.control))
    visits.ours.push(await visit(browser, pages.ours))
  }
  server.stop()
  const of = (name: keyof Visit) => ({ ours: median(visits.ours, name), control: median(visits.control, name) })
  const [painted, typed] = [of('painted'), of('typed')]
  console.table({ painted, typed, shift: of('shift'), script: of('script') })
  // The goals are 1.2 and 1.3. Two cores gave 1.13 and 1.07 when idle, and 1.32 and 1.34 at a load
  // of 24.
  expect(painted.ours / painted.control).toBeLessThanOrEqual(1.5)
  expect(typed.ours / typed.control).toBeLessThanOrEqual(1.5)
  // The fallbacks of the font have its metrics on average, not for each word.
  expect(Math.max(...visits.ours.map(({ shift }) => shift))).toBeLessThan(0.01)
  expect(of('script').ours).toBeLessThanOrEqual(175_000)
})
