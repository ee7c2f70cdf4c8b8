import { setTimeout } from 'node:timers/promises'
import type { APIResponse, Page } from '@playwright/test'

/** Calls in the session of the page, and retries when the server is busy, as clients should. */
export async function post(page: Page, path: string, data: object): Promise<APIResponse> {
  const { origin } = new URL(process.env['PRODUCT_URL'] ?? '')
  for (;;) {
    const answer = await page.request.post(path, { data, headers: { origin } })
    if (answer.ok()) return answer
    if (answer.status() !== 503) throw new Error(`${path} responded with ${answer.status()}: ${await answer.text()}`)
    await setTimeout(1000 * Number(answer.headers()['retry-after']))
  }
}
