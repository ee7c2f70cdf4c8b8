import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { kinds, unknowable } from '../faults/kinds.ts'
import { type FaultyRemote, publishFaultyRemote, publishScript } from '../faults/remotes.ts'
import { unique } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// Whose fault an error is: the page's log and kit's listeners name remote and version, and never one that is innocent.

// All that is told here is an error, and what Chromium says of files that do not come.
test.use({ expectedComplaints: /./ })
test.describe.configure({ mode: 'serial' })

interface Asked {
  kind: string
  /** Path of the files of the version that is asked. */
  base: string
  id: string
  depth: number
  choice: number
}

interface Outcome {
  kind: string
  by: string
  /** Whose fault the listeners were told that it is; null: nobody's. */
  told: string | null
  message: string
}

const rounds = process.env['TEST_FULL'] ? 9 : 1
const guide = join(import.meta.dirname, '../../docs/shipping-a-remote.md')
let remotes: FaultyRemote[] = []

test.beforeAll(async () => {
  const [one, two] = [nameOf('faulty'), nameOf('collected')]
  const [, collector = ''] =
    /```tsx\n(import \{ onRemoteError \} from 'kit'.*?)```/s.exec(await readFile(guide, 'utf8')) ?? []
  const taken = collector.replace(/^import.*$/m, '').replaceAll('mf-invoices', two)
  remotes = [
    ...(await publishFaultyRemote(one, ['1.0.0', '2.0.0'])),
    ...(await publishFaultyRemote(two, ['1.0.0'], taken)),
  ]
})

const nameOf = (what: string) => `mf-${unique(what).replaceAll(' ', '-')}`
const versionOf = (base: string) => base.replace(/^\/remotes\/(.*)\/(.*)\/$/, '$1@$2')
const addressOf = ({ base }: FaultyRemote) => `/${base.split('/')[2]}`

/** The same numbers for the same seed: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Each kind of error in each version once, in an order and with parameters of the seed. */
function askedOf(seed: number, names: readonly string[]): Asked[] {
  const random = randomOf(seed)
  return remotes
    .flatMap(({ base }) => names.map((kind) => ({ kind, base, order: random(1e9) })))
    .toSorted((a, b) => a.order - b.order)
    .map(({ kind, base }, index) => ({ kind, base, id: `seed-${seed}-${index}`, depth: random(6), choice: random(60) }))
}

/** Lines of the page's log that name a version of a remote. */
function linesOf(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => {
    if (/^mf-\S+@/.test(message.text())) lines.push(message.text())
  })
  return lines
}

/** Opens the page of the first one, with all others in it; the same remote in two versions too, as where one has replaced the other. */
async function openAll(page: Page, query = ''): Promise<void> {
  const [first, ...others] = remotes
  if (!first) throw new Error('nothing is published')
  await page.route('**/never', () => {})
  await page.route('**/no-answer', (route) => route.abort('connectionfailed'))
  await page.route('**/missing.*.js*', (route) => route.fulfill({ status: 404 }))
  await page.goto(addressOf(first) + query)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(
    async (scripts) => {
      const [any] = Object.values<{ shared: unknown }>(Reflect.get(window, 'faulty'))
      for (const { entry, integrity } of scripts) {
        const before = new Set(Object.keys(window))
        const script = document.createElement('script')
        Object.assign(script, { src: entry, integrity, crossOrigin: 'anonymous' })
        await new Promise((resolve, reject) => {
          script.addEventListener('load', resolve)
          script.addEventListener('error', reject)
          document.head.append(script)
        })
        const [, , name = ''] = entry.split('/')
        const container = Object.keys(window).find((key) => !before.has(key) && key.startsWith('mf_'))
        const { init, get } = Reflect.get(window, container ?? name.replaceAll('-', '_'))
        await init(any?.shared)
        ;(await get('./remote'))()
      }
    },
    others.map(({ entry, integrity }) => ({ entry, integrity })),
  )
  await expect(page.locator('[data-click]')).toHaveCount(2 * remotes.length)
}

/** Asks for one error after the other, and notes what is told of each. */
function provoke(page: Page, asked: readonly Asked[]): Promise<{ outcomes: Outcome[]; besides: string[] }> {
  return page.evaluate(async (list) => {
    const faulty = Reflect.get(window, 'faulty')
    const [first = ''] = Object.keys(faulty)
    const besides: string[] = []
    const outcomes: Outcome[] = []
    let hear = (told: string | null, error: unknown) => void besides.push(`before: ${told} ${String(error)}`)
    for (const type of ['error', 'unhandledrejection'])
      addEventListener(type, (event) => {
        const { error, reason, message } = Object(event)
        if (!event.defaultPrevented) hear(null, error ?? reason ?? message)
      })
    faulty[first].hear((told: string, error: unknown) => hear(told, error))
    await new Promise((resolve) => setTimeout(resolve))
    for (const { kind, base, id, depth, choice } of list) {
      const outcome = await new Promise<Pick<Outcome, 'told' | 'message'>>((resolve) => {
        const timer = setTimeout(() => resolve({ told: null, message: 'nothing was told' }), 30_000)
        hear = (told, error) => {
          clearTimeout(timer)
          resolve({ told, message: `${Object(error).message ?? JSON.stringify(error)}` })
        }
        faulty[base].provoke(kind, { id, depth, choice })
      })
      hear = (told, error) => void besides.push(`${kind}: ${told} ${String(error)}`)
      await new Promise((resolve) => setTimeout(resolve))
      outcomes.push({ kind, by: base, ...outcome })
    }
    return { outcomes, besides }
  }, asked)
}

