import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expect, test } from '../support/test.ts'

const budget = 200_000

interface Part {
  file: string
  gzip: number
}

/** Every script that a visitor's first look at `path` fetches, with its size as gzip makes it. */
async function scriptsOf(page: Page, path: string): Promise<Part[]> {
  const answers: Response[] = []
  page.on('response', (answer) => answers.push(answer))
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const scripts = answers.filter((answer) => answer.request().resourceType() === 'script')
  return Promise.all(
    scripts.map(async (answer) => ({
      file: new URL(answer.url()).pathname.replace(/\.[0-9a-f]{8}\.js$/, ''),
      gzip: gzipSync(await answer.body(), { level: 9 }).length,
    })),
  )
}

test('the sign-in page needs at most 200 kB of script, each file once, and no GraphQL', async ({ page }, testInfo) => {
  const parts = await scriptsOf(page, '/sign-in')
  const total = parts.reduce((sum, { gzip }) => sum + gzip, 0)
  const table = parts.map(({ file, gzip }) => `${(gzip / 1000).toFixed(1).padStart(7)} kB  ${file}`)
  console.log([...table, `${(total / 1000).toFixed(1).padStart(7)} kB  in ${parts.length} requests`].join('\n'))
  testInfo.annotations.push({ type: 'gzip bytes of script', description: String(total) })
  expect(total).toBeLessThanOrEqual(budget)
  expect(new Set(parts.map(({ file }) => file)).size).toBe(parts.length)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  const sources = await Promise.all(
    loaded.filter((url) => url.endsWith('.js')).map(async (url) => (await page.request.get(url)).text()),
  )
  expect(sources.filter((source) => /__typename|ApolloClient/.test(source))).toEqual([])
})
