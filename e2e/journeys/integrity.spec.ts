import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { integrityOf } from 'contract/integrity.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// Decision 052: if a server sends anything but the published files, none of it runs.

// The browser names each file with a wrong hash, and the shell each remote that failed.
test.use({
  expectedComplaints:
    /digest|'integrity' attribute|mf-\w+@|Loading (css )?chunk|could not be loaded|status of (401|403|404)/,
})

const root = join(import.meta.dirname, '../..')

/** Scripts and styles of a build that the tested product has published. */
const filesOf = (name: string) =>
  readdirSync(join(root, name, 'dist/assets'))
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => (name === 'shell' ? `/assets/${file}` : `/${name}/${file}`))

const fileAt = (url: string) => new URL(url).pathname.replace(/^\/remotes\/([^/]+)\/[^/]+\/assets\//, '/$1/')

/** Flips one bit of the middle byte. */
async function flip(route: Route): Promise<void> {
  const response = await route.fetch()
  const body = await response.body()
  const middle = body.length >> 1
  body[middle] = (body[middle] ?? 0) ^ 1
  await route.fulfill({ response, body })
}

// A file may still be on its way when a test ends, and would fail the next one.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

/** Records which files ran, and which ones the browser refused. */
const noteLoads = () => {
  const loads: Record<string, string[]> = { load: [], error: [] }
  Object.assign(window, { loads })
  const note = ({ type, target }: Event) => {
    if (target instanceof HTMLScriptElement) loads[type]?.push(target.src)
    else if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') loads[type]?.push(target.href)
  }
  for (const type of ['load', 'error']) document.addEventListener(type, note, true)
}

/** A file of each kind, the page that loads it, and whether the shell cannot start without it. */
const kinds: [kind: RegExp, path: string, isEntry?: true][] = [
  [/^\/assets\/react\./, '/account/profile', true],
  [/^\/assets\/kit\..*css$/, '/account/profile', true],
  [/^\/assets\/locale-de-po\./, '/account/profile'],
  [/^\/mf-account\/remoteEntry\./, '/account/profile'],
  [/^\/mf-account\/locale-de-po\./, '/account/profile'],
  [/^\/assets\/strength-worker\./, '/sign-up'],
]

test(
  'runs nothing of a file with a flipped byte, and keeps the rest of the page working',
  { tag: '@full' },
  async ({ openBrowser }) => {
    const [user, guest] = [await openBrowser(), await openBrowser()]
    await signUpByCall(user, 'Ada Lovelace')
    for (const [kind, path, isEntry] of kinds) {
      const page = await (path === '/sign-up' ? guest : user).context().newPage()
      const origins = new Set<string>()
      page.on('request', (request) => request.url().startsWith('http') && origins.add(new URL(request.url()).origin))
      await page.addInitScript(noteLoads)
      await page.route((url) => kind.test(fileAt(url.href)), flip)
      await page.goto(`${path}?lang=de`)
      if (path === '/sign-up') await page.getByLabel('Passwort', { exact: true }).fill('a')
      const count = (type: string) =>
        page
          .evaluate((which): string[] => Reflect.get(window, 'loads')[which], type)
          .then((urls) => urls.filter((url) => kind.test(fileAt(url))).length)
      await expect.poll(() => count('error'), `${kind.source} was refused`).toBeGreaterThan(0)
      expect(await count('load'), `nothing of ${kind.source} ran`).toBe(0)
      if (isEntry) {
        await page.evaluate(() => document.getAnimations().forEach((wait) => wait.finish()))
        await expect(page.locator('#failed'), kind.source).toBeVisible()
      } else await expect(page.locator('header a, main a').first(), kind.source).toBeVisible()
      expect([...origins]).toEqual([new URL(page.url()).origin])
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.close()
    }
  },
)

const panel = (page: Page) => page.getByRole('heading', { name: /couldn’t be loaded$/ })

for (const [what, file] of [
  ['the container', /^\/mf-account\/remoteEntry\./],
  ['a screen', /^\/mf-account\/(?!remote|locale)/],
] as const) {
  test(
    `reports ${what} with a wrong byte, and loads the right one on Retry`,
    { tag: what === 'a screen' ? '@full' : [] },
    async ({ page }) => {
      await signUpByCall(page, 'Ada Lovelace')
      const reported: string[] = []
      page.on('console', (message) => reported.push(...message.text().split('\n', 1)))
      await page.route((url) => file.test(fileAt(url.href)), flip)
      await page.goto('/account/sessions')
      await expect(panel(page)).toBeVisible()
      const line = /^mf-account@\d+\.\d+\.\d+\S* (could not be loaded|failed): (\S+) does not match its published hash /
      await expect.poll(() => reported).toContainEqual(expect.stringMatching(line))
      const [, , named = ''] = line.exec(reported.find((each) => line.test(each)) ?? '') ?? []
      expect(fileAt(new URL(named, page.url()).href)).toMatch(file)
      await page.unrouteAll()
      await page.evaluate(() => Object.assign(window, { samePage: true }))
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Sessions', exact: true })).toBeVisible()
      expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
    },
  )
}

test(
  'fetches a file again that was wrong only as a preload, unnoticed by the user',
  { tag: '@full' },
  async ({ page }) => {
    await signUpByCall(page, 'Ada Lovelace')
    const flipped = new Set<string>()
    await page.route(/\/remotes\/mf-account\/.*\/assets\/(remote|locale)/, (route, request) => {
      const { href } = new URL(request.url())
      if (/attempt=/.test(href) || flipped.has(href)) return route.continue()
      flipped.add(href)
      return flip(route)
    })
    await page.goto('/account/sessions')
    await expect(page.getByRole('heading', { name: 'Sessions', exact: true })).toBeVisible()
    expect(flipped.size).toBeGreaterThanOrEqual(2)
  },
)

test('rejects a remote without a hash in the version lock, and any other script without one', async ({ page }) => {
  await signUpByCall(page, 'Ada Lovelace')
  const asked: string[] = []
  page.on('request', (request) => asked.push(fileAt(request.url())))
  await page.route(/\/account\/sessions$/, async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const preloads = /<link rel="preload" as="(script|style)"[^>]*>/g
    const body = html.replace(/("entry":"[^"]*mf-account[^"]*"),"integrity":"[^"]+"/, '$1').replaceAll(preloads, '')
    await route.fulfill({ response, body })
  })
  await page.goto('/account/sessions')
  await expect(panel(page)).toBeVisible()
  expect(asked.filter((file) => file.startsWith('/mf-account'))).toEqual([])
  const load = (attributes: object) =>
    page.evaluate(
      (set) =>
        new Promise((resolve) => {
          const src = `${document.querySelector('script')?.src}?again`
          const script = Object.assign(document.createElement('script'), { src, ...set })
          for (const type of ['load', 'error']) script.addEventListener(type, () => resolve(type))
          document.head.append(script)
        }),
      attributes,
    )
  expect(await load({})).toBe('error')
  expect(await load({ integrity: 'undefined', crossOrigin: 'anonymous' })).toBe('error')
})

