import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { buildRemote } from 'remote-tools/testing/build-remote'
import { makeKey } from 'remote-tools/command/sign'
import { waitTimeout } from 'service/testing/wait-timeout.ts'
import type { LockedRemote } from 'contract/version-lock.ts'
import { remote } from '../support/next-shell.ts'
import { unique } from '../support/people.ts'
import { makeRemoteFolder } from '../support/remote-folder.ts'
import { installRemotes, pageOf, type Remote } from '../support/remotes.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// A failing remote does not affect the rest of the page, and its fallback version replaces it
// (docs/composition.md). Failures of places are tested in place-content.test.tsx, of texts in
// catalogues.test.ts, of routes in router.test.tsx.

// The browser names each file that it could not load, and the shell each version that failed.
test.use({ expectedComplaints: /./ })

/** A failure must be shown or replaced within this time, in milliseconds. */
const LIMIT = 2000
/** Milliseconds without progress after which a remote counts as failed. */
const SILENCE = 5000

interface Fault extends Remote {
  fault: string
  /** The log message after `name@version`. */
  log: 'could not be loaded' | 'failed'
  hangs?: boolean
}

const never = 'new Promise(() => {})'
const boom = "if (!window.healed) throw new Error('on purpose')"
const faults: Fault[] = [
  { fault: 'its container is not found', response: { status: 404, body: '' }, log: 'could not be loaded' },
  { fault: 'its container does not match its hash', response: { body: '0' }, log: 'could not be loaded' },
  { fault: 'its container throws', script: "throw new Error('on purpose')", log: 'could not be loaded' },
  { fault: 'its module throws', get: boom, log: 'could not be loaded' },
  { fault: 'its module never comes', get: `await ${never}`, log: 'could not be loaded', hangs: true },
  { fault: 'its texts never come', loadMessages: `() => ${never}`, log: 'could not be loaded', hangs: true },
  { fault: 'its routes are null', routes: 'null', log: 'could not be loaded' },
  { fault: 'an index route has children', routes: '[page, { index: true, children: [{}] }]', log: 'failed' },
  { fault: 'it throws in its first render', ...pageOf(`${boom}; return h(Screen)`), log: 'failed' },
  { fault: 'it renders an invalid element', ...pageOf('return { what: 1 }'), log: 'failed' },
  {
    fault: 'it throws in its first effect',
    ...pageOf(`React.useEffect(() => { ${boom} }); return h(Screen)`),
    log: 'failed',
  },
  {
    fault: 'it suspends forever',
    ...pageOf(`return React.use(window.forever ??= ${never})`),
    log: 'failed',
    hangs: true,
  },
  {
    fault: 'its loader rejects',
    routes: `[pageWith({ loader: async () => { ${boom}; return null }, Component: Screen })]`,
    log: 'failed',
  },
  { fault: 'its screen could not be loaded', routes: `[pageWith({ lazy: async () => { ${boom} } })]`, log: 'failed' },
]

/** A part of the header; no two have the same name. */
const inHeader = (name: string, component: string): Remote => ({
  places: `{ header: { '${name}': ${component} } }`,
  description: { places: { header: [{ name, order: 10 }] } },
})
/** Has a field in the header, whose text shows whether the page was replaced. */
const typing = { ...pageOf("return 'typing'"), ...inHeader('note', "() => h('input', { 'aria-label': 'Note' })") }

const main = (page: Page) => page.getByRole('main')
const note = (page: Page) => page.getByRole('banner').getByLabel('Note')
const panel = (page: Page) => page.getByRole('heading', { name: /couldn’t be loaded$/ })
/** Finds a failure by the text that its Copy button adds to the reference. */
const failed = (page: Page, detail: string) => main(page).locator(`[data-detail='${detail}']`)
const menu = (page: Page) => page.getByRole('navigation', { name: /^(Main|Haupt.*)$/ })
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' }).click()
const heal = (page: Page) => page.evaluate(() => Object.assign(window, { healed: true }))

/** Goes to a path as a link does. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Opens the start page with these remotes, signed in, with a text typed into the header. */
async function open(page: Page, remotes: Record<string, Remote>) {
  await signUpByCall(page, 'Ada Lovelace')
  const asked = await installRemotes(page, { ...remotes, 'mf-typing': typing })
  await page.goto('/')
  await note(page).fill('half a word')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  return asked
}