test('of seeded late errors each is told with the name and version of the remote that it is of', async ({
  openBrowser,
}) => {
  test.setTimeout(150_000 + rounds * 30_000)
  const all: Outcome[] = []
  for (let seed = 1; seed <= rounds; seed++) {
    const page = await openBrowser()
    const lines = linesOf(page)
    await openAll(page)
    const { outcomes, besides } = await provoke(page, askedOf(seed, Object.keys(kinds)))
    all.push(...outcomes)
    expect(besides, 'told of besides').toEqual([])
    const names = () => lines.map((line) => line.split(' ')[0])
    await expect.poll(names, 'one line each').toEqual(outcomes.map(({ told }) => told))
    await page.close()
  }
  const rows = Object.keys(kinds).map((kind) => {
    const these = all.filter((outcome) => outcome.kind === kind)
    return { kind, errors: these.length, right: these.filter(({ told, by }) => told === versionOf(by)).length }
  })
  console.table(rows)
  console.log(`${rows.reduce((sum, { right }) => sum + right, 0)} of ${all.length}`)
  expect(all.filter(({ told, by }) => told !== versionOf(by))).toEqual([])
})

test('of what has neither stack nor place nobody is blamed, and the browser says where it was', async ({ page }) => {
  const session = await page.context().newCDPSession(page)
  const places: string[] = []
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: { url, stackTrace } }) =>
    places.push(url ?? stackTrace?.callFrames[0]?.url ?? ''),
  )
  await session.send('Runtime.enable')
  await openAll(page)
  const asked = askedOf(1, Object.keys(unknowable))
  const { outcomes } = await provoke(page, asked)
  expect(outcomes.filter(({ told }) => told !== null)).toEqual([])
  await expect.poll(() => places).toHaveLength(asked.length)
  const placed = asked.flatMap(({ kind, base }, index) => (places[index]?.includes(base) ? [] : kind))
  expect(new Set(placed), 'by what the browser writes nobody can tell either').toEqual(
    new Set(['no Error, thrown in a handler of React']),
  )
})

test('each fault of a page of a remote is one line and told once', async ({ page }) => {
  const [{ base } = { base: '' }] = remotes
  const lines = linesOf(page)
  await openAll(page)
  await page.evaluate((key) => {
    const told: string[] = []
    Object.assign(window, { told })
    Reflect.get(window, 'faulty')[key].hear((by: string, _error: unknown, phase: string) => told.push(`${by} ${phase}`))
  }, base)
  const told = () => page.evaluate(() => Reflect.get(window, 'told'))
  const expected: string[] = []
  for (const [path, message] of [
    ['render', 'in a render'],
    ['effect', 'in an effect'],
    ['text', 'in a text'],
    ['loader', 'in a loader'],
    ['lazy', 'ChunkLoadError'],
    ['own', 'in a render'],
    ['kit', 'Symbol'],
  ] as const) {
    await page.evaluate(
      ([name, key]) => {
        history.pushState({ key, idx: 1 }, '', `/${name}/${key}`)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
      },
      [base.split('/')[2], path] as const,
    )
    expected.push(`${versionOf(base)} render`)
    await expect.poll(told, path).toEqual(expected)
    await expect.poll(() => lines.at(-1)).toMatch(new RegExp(`^${versionOf(base)} failed .*${message}`))
  }
  expect(lines).toHaveLength(expected.length)
})

test('what a script throws while it runs is told once, as the reason why the remote cannot be loaded', async ({
  page,
}) => {
  const name = nameOf('thrower')
  await publishScript(name, "throw new Error('while it runs')")
  const lines = linesOf(page)
  await page.goto(`/${name}`)
  await expect(page.getByRole('heading', { name: 'This part is not available' })).toBeVisible()
  await expect.poll(() => lines).toEqual([expect.stringMatching(/@1\.0\.0 could not be loaded Error: while it runs/)])
})

