import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { patience } from '../../scripts/patience.ts'
import { integrityOf } from '../../kit/build/integrity.ts'
import { makeKey } from '../../kit/command/sign.ts'
import type { LockedRemote } from '../../shell/src/federation/lock.ts'
import { addToLock, type Badness, scriptOf } from '../support/chaos.ts'
import { remote } from '../support/next-shell.ts'
import { unique } from '../support/people.ts'
import { makeRemoteFolder } from '../support/remote-folder.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// A version that fails is replaced by the last good one of the lock, in the same page view. What that takes is printed.

// The browser names each file that it did not get, and the shell each version that failed.
test.use({ expectedComplaints: /./ })

/** From when the failure is known, in milliseconds; what the issue asks for. */
const LIMIT = 2000
/** Until nothing more is waited for of which nothing is heard. */
const SILENCE = 5000

/** Content of a version, and what is seen of it at `/<name>`. */
interface Version extends Badness {
  shows?: string
  /** Its container is answered then. */
  comes?: Promise<void>
}

const NEWEST = '2.0.0'
const OLDER = '1.0.0'
const fileOf = (name: string, version: string) => `/remotes/${name}/${version}/assets/entry.js`

/** Lets a page have remotes with two versions each, the newest and the last good one. */
async function install(page: Page, remotes: Record<string, { newest: Version; older: Version }>) {
  const asked: string[] = []
  const locked = Object.entries(remotes).map(([name, { newest, older }]): LockedRemote => {
    const lockedVersion = (version: string, badness: Version) => {
      const container = `${name.replaceAll('-', '_')}__v${version[0]}`
      const routes = badness.routes ?? `[pageWith({ Component: () => h('p', null, '${badness.shows ?? version}') })]`
      const script = scriptOf(name, { ...badness, routes }, container)
      const entry = fileOf(name, version)
      return { script, badness, locked: { version, container, entry, integrity: integrityOf(Buffer.from(script)) } }
    }
    const versions = [lockedVersion(NEWEST, newest), lockedVersion(OLDER, older)] as const
    for (const { script, badness, locked: at } of versions)
      void page.route(new RegExp(at.entry), (route, request) => {
        asked.push(new URL(request.url()).pathname)
        return badness.answer
          ? badness.answer(route, script)
          : (badness.comes?.then(() => serve(route, script)) ?? serve(route, script))
      })
    const [first, second] = versions
    return {
      name,
      routes: [{ path: `/${name}`, access: 'public' }],
      ...(newest.header && { places: { header: [{ name, order: 10 }] } }),
      navigation: [{ to: `/${name}`, label: { en: name }, order: 90 }],
      needs: {},
      ...first.locked,
      lastGood: second.locked,
    }
  })
  await addToLock(page, locked)
  return { asked }
}

const serve = (route: Route, body: string) => route.fulfill({ contentType: 'text/javascript', body })

/** What a page says of failures, in order. */
function listen(page: Page): string[] {
  const said: string[] = []
  page.on('console', (message) => {
    const [line = ''] = message.text().split(/\n| Error| TypeError/)
    if (message.type() === 'error' && /^(recovered )?mf-/.test(line)) said.push(line.replace(/:? \S*Error.*/, ''))
  })
  return said
}

/** Another remote, with a field in the header that one types into. */
const typing = {
  newest: { shows: 'typing', header: "() => h('input', { 'aria-label': 'Note' })" },
  older: {},
}

const main = (page: Page) => page.getByRole('main')
const note = (page: Page) => page.getByRole('banner').getByLabel('Note')
const panel = (page: Page) => page.getByRole('heading', { name: 'This part is not available' })
const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()

/** Opens the start page, types something into the header, and marks the page, which says how long the last good version took. */
async function start(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let clicked = 0
    addEventListener('click', () => (clicked = performance.now()), true)
    const look = () => {
      if (clicked === 0 || document.querySelector('main')?.textContent !== 'the last good one') return
      const { name = '' } = /\/(?<name>mf-[^/]+)$/.exec(location.pathname)?.groups ?? {}
      const files = performance.getEntriesByType('resource').filter((entry) => entry.name.includes(`/${name}/2.0.0/`))
      // The failure is known when its last file is there, or five seconds later.
      const known = Math.max(clicked, ...files.map(({ startTime, duration }) => startTime + duration))
      Object.assign(window, { took: performance.now() - known })
      clicked = 0
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await signUpByCall(page, 'Ada Lovelace')
  await page.goto('/')
  await note(page).fill('half a word')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
}

async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'samePage' in window), 'the page was not reloaded').toBe(true)
  await expect(note(page)).toHaveValue('half a word')
}

