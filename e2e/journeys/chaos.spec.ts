import type { Locator, Page } from '@playwright/test'
import { patience } from '../../scripts/patience.ts'
import { buildRemote } from '../../kit/check/testing/build-remote.ts'
import { type Badness, chaosNames, installRemotes } from '../support/chaos.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// What a remote can do wrong, in one of 30, and what becomes of the page (docs/composition.md).

test.use({ expectedComplaints: /./ })
// So many faults in one page, on a busy machine.
test.describe.configure({ timeout: 600_000 })

const isFull = Boolean(process.env['TEST_FULL'])

type Place = 'panel' | 'page' | 'nothing' | 'not found'

interface Fault extends Badness {
  fault: string
  /** What stands in the place of its page, or in the header; for its page, which text. */
  expected: Place
  shows?: string
  /** What the log says after `name@version`. */
  log?: string
  /** It waits for ever: the clock is put forward. */
  hangs?: boolean
  /** Done in the page before its page is asked for, or after. */
  before?: string
  after?: string
  /** What heals it, in the page or outside, and what is shown then by itself. */
  late?: { heal: string | (() => Promise<void>); shows: string }
}

const never = 'new Promise(() => {})'
const failed = 'failed'
const notLoaded = 'could not be loaded'

/** The first who asks for it waits, until it is let go. */
function comesLate(): Fault {
  const held = Promise.withResolvers<() => Promise<void>>()
  let isAsked = false
  return {
    fault: 'its container comes late',
    answer: (route, script) => {
      const send = () => route.fulfill({ contentType: 'text/javascript', body: script })
      if (isAsked) return send()
      isAsked = true
      held.resolve(send)
    },
    expected: 'panel',
    log: notLoaded,
    hangs: true,
    late: { heal: async () => (await held.promise)(), shows: 'in en' },
  }
}

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
  comesLate(),
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
  expect(good.length, 'good remotes').toBeGreaterThan(1)
  const log = await open(page, new Map(names.map((name) => [name, bad.get(name) ?? {}])))
  for (const [index, [name, fault]] of [...bad].entries()) {
    await goTo(page, `/${name}`)
    if (fault.hangs) await waitForPanel(page, name)
    const seen = [await placeOf(page, name, fault.expected)]
    if (fault.log !== undefined) seen.push(await logged(log, `${name}@1.0.0 ${fault.log}`))
    if (fault.late) {
      const { heal } = fault.late
      await (typeof heal === 'string' ? page.evaluate(heal) : heal())
      seen.push((await shows(page, `${name} ${fault.late.shows}`)) ? 'then its page, by itself' : 'nothing later')
    }
    seen.push(...(await theRest(page, good, index)))
    const expected = [
      fault.expected === 'panel' ? `panel "${name} 1.0.0"` : fault.expected,
      ...(fault.log === undefined ? [] : [`log "${name}@1.0.0 ${fault.log}"`]),
      ...(fault.late ? ['then its page, by itself'] : []),
      WHOLE,
    ]
    expect.soft(seen, fault.fault).toEqual(expected)
  }
})

/** What a remote does wrong elsewhere than in its page. */
interface OtherFault {
  fault: string
  expected: string[]
  /** One remote with it, or more. */
  bad: Badness[]
  see: (page: Page, names: readonly string[], log: string[]) => Promise<string[]>
}

const hello = "async (language) => ({ where: 'hello in ' + language })"
const has = async (what: string, locator: Locator, text: string | RegExp) =>
  (await isTrue(expect(locator).toHaveText(text)))
    ? what
    : `${what}: not, but ${await locator.textContent({ timeout: 1000 }).catch(() => 'nothing')}`
/** Opens the user's menu, which leaving the page closes. */
async function openMenu(page: Page): Promise<Locator> {
  const choice = page.getByRole('banner').getByRole('combobox').first()
  if (!(await choice.isVisible())) await page.getByRole('button', { name: /Ada Lovelace/ }).click()
  await choice.waitFor()
  return choice
}

async function changeLanguage(page: Page, language: string): Promise<string> {
  await (await openMenu(page)).selectOption(language)
  const changed = await isTrue(expect(page.locator('html')).toHaveAttribute('lang', language))
  return changed ? `the language changes to ${language}` : `the language does not change to ${language}`
}