async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'samePage' in window), 'the page was not reloaded').toBe(true)
  await expect(note(page)).toHaveValue('half a word')
}

/** Collects the failures in the page's log, in order. */
function listen(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    const [line = ''] = message.text().split(/\n| Error| TypeError/)
    if (message.type() === 'error' && /^(recovered )?mf-/.test(line)) said.push(line.replace(/:? \S*Error.*/, ''))
  })
  return said
}

test('shows a panel for a failing remote, and keeps the menu, the language and other remotes working', async ({
  page,
}) => {
  test.slow()
  const said = listen(page)
  await page.clock.install()
  await open(page, {
    ...Object.fromEntries(faults.map((fault, index) => [`mf-x-${index}`, fault])),
    'mf-good': {},
    'mf-broken-part': inHeader('broken', `() => { ${boom}; return 'part' }`),
  })
  for (const [index, { fault, log, hangs }] of faults.entries()) {
    const name = `mf-x-${index}`
    await test.step(fault, async () => {
      await goTo(page, `/${name}`)
      await expect(async () => {
        if (hangs) await page.clock.runFor(1000)
        await expect(failed(page, `${name} 1.0.0`)).toBeVisible({ timeout: 300 })
      }).toPass({ timeout: waitTimeout })
      await expect.poll(() => said).toContainEqual(expect.stringContaining(`${name}@1.0.0 ${log}`))
      await menu(page).getByRole('link', { name: 'Organizations' }).first().click()
      await expect(page.getByRole('heading', { name: 'Organizations', level: 1 })).toBeVisible()
    })
  }
  for (const language of ['de', 'en']) {
    await page.getByRole('button', { name: /Ada Lovelace/ }).click()
    await page.getByRole('banner').getByRole('combobox').first().selectOption(language)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await goTo(page, '/mf-good')
    await expect(main(page)).toHaveText(`mf-good in ${language}`)
  }
  await heal(page)
  for (const [index, { fault }] of faults.entries()) {
    if (!/module throws|first|loader/.test(fault)) continue
    await goTo(page, `/mf-x-${index}`)
    await expect(main(page), 'on the next visit').toHaveText(`mf-x-${index} in en`)
  }
  await expect(page.getByRole('banner').getByText('part')).toBeVisible()
  expect(said).toContainEqual('mf-broken-part@1.0.0 failed in a place')
  await expectSamePage(page)
})

const lastGood = pageOf("return 'the last good one'")