const good: Version = { shows: 'the last good one' }
const boom = "throw new Error('on purpose')"
const faults: [string, Version, number?][] = [
  ['its container is not found', { answer: (route) => route.fulfill({ status: 404, body: '' }) }],
  ['its container has another content', { answer: (route) => serve(route, '0') }],
  ['its container throws', { script: boom }],
  ['its module throws', { get: boom }],
  ['its module never comes', { get: 'await new Promise(() => {})' }, SILENCE],
  ['its texts never come', { loadMessages: '() => new Promise(() => {})' }, SILENCE],
  ['it throws in its first render', { routes: `[pageWith({ Component() { ${boom} } })]` }],
  [
    'it throws in its first effect',
    { routes: `[pageWith({ Component() { React.useEffect(() => { ${boom} }); return 'drawn' } })]` },
  ],
  ['its list of routes is refused', { routes: '[page, { index: true, children: [{}] }]' }],
  ['its loader rejects', { routes: `[pageWith({ loader: async () => { ${boom} } })]` }],
  ['its screen could not be loaded', { routes: `[pageWith({ lazy: async () => { ${boom} } })]` }],
]

test('whatever fails of a version, the last good one takes its place in time, and nothing else changes', async ({
  openBrowser,
}) => {
  test.slow()
  // A busy machine holds one up now and then; what is slow by itself is so each time.
  let late = faults
  for (let turn = 0; turn < 3 && late.length > 0; turn++) late = await expectLastGood(await openBrowser(), late)
  expect(late.map(([fault]) => fault)).toEqual([])
})

/** Answers which took longer than they may. */
async function expectLastGood(page: Page, versions: typeof faults): Promise<typeof faults> {
  const late: typeof faults = []
  const said = listen(page)
  const names = versions.map((_, index) => `mf-x-${index}`)
  const remotes = versions.map(([, newest], index) => [names[index], { newest, older: good }] as const)
  await install(page, { ...Object.fromEntries(remotes), 'mf-typing': typing })
  await start(page)
  for (const [index, version] of versions.entries()) {
    const [fault, , known = 0] = version
    await goTo(page, `mf-x-${index}`)
    await expect(main(page)).toHaveText('the last good one', { timeout: known + patience })
    const took = (await page.evaluate(() => Number(Reflect.get(window, 'took')))) - known
    console.log(`${fault}: ${Math.round(took)} ms`)
    if (took >= LIMIT) late.push(version)
    await expect(page).toHaveURL(new RegExp(`/mf-x-${index}$`))
    await expectSamePage(page)
    await page.getByRole('banner').getByRole('link', { name: 'Accounts' }).click()
    await expect(main(page)).not.toHaveText('the last good one')
  }
  // What a script throws by itself, each time it is tried, is told of besides.
  const recovered = () => said.filter((line) => !line.endsWith('failed later')).map((line) => line.split(': ')[0])
  await expect.poll(recovered).toEqual(names.map((name) => `recovered ${name} ${NEWEST} → ${OLDER}`))
  return late
}

const broken = `if (!window.healed) ${boom}`

for (const [when, newest, older] of [
  ['cannot be loaded', { get: broken, shows: 'healed' }, { get: boom }],
  [
    'throw',
    { routes: `[pageWith({ Component() { ${broken}; return 'healed' } })]` },
    { routes: `[pageWith({ Component() { ${boom} } })]` },
  ],
] satisfies [string, Version, Version][]) {
  test(`where both ${when} a panel names them, and Retry begins with the newest`, async ({ page }) => {
    const said = listen(page)
    const { asked } = await install(page, { 'mf-x': { newest, older }, 'mf-typing': typing })
    await start(page)
    await goTo(page, 'mf-x')
    await expect(panel(page)).toBeVisible()
    await expect(main(page)).toContainText(`mf-x ${NEWEST}, ${OLDER}`)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => said.filter((message) => message.includes(`mf-x@${OLDER}`)).length).toBe(2)
    await expect(panel(page)).toBeVisible()
    await page.evaluate(() => Object.assign(window, { healed: true }))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(main(page)).toHaveText('healed')
    await expectSamePage(page)
    // Nothing tries by itself again and again.
    expect(asked.filter((path) => path.includes('mf-x/')).length).toBeLessThanOrEqual(2)
  })
}

const part = (text: string) => `() => h('b', null, '${text}')`

test('a part of the header that throws before anything was seen of its version gets the one of the last good version, and so do its pages', async ({
  page,
}) => {
  const said = listen(page)
  const newest = { header: `() => { ${boom} }`, shows: 'the newest' }
  await install(page, {
    'mf-x': { newest, older: { ...good, header: part('older x') } },
    'mf-y': { newest, older: { ...good, header: part('older y') } },
    'mf-typing': typing,
  })
  await start(page)
  for (const text of ['older x', 'older y']) await expect(page.getByRole('banner').getByText(text)).toBeVisible()
  await goTo(page, 'mf-x')
  await expect(main(page)).toHaveText('the last good one')
  await expectSamePage(page)
  await expect
    .poll(() => said.toSorted())
    .toEqual([`recovered mf-x ${NEWEST} → ${OLDER}`, `recovered mf-y ${NEWEST} → ${OLDER}`])
})