test('what the shell, an extension or another site throws is nobody else’s fault, whoever has called it', async ({
  page,
}) => {
  const lines = linesOf(page)
  await openAll(page)
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  page.on('console', (message) => uncaught.push(message.text().replace(/^(Uncaught )?Error: /, '')))
  const [{ base } = { base: '' }] = remotes
  const files = await page.evaluate((path) => {
    const shell = document.querySelector<HTMLScriptElement>('script[src*="/assets/shell."]')?.src
    return [
      `${shell}`,
      'chrome-extension://aapocclcgogkmnckokdopfmhonfmgoek/content.js',
      `chrome-extension://aapocclcgogkmnckokdopfmhonfmgoek${path}content.js`,
      `https://elsewhere.example.com${path}assets/remote.js`,
      `${location.origin}/account?redirectTo=${path}`,
    ]
  }, base)
  const session = await page.context().newCDPSession(page)
  for (const [index, file] of files.entries()) {
    const fail = `throw new Error('foreign ${index} ${base}assets/remote.js:1:1')`
    // By itself, and called by a remote.
    const expression = `window.foreign = () => { ${fail} }
      window.foreignLater = async () => { await null; ${fail} }
      setTimeout(() => window.foreign())
      //# sourceURL=${file}`
    await session.send('Runtime.evaluate', { expression })
    await page.evaluate((key) => Reflect.get(window, 'faulty')[key].call('foreign'), base)
    await page.evaluate((key) => Reflect.get(window, 'faulty')[key].call('foreignLater'), base)
    await expect.poll(() => uncaught.filter((message) => message.startsWith(`foreign ${index}`)).length, file).toBe(3)
  }
  expect(lines).toEqual([])
})

test('a flood from one remote is a few lines, hides nothing of others, and no line holds a secret of the address', async ({
  page,
}) => {
  const lines = linesOf(page)
  await openAll(page, '?token=one-time-secret#other-secret')
  const [{ base: noisy } = { base: '' }, , { base: quiet } = { base: '' }] = remotes
  const ms = await page.evaluate(
    async ([one, other]) => {
      const faulty = Reflect.get(window, 'faulty')
      const started = performance.now()
      const asked = { id: 'flood', depth: 0, choice: 0 }
      for (let times = 0; times < 10_000; times++) {
        if (times % 500 === 0) await new Promise((resolve) => setTimeout(resolve))
        faulty[one].provoke('event listener', { ...asked, id: `flood ${times}` })
        if (times === 5000) faulty[other].provoke('event listener', asked)
        if (times === 6000) faulty[one].provoke('listener of the window', asked)
      }
      return performance.now() - started
    },
    [noisy, quiet] as const,
  )
  console.log(`10,000 errors in ${Math.round(ms)} ms`)
  const numbered = (times: number) => expect.stringContaining(`${versionOf(noisy)} failed later (the ${times}th time)`)
  await expect.poll(() => lines).toContainEqual(numbered(10_000))
  expect(lines).toHaveLength(5 + 4 + 2)
  for (const times of [10, 100, 1000]) expect(lines).toContainEqual(numbered(times))
  expect(lines.filter((line) => line.startsWith(versionOf(quiet)))).toHaveLength(1)
  expect(lines.join('\n')).not.toMatch(/secret/)
})

test('a team hears of the faults of its remote by the lines that the guide gives it, and of no others', async ({
  page,
}) => {
  const [{ base: other } = { base: '' }, , { base: own } = { base: '' }] = remotes
  const sent: unknown[] = []
  await page.route('**/api/mf-*/faults', (route, request) => {
    sent.push([new URL(request.url()).pathname, request.postDataJSON()])
    return route.fulfill({ status: 204 })
  })
  await openAll(page)
  for (const [base, id] of [
    [other, 'not ours'],
    [own, 'ours'],
  ] as const)
    await page.evaluate(
      ([key, message]) =>
        Reflect.get(window, 'faulty')[key].provoke('async function', { id: message, depth: 3, choice: 0 }),
      [base, id] as const,
    )
  await expect.poll(() => sent).toHaveLength(1)
  const fault = { version: '1.0.0', phase: 'late', times: 1, name: 'Error', message: 'ours' }
  expect(sent).toEqual([
    [`/api/${own.split('/')[2]}/faults`, { ...fault, stack: expect.stringContaining(`${own}assets/remote`) }],
  ])
})

test('where the code of the log does not come there are lines all the same, a few, and it is asked for again', async ({
  page,
}) => {
  const lines = linesOf(page)
  await openAll(page)
  const [{ base } = { base: '' }] = remotes
  const asked: string[] = []
  await page.route(/\/assets\/\d+\.\w+\.js/, (route, request) => {
    asked.push(request.url())
    return route.abort()
  })
  const uncaught: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('Uncaught')) uncaught.push(message.text())
  })
  await page.clock.install()
  const provokeOne = () =>
    page.evaluate(
      (key) => Reflect.get(window, 'faulty')[key].provoke('Promise.reject', { id: 'offline', depth: 0, choice: 0 }),
      base,
    )
  for (let times = 0; times < 30; times++) await provokeOne()
  await page.clock.runFor(100)
  await expect.poll(() => uncaught).toHaveLength(20)
  expect(asked.length, 'not once for each').toBeLessThan(3)
  expect(lines).toEqual([])
  await page.unrouteAll()
  await page.clock.runFor(6000)
  await provokeOne()
  await page.clock.runFor(100)
  await expect.poll(() => lines).toEqual([expect.stringContaining(`${versionOf(base)} failed later`)])
})
