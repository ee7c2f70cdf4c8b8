import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { type Badness, chaosNames, installRemotes } from '../support/chaos.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// The table of docs/composition.md: what a remote can do wrong, in one of 30, and what becomes of the page. With WRITE_COMPOSITION=1 the
// table is written anew, without it compared.

test.use({ expectedComplaints: /./ })

type Place = 'panel' | 'page' | 'nothing' | 'not found'

interface Fault extends Badness {
  fault: string
  /** What stands in the place of its page, or in its slot; for its page, which text. */
  expected: Place
  shows?: string
  /** What the log says after `name@version`. */
  log?: string
  /** It waits for ever: the clock is put forward. */
  hangs?: boolean
  /** Done in the page before its page is asked for, or after. */
  before?: string
  after?: string
  /** What heals it, and what is shown then by itself. */
  late?: { heal: string; shows: string }
}

const never = 'new Promise(() => {})'
const failed = 'failed'
const notLoaded = 'could not be loaded'

const faults: Fault[] = [
  {
    fault: 'its container is refused',
    answer: (route) => route.abort('connectionrefused'),
    expected: 'panel',
    log: notLoaded,
  },
  {
    fault: 'its container is not found',
    answer: (route) => route.fulfill({ status: 404 }),
    expected: 'panel',
    log: notLoaded,
  },
  {
    fault: 'the server of its container fails',
    answer: (route) => route.fulfill({ status: 500 }),
    expected: 'panel',
    log: notLoaded,
  },
  {
    fault: 'a page comes in the place of its container',
    answer: (route) => route.fulfill({ contentType: 'text/html', body: '<p>' }),
    expected: 'panel',
    log: notLoaded,
  },
  {
    fault: 'its container has another content',
    answer: (route) => route.fulfill({ contentType: 'text/javascript', body: '0' }),
    expected: 'panel',
    log: notLoaded,
  },
  { fault: 'its container never comes', answer: () => undefined, expected: 'panel', log: notLoaded, hangs: true },
  { fault: 'its container is cut off', script: 'window.mf_chaos = {', expected: 'panel', log: notLoaded },
  { fault: 'its container throws', script: "throw new Error('on purpose')", expected: 'panel', log: notLoaded },
  {
    fault: 'its container throws when it is started',
    init: "throw new Error('on purpose')",
    expected: 'panel',
    log: notLoaded,
  },
  { fault: 'its module throws', get: "throw new Error('on purpose')", expected: 'panel', log: notLoaded },
  { fault: 'its module never comes', get: `await ${never}`, expected: 'panel', log: notLoaded, hangs: true },
  { fault: 'its routes are null', routes: 'null', expected: 'panel', log: notLoaded },
  { fault: 'a route is null', routes: '[page, null]', expected: 'panel', log: notLoaded },
  {
    fault: 'an index route has children',
    routes: '[page, { index: true, children: [{}] }]',
    expected: 'panel',
    log: failed,
  },
  { fault: 'a nested route is no object', routes: '[{ children: [page, null] }]', expected: 'panel', log: failed },
  {
    fault: 'two routes have one id',
    routes: "[{ id: 'a', path: '/elsewhere' }, { ...page, id: 'a' }]",
    expected: 'page',
  },
  {
    fault: 'it throws in its first render',
    routes: "[pageWith({ Component() { throw new Error('on purpose') } })]",
    expected: 'panel',
    log: failed,
  },
  {
    fault: 'it draws what is no element',
    routes: '[pageWith({ Component: () => ({ what: 1 }) })]',
    expected: 'panel',
    log: failed,
  },
  {
    fault: 'it throws in an effect',
    routes: "[pageWith({ Component() { React.useEffect(() => { throw new Error('on purpose') }); return null } })]",
    expected: 'panel',
    log: failed,
  },
  {
    fault: 'it suspends for ever',
    routes: `[pageWith({ Component: () => React.use(window.forever ??= ${never}) })]`,
    expected: 'panel',
    log: failed,
    hangs: true,
  },
  {
    fault: 'it suspends for long',
    routes:
      '[pageWith({ Component: () => { React.use(window.forLong ??= new Promise((done) => { window.endLong = done })); return h(Screen) } })]',
    expected: 'panel',
    log: failed,
    hangs: true,
    late: { heal: 'endLong()', shows: 'in en' },
  },
  {
    fault: 'a loader throws',
    routes: "[pageWith({ loader() { throw new Error('on purpose') } })]",
    expected: 'panel',
    log: failed,
  },
  {
    fault: 'a loader takes long',
    routes:
      '[pageWith({ loader: () => new Promise((done) => { window.endLoader = () => done(null) }), Component: Screen })]',
    expected: 'panel',
    log: failed,
    hangs: true,
    late: { heal: 'endLoader()', shows: 'in en' },
  },
  {
    fault: 'a loader leads in circles',
    routes:
      '[pageWith({ loader: ({ request }) => new Response(null, { status: 302, headers: { location: new URL(request.url).pathname } }) })]',
    expected: 'panel',
    log: failed,
  },
  {
    fault: 'a loader answers nonsense',
    routes: '[{ ...page, loader: async () => ({ headers: 1 }) }]',
    expected: 'page',
  },
  {
    fault: 'a lazy page never comes',
    routes: `[pageWith({ lazy: () => ${never} })]`,
    expected: 'panel',
    log: failed,
    hangs: true,
  },
  {
    fault: 'a lazy page fails',
    routes: "[pageWith({ lazy: () => Promise.reject(new Error('on purpose')) })]",
    expected: 'panel',
    log: failed,
  },
]

const SEED = 15
const REMOTES = 30

