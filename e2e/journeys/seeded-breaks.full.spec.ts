import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { findChannel } from 'registry/channel/channels.ts'
import { publishVersion } from 'registry/publish/publish.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { z } from 'zod'
import { open, remoteFiles, type Seed, seeds } from '../faults/seeds.ts'
import { runInDatabase } from '../support/organizations.ts'
import { makeRemoteFolder } from '../support/remote-folder.ts'
import { openRegistry, pageOf, scriptOf, untilPage } from '../support/remotes.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

// A second team releases sixty versions that break, and a hundred that do not: how many the gate
// refuses, how many the team hears of, how many are taken back. One visitor's browser runs them;
// its reports are sent again for 23 others, whose browsers would report the same.

test.use({ expectedComplaints: /./ })
test.describe.configure({ timeout: 60 * 60_000 })

const product = () => process.env['PRODUCT_URL'] ?? ''
const main = resolve(import.meta.dirname, '../../packages/remote-tools/src/command/main.ts')
const key = String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }))

const others = 23
let visitors: Page[]
let registry: Awaited<ReturnType<typeof openRegistry>>

type OpenBrowser = () => Promise<Page>
async function startVisitors(openBrowser: OpenBrowser): Promise<void> {
  registry = await openRegistry()
  visitors = []
  for (let n = 0; n <= others; n += 1) {
    const page = await openBrowser()
    await signUpByCall(page, `Visitor ${n}`)
    visitors.push(page)
  }
  await runInDatabase(
    (db) => db.write`update "user" set "emailVerified" = true, "proved" = true where "name" like 'Visitor %'`,
  )
}

async function openPage(): Promise<Page> {
  const [first] = visitors
  if (!first) throw new Error('nobody visits')
  return first.context().newPage()
}

const report = (page: Page, body: object) =>
  page.request.post('/remotes/failures', {
    data: JSON.stringify(body),
    headers: { origin: product(), 'content-type': 'text/plain' },
  })

const live = async (name: string) => (await findChannel(registry.ctx, name, 'stable')).version

/** Runs `work` for each, a few at a time. */
async function inTurns<T>(atOnce: number, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const run = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, run))
}

async function until(isSo: () => Promise<boolean>, timeout = 60_000): Promise<boolean> {
  const end = Date.now() + timeout
  while (!(await isSo())) {
    if (Date.now() > end) return false
    await setTimeout(100)
  }
  return true
}

interface Release extends Seed {
  name: string
  version: string
  owner: string
  /** Codes of the refusal, or empty. */
  gate: string
  failures: z.infer<typeof reported>
  /** As the email names it. */
  line: string
  /** Times in milliseconds. */
  releasedAt: number
  actedAt: number
  heardAt: number
  backAt: number
}

const reported = z.array(z.looseObject({ remote: z.string(), version: z.string(), phase: z.string() })).default([])
const refusal = z.object({
  error: z.object({ code: z.string(), violations: z.array(z.object({ code: z.string() })).default([]) }),
})
const mails = z.array(z.object({ text: z.string() }))

/** Returns the codes of a refusal, or an empty text. */
async function publish(folder: string, ...options: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: process.env['PRODUCT_DATA'], REMOTE_KEY: key, NODE_ENV: undefined }
  const command = [main, 'publish', '--json', '--to', product(), ...options]
  try {
    await promisify(execFile)(process.execPath, command, { cwd: folder, env })
    return ''
  } catch (failed) {
    const { stdout, stderr } = z.object({ stdout: z.string(), stderr: z.string() }).parse(failed)
    if (stdout === '') throw new Error(stderr, { cause: failed })
    const { code, violations } = refusal.parse(JSON.parse(stdout)).error
    return violations.length > 0 ? [...new Set(violations.map((each) => each.code))].join(' ') : code
  }
}

const folders = new Map<string, Awaited<ReturnType<typeof makeRemoteFolder>>>()

/** Writes the sources of a seed into the folder of its remote. */
async function write({ name, owner, files, description }: Pick<Release, 'name' | 'owner' | 'files' | 'description'>) {
  const made = folders.get(name) ?? (await makeRemoteFolder(name))
  folders.set(name, made)
  const large = JSON.stringify(randomBytes(700_000).toString('base64'))
  for (const [path, text] of Object.entries({ ...remoteFiles, ...files })) {
    await mkdir(dirname(join(made.folder, path)), { recursive: true })
    await made.write(path, text.replaceAll('NAME', name).replace('LARGE', large))
  }
  const routes = [{ path: `/${name}`, access: 'public' }]
  const manifest = { name, owner, routes, navigation: [], needs: { kit: '^2' }, ...description }
  await made.write('remote.json', JSON.stringify(manifest))
  return made.folder
}

