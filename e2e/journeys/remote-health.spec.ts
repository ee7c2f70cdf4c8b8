import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { breaks } from '../faults/breaks.ts'
import { unique } from '../support/people.ts'
import { publishFolder } from '../support/publish-folder.ts'
import { makeRemoteFolder } from '../support/remote-folder.ts'
import { untilPage } from '../support/remotes.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// The owner of a remote hears what fails in pages, with the line in its sources. The screens that
// break are in e2e/faults/breaks.ts.

test.use({ expectedComplaints: /./ })

/** Milliseconds from the throw to the email. */
const LIMIT = 10_000

async function publishBreaks() {
  const name = `mf-${unique('breaks').replaceAll(' ', '-')}`
  const owner = `${name}@example.com`
  const { folder, write, remove } = await makeRemoteFolder(name)
  const screen = (path: string, part: string) =>
    `{ path: '/${name}/${path}', lazy: async () => ({ Component: (await import('./app/breaks.tsx')).${part} }) }`
  await mkdir(join(folder, 'src/app'))
  await write('src/app/breaks.tsx', breaks)
  await write('src/missing.tsx', 'export const Component = () => null')
  await write('remote.json', JSON.stringify({ name, owner, routes: [{ path: `/${name}`, access: 'public' }] }))
  await write(
    'src/remote.tsx',
    `export const remote = {
  routes: [
    { path: '/${name}', Component: () => 'well' },
    { path: '/${name}/loader', loader: async () => { throw new EvalError('in a loader') }, Component: () => 'x' },
    { path: '/${name}/missing', lazy: () => import(/* webpackChunkName: "missing" */ './missing.tsx') },
    ${screen('render/:id', 'RenderThrows')},
    ${screen('effect', 'EffectThrows')},
    ${screen('invalid', 'InvalidElement')},
    ${screen('suspends', 'Suspends')},
    ${screen('kit', 'InKit')},
    ${screen('clicked', 'Clicked')},
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

/** Where a text stands in the screens that break. */
const lineOf = (text: string): string =>
  `src/app/breaks.tsx:${1 + breaks.split('\n').findIndex((line) => line.includes(text))}`

test('emails the owner of a remote the source line of an error within ten seconds', async ({ page }) => {
  const { name, owner } = await publishBreaks()
  await signUpByCall(page, 'Ada')
  await page.goto(`/${name}/render/ann@example.com`)
  const thrownAt = Date.now()
  await expect.poll(() => emailsTo(page, owner)).toHaveLength(1)
  const took = Date.now() - thrownAt
  console.log(`from the page to the email: ${took} ms`)
  expect(took).toBeLessThan(LIMIT)
  const [text = ''] = await emailsTo(page, owner)
  expect(text).toContain(`Line: ${lineOf("throw new TypeError('of ann")}`)
  expect(text).toContain(`Route: /${name}/render/:id`)
  expect(text).toContain('Error: TypeError')
  expect(text).not.toContain('ann@example')
})

/** Breaks by what a visitor does, and the phase that is heard. */
const seeded: { broke: string; act: (page: Page, path: string) => Promise<unknown>; phase: string; line?: string }[] = [
  { broke: 'throw in render', act: open('render/7'), phase: 'render', line: "throw new TypeError('of ann" },
  { broke: 'throw in an effect', act: open('effect'), phase: 'render', line: "throw new TypeError('in an effect" },
  { broke: 'invalid element', act: open('invalid'), phase: 'render' },
  { broke: 'wrong use of kit', act: open('kit'), phase: 'render' },
  { broke: 'suspends forever', act: open('suspends'), phase: 'render' },
  { broke: 'loader rejects', act: open('loader'), phase: 'render' },
  { broke: 'screen is missing (404)', act: openWithout(/missing\.\w+\.js/), phase: 'render' },
  { broke: 'container is missing (404)', act: openWithout(/remoteEntry/), phase: 'load' },
  { broke: 'throw in a handler', act: click('handler'), phase: 'late', line: 'handler: () =>' },
  { broke: 'rejected promise', act: click('promise'), phase: 'late', line: 'promise: () =>' },
  { broke: 'throw in a timer', act: click('timer'), phase: 'late', line: 'timer: () =>' },
  { broke: 'storage is full', act: click('storage'), phase: 'late', line: 'storage: () =>' },
  { broke: 'foreign origin is blocked', act: click('foreign'), phase: 'late' },
  { broke: 'text is thrown', act: click('text'), phase: 'late', line: 'text: () =>' },
  { broke: 'service does not respond', act: failService, phase: 'call' },
]

function open(path: string) {
  return (page: Page, base: string) => page.goto(`${base}/${path}`)
}

function openWithout(file: RegExp) {
  return async (page: Page, base: string) => {
    await page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(`${base}/missing`)
  }
}

function click(name: string) {
  return async (page: Page, base: string) => {
    await page.goto(`${base}/clicked`)
    await page.getByRole('button', { name, exact: true }).click()
  }
}

async function failService(page: Page, base: string): Promise<void> {
  await page.route(/\/api\/mf-/, (route) => route.fulfill({ status: 503, body: '{}' }))
  await click('service')(page, base)
}

test('hears of each kind of break of one version', { tag: '@full' }, async ({ openBrowser }) => {
  test.slow()
  const rows: object[] = []
  for (const { broke, act, phase, line } of seeded) {
    const { name, owner } = await publishBreaks()
    const page = await openBrowser()
    await signUpByCall(page, 'Ada')
    await act(page, `/${name}`)
    const actedAt = Date.now()
    const heard = () => emailsTo(page, owner)
    await expect.poll(heard, broke).not.toEqual([])
    const [text = ''] = await heard()
    const found = /^Line: (.*)$/m.exec(text)?.[1] ?? ''
    rows.push({ broke, phase: /^Phase: (.*)$/m.exec(text)?.[1], line: found, ms: Date.now() - actedAt })
    expect(text, broke).toContain(`Phase: ${phase}`)
    if (line) expect(text, broke).toContain(`Line: ${lineOf(line)}`)
    await page.context().close()
  }
  console.table(rows)
})
