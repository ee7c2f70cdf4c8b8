import { setTimeout } from 'node:timers/promises'
import type { APIResponse, Page } from '@playwright/test'

/** Calls in the session of the page, and retries when the server is busy, as clients should. */
export async function post(page: Page, path: string, data: object): Promise<APIResponse> {
  const { origin } = new URL(page.url() === 'about:blank' ? (process.env['PRODUCT_URL'] ?? '') : page.url())
  for (;;) {
    const response = await page.request.post(path, { data, headers: { origin } })
    if (response.ok()) return response
    if (response.status() !== 503)
      throw new Error(`${path} responded with ${response.status()}: ${await response.text()}`)
    await setTimeout(1000 * Number(response.headers()['retry-after']))
  }
}
