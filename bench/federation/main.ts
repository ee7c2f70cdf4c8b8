// Compares the product with one application of the same sources, in Chromium on a slow line with a
// slow CPU. Exits with 1 if bytes, requests or depth exceed their limits; times are only printed.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from 'e2e/support/launch-browser'
import { createOrganization } from 'e2e/support/organizations'
import { depthOf, type Loaded, loadPage, sizeOf } from 'e2e/support/page-load'
import { startProduct } from 'e2e/support/product'
import { signUpByCall } from 'e2e/support/sign-up-by-call'
import { serveApplication } from './serve-application.ts'

/** Allowed difference to the one application, in gzipped bytes. */
const maxBytes = 30_000
const rounds = Number(process.env['ROUNDS'] ?? 15)

/** Chromium's "Slow 4G": bytes a second, milliseconds. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6e6 / 8) * 0.9,
  uploadThroughput: (750e3 / 8) * 0.9,
}
const slowness = 4

const root = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'bench-federation-'))
const prepared = spawnSync(process.execPath, ['tools/build.ts'], { cwd: root, stdio: 'inherit' })
if (prepared.status !== 0) throw new Error('The product could not be built.')
const built = spawnSync(
  process.execPath,
  [
    'node_modules/@rspack/cli/bin/rspack.js',
    'build',
    '-c',
    join(import.meta.dirname, 'application.config.ts'),
    '--output-path',
    folder,
  ],
  { cwd: join(root, 'shell'), encoding: 'utf8' },
)
if (built.status !== 0) throw new Error(`The one application could not be built:\n${built.stdout}${built.stderr}`)

const product = await startProduct()
process.env['PRODUCT_URL'] = product.address
const application = await serveApplication(folder, product.address)
const browser = await launchBrowser()
type Session = Awaited<ReturnType<Awaited<ReturnType<typeof browser.newContext>>['storageState']>>

/** Opens a page with an empty cache. */
async function openPage(address: string, session: Session | undefined) {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'en-US',
    ...(session && { storageState: session }),
  })
  return context.newPage()
}

interface Visit {
  path: string
  session: Session | undefined
  /** A selector that matches once the page is usable. */
  ready: string
}

/** Lists everything that a visit loads. */
async function lookAt(address: string, { path, session }: Visit): Promise<Loaded[]> {
  const page = await openPage(address, session)
  const { loaded } = await loadPage(page, path)
  await page.context().close()
  return loaded
}

/** Milliseconds until the page is usable, and the scripts that had arrived by then. */
async function timeOf(address: string, { path, session, ready }: Visit): Promise<{ time: number; scripts: string[] }> {
  const page = await openPage(address, session)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  await page.addInitScript((selector) => {
    const waiting = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      waiting.disconnect()
      document.documentElement.dataset['readyAt'] = String(performance.now())
    })
    waiting.observe(document, { childList: true, subtree: true })
  }, ready)
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('html[data-ready-at]').waitFor({ state: 'attached', timeout: 60_000 })
  const time = Number(await page.locator('html').getAttribute('data-ready-at'))
  const entries = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name, startTime, duration }) => [name, startTime + duration] as const),
  )
  await page.context().close()
  const scripts = entries.filter(([url, at]) => url.endsWith('.js') && at <= time).map(([url]) => new URL(url).pathname)
  return { time, scripts }
}

