import type { Page } from '@playwright/test'

/** A call to `/organization/…` in the session of the page's browser, without going through the screens. */
export async function organizationCall(page: Page, path: string, data: object): Promise<{ id: string }> {
  const { origin } = new URL(process.env['PRODUCT_URL'] ?? '')
  const answer = await page.request.post(`/api/auth/organization${path}`, { data, headers: { origin } })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}
