import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page, Route } from '@playwright/test'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// Decision 055: whoever answers for a file of ours with anything but what was published gets none of it to run.

// The browser names each file with another hash, and the shell each remote that failed.
test.use({ expectedComplaints: /valid digest|mf-\w+@|Loading (css )?chunk|could not be loaded|status of (401|403)/ })

const root = resolve(import.meta.dirname, '../..')

/** A look at the product that loads files of ours. */
interface Visit {
  path: string
  /** Language, whose texts are a file too. */
  locale?: string
  as?: 'guest'
  /** What loads still more, on the open page; may fail where the file that it needs is another one. */
  act?: (page: Page) => Promise<unknown>
}

const openUserMenu = (page: Page) => page.getByRole('button', { name: /Ada Lovelace/ }).click()
const dialogOfFreshSession = async (page: Page) => {
  await page.getByRole('button', { name: 'Remove GitHub' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
}
const dialogOfEndedSession = async (page: Page) => {
  await page.route('**/get-session', (route) => route.fulfill({ json: null }))
  await page.route('**/update-user', (route) => route.fulfill({ status: 401, json: { code: 'UNAUTHORIZED' } }))
  await page.getByRole('button', { name: 'Save' }).first().click()
}
const choosePassword = (page: Page) => page.getByLabel('Password', { exact: true }).fill('a')
const visits: Visit[] = [
  { path: '/account/profile', act: openUserMenu },
  { path: '/account/profile', act: dialogOfEndedSession },
  { path: '/account/security', act: dialogOfFreshSession },
  { path: '/account/sessions' },
  { path: '/account/delete' },
  { path: '/organizations' },
  { path: '/sign-up', as: 'guest', act: choosePassword },
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

/** Opens a page that loads `visit`; with `flipped`, each answer for that file has another byte. What became of its files is on record. */
async function open(context: BrowserContext, { path, locale = 'en', act }: Visit, flipped?: string) {
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
    for (const type of ['load', 'error']) addEventListener(type, note, true)
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
  await page.goto(`${path}?lang=${locale}`, { waitUntil: 'networkidle' })
  await act?.(page).catch(() => {})
  await page.waitForLoadState('networkidle')
  return { page, asked, origins }
}

interface Look {
  page: Page
  asked: Set<string>
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
async function expectRefusal({ page }: Look, file: string): Promise<void> {
  const { ran, refused } = await loadsOf(page, file)
  expect([file, ran], 'nothing of it ran').toEqual([file, 0])
  expect([file, refused > 0], 'it was refused').toEqual([file, true])
  const isEntry = /^\/assets\/(react|kit|shell|locale-en)[.-]/.test(file)
  if (isEntry) {
    await page.evaluate(() => document.getAnimations().forEach((wait) => wait.finish()))
    await expect(page.locator('#failed'), file).toBeVisible()
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
  /^\/mf-account\/remote\./,
  /^\/mf-account\/locale-de-po\./,
]

for (const [what, isAll] of [
  ['some kinds of files', false],
  ['each file of the shell and of a remote @full', true],
] as const) {
  test(`one byte flipped, in ${what}: nothing of it runs, the rest of the page lives`, async ({ openBrowser }) => {
    test.setTimeout(isAll ? 300_000 : 90_000)
    const contextOf = await people(openBrowser)
    const files = [...filesOf('shell'), ...filesOf('mf-account')].filter(
      (file) => isAll || chosen.some((kind) => kind.test(file)),
    )
    const seen = isAll ? visits : visits.filter(({ act, locale }) => act === choosePassword || locale === 'de')
    const looks = await look(contextOf, seen)
    const never = files.filter((file) => !looks.some(({ asked }) => asked.has(file)))
    expect(never, 'files that no visit here loads').toEqual([])
    for (const file of files) {
      const visit = looks.find(({ asked }) => asked.has(file))?.visit
      if (!visit) continue
      const flipped = await open(contextOf(visit), visit, file)
      await expectRefusal(flipped, file)
      expect([...flipped.origins]).toEqual([new URL(flipped.page.url()).origin])
      await flipped.page.close()
    }
  })
}
