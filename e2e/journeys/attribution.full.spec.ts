import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { kinds, unknowable } from '../faults/kinds.ts'
import { publishFaultyRemote } from '../faults/remotes.ts'
import { unique } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// The page's log and kit's listeners name the remote and version that caused an error, and never an
// innocent one. shell/src/federation/attribution.test.ts covers how stacks are read.

// Everything here is an error, or Chromium's complaint about missing files.
test.use({ expectedComplaints: /./ })
test.describe.configure({ mode: 'serial' })

const guide = join(import.meta.dirname, '../../docs/shipping-a-remote.md')
const nameOf = (what: string) => `mf-${unique(what).replaceAll(' ', '-')}`
const versionOf = (base: string) => base.replace(/^\/remotes\/(.*)\/(.*)\/$/, '$1@$2')
const pathOf = (base: string) => `/${base.split('/')[2]}`

/** The file paths of two remotes; the second one listens to errors as the guide describes. */
let one: string
let two: string
test.beforeAll(async () => {
  const [, collector = ''] =
    /```tsx\n(import \{ onRemoteError \} from 'kit'.*?)```/s.exec(await readFile(guide, 'utf8')) ?? []
  const name = nameOf('collected')
  one = await publishFaultyRemote(nameOf('faulty'))
  two = await publishFaultyRemote(name, collector.replace(/^import.*$/m, '').replaceAll('mf-invoices', name))
})

/** Collects the lines of the page's log that name a version of a remote. */
function linesOf(page: Page): string[] {
  const lines: string[] = []
  page.on('console', (message) => {
    if (/^mf-\S+@/.test(message.text())) lines.push(message.text())
  })
  return lines
}

/** Goes to a path as a link does. */
const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({ key: to, idx: 1 }, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)

/** Opens the page of the first remote, then that of the second, so that both run. */
async function openBoth(page: Page, query = ''): Promise<void> {
  await page.route('**/never', () => {})
  await page.route('**/no-response', (route) => route.abort('connectionfailed'))
  await page.route('**/missing.*.js*', (route) => route.fulfill({ status: 404 }))
  await page.goto(pathOf(one) + query)
  await expect(page.locator('[data-click]')).toHaveCount(2)
  await goTo(page, pathOf(two) + query)
  await expect(page.locator('[data-click]')).toHaveCount(4)
}

interface Outcome {
  kind: string
  by: string
  /** The remote that the listeners were told; null for none. */
  told: string | null
}

/** Provokes the errors in turn and records what is reported for each. */
const provoke = (
  page: Page,
  asked: { kind: string; by: string }[],
): Promise<{ outcomes: Outcome[]; besides: string[] }> =>
  page.evaluate(async (list) => {
    const faulty = Reflect.get(window, 'faulty')
    const besides: string[] = []
    const outcomes: Outcome[] = []
    let hear = (told: string | null, error: unknown): void => {
      besides.push(`before: ${told} ${String(error)}`)
    }
    for (const type of ['error', 'unhandledrejection'])
      addEventListener(type, (event) => {
        const { error, reason, message } = Object(event)
        if (!event.defaultPrevented) hear(null, error ?? reason ?? message)
      })
    faulty[list[0]?.by ?? ''].hear((told: string, error: unknown) => hear(told, error))
    await new Promise((resolve) => setTimeout(resolve))
    for (const [index, { kind, by }] of list.entries()) {
      const told = await new Promise<string | null>((resolve) => {
        hear = resolve
        faulty[by].provoke(kind, { id: `error ${index}` })
      })
      hear = (again, error) => void besides.push(`${kind}: ${again} ${String(error)}`)
      await new Promise((resolve) => setTimeout(resolve))
      outcomes.push({ kind, by, told })
    }
    return { outcomes, besides }
  }, asked)