const thief = `{ ...Object.fromEntries(Object.keys(kit.i18n.messages).map((id) => [id, 'STOLEN'])), where: 'stolen' }`
const headerParts = (page: Page) => page.getByRole('banner').locator('.chaos')

/** An error of its page that comes when that is drawn. */
const late = (fault: string, body: string): OtherFault => ({
  fault,
  bad: [{ routes: `[pageWith({ Component: () => { React.useEffect(() => { ${body} }, []); return h(Screen) } })]` }],
  expected: ['page', 'log'],
  see: async (page, [name = ''], log) => {
    await goTo(page, `/${name}`)
    return [await placeOf(page, name, 'page'), await logged(log, `${name}@1.0.0 failed later`)]
  },
})

/** A remote with a card on the start page; `cards` is an expression. */
const withCard = (name: string, cards: string): Badness => ({
  places: `{ 'start-card': ${cards} }`,
  description: { places: { 'start-card': [{ name, label: { en: name }, order: 1 }] } },
})

let cards = 0
/** What it has for a place of another page; each has a name of its own there. */
function inPlace(fault: string, components: string): OtherFault {
  const label = `bad-${++cards}`
  return {
    fault,
    bad: [withCard(label, components.replace('bad', `'${label}'`))],
    expected: ['panel', 'log', 'the other card is there'],
    see: async (page, [name = ''], log) => {
      await goTo(page, '/')
      const card = page.getByRole('region', { name: label })
      await card.scrollIntoViewIfNeeded()
      const isTold = await waitFor(page, () => expect(card).toContainText(`${name} 1.0.0`, { timeout: 300 }))
      const told = await logged(log, `${name}@1.0.0 failed in a place`)
      const other = page.getByRole('region', { name: 'good' })
      return [
        isTold ? `panel "${name} 1.0.0"` : 'no panel',
        told,
        await has('the other card is there', other, /in place/),
      ]
    },
  }
}