try {
  const host = await openPage(product.address, undefined)
  await signUpByCall(host, 'Ada')
  const { slug } = await createOrganization(host, 'Acme')
  const session = await host.context().storageState()
  const visits: Visit[] = [
    { path: '/sign-in', session: undefined, ready: 'input[name=identifier]' },
    { path: `/organizations/${slug}`, session, ready: 'main li' },
  ]
  let isOver = false
  for (const visit of visits) {
    const document = await (await fetch(`${application.address}${visit.path}`)).text()
    const { scripts: early } = await timeOf(application.address, visit)
    // Preloads every script that arrives before the page is usable, even those the product leaves
    // out.
    application.ahead.set(
      visit.path,
      early.filter((url) => !document.includes(url)),
    )
    const [ours, one] = [await lookAt(product.address, visit), await lookAt(application.address, visit)]
    const times = { ours: [] as number[], one: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      const [a, b] = [await timeOf(product.address, visit), await timeOf(application.address, visit)]
      // The first round warms up.
      if (round === 0) continue
      times.ours.push(a.time)
      times.one.push(b.time)
    }
    const name = visit.path.replace(slug, '…')
    console.log(`\n${name}\n\n| | gzip | script | requests | depth | ready, median |\n|---|---|---|---|---|---|`)
    for (const [who, loaded, each] of [
      ['product', ours, times.ours],
      ['one application', one, times.one],
    ] as const) {
      const scripts = loaded.filter(({ type }) => type === 'script')
      console.log(
        `| ${who} | ${kilobytes(sizeOf(loaded))} | ${kilobytes(sizeOf(scripts))} | ${loaded.length} | ${depthOf(loaded)} | ${Math.round(median(each))} ms |`,
      )
    }
    console.log(`\n| more, in bytes of gzip | product | one application |\n|---|---|---|`)
    for (const [file, a, b] of differences(ours, one)) console.log(`| ${file} | ${a} | ${b} |`)
    const more = sizeOf(ours) - sizeOf(one)
    const verdicts = [
      [`bytes: +${kilobytes(more)}, at most +${kilobytes(maxBytes)}`, more <= maxBytes],
      [`requests: ${ours.length} and ${one.length}`, ours.length <= one.length],
      [`depth: ${depthOf(ours)} and ${depthOf(one)}`, depthOf(ours) <= depthOf(one)],
    ] as const
    for (const [what, isWithin] of verdicts) console.log(`${isWithin ? 'within' : 'OVER  '}  ${what}`)
    isOver ||= verdicts.some(([, isWithin]) => !isWithin)
    if (rounds > 0)
      console.log(
        `printed ready: ${ratioOf(times.ours, times.one)}; aim 1.05; load of the machine ${loadavg()[0]?.toFixed(1)}`,
      )
  }
  process.exitCode = isOver ? 1 : 0
} finally {
  await browser.close()
  application.stop()
  await product.stop()
  await rm(folder, { recursive: true })
}
process.exit()

/** By file name, or by kind for the other files. */
function differences(ours: Loaded[], one: Loaded[]): [string, number, number][] {
  const partOf = ({ file, type }: Loaded): string => {
    if (type === 'document') return 'document'
    const [, name] = /\/(shell|kit|react|locale-en-po)\.(?:js|css)$/.exec(file) ?? []
    if (name !== undefined && !file.startsWith('/remotes/')) return `${name} ${type}`
    return /^\/(assets|remotes)\//.test(file) ? 'remote, screen, their texts and libraries' : 'responses'
  }
  const parts = [...new Set([...ours, ...one].map(partOf))]
  const sum = (loaded: Loaded[], part: string) => sizeOf(loaded.filter((each) => partOf(each) === part))
  return parts.map((part) => [part, sum(ours, part), sum(one, part)])
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2
}

/** The ratio of the medians with its 95 % bootstrap interval. */
function ratioOf(ours: number[], one: number[]): string {
  const sample = (values: number[]) => values.map(() => values[Math.floor(Math.random() * values.length)] ?? 0)
  const ratios = Array.from({ length: 4000 }, () => median(sample(ours)) / median(sample(one))).toSorted(
    (a, b) => a - b,
  )
  const at = (part: number) => (ratios[Math.floor(part * (ratios.length - 1))] ?? 0).toFixed(2)
  return `${(median(ours) / median(one)).toFixed(2)} × (95 %: ${at(0.025)} to ${at(0.975)})`
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`
}