const kindOf = ({ kind }: Seed): string => kind.toLowerCase().replaceAll(' ', '-')

const releases = seeds.map((seed, index): Release => {
  const name = `mf-${kindOf(seed)}-${'abc'[index % 3]}`
  const version = seed.publish?.at(-1) ?? '1.1.0'
  const owner = `${name}-${version}@example.com`
  return {
    ...seed,
    name,
    version,
    owner,
    gate: '',
    failures: [],
    line: '',
    releasedAt: 0,
    actedAt: 0,
    heardAt: 0,
    backAt: 0,
  }
})

/** Keeps what pages of the first visitor report. */
function listen(): void {
  visitors[0]?.context().on('request', (request) => {
    if (!request.url().endsWith('/remotes/failures')) return
    const { failures } = z.object({ failures: reported }).parse(JSON.parse(request.postData() ?? '{}'))
    for (const failure of failures)
      for (const release of releases)
        if (release.name === failure.remote && release.version === failure.version) release.failures.push(failure)
  })
}

/** Opens the broken page as the first visitor, for as long as pages take to report. */
async function visit(release: Release): Promise<void> {
  const { name, version, act = open, failures, hangs } = release
  const newest = async () => (await (await fetch(`${product()}/${name}`)).text()).includes(`/${name}/${version}/`)
  expect(await until(newest), `${name} ${version} is served`).toBe(true)
  const page = await openPage()
  release.actedAt = Date.now()
  await Promise.race([act(page, name).catch(() => {}), setTimeout(10_000)])
  // The page reports five seconds after it is drawn, and a hung one nothing.
  await until(async () => failures.length > 0, hangs ? 1000 : 15_000)
  await hear(release)
  await Promise.race([page.close(), setTimeout(5000)])
}

async function hear(release: Release): Promise<void> {
  if (release.failures.length === 0 || release.heardAt > 0) return
  const find = async () => {
    const response = await fetch(`${product()}/dev/mail.json?to=${encodeURIComponent(release.owner)}`)
    const [email] = mails.parse(await response.json())
    release.line = /^Line: (.*)$/m.exec(email?.text ?? '')?.[1] ?? ''
    return email === undefined ? 0 : 1
  }
  if (await until(async () => (await find()) > 0)) release.heardAt = Date.now()
}

/** Publishes a version that breaks, lets all visitors use it, and waits until it is taken back. */
async function ship(release: Release): Promise<void> {
  const { name, version, kind, how, failures } = release
  const folder = await write(release)
  release.gate = await publish(folder, '--version', version)
  if (release.gate === 'SCREEN_FAILS')
    await publish(folder, '--no-build', '--version', version, '--even-if-screens-fail')
  release.releasedAt = Date.now()
  const isReleased = !/^1\.0\.0$/.test(version) && (await live(name)) === version
  if (isReleased) await visit(release)
  if (isReleased && release.hangs) await visitLater(release)
  if (failures.length > 0)
    await Promise.all(visitors.slice(1).map((page) => report(page, { views: [{ remote: name, version }], failures })))
  if (failures.some(({ phase }) => phase !== 'call') && (await until(async () => (await live(name)) !== version)))
    release.backAt = Date.now()
  console.log(`${kind}: ${how}: ${release.gate || 'released'}, ${failures.length > 0 ? 'reported' : 'silent'}`)
}

test('hears of breaks, and takes back those that all visitors have', async ({ openBrowser }) => {
  await startVisitors(openBrowser)
  listen()
  for (const { name } of releases) {
    const files = { 'assets/entry.js': scriptOf(name, pageOf("return 'well'")) }
    await publishVersion(
      registry.ctx,
      { ...makeVersion({ name, version: '1.0.0', files }), channel: 'stable' },
      { who: 'team' },
    )
  }
  await inTurns(6, releases, ship)
  print()
  for (const { kind, how, failures, heardAt, backAt } of releases) {
    const isBack = failures.some(({ phase }) => phase !== 'call')
    expect.soft([heardAt > 0, backAt > 0], `${kind}: ${how}`).toEqual([failures.length > 0, isBack])
  }
  const silent = releases.filter(({ gate, failures }) => gate === '' && failures.length === 0)
  expect(silent.map(({ kind, how }) => `${kind}: ${how}`)).toEqual(silentSeeds)
  for (const { remove } of folders.values()) await remove()
})