test('reports a late error once with its remote and version, or without one if it is unknowable', async ({ page }) => {
  const lines = linesOf(page)
  await openBoth(page)
  const asked = [...Object.keys(kinds), ...Object.keys(unknowable)].flatMap((kind) =>
    [one, two].map((by) => ({ kind, by })),
  )
  const { outcomes, besides } = await provoke(page, asked)
  const expected = asked.map(({ kind, by }) => ({ kind, by, told: kind in kinds ? versionOf(by) : null }))
  expect(outcomes).toEqual(expected)
  expect(besides, 'told again').toEqual([])
  const names = () => lines.map((line) => line.split(' ')[0])
  await expect.poll(names, 'one line each').toEqual(expected.flatMap(({ told }) => told ?? []))
})

test('reports each error of a remote’s page once, in one line', async ({ page }) => {
  const lines = linesOf(page)
  await openBoth(page)
  await page.evaluate((key) => {
    const told: string[] = []
    Object.assign(window, { told })
    Reflect.get(window, 'faulty')[key].hear((by: string, _error: unknown, phase: string) => told.push(`${by} ${phase}`))
  }, one)
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
    await goTo(page, `${pathOf(one)}/${path}`)
    expected.push(`${versionOf(one)} render`)
    await expect.poll(told, path).toEqual(expected)
    await expect.poll(() => lines.at(-1)).toMatch(new RegExp(`^${versionOf(one)} failed .*${message}`))
  }
  expect(lines).toHaveLength(expected.length)
})

test('limits the lines of a flood, hides no other errors, and logs no secrets of the URL', async ({ page }) => {
  const lines = linesOf(page)
  await openBoth(page, '?token=one-time-secret#other-secret')
  await page.evaluate(
    async ([noisy, quiet]) => {
      const faulty = Reflect.get(window, 'faulty')
      for (let times = 0; times < 10_000; times++) {
        if (times % 500 === 0) await new Promise((resolve) => setTimeout(resolve))
        faulty[noisy].provoke('event listener', { id: `flood ${times}` })
        if (times === 5000) faulty[quiet].provoke('event listener', { id: 'quiet' })
        if (times === 6000) faulty[noisy].provoke('listener of the window', { id: 'another kind' })
      }
    },
    [one, two] as const,
  )
  const numbered = (times: number) => expect.stringContaining(`${versionOf(one)} failed later (the ${times}th time)`)
  await expect.poll(() => lines).toContainEqual(numbered(10_000))
  expect(lines).toHaveLength(5 + 4 + 2)
  for (const times of [10, 100, 1000]) expect(lines).toContainEqual(numbered(times))
  expect(lines.filter((line) => line.startsWith(versionOf(two)))).toHaveLength(1)
  expect(lines.join('\n')).not.toMatch(/secret/)
})

test('gives a team the errors of its own remote, as the guide describes', async ({ page }) => {
  const sent: unknown[] = []
  await page.route('**/api/mf-*/errors', (route, request) => {
    sent.push([new URL(request.url()).pathname, request.postDataJSON()])
    return route.fulfill({ status: 204 })
  })
  await openBoth(page)
  await provoke(
    page,
    [one, two].map((by) => ({ kind: 'async function', by })),
  )
  await expect.poll(() => sent).toHaveLength(1)
  const message = expect.stringMatching(/^error 1/)
  const fault = { version: '1.0.0', phase: 'late', times: 1, name: 'InvoiceError', message }
  const stack = expect.stringContaining(`${two}assets/remote`)
  expect(sent).toEqual([[`/api${pathOf(two)}/errors`, { ...fault, stack }]])
})

test('logs a few lines while the code of the log is missing, and requests it again', async ({ page }) => {
  const lines = linesOf(page)
  await openBoth(page)
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
  const fail = () =>
    page.evaluate((key) => Reflect.get(window, 'faulty')[key].provoke('event listener', { id: 'offline' }), one)
  for (let times = 0; times < 30; times++) await fail()
  await page.clock.runFor(100)
  await expect.poll(() => uncaught).toHaveLength(20)
  expect(asked.length, 'not once for each').toBeLessThan(3)
  expect(lines).toEqual([])
  await page.unrouteAll()
  await page.clock.runFor(6000)
  await fail()
  await page.clock.runFor(100)
  await expect.poll(() => lines).toEqual([expect.stringContaining(`${versionOf(one)} failed later`)])
})
