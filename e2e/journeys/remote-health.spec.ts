import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { publishVersion } from 'registry/publish/publish.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { runInDatabase } from '../support/organizations.ts'
import { unique } from '../support/people.ts'
import { publishFolder } from '../support/publish-folder.ts'
import { makeRemoteFolder } from '../support/remote-folder.ts'
import { openRegistry, pageOf, publishRemote, scriptOf, untilPage } from '../support/remotes.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// The owner of a remote hears what fails in pages, with the line in its sources; of sixty breaks in
// seeded-breaks.full.spec.ts.

test.use({ expectedComplaints: /./ })

/** Milliseconds from the throw to the email. */
const LIMIT = 10_000

const screen = `export function Screen() {
  throw new TypeError('of ann@example.com')
}
`

async function publishBreak() {
  const name = `mf-${unique('breaks').replaceAll(' ', '-')}`
  const owner = `${name}@example.com`
  const { folder, write, remove } = await makeRemoteFolder(name)
  await mkdir(join(folder, 'src/app'))
  await write('src/app/screen.tsx', screen)
  await write('remote.json', JSON.stringify({ name, owner, routes: [{ path: `/${name}`, access: 'public' }] }))
  await write(
    'src/remote.tsx',
    `export const remote = {
  routes: [
    { path: '/${name}/:id', lazy: async () => ({ Component: (await import('./app/screen.tsx')).Screen }) },
  ],
  loadMessages: async () => ({}),
}`,
  )
  await publishFolder(name, folder)
  await remove()
  await untilPage(name, 200)
  return { name, owner }
}

const mails = z.array(z.object({ subject: z.string(), text: z.string() }))

const emailsTo = async (page: Page, owner: string): Promise<string[]> => {
  const response = await page.request.get(`/dev/mail.json?to=${encodeURIComponent(owner)}`)
  return mails.parse(await response.json()).map(({ text }) => text)
}

test('emails the owner of a remote the source line of an error within ten seconds', async ({ page }) => {
  const { name, owner } = await publishBreak()
  await signUpByCall(page, 'Ada')
  await page.goto(`/${name}/ann@example.com`)
  const thrownAt = Date.now()
  await expect.poll(() => emailsTo(page, owner)).toHaveLength(1)
  const took = Date.now() - thrownAt
  console.log(`from the page to the email: ${took} ms`)
  expect(took).toBeLessThan(LIMIT)
  const [text = ''] = await emailsTo(page, owner)
  expect(text).toContain('Line: src/app/screen.tsx:2')
  expect(text).toContain(`Route: /${name}/:id`)
  expect(text).toContain('Error: TypeError')
  expect(text).not.toContain('ann@example')
})

test('shows everybody the version before within a minute of a bad one', { tag: '@full' }, async ({ openBrowser }) => {
  test.slow()
  const users: Page[] = []
  for (let n = 0; n < 20; n += 1) {
    const page = await openBrowser()
    await signUpByCall(page, `User ${n}`)
    users.push(page)
  }
  await runInDatabase(
    (db) => db.write`update "user" set "emailVerified" = true, "proved" = true where "name" like 'User %'`,
  )
  const name = `mf-${unique('back').replaceAll(' ', '-')}`
  const remote = await publishRemote(name, pageOf("return 'This is the good one'"))
  const { ctx, end } = await openRegistry()
  const container = `${name.replaceAll('-', '_')}__2`
  const script = scriptOf(name, pageOf("throw new TypeError('seeded')"), container)
  const bad = makeVersion({ name, version: '2.0.0', container, files: { 'assets/entry.js': script } })
  await publishVersion(ctx, { ...bad, channel: 'stable' }, { who: 'a journey' })
  const releasedAt = Date.now()
  const versionOf = async (page: Page) =>
    /\/remotes\/mf-back[^/]*\/([^/]+)\//.exec(await (await page.request.get(`/${name}`)).text())?.[1]
  const [first] = users
  if (!first) throw new Error('no users')
  await expect.poll(() => versionOf(first)).toBe('2.0.0')
  for (const page of users) {
    await page.goto(`/${name}`)
    await expect(page.getByText('This is the good one')).toBeVisible()
  }
  await expect.poll(() => versionOf(first), { timeout: 60_000 }).toBe('1.0.0')
  const took = Date.now() - releasedAt
  console.log(`from the release to the version before: ${took} ms`)
  expect(took).toBeLessThan(60_000)
  await end()
  await remote.unpublish()
})

/** In bytes, with headers. */
const maxReport = 3000

test('costs each page of a user a report or two', { tag: '@full' }, async ({ page }) => {
  await signUpByCall(page, 'Ada')
  const costs: { page: string; what: string; bytes: number }[] = []
  let opened = 'first page'
  page.on('requestfinished', async (request) => {
    const { pathname } = new URL(request.url())
    if (!/^\/remotes\/failures$|^\/assets\/health\./.test(pathname)) return
    const sizes = await request.sizes()
    const bytes = Object.values(sizes).reduce((sum, size) => sum + size, 0)
    costs.push({ page: opened, what: pathname.replace(/\.\w+\.js/, ''), bytes })
  })
  for (opened of ['first page', 'later page']) {
    await page.goto('/account/profile')
    await expect
      .poll(() => costs.filter((cost) => cost.page === opened && cost.what.includes('failures')))
      .toHaveLength(1)
    await page.goto('about:blank')
  }
  console.table(costs)
  const reports = costs.filter(({ what }) => what.includes('failures'))
  // One page in four sends a second one, with its web vitals, when it is hidden.
  expect(reports.length).toBeLessThanOrEqual(4)
  for (const { bytes } of reports) expect(bytes).toBeLessThan(maxReport)
})