const otherFaults: OtherFault[] = [
  // (In timers, too: attribution.spec.ts. Those of this page are the clock's.)
  late(
    'it throws when a message comes',
    "const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { throw new Error('on purpose') }; port2.postMessage(0)",
  ),
  late('it leaves a promise that is rejected', "void Promise.reject(new Error('on purpose'))"),
  late(
    'it throws where somebody clicks',
    "const lost = document.body.appendChild(document.createElement('i')); lost.onclick = () => { throw new Error('on purpose') }; lost.click(); lost.remove()",
  ),
  {
    fault: 'its catalogue never comes',
    bad: [{ loadMessages: `() => ${never}` }],
    expected: ['panel', 'log'],
    see: async (page, [name = ''], log) => {
      await goTo(page, `/${name}`)
      await waitForPanel(page, name)
      return [await placeOf(page, name, 'panel'), await logged(log, `${name}@1.0.0 ${notLoaded}`)]
    },
  },
  {
    fault: 'its catalogue fails',
    bad: [{ loadMessages: "async () => { throw new Error('on purpose') }" }],
    expected: ['panel', 'log'],
    see: async (page, [name = ''], log) => {
      await goTo(page, `/${name}`)
      return [await placeOf(page, name, 'panel'), await logged(log, `${name}@1.0.0 ${notLoaded}`)]
    },
  },
  {
    fault: 'its catalogue is null',
    bad: [{ loadMessages: 'async () => null' }],
    expected: ['page without its texts'],
    see: async (page, [name = '']) => {
      await goTo(page, `/${name}`)
      return [await has('page without its texts', page.getByRole('main'), 'where')]
    },
  },
  {
    fault: 'its catalogue of another language never comes',
    bad: [{ loadMessages: `(language) => language === 'en' ? (${hello})('en') : ${never}` }],
    expected: ['the language changes to de', 'its page stays in English', 'log'],
    see: async (page, [name = ''], log) => {
      await goTo(page, `/${name}`)
      await has('page', page.getByRole('main'), 'hello in en')
      const changed = await changeLanguage(page, 'de')
      await page.clock.runFor(6000)
      const told = await logged(log, `${name}@1.0.0 has no texts`)
      const stays = await has('its page stays in English', page.getByRole('main'), 'hello in en')
      await changeLanguage(page, 'en')
      return [changed, stays, told]
    },
  },
  {
    fault: 'its catalogue of another language fails',
    bad: [
      {
        loadMessages: `async (language) => { if (language === 'de') throw new Error('on purpose'); return (${hello})(language) }`,
      },
    ],
    expected: ['the language changes to de', 'its page stays in English', 'log'],
    see: async (page, [name = ''], log) => {
      await goTo(page, `/${name}`)
      await has('page', page.getByRole('main'), 'hello in en')
      const changed = await changeLanguage(page, 'de')
      const stays = await has('its page stays in English', page.getByRole('main'), 'hello in en')
      await changeLanguage(page, 'en')
      return [changed, stays, await logged(log, `${name}@1.0.0 has no texts`)]
    },
  },
  {
    fault: 'its texts have the ids of all texts of shell and kit',
    bad: [{ loadMessages: `async () => (${thief})` }],
    expected: ['page with its own', 'the shell keeps its texts', 'in German, too'],
    see: async (page, [name = '']) => {
      await goTo(page, `/${name}`)
      const own = await has('page with its own', page.getByRole('main'), 'stolen')
      const surroundings = page.getByRole('banner')
      const isOwn = () => isTrue(expect(surroundings).not.toContainText('STOLEN'))
      await openMenu(page)
      const english = (await isOwn()) ? 'the shell keeps its texts' : 'the shell says "STOLEN"'
      await changeLanguage(page, 'de')
      const german = (await isOwn()) ? 'in German, too' : 'in German "STOLEN"'
      await changeLanguage(page, 'en')
      return [own, english, german]
    },
  },
  {
    fault: 'its part of the header throws',
    bad: [
      {
        header: `() => { if (!window.healed) throw new Error('on purpose'); return h('i', { className: 'chaos' }, 'healed') }`,
      },
    ],
    expected: ['nothing in the header', 'log', 'healed, it is there on the next page'],
    see: async (page, [name = ''], log) => {
      const told = await logged(log, `${name}@1.0.0 failed in a place`)
      const isEmpty = await isTrue(expect(headerParts(page).filter({ hasText: 'healed' })).toHaveCount(0))
      const nothing = isEmpty ? 'nothing in the header' : 'something in the header'
      await page.evaluate(() => Object.assign(window, { healed: true }))
      await goTo(page, '/account')
      const healed = headerParts(page).filter({ hasText: 'healed' })
      return [nothing, told, await has('healed, it is there on the next page', healed, 'healed')]
    },
  },
  {
    fault: 'its part of the header suspends for ever',
    bad: [
      {
        header: `() => React.use(window.headerForever ??= ${never})`,
      },
    ],
    expected: ['log', 'the others are there, in their order'],
    see: async (page, [name = ''], log) => {
      await page.clock.runFor(6000)
      const told = await logged(log, `${name}@1.0.0 failed in a place`)
      const first = headerParts(page).filter({ hasText: /first|second/ })
      const inOrder = await isTrue(expect(first).toHaveText(['first', 'second']))
      return [told, inOrder ? 'the others are there, in their order' : 'the others are not there in their order']
    },
  },
  {
    fault: 'its part of the header is no component',
    bad: [{ header: '42' }],
    expected: ['log'],
    see: async (_, [name = ''], log) => [await logged(log, `${name}@1.0.0 failed in a place`)],
  },
  inPlace('its card on the start page throws', "{ bad: () => { throw new Error('on purpose') } }"),
  inPlace('its card suspends for ever', `{ bad: () => React.use(window.forever ??= ${never}) }`),
  inPlace('its card is no component', '{ bad: 42 }'),
  inPlace('it has no card, and its remote.json names one', 'null'),
  {
    fault: 'it has routes that are not its own, and does not declare them',
    bad: [{ routes: "[page, { path: '/organizations', element: 'TAKEN' }, { path: '*', element: 'TAKEN' }]" }],
    expected: ['page', "another one's page, by link and by address", 'no page where there is none'],
    see: async (page, [name = '']) => {
      await goTo(page, `/${name}`)
      const own = await placeOf(page, name, 'page')
      await menu(page).getByRole('link', { name: 'Organizations' }).first().click()
      const heading = page.getByRole('heading', { name: 'Organizations', level: 1 })
      const byLink = await isTrue(expect(heading).toBeVisible())
      await goTo(page, `/${name}`)
      await goTo(page, '/organizations')
      const both = byLink && (await isTrue(expect(heading).toBeVisible()))
      await goTo(page, '/nowhere')
      const none = await isTrue(expect(page.getByRole('main')).toContainText('There is no page at this address'))
      return [
        own,
        both ? "another one's page, by link and by address" : 'taken',
        none ? 'no page where there is none' : 'a page',
      ]
    },
  },
  {
    fault: 'two claim one address, as no registry lets them',
    bad: ['one', 'two'].map((which) => ({
      routes: `[page, { path: '/claimed/page', element: '${which}: ' + '${which}' }]`,
      description: { routes: [{ path: '/claimed', access: 'public' }] },
    })),
    expected: ['always the same one', 'always the same one'],
    see: async (page, names) => {
      const seen = []
      for (const first of names) {
        await goTo(page, `/${first}`)
        await goTo(page, '/claimed/page')
        const owner = names.toSorted().indexOf(names[0] ?? '') === 0 ? 'one: one' : 'two: two'
        seen.push(await has('always the same one', page.getByRole('main'), owner))
      }
      return seen
    },
  },
]
/** Good ones, for the order in the header. */
const inHeader = (text: string, order: number): Badness => ({
  header: `() => h('i', { className: 'chaos' }, '${text}')`,
  headerOrder: order,
})