test('does not request a chunk without a hash in its container, even in browsers that would accept it', async ({
  page,
}) => {
  await signUpByCall(page, 'Ada Lovelace')
  const entry =
    filesOf('mf-account')
      .find((file) => file.includes('remoteEntry'))
      ?.split('/')
      .at(-1) ?? ''
  const script = readFileSync(join(root, 'mf-account/dist/assets', entry), 'utf8')
  const without = script.replace(/(\.sriHashes=)\{[^}]+\}/, '$1{}')
  expect(without).not.toBe(script)
  await page.route(/remoteEntry/, (route, request) =>
    fileAt(request.url()) === `/mf-account/${entry}`
      ? route.fulfill({ contentType: 'text/javascript', body: without })
      : route.continue(),
  )
  await page.route('/account/sessions', async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'integrity-policy': '' }
    const preloads = /<link rel="preload"[^>]*mf-account[^>]*>/g
    const hash = integrityOf(Buffer.from(without))
    const html = (await response.text()).replaceAll(preloads, '')
    const body = html.replace(/("entry":"[^"]*mf-account[^"]*","integrity":")[^"]+/, `$1${hash}`)
    await route.fulfill({ response, headers, body })
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(fileAt(request.url())))
  await page.goto('/account/sessions')
  await expect(panel(page)).toBeVisible()
  expect(asked.filter((file) => file.startsWith('/mf-account/') && !file.includes('remoteEntry'))).toEqual([])
})