/** A component that throws once it is clicked. */
const button = (of: string) => `() => {
  const [isBad, set] = React.useState(false)
  if (isBad) ${boom}
  return h('button', { onClick: () => set(true) }, 'break ${of}')
}`

test('what was seen once fails as everything does: a page by its panel, a part of the header by its absence', async ({
  page,
}) => {
  const said = listen(page)
  const newest = { routes: `[pageWith({ Component: ${button('page')} })]`, header: button('part') }
  await install(page, { 'mf-x': { newest, older: good }, 'mf-typing': typing })
  await start(page)
  await goTo(page, 'mf-x')
  await page.getByRole('button', { name: 'break part' }).click()
  await expect(page.getByRole('button', { name: 'break part' })).toBeHidden()
  await page.getByRole('button', { name: 'break page' }).click()
  await expect(panel(page)).toBeVisible()
  await expect(main(page)).toContainText(`mf-x ${NEWEST}`)
  await expect(main(page)).not.toContainText(OLDER)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'break page' })).toBeVisible()
  await expectSamePage(page)
  await expect.poll(() => said).toEqual([`mf-x@${NEWEST} failed in a place`, `mf-x@${NEWEST} failed`])
})

test('a page that the last good version does not have is a panel, not a page that nobody has', async ({ page }) => {
  await install(page, {
    'mf-x': { newest: { get: broken }, older: { routes: "[{ path: '/mf-x/other', Component: () => 'other' }]" } },
    'mf-typing': typing,
  })
  await start(page)
  await goTo(page, 'mf-x')
  await expect(panel(page)).toBeVisible()
  await expect(main(page)).toContainText(`mf-x ${NEWEST}, ${OLDER}`)
  await page.evaluate(() => Object.assign(window, { healed: true }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(main(page)).toHaveText(NEWEST)
})

test('who goes elsewhere or back meanwhile stays there, and finds the last good version later', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  const older: Version = { ...good, comes: held.promise }
  const newest = { routes: `[pageWith({ Component() { ${boom} } })]` }
  await install(page, { 'mf-x': { newest, older }, 'mf-typing': typing })
  await start(page)
  await goTo(page, 'mf-typing')
  await expect(main(page)).toHaveText('typing')
  const asked = page.waitForRequest(/mf-x\/1\.0\.0/)
  await goTo(page, 'mf-x')
  await asked
  await page.goBack()
  await expect(main(page)).toHaveText('typing')
  const answered = page.waitForResponse(/mf-x\/1\.0\.0/)
  held.resolve()
  await answered
  await expect(main(page)).toHaveText('typing')
  await expect(page).toHaveURL(/\/mf-typing$/)
  await page.goForward()
  await expect(main(page)).toHaveText('the last good one')
  await expectSamePage(page)
})

test('two versions as they are built are in one page, and of the one that failed neither styles nor texts are left', async ({
  page,
}) => {
  const name = `mf-${unique('two').replaceAll(' ', '-')}`
  const product = { address: process.env['PRODUCT_URL'] ?? '', dataDir: process.env['PRODUCT_DATA'] ?? '' }
  const { folder, remove } = await makeRemoteFolder(name)
  await makeKey(folder)
  const publish = async (version: string, screen: string, css: string) => {
    const write = (path: string, content: string) => writeFile(join(folder, path), content)
    await write('package.json', JSON.stringify({ name, version, type: 'module' }))
    await write('src/screen.css', css)
    await write('src/screen.tsx', `import './screen.css'\nexport function Screen() { ${screen} }`)
    await remote(['publish'], product, folder)
  }
  await publish('1.0.0', "return <p className='text'>The last good one</p>", '.text { font-weight: 100 }')
  await publish('1.1.0', boom, '.text { font-style: italic; font-weight: 900 }')
  const lock = async () => {
    const html = await (await fetch(`${product.address}/${name}`)).text()
    const { remotes } = JSON.parse(/<script id="lock"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
    return remotes?.map(({ version, lastGood }: LockedRemote) => [version, lastGood?.version])
  }
  await expect.poll(lock).toEqual([['1.1.0', '1.0.0']])
  const said = listen(page)
  await page.goto(`/${name}`)
  const text = page.getByText('The last good one')
  await expect(text).toHaveCSS('font-weight', '100')
  await expect(text).toHaveCSS('font-style', 'normal')
  const plain = name.replaceAll('-', '_')
  const globals = await page.evaluate((begin) => Object.keys(window).filter((key) => key.includes(begin)), plain)
  // Containers and what loads their chunks, and the name that shells of kit 1.5 know.
  expect(globals).toHaveLength(5)
  await expect.poll(() => said).toEqual([`recovered ${name} 1.1.0 → 1.0.0`])
  await remote(['withdraw', name], product)
  await remove()
})