const goodCard = "{ good: () => h('p', null, 'in place') }"

const WHOLE = 'the rest works'
const isTrue = (assertion: Promise<void>) =>
  assertion.then(
    () => true,
    () => false,
  )

test('nor does one whose texts, places or claims are wrong', async ({ page }) => {
  const names = chaosNames(REMOTES, SEED + 1)
  let taken = 0
  const bad = otherFaults.map((fault) => ({ ...fault, names: fault.bad.map(() => names[taken++] ?? '') }))
  const remotes = new Map<string, Badness>(names.map((name) => [name, {}]))
  for (const { bad: parts, names: own } of bad) own.forEach((name, index) => remotes.set(name, parts[index] ?? {}))
  const [second = '', first = '', third = ''] = names.slice(taken)
  remotes.set(second, inHeader('second', 2)).set(first, inHeader('first', 1)).set(third, withCard('good', goodCard))
  const log = await open(page, remotes)
  for (const [index, { fault, expected, names: own, see }] of bad.entries()) {
    const seen = [...(await see(page, own, log)), ...(await theRest(page, names.slice(taken), index))]
    const inShort = seen.map((what) => what.replace(/^(panel|log) .*/, '$1'))
    expect.soft(inShort, fault).toEqual([...expected, WHOLE])
  }
})

/** What reaches for all that is in the page; names that hold in all of it a check refuses. */
const greedyStyles = `
  *, *::before { color: rgb(1, 2, 3) !important; letter-spacing: 3px !important; --kit-gap: 1px; --mantine-color-text: red !important }
  :root { font-size: 40px; --kit-line: red; color-scheme: only dark } html, body { background: red !important; margin: 50px }
  body:has(p) header, header > *, nav a, h1, #content, [data-remote] *, [data-remote='mf-organization'] { display: none !important }
  :is(header, main) * { outline: 9px solid red } @media all { button { all: unset !important } }
  @layer kit { h1, a, button { font-size: 5rem !important } } @layer mantine, x; @layer x { a { color: red } }
  @container (width > 0) { * { padding: 9px } } @supports (color: red) { html { zoom: 2 } } main { & ~ *, & { opacity: 0 } }
  .own { text-indent: 7px } :scope > .own { text-decoration: underline }`

