import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page, Request, Route } from '@playwright/test'
import { patience } from '../../scripts/patience.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// Decision 052: whoever answers for a file of ours with anything but what was published gets none of it to run.

// The browser names each file with another hash, and the shell each remote that failed.
test.use({
  expectedComplaints:
    /digest|'integrity' attribute|mf-\w+@|Loading (css )?chunk|could not be loaded|status of (401|403|404)/,
})

const root = join(import.meta.dirname, '../..')

/** A look at the product that loads files of ours. */
interface Visit {
  path: string
  /** Language, whose texts are a file too. */
  locale?: string
  as?: 'guest'
  /** Makes the page load still more. */
  act?: (page: Page) => Promise<unknown>
  /** What shows then. */
  comes?: (page: Page) => Locator
  /** With what the user of `userId` has confirmed to try out. */
  previews?: boolean
  /** Without its files it is a page that says so, with no header: nothing unreleased runs without the words about it. */
  isUnframed?: boolean
}

const passwordIn = (name: string) => (page: Page) =>
  page.getByRole('dialog', { name }).getByLabel('Password', { exact: true })
const passwords: Visit = {
  path: '/sign-up',
  as: 'guest',
  act: (page) => page.getByLabel('Password', { exact: true }).fill('a'),
  comes: (page) => page.locator('[data-strength]'),
}
const visits: Visit[] = [
  {
    path: '/account/profile',
    act: (page) => page.getByRole('button', { name: /Ada Lovelace/ }).click(),
    comes: (page) => page.getByRole('button', { name: 'Sign out' }),
  },
  {
    path: '/account/profile',
    act: async (page) => {
      await page.route(/\/get-session/, (route) => route.fulfill({ json: null }))
      await page.route('**/update-user', (route) => route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED' } }))
      await page.getByLabel('Name', { exact: true }).fill('Ada King')
      await page.getByLabel('Name', { exact: true }).press('Enter')
    },
    comes: passwordIn('Sign in to continue'),
  },
  {
    path: '/account/security',
    act: async (page) => {
      await page.getByRole('button', { name: 'Remove GitHub' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    },
    comes: passwordIn(''),
  },
  { path: '/account/sessions' },
  { path: '/account/delete' },
  { path: '/organizations' },
  { path: '/preview', isUnframed: true },
  { path: '/', previews: true, isUnframed: true },
  passwords,
  ...['de', 'es', 'fr', 'pl', 'ru', 'tr', 'uk'].map((locale) => ({ path: '/account/profile', locale })),
]

/** Scripts and styles of what was built here, which the product of these tests has published. */
const filesOf = (name: string) =>
  readdirSync(join(root, name, 'dist/assets'))
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => (name === 'shell' ? `/assets/${file}` : `/${name}/${file}`))

/** The same form for the address of a file, whichever version it is of. */
const fileAt = (url: string) => new URL(url).pathname.replace(/^\/remotes\/([^/]+)\/[^/]+\/assets\//, '/$1/')

/** One bit of one byte in the middle. */
async function flip(route: Route): Promise<void> {
  const response = await route.fetch()
  const body = await response.body()
  const middle = body.length >> 1
  body[middle] = (body[middle] ?? 0) ^ 1
  await route.fulfill({ response, body })
}

/** Lets a document say that its user tries something out. */
async function addPreview(route: Route, request: Request): Promise<void> {
  if (request.resourceType() !== 'document') return route.fallback()
  const session = await route.fetch({ url: new URL('/api/auth/get-session', request.url()).href })
  const { user } = await session.json()
  const running = [{ name: 'mf-account', version: '1.0.0', builds: null, endsIn: 1000 }]
  const previews = JSON.stringify({ userId: user.id, running, areShown: true })
  const response = await route.fetch()
  await route.fulfill({
    response,
    body: (await response.text()).replace('{"remotes":', `{"previews":${previews},"remotes":`),
  })
}

/** Opens a page that loads `visit`; with `flipped`, each answer for that file has another byte. What became of its files is on record. */
async function open(context: BrowserContext, visit: Visit, flipped?: string) {
  const { path, locale = 'en', act, comes, previews } = visit
  const page = await context.newPage()
  const asked = new Set<string>()
  const origins = new Set<string>()
  page.on('request', (request) => {
    if (!request.url().startsWith('http')) return
    origins.add(new URL(request.url()).origin)
    asked.add(fileAt(request.url()))
  })
  await page.addInitScript(() => {
    const ran: string[] = []
    const refused: string[] = []
    Object.assign(window, { ran, refused })
    const note = ({ type, target }: Event) => {
      if (!(target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === 'stylesheet')))
        return
      const list = type === 'load' ? ran : refused
      list.push(target instanceof HTMLScriptElement ? target.src : target.href)
    }
    for (const type of ['load', 'error']) document.addEventListener(type, note, true)
  })
  const accounts = ['credential', 'github'].map((provider) => ({
    id: provider,
    provider,
    accountId: provider,
    createdAt: new Date(),
    updatedAt: new Date(),
    scopes: [],
  }))
  await page.route('**/list-accounts', (route) => route.fulfill({ json: accounts }))
  const notFresh = { code: 'SESSION_IS_NOT_FRESH', message: 'Session is not fresh' }
  await page.route('**/unlink-account', (route) => route.fulfill({ status: 403, json: notFresh }))
  if (flipped !== undefined) await page.route((url) => fileAt(url.href) === flipped, flip)
  if (previews) await page.route((url) => url.pathname === path, addPreview)
  await page.goto(`${path}?lang=${locale}`, { waitUntil: flipped === undefined ? 'networkidle' : 'load' })
  page.setDefaultTimeout(patience)
  if (flipped === undefined) {
    await act?.(page)
    await comes?.(page).waitFor()
    await page.waitForLoadState('networkidle')
  }
  // What is flipped may be what would be clicked: it is not waited for.
  else act?.(page).catch(() => {})
  return { page, asked, origins }
}

/** Browsers of a user and of a guest. */
async function people(openBrowser: () => Promise<Page>): Promise<(visit: Visit) => BrowserContext> {
  const [user, guest] = [await openBrowser(), await openBrowser()]
  await signUpByCall(user, 'Ada Lovelace')
  return (visit) => (visit.as === 'guest' ? guest : user).context()
}

const countOf = (addresses: string[], file: string) => addresses.filter((url) => fileAt(url) === file).length

/** How often a page ran a file, or was refused it. */
async function loadsOf(page: Page, file: string) {
  const [ran, refused] = await page.evaluate(() => [Reflect.get(window, 'ran'), Reflect.get(window, 'refused')])
  return { ran: countOf(ran, file), refused: countOf(refused, file) }
}

/** Nothing of the flipped file runs, and of the page what can live does. */
async function expectRefusal(page: Page, { isUnframed }: Visit, file: string): Promise<void> {
  await expect.poll(async () => (await loadsOf(page, file)).refused, `${file} was refused`).toBeGreaterThan(0)
  expect((await loadsOf(page, file)).ran, `nothing of ${file} ran`).toBe(0)
  const isEntry = /^\/assets\/(react|kit|shell|locale-en)[.-]/.test(file)
  if (isEntry) {
    await page.evaluate(() => document.getAnimations().forEach((wait) => wait.finish()))
    await expect(page.locator('#failed'), file).toBeVisible()
  } else if (isUnframed && !/locale/.test(file)) {
    await expect(page.getByRole('heading', { name: 'This page could not be shown' }), file).toBeVisible()
  } else await expect(page.getByRole('banner').getByRole('link').first(), file).toBeVisible()
}

/** Each visit with what it asks for, nothing flipped. */
async function look(contextOf: (visit: Visit) => BrowserContext, seen: Visit[]) {
  const looks: { visit: Visit; asked: Set<string> }[] = []
  for (const visit of seen) {
    const { page, asked, origins } = await open(contextOf(visit), visit)
    expect([...origins]).toEqual([new URL(page.url()).origin])
    looks.push({ visit, asked })
    await page.close()
  }
  return looks
}

const chosen = [
  /^\/assets\/react\./,
  /^\/assets\/kit\..*css$/,
  /^\/assets\/locale-de-po\./,
  /^\/assets\/strength-worker\./,
  /^\/mf-account\/remoteEntry\./,
  /^\/mf-account\/locale-de-po\./,
]

for (const [what, isAll] of [
  ['some kinds of files', false],
  ['each file of the shell and of a remote @full', true],
] as const) {
  test(`one byte flipped, in ${what}: nothing of it runs, the rest of the page lives`, async ({ openBrowser }) => {
    if (isAll) test.slow()
    const contextOf = await people(openBrowser)
    const files = [...filesOf('shell'), ...filesOf('mf-account')].filter(
      (file) => isAll || chosen.some((kind) => kind.test(file)),
    )
    const seen = isAll ? visits : [{ path: '/account/profile', locale: 'de' }, passwords]
    const looks = await look(contextOf, seen)
    const never = files.filter((file) => !looks.some(({ asked }) => asked.has(file)))
    expect(never, 'files that no visit here loads').toEqual([])
    for (const file of files) {
      const visit = looks.find(({ asked }) => asked.has(file))?.visit
      if (!visit) continue
      const flipped = await open(contextOf(visit), visit, file)
      await expectRefusal(flipped.page, visit, file)
      expect([...flipped.origins]).toEqual([new URL(flipped.page.url()).origin])
      await flipped.page.close()
    }
  })
}

const panel = (page: Page) => page.getByRole('heading', { name: 'This part is not available' })

for (const [what, file] of [
  ['the container', /^\/mf-account\/remoteEntry\./],
  ['a screen', /^\/mf-account\/(?!remote|locale)/],
] as const) {
  test(`${what} with another byte is named, and Retry has the right one once it is served again`, async ({ page }) => {
    await signUpByCall(page, 'Ada Lovelace')
    const reported: string[] = []
    page.on('console', (message) => reported.push(...message.text().split('\n', 1)))
    await page.route((url) => file.test(fileAt(url.href)), flip)
    await page.goto('/account/sessions')
    await expect(panel(page)).toBeVisible()
    const line = /^mf-account@\d+\.\d+\.\d+\S* (could not be loaded|failed): (\S+) is not what was published /
    await expect.poll(() => reported).toContainEqual(expect.stringMatching(line))
    const [, , named = ''] = line.exec(reported.find((each) => line.test(each)) ?? '') ?? []
    expect(fileAt(new URL(named, page.url()).href)).toMatch(file)
    await page.unrouteAll()
    await page.evaluate(() => Object.assign(window, { samePage: true }))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible()
    expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
  })
}

test('files that were wrong only when they were fetched ahead are fetched anew, and nobody notices', async ({
  page,
}) => {
  await signUpByCall(page, 'Ada Lovelace')
  const flipped = new Set<string>()
  await page.route(/\/remotes\/mf-account\/.*\/assets\/(remote|locale)/, (route, request) => {
    const { href } = new URL(request.url())
    if (/attempt=/.test(href) || flipped.has(href)) return route.continue()
    flipped.add(href)
    return flip(route)
  })
  await page.goto('/account/sessions')
  await expect(page.getByRole('heading', { name: 'Sessions', level: 1 })).toBeVisible()
  expect(flipped.size).toBeGreaterThanOrEqual(2)
})

test('a remote of which the lock has no hash is refused, and so is any script without one', async ({ page }) => {
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

test('a part of which its container has no hash is not even asked for, in browsers that would take it', async ({
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
    const preloads = /<link rel="preload" as="script"[^>]*mf-account[^>]*>/g
    const hash = `sha384-${createHash('sha384').update(without).digest('base64')}`
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