/** Records the time from the known failure of the newest version to its fallback. */
const noteTime = () => {
  let clicked = 0
  addEventListener('click', () => (clicked = performance.now()), true)
  const look = () => {
    if (clicked === 0 || document.querySelector('main')?.textContent !== 'the last good one') return
    const files = performance
      .getEntriesByType('resource')
      .filter((entry) => entry.name.includes(`${location.pathname}/2.0.0/`))
    const known = Math.max(clicked, ...files.map(({ startTime, duration }) => startTime + duration))
    Object.assign(window, { took: performance.now() - known })
    clicked = 0
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}

const link = (name: string): Pick<Remote, 'description'> => ({
  description: { navigation: [{ to: `/${name}`, label: { en: name }, order: 90 }] },
})
/** The menu has no room for all of them, and less once the switcher is there. */
async function follow(page: Page, name: string): Promise<void> {
  const entry = page.getByRole('link', { name, exact: true }).or(page.getByRole('menuitem', { name, exact: true }))
  await expect(async () => {
    if (!(await entry.first().isVisible())) await menu(page).getByRole('button', { name: 'More' }).click()
    await entry.first().click({ timeout: 1000 })
  }).toPass()
}

test(
  'switches to the fallback version in time after any failure, and changes nothing else',
  { tag: '@full' },
  async ({ openBrowser }) => {
    test.slow()
    let late = faults
    // A busy machine delays one now and then; a fallback that is always late fails all three
    // attempts.
    for (let turn = 0; turn < 3 && late.length > 0; turn++) late = await expectLastGood(await openBrowser(), late)
    expect(late.map(({ fault }) => fault)).toEqual([])
  },
)

/** Returns the faults whose fallback was late. */
async function expectLastGood(page: Page, versions: Fault[]): Promise<Fault[]> {
  const late: Fault[] = []
  const said = listen(page)
  const names = versions.map((_, index) => `mf-x-${index}`)
  await page.addInitScript(noteTime)
  const remotes = versions.map((fault, index) => [names[index], { ...fault, ...link(names[index] ?? ''), lastGood }])
  await open(page, Object.fromEntries(remotes))
  for (const [index, version] of versions.entries()) {
    await follow(page, `mf-x-${index}`)
    await expect(main(page)).toHaveText('the last good one')
    const took = await page.evaluate(() => Number(Reflect.get(window, 'took')))
    console.log(`${version.fault}: ${Math.round(took)} ms`)
    if (took >= LIMIT + (version.hangs ? SILENCE : 0)) late.push(version)
    await expect(page).toHaveURL(new RegExp(`/mf-x-${index}$`))
    await page.getByRole('banner').getByRole('link', { name: 'Accounts' }).click()
    await expect(main(page)).not.toHaveText('the last good one')
  }
  await expectSamePage(page)
  // A script that throws is also reported on its own.
  const recovered = () => said.filter((line) => !line.endsWith('failed later')).map((line) => line.split(': ')[0])
  await expect.poll(recovered).toEqual(names.map((name) => `recovered ${name} 2.0.0 → 1.0.0`))
  return late
}

test(
  'names both versions in a panel if both fail, and retries the newest first',
  { tag: '@full' },
  async ({ page }) => {
    const said = listen(page)
    const asked = await open(page, {
      'mf-x': { ...pageOf(`${boom}; return 'healed'`), lastGood: pageOf("throw new Error('on purpose')") },
      // The fallback version has no page at this path.
      'mf-y': { get: boom, lastGood: { routes: "[{ path: '/mf-y/other', Component: () => 'other' }]" } },
    })
    await goTo(page, '/mf-y')
    await expect(failed(page, 'mf-y 2.0.0, 1.0.0')).toBeVisible()
    await goTo(page, '/mf-x')
    await expect(failed(page, 'mf-x 2.0.0, 1.0.0')).toBeVisible()
    await retry(page)
    await expect.poll(() => said.filter((message) => message.includes('mf-x@1.0.0')).length).toBe(2)
    await expect(panel(page)).toBeVisible()
    await heal(page)
    await retry(page)
    await expect(main(page)).toHaveText('healed')
    await expectSamePage(page)
    // Nothing is requested again without a click.
    expect(asked.filter((name) => name === 'mf-x').length).toBeLessThanOrEqual(2)
  },
)

/** A component that throws once it is clicked. */
const button = (of: string) => `() => {
  const [isBad, set] = React.useState(false)
  if (isBad) throw new Error('on purpose')
  return h('button', { onClick: () => set(true) }, 'break ${of}')
}`

test(
  'replaces a header part that was never shown by its fallback version, but none that was shown',
  { tag: '@full' },
  async ({ page }) => {
    const said = listen(page)
    await open(page, {
      'mf-x': {
        ...pageOf("return 'the newest'"),
        ...inHeader('x', "() => { throw new Error('on purpose') }"),
        lastGood: { ...lastGood, ...inHeader('x', "() => h('b', null, 'older x')") },
      },
      'mf-y': { routes: `[pageWith({ Component: ${button('page')} })]`, ...inHeader('y', button('part')), lastGood },
    })
    await expect(page.getByRole('banner').getByText('older x')).toBeVisible()
    await goTo(page, '/mf-x')
    await expect(main(page)).toHaveText('the last good one')
    await goTo(page, '/mf-y')
    await page.getByRole('button', { name: 'break part' }).click()
    await expect(page.getByRole('button', { name: 'break part' })).toBeHidden()
    await page.getByRole('button', { name: 'break page' }).click()
    await expect(failed(page, 'mf-y 2.0.0')).toBeVisible()
    await retry(page)
    await expect(page.getByRole('button', { name: 'break page' })).toBeVisible()
    await expectSamePage(page)
    await expect
      .poll(() => said)
      .toEqual(['recovered mf-x 2.0.0 → 1.0.0', 'mf-y@2.0.0 failed in a place', 'mf-y@2.0.0 failed'])
  },
)

const screens = (version: string, ...paths: string[]) =>
  paths.map((path) => `{ path: '/mf-x${path}', Component: () => '${version}${path}' }`).join()

test('replaces only the screen that fails, and shows the others of the newest version', async ({ page }) => {
  const said = listen(page)
  await open(page, {
    'mf-x': {
      routes: `[pageWith({ Component() { ${boom}; return 'healed' } }), ${screens('newest', '/both', '/new')}]`,
      lastGood: { routes: `[${screens('older', '', '/both')}]` },
    },
  })
  await goTo(page, '/mf-x/both')
  await expect(main(page)).toHaveText('newest/both')
  for (const visit of ['first', 'second']) {
    await goTo(page, '/mf-x')
    await expect(main(page), visit).toHaveText('older')
    await goTo(page, '/mf-x/new')
    await expect(main(page), visit).toHaveText('newest/new')
    await goTo(page, '/mf-x/both')
    await expect(main(page), visit).toHaveText('newest/both')
  }
  await heal(page)
  await goTo(page, '/mf-x')
  await expect(main(page)).toHaveText('healed')
  await expectSamePage(page)
  expect(new Set(said)).toEqual(new Set(['recovered mf-x 2.0.0 → 1.0.0']))
})

test(
  'keeps a fallback version that arrives after the user has left, for their return',
  { tag: '@full' },
  async ({ page }) => {
    const held = Promise.withResolvers<void>()
    await open(page, { 'mf-x': { ...pageOf("throw new Error('on purpose')"), ...link('mf-x'), lastGood } })
    const older = /mf-x\/1\.0\.0/
    await page.route(older, async (route) => (await held.promise, route.fallback()))
    await goTo(page, '/mf-typing')
    await expect(main(page)).toHaveText('typing')
    const asked = page.waitForRequest(older)
    await follow(page, 'mf-x')
    await asked
    await page.goBack()
    await expect(main(page)).toHaveText('typing')
    const responded = page.waitForResponse(older)
    held.resolve()
    await responded
    await expect(main(page)).toHaveText('typing')
    await page.goForward()
    await expect(main(page)).toHaveText('the last good one')
    await expectSamePage(page)
  },
)

test(
  'runs two built versions in one page, and removes styles and texts of the failed one',
  { tag: '@full' },
  async ({ page }) => {
    const name = `mf-${unique('two').replaceAll(' ', '-')}`
    const product = { address: process.env['PRODUCT_URL'] ?? '', dataDir: process.env['PRODUCT_DATA'] ?? '' }
    const { folder, remove } = await makeRemoteFolder(name)
    await makeKey(folder)
    const publish = async (version: string, screen: string, css: string) => {
      const write = (path: string, content: string) => writeFile(join(folder, path), content)
      await write('package.json', JSON.stringify({ name, version, type: 'module' }))
      await write('src/screen.css', css)
      await write('src/screen.tsx', `import './screen.css'\nexport function Screen() { ${screen} }`)
      await remote(['publish', '--even-if-screens-fail'], product, folder)
    }
    await publish('1.0.0', "return <p className='text'>The last good one</p>", '.text { font-weight: 100 }')
    await publish('1.1.0', "throw new Error('on purpose')", '.text { font-style: italic; font-weight: 900 }')
    const lock = async () => {
      const html = await (await fetch(`${product.address}/${name}`)).text()
      const { remotes } = JSON.parse(/<script id="lock"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
      return remotes?.map(({ version, lastGood: older }: LockedRemote) => [version, older?.version])
    }
    await expect.poll(lock).toEqual([['1.1.0', '1.0.0']])
    const said = listen(page)
    await page.goto(`/${name}`)
    const text = page.getByText('The last good one')
    await expect(text).toHaveCSS('font-weight', '100')
    await expect(text).toHaveCSS('font-style', 'normal')
    const plain = name.replaceAll('-', '_')
    const globals = await page.evaluate((begin) => Object.keys(window).filter((key) => key.includes(begin)), plain)
    // Containers and their chunk loaders.
    expect(globals).toHaveLength(4)
    await expect.poll(() => said).toEqual([`recovered ${name} 1.1.0 → 1.0.0`])
    await remote(['unpublish', name], product)
    await remove()
  },
)

/** Selectors that match the whole page; `remote check` rejects global names. */
const greedyStyles = `
  *, *::before { color: rgb(1, 2, 3) !important; letter-spacing: 3px !important; --kit-gap: 1px; --mantine-color-text: red !important }
  :root { font-size: 40px; --kit-line: red; color-scheme: only dark } html, body { background: red !important; margin: 50px }
  body:has(p) header, header > *, nav a, h1, #content, [data-remote] *, [data-remote='mf-organization'] { display: none !important }
  :is(header, main) * { outline: 9px solid red } @media all { button { all: unset !important } }
  @layer kit { h1, a, button { font-size: 5rem !important } } @layer mantine, x; @layer x { a { color: red } }
  @container (width > 0) { * { padding: 9px } } @supports (color: red) { html { zoom: 2 } } main { & ~ *, & { opacity: 0 } }
  .own { text-indent: 7px } :scope > .own { text-decoration: underline }`

test(
  'keeps greedy styles of a remote from changing the shell or another remote',
  { tag: '@full' },
  async ({ page }) => {
    const { document: version, files } = await buildRemote({
      'src/remote.css': greedyStyles,
      'src/remote.tsx': `import { Place, usePlaces } from 'kit'
      import { createPortal } from 'react-dom'
      import './remote.css'
      const marked = <div data-remote="mf-one"><p className="own">Marked</p></div>
      const Portals = () => createPortal(<>{marked}<p className="own">Unmarked</p></>, document.body)
      const Inner = () => usePlaces('organization-tab', [])
        ?.filter(({ name }) => name === 'inner')
        .map((entry) => <Place key="inner" place="organization-tab" entry={entry} />)
      export const remote = {
        routes: [{ path: '/one', Component: () => <><p className="own">Greedy</p><Inner /><Portals /></> }],
        loadMessages: async () => ({}),
      }`,
    })
    const { name, entry, description, container } = version
    const { integrity = '' } = version.files[entry] ?? {}
    const folder = `/remotes/${name}/${version.version}/`
    if (!description || !container) throw new Error('a shell was built')
    await page.route(`**${folder}**`, (route, request) => {
      const path = new URL(request.url()).pathname.slice(folder.length)
      const contentType = path.endsWith('.css') ? 'text/css' : 'text/javascript'
      return route.fulfill({ contentType, body: files.get(version.files[path]?.integrity ?? '') ?? '' })
    })
    const inner: Remote = {
      places: "{ 'organization-tab': { inner: () => h('p', { className: 'own' }, 'Inner') } }",
      description: { places: { 'organization-tab': [{ name: 'inner', label: { en: 'Inner' }, order: 1 }] } },
    }
    await installRemotes(page, { 'mf-inner': inner }, [
      { ...description, version: version.version, entry: folder + entry, integrity, container },
    ])
    await signUpByCall(page, 'Ada Lovelace')
    await page.goto('/')
    await expect(menu(page)).toBeVisible()
    const organizations = page.getByRole('heading', { name: 'Organizations', level: 1 })
    await goTo(page, '/organizations')
    await expect(organizations).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('.kit-waiting')).toHaveCount(0)
    const before = await computedStyles(page)
    await goTo(page, '/one')
    const own = page.getByText('Greedy')
    await expect(own).toHaveCSS('text-indent', '7px')
    await expect(own).toHaveCSS('text-decoration-line', 'underline')
    await expect(own).toHaveCSS('letter-spacing', '3px')
    // docs/libraries.md: portals outside of the remote's element need its name.
    await expect(page.locator('body > div').getByText('Marked', { exact: true })).toHaveCSS('text-indent', '7px')
    await expect(page.getByText('Unmarked')).toHaveCSS('text-indent', '0px')
    // No rule applies to what another remote renders inside it, not even the one for
    // `[data-remote]`.
    const part = page.getByText('Inner')
    await expect(part).toHaveCSS('text-indent', '0px')
    await expect(part).toHaveCSS('display', 'block')
    await goTo(page, '/organizations')
    await expect(organizations).toBeVisible()
    await expect.poll(() => computedStyles(page)).toEqual(before)
    expect(before.length, 'elements').toBeGreaterThan(30)
  },
)

/** Returns all computed styles in the order of the elements, which is the same after a reload. */
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