test('nor does one whose styles reach for everything: elements of the shell and of other remotes keep every computed style, within its page too', async ({
  page,
}) => {
  const { document: version, files } = await buildRemote({
    'src/remote.css': greedyStyles,
    'src/remote.tsx': `import { Place, usePlaces } from 'kit'
      import './remote.css'
      const Inner = () => usePlaces('organization-tab', [])
        ?.filter(({ name }) => name === 'inner')
        .map((entry) => <Place key="inner" place="organization-tab" entry={entry} />)
      export const remote = {
        routes: [{ path: '/one', Component: () => <><p className="own">Greedy</p><Inner /></> }],
        loadMessages: async () => ({}),
      }`,
  })
  const { name, entry, description, container } = version
  const { integrity = '' } = version.files[entry] ?? {}
  const folder = `/remotes/${name}/${version.version}/`
  if (!description) throw new Error('a shell was built')
  await page.route(`**${folder}**`, (route, request) => {
    const path = new URL(request.url()).pathname.slice(folder.length)
    const contentType = path.endsWith('.css') ? 'text/css' : 'text/javascript'
    return route.fulfill({ contentType, body: files.get(version.files[path]?.integrity ?? '') ?? '' })
  })
  const inner: Badness = {
    places: "{ 'organization-tab': { inner: () => h('p', { className: 'own' }, 'Inner') } }",
    description: { places: { 'organization-tab': [{ name: 'inner', label: { en: 'Inner' }, order: 1 }] } },
  }
  await installRemotes(page, new Map([['mf-chaos-01', inner]]), [
    { ...description, version: version.version, entry: folder + entry, integrity, ...(container && { container }) },
  ])
  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/')
  await expect(menu(page)).toBeVisible()
  const organizations = page.getByRole('heading', { name: 'Organizations', level: 1 })
  await goTo(page, '/organizations')
  await expect(organizations).toBeVisible()
  // With all that it is still waiting for.
  await page.waitForLoadState('networkidle')
  await expect(page.locator('[class*=Skeleton]')).toHaveCount(0)
  const before = await computedStyles(page)
  await goTo(page, '/one')
  const own = page.getByText('Greedy')
  await expect(own).toHaveCSS('text-indent', '7px')
  await expect(own).toHaveCSS('text-decoration-line', 'underline')
  await expect(own).toHaveCSS('letter-spacing', '3px')
  // What another one draws inside it: no rule meant it, not even the one for all that stands in `[data-remote]`.
  const part = page.getByText('Inner')
  await expect(part).toHaveCSS('text-indent', '0px')
  await expect(part).toHaveCSS('display', 'block')
  await goTo(page, '/organizations')
  await expect(organizations).toBeVisible()
  await expect.poll(() => computedStyles(page)).toEqual(before)
  expect(before.length, 'elements').toBeGreaterThan(30)
})

/** All computed styles of all elements; a page that is opened again has them in the same order. */
const computedStyles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *')].map((element) => {
      const styles = ['', '::before', '::after'].map((part) => getComputedStyle(element, part))
      const text = styles.flatMap((style) =>
        [...style].map((property) => `${property}: ${style.getPropertyValue(property)}`),
      )
      return `${element.tagName}.${element.className}: ${text.join('; ')}`
    }),
  )

/** Opens the start page, signed in; answers what its log will have heard. */
async function open(page: Page, remotes: ReadonlyMap<string, Badness>): Promise<string[]> {
  const log: string[] = []
  // What is not there fails where it is asked for, not the whole table.
  page.setDefaultTimeout(patience)
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

/** Puts the clock forward until something is so, or long enough. */
const waitFor = (page: Page, isSo: () => Promise<void>) =>
  isTrue(
    expect(async () => {
      await page.clock.runFor(1000)
      await isSo()
    }).toPass({ timeout: patience }),
  )

const waitForPanel = (page: Page, name: string) =>
  waitFor(page, () => expect(page.getByRole('main')).toContainText(`${name} 1.0.0`, { timeout: 300 }))

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
  // Not after each fault: a change of language asks the server, and all of these are in one page.
  if (turn % 4 > 0 && !isFull) return broken.length === 0 ? [WHOLE] : broken
  for (const [name, language] of [
    [sample[0], 'de'],
    [sample[1], 'en'],
  ] as const) {
    await expectThat(`the language ${language}`, async () => {
      await (await openMenu(page)).selectOption(language)
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
