import type { Route } from '@playwright/test'
import { collectComplaints } from '../support/complaints.ts'
import { expect, test } from '../support/test.ts'

const failure = (status: string, path: string) =>
  `error: Failed to load resource: the server responded with a status of ${status} (http://complaints.example${path})`

test('forgives a 401 only to reads of rest-auth that run during a sign-out', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: 'http://complaints.example' })
  const complaints = collectComplaints(context)
  const held = new Map<string, Route>()
  await context.route(
    '**/{api/auth,registry}/**',
    (route) => void held.set(new URL(route.request().url()).pathname, route),
  )
  await context.route('**/page', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel=icon href=data:,>' }),
  )
  const page = await context.newPage()
  await page.goto('/page')
  const start = (path: string, method = 'GET') =>
    page.evaluate(([url, verb]) => void fetch(url, { method: verb }), [path, method] as const)
  const respond = async (path: string, status: number) => {
    await expect.poll(() => held.has(path)).toBe(true)
    await Promise.all([page.waitForResponse(`**${path}`), held.get(path)?.fulfill({ status })])
    held.delete(path)
  }

  await start('/api/auth/before')
  await respond('/api/auth/before', 401)
  for (const path of ['early', 'late', 'broken']) await start(`/api/auth/${path}`)
  await start('/registry/log')
  for (const path of ['change', 'sign-out']) await start(`/api/auth/${path}`, 'POST')
  await respond('/api/auth/early', 401)
  await respond('/api/auth/sign-out', 200)
  for (const path of ['/api/auth/late', '/registry/log', '/api/auth/change']) await respond(path, 401)
  await respond('/api/auth/broken', 500)
  for (const path of ['/api/auth/late', '/api/auth/after']) {
    await start(path)
    await respond(path, 401)
  }

  await expect
    .poll(complaints)
    .toEqual([
      failure('401 (Unauthorized)', '/api/auth/before'),
      failure('401 (Unauthorized)', '/registry/log'),
      failure('401 (Unauthorized)', '/api/auth/change'),
      failure('500 (Internal Server Error)', '/api/auth/broken'),
      failure('401 (Unauthorized)', '/api/auth/late'),
      failure('401 (Unauthorized)', '/api/auth/after'),
    ])
  await context.close()
})
