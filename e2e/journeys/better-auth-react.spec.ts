import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { bundle } from '../support/bundle.ts'
import { newPerson } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const script = bundle(join(import.meta.dirname, '../better-auth-react/page.ts'))

// The hooks call on mount, before anybody is signed in; the browser notes every 401.
test.use({ expectedComplaints: /status of 40[01]/ })

/** Opens the page of the npm client on the product's own origin. */
async function openClientPage(page: Page): Promise<void> {
  const html =
    '<!doctype html><title>better-auth/react</title><body></body><script src="/better-auth-react.js"></script>'
  await page.route('**/better-auth-react', (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.route('**/better-auth-react.js', async (route) =>
    route.fulfill({ contentType: 'text/javascript', body: await script }),
  )
  await page.goto('/better-auth-react')
}

/** Calls a method of the client in the page, such as `organization.create`. */
async function call(page: Page, method: string, input?: object): Promise<unknown> {
  return page.evaluate(
    async ([path, argument]) => {
      let owner: unknown
      let found: unknown = Reflect.get(window, 'client')
      for (const key of path.split('.')) [owner, found] = [found, Reflect.get(Object(found), key)]
      if (typeof found !== 'function') throw new Error(`no method ${path}`)
      const { data, error } = Object(await Reflect.apply(found, owner, [argument ?? {}]))
      if (error) throw new Error(JSON.stringify(error))
      return data
    },
    [method, input] as const,
  )
}

test('updates the hooks of better-auth/react after each change', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/auth/')) calls.push(`${request.method()} ${pathname.slice('/api/auth'.length)}`)
  })
  const shows = async (lines: Record<string, string>) => {
    for (const [id, text] of Object.entries(lines)) await expect(page.locator(`#${id}`)).toHaveText(text)
  }
  const ann = newPerson('Ann')
  const slug = `acme-${Date.now()}`

  await openClientPage(page)
  await shows({ session: 'nobody', organizations: 'error 401', active: 'error 401', member: 'error 401' })
  expect(calls.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'GET /get-session',
    'GET /organization/get-active-member',
    'GET /organization/get-full-organization',
    'GET /organization/list',
  ])

  calls.length = 0
  await call(page, 'signUp.email', { ...ann })
  await shows({ session: 'Ann' })
  expect(calls).toEqual(['POST /sign-up/email', 'GET /get-session'])

  calls.length = 0
  await call(page, 'organization.create', { name: 'Acme', slug, keepCurrentActiveOrganization: true })
  await shows({ organizations: 'Acme' })
  expect(calls).toEqual(['POST /organization/create', 'GET /organization/list'])

  calls.length = 0
  await call(page, 'organization.setActive', { organizationSlug: slug })
  await shows({ active: 'Acme' })
  expect(calls).toEqual(['POST /organization/set-active', 'GET /organization/get-full-organization'])

  await page.reload()
  await shows({ session: 'Ann', organizations: 'Acme', active: 'Acme', member: 'owner' })

  calls.length = 0
  await call(page, 'updateUser', { name: 'Anna' })
  await shows({ session: 'Anna' })
  await call(page, 'signOut')
  await shows({ session: 'nobody' })
  expect(calls).toEqual(['POST /update-user', 'GET /get-session', 'POST /sign-out', 'GET /get-session'])
})