/** Released, and nobody hears: docs/shipping-a-remote.md names them. */
const silentSeeds = [
  'rejected promise: no JSON',
  'service fails: is not registered',
  'blocked by the policy: picture',
  'no Error: rejected object',
  'no Error: rejected undefined',
  'changes a global: fetch',
  'changes a global: Array.prototype',
  'changes a global: body',
  'left behind: interval',
  'left behind: element',
  'left behind: listener',
  // Styles are scoped, so this one breaks nothing.
  'styles: body',
  'manifest: typo',
]

/** A page that hung is reported by one that is opened half a minute later. */
async function visitLater(release: Release): Promise<void> {
  await setTimeout(31_000)
  const page = await openPage()
  await page.goto('/')
  await until(async () => release.failures.length > 0, 15_000)
  await hear(release)
  await page.close()
}

const seconds = (from: number, to: number): string => (to > 0 ? ((to - from) / 1000).toFixed(1) : '')

function print(): void {
  console.table(
    releases.map(({ kind, how, gate, failures: [first], line, releasedAt, actedAt, heardAt, backAt }) => ({
      kind,
      how,
      gate,
      phase: first?.phase ?? '',
      line,
      heard: seconds(actedAt, heardAt),
      back: seconds(releasedAt, backAt),
    })),
  )
  const count = (which: (release: Release) => boolean) => releases.filter(which).length
  console.log({
    refused: count(({ gate }) => gate !== ''),
    'released and heard': count(({ gate, heardAt }) => gate === '' && heardAt > 0),
    'released and taken back': count(({ gate, backAt }) => gate === '' && backAt > 0),
    'released and silent': count(({ gate, heardAt }) => gate === '' && heardAt === 0),
    'refused, forced and heard': count(({ gate, heardAt }) => gate !== '' && heardAt > 0),
  })
}

const healthy = 100
/** Shares of visitors who have failures with each version, by remote in turn. */
const noise = [0, 0.02, 0.05, 0.1]

test('leaves a hundred healthy releases alone', async ({ openBrowser }) => {
  await startVisitors(openBrowser)
  const random = randomNumbers(7)
  const names = Array.from({ length: healthy }, (_, n) => `mf-well-${n}`)
  for (const version of ['1.0.0', '1.1.0']) {
    for (const name of names) {
      const files = { 'assets/entry.js': scriptOf(name, pageOf(`return 'This is ${name} ${version}'`)) }
      await publishVersion(
        registry.ctx,
        { ...makeVersion({ name, version, files }), channel: 'stable' },
        { who: 'team' },
      )
    }
    const last = names.at(-1) ?? ''
    await untilPage(last, 200)
    await inTurns(4, names, async (name) => {
      const page = await openPage()
      await page.goto(`/${name}`)
      await expect(page.getByText(`This is ${name} ${version}`)).toBeVisible()
      await page.close()
    })
    await inTurns(4, visitors, async (page) => {
      for (const some of [names.slice(0, 50), names.slice(50)])
        await report(page, {
          views: some.map((remote) => ({ remote, version })),
          failures: some
            .filter((name) => random() < (noise[names.indexOf(name) % noise.length] ?? 0))
            .slice(0, 20)
            .map((remote) => ({ remote, version, phase: 'late', route: '', error: 'TypeError', frames: [] })),
        })
    })
  }
  await setTimeout(40_000)
  const rows = await registry.ctx.db.read<{ failed: number; visitors: number }[]>`
    select length(replace("visitors"::text, '0', '')) as "visitors", length(replace("failedVisitors"::text, '0', '')) as "failed"
    from "health" where "name" like 'mf-well-%' and "version" = '1.1.0' and "isProved"`
  console.log({
    releases: rows.length,
    visitors: rows.reduce((sum, { visitors: some }) => sum + some, 0),
    failed: rows.reduce((sum, { failed }) => sum + failed, 0),
  })
  for (const name of names) expect(await live(name), name).toBe('1.1.0')
})

/** Reproducible numbers between 0 and 1 (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