test('a remote that fails in any of these ways leaves the page, its menu, its language and the other remotes as they are', async ({
  page,
}) => {
  const names = chaosNames(REMOTES, SEED)
  const bad = new Map(faults.map((fault, index) => [names[index] ?? '', fault]))
  const good = names.filter((name) => !bad.has(name))
  expect(good.length, 'good remotes').toBeGreaterThan(2)
  const log = await open(page, new Map(names.map((name) => [name, bad.get(name) ?? {}])))
  const rows: string[] = []
  for (const [name, fault] of bad) {
    await goTo(page, `/${name}`)
    if (fault.hangs) await waitForever(page)
    const seen = [await placeOf(page, name, fault.expected)]
    if (fault.log !== undefined) seen.push(await logged(log, `${name}@1.0.0 ${fault.log}`))
    if (fault.late) {
      await page.evaluate(fault.late.heal)
      seen.push((await shows(page, `${name} ${fault.late.shows}`)) ? 'then its page, by itself' : 'nothing later')
    }
    seen.push(...(await theRest(page, good, rows.length)))
    const expected = [
      fault.expected === 'panel' ? `panel "${name} 1.0.0"` : fault.expected,
      ...(fault.log === undefined ? [] : [`log "${name}@1.0.0 ${fault.log}"`]),
      ...(fault.late ? ['then its page, by itself'] : []),
      WHOLE,
    ]
    const inShort = [
      fault.expected,
      ...(fault.log === undefined ? [] : ['log']),
      ...expected.slice(fault.log === undefined ? 1 : 2),
    ]
    rows.push(`| ${fault.fault} | ${inShort.join('; ')} | ${seen.join('; ')} |`)
    expect.soft(seen, fault.fault).toEqual(expected)
  }
  await compareTable('pages', rows)
})

const WHOLE = 'the rest works'

/** Opens the start page, signed in; answers what its log will have heard. */
async function open(page: Page, remotes: ReadonlyMap<string, Badness>): Promise<string[]> {
  const log: string[] = []
  page.on('console', (message) => log.push(message.text()))
  await signUpByCall(page, 'Ada Lovelace')
  await page.clock.install()
  await installRemotes(page, remotes)
  await page.goto('/')
  await expect(menu(page)).toBeVisible()
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  return log
}

const menu = (page: Page) => page.getByRole('navigation', { name: /^(Main|Hauptnavigation|Haupt.*)$/ })

/** As a link does. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

async function waitForever(page: Page): Promise<void> {
  await expect(page.locator('main[aria-busy=true], main [aria-live=polite]').first()).toBeAttached()
  await page.clock.runFor(6000)
}

/** What stands in the place of a page, once it is what is expected, or after a while what it is. */
async function placeOf(page: Page, name: string, expected: Place): Promise<string> {
  const places: Record<Place, string | RegExp> = {
    panel: new RegExp(`Retry.*${name} 1\\.0\\.0|${name} 1\\.0\\.0`),
    page: `${name} in en`,
    nothing: /^$/,
    'not found': 'There is no page at this address',
  }
  try {
    await expect(page.getByRole('main')).toHaveText(places[expected])
  } catch {
    return `"${await page.getByRole('main').textContent()}"`
  }
  return expected === 'panel' ? `panel "${name} 1.0.0"` : expected
}

async function logged(log: string[], message: string): Promise<string> {
  const isThere = () => log.some((entry) => entry.includes(message))
  return (await expect
    .poll(isThere)
    .toBe(true)
    .then(
      () => true,
      () => false,
    ))
    ? `log "${message}"`
    : `log ${JSON.stringify(log)}`
}

const shows = (page: Page, text: string) =>
  expect(page.getByRole('main'))
    .toHaveText(text)
    .then(
      () => true,
      () => false,
    )

/** Uses the menu, another remote of the product, the choice of language and two of the good remotes. */
async function theRest(page: Page, good: readonly string[], turn: number): Promise<string[]> {
  const broken: string[] = []
  const expectThat = async (what: string, does: () => Promise<void>) => {
    await does().catch(() => broken.push(`${what} does not`))
  }
  const sample = [0, 1].map((index) => good[(turn + index) % good.length] ?? '')
  await expectThat('the menu', async () => {
    await menu(page).getByRole('link', { name: 'Organizations' }).first().click()
    await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
  })
  for (const [name, language] of [
    [sample[0], 'de'],
    [sample[1], 'en'],
  ] as const) {
    await expectThat(`the language ${language}`, async () => {
      await page.getByRole('button', { name: /Ada Lovelace/ }).click()
      await page.getByRole('banner').getByRole('combobox').first().selectOption(language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    })
    await expectThat(name ?? '', async () => {
      await goTo(page, `/${name}`)
      await expect(page.getByRole('main')).toHaveText(`${name} in ${language}`)
    })
  }
  await expectThat('the page', () => expect(page.evaluate(() => 'samePage' in window)).resolves.toBe(true))
  return broken.length === 0 ? [WHOLE] : broken
}

const DOCUMENT = new URL('../../docs/composition.md', import.meta.url)

/** Compares rows with the part of the document that is between its marks, or writes them. */
async function compareTable(part: string, rows: string[]): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8')
  const marks = new RegExp(`(<!-- ${part}: .*-->\\n)(.*?)(<!-- end -->)`, 's')
  const table = ['| A remote of 30 | Expected | Seen |', '|---|---|---|', ...rows, ''].join('\n')
  if (process.env['WRITE_COMPOSITION']) {
    await writeFile(
      DOCUMENT,
      text.replace(marks, (_, start: string, __, end: string) => `${start}\n${table}\n${end}`),
    )
    return
  }
  expect(marks.exec(text)?.[2]?.trim(), 'docs/composition.md: WRITE_COMPOSITION=1 writes it anew').toBe(table.trim())
}
