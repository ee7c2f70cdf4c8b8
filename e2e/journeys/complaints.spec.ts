import type { Route } from '@playwright/test'
import { collectComplaints } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'

const failure = (status: string, path: string) =>
  `error: Failed to load resource: the server responded with a status of ${status} (http://complaints.example${path})`

test('forgives a 401 only to requests that run during a sign-out', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: 'http://complaints.example' })
  const complaints = collectComplaints(context)
  const held = new Map<string, Route>()
  await context.route('**/held/**', (route) => void held.set(new URL(route.request().url()).pathname, route))
  await context.route('**/page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel=icon href=data:,>' }),
  )
  const page = await context.newPage()
  await page.goto('/page')
  const start = (path: string) => page.evaluate((url) => void fetch(url), path)
  const respond = async (path: string, status: number) => {
    await expect.poll(() => held.has(path)).toBe(true)
    await Promise.all([page.waitForResponse(`**${path}`), held.get(path)?.fulfill({ status })])
    held.delete(path)
  }

  await start('/held/before')
  await respond('/held/before', 401)
  for (const path of ['/held/early', '/held/late', '/held/broken', '/held/sign-out']) await start(path)
  await respond('/held/early', 401)
  await respond('/held/sign-out', 200)
  await respond('/held/late', 401)
  await respond('/held/broken', 500)
  for (const path of ['/held/late', '/held/after']) {
    await start(path)
    await respond(path, 401)
  }

  await expect
    .poll(complaints)
    .toEqual([
      failure('401 (Unauthorized)', '/held/before'),
      failure('500 (Internal Server Error)', '/held/broken'),
      failure('401 (Unauthorized)', '/held/late'),
      failure('401 (Unauthorized)', '/held/after'),
    ])
  await context.close()
})
