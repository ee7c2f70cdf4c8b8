import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

interface Part {
  file: string
  gzip: number
  /** When the whole of it was there, in the page's time. */
  arrivedAt: number
}

/** Every script that a visitor's first look at `path` fetches, with its size as gzip makes it. */
async function scriptsOf(page: Page, path: string): Promise<Part[]> {
  const answers: Response[] = []
  page.on('response', (answer) => answers.push(answer))
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const scripts = answers.filter((answer) => answer.request().resourceType() === 'script')
  const arrivals = new Map(
    await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name, startTime, duration }) => [name, startTime + duration] as const),
    ),
  )
  return Promise.all(
    scripts.map(async (answer) => ({
      file: new URL(answer.url()).pathname.replace(/\.[0-9a-f]{8}\.js$/, ''),
      gzip: gzipSync(await answer.body(), { level: 9 }).length,
      arrivedAt: arrivals.get(answer.url()) ?? 0,
    })),
  )
}

const sizeOf = (parts: Part[]) => parts.reduce((sum, { gzip }) => sum + gzip, 0)

const tableOf = (parts: Part[]) =>
  [...parts.map(({ file, gzip }) => [gzip, file] as const), [sizeOf(parts), `in ${parts.length} requests`] as const]
    .map(([size, name]) => `${(size / 1000).toFixed(1).padStart(7)} kB  ${name}`)
    .join('\n')

test('sign-in can be typed into after 160 kB of script, each file comes once, nothing of GraphQL', async ({ page }) => {
  await page.addInitScript(() => {
    const waiting = new MutationObserver(() => {
      if (!document.querySelector('input[name=identifier]')) return
      waiting.disconnect()
      document.documentElement.dataset['typedFrom'] = String(performance.now())
    })
    waiting.observe(document, { childList: true, subtree: true })
  })
  const parts = await scriptsOf(page, '/sign-in')
  const typedFrom = Number(await page.locator('html').getAttribute('data-typed-from'))
  const before = parts.filter(({ arrivedAt }) => arrivedAt <= typedFrom)
  console.log(`until it can be typed into\n${tableOf(before)}\nall\n${tableOf(parts)}`)
  expect(before.length).toBeGreaterThan(4)
  expect(sizeOf(before)).toBeLessThanOrEqual(160_000)
  expect(sizeOf(parts)).toBeLessThanOrEqual(170_000)
  expect(new Set(parts.map(({ file }) => file)).size).toBe(parts.length)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const sources = await Promise.all(
    loaded.filter((url) => url.endsWith('.js')).map(async (url) => (await page.request.get(url)).text()),
  )
  expect(sources.filter((source) => /__typename|ApolloClient/.test(source))).toEqual([])
})

for (const path of ['/account/profile', '/account/security', '/account/sessions']) {
  test(`${path} needs at most 200 kB of script`, async ({ page }) => {
    await signUpByCall(page, 'Ada')
    const parts = await scriptsOf(page, path)
    console.log(tableOf(parts))
    expect(sizeOf(parts)).toBeLessThanOrEqual(200_000)
    const files = parts.map(({ file }) => file)
    expect(files, 'each comes once, also when it was fetched ahead').toEqual([...new Set(files)])
  })
}
