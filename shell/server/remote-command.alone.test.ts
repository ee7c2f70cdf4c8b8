import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Build } from 'remote-tools/build/version-document'
import type { RunOutcome } from 'remote-tools/run/run-outcome'
import { runRemote } from 'remote-tools/command/run'
import { makeKey } from 'remote-tools/command/sign'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { integrityOf } from 'contract/integrity.ts'
import { makeVersion } from 'registry/testing/make-version.ts'
import { startShell, type Shell } from './testing/start-shell.ts'

// Tests the command against a registry, with fake builds (shipping-a-remote.full.test.ts builds).

// Fake builds cannot run either (remote-tools/check/check.test.ts).
const drawn = vi.hoisted(() => ({ failing: new Array<string>(), notes: new Array<string>(), problem: '' }))
vi.mock('remote-tools/check/run-remote', () => ({
  runRemote: async ({ document: { description } }: Build): Promise<RunOutcome> => {
    if (drawn.problem) throw new Error(drawn.problem)
    const routes = (description?.routes ?? []).map(({ path }) => path)
    return { violations: [], ...drawn, routes, places: [] }
  },
}))

let shell: Shell
let origin: string
let folder: string
beforeAll(async () => {
  shell = await startShell()
  await shell.publishShell('2.0.0', {}, {}, '2.0.0') // remotes of `remote new` need kit 2
  origin = await shell.app.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'remote-command-'))
})
afterAll(async () => {
  await shell.stop()
  await rm(folder, { recursive: true })
})

interface Call {
  token?: string
  in?: string
  elsewhere?: boolean
}

/** Runs the command. Without `token`, it uses the operator's token of this machine. */
async function remote(line: string, { token = '', in: place = folder, elsewhere = false }: Call = {}) {
  const environment = { REMOTE_TOKEN: token, DATA_DIR: elsewhere ? folder : shell.folder }
  const args = [...line.split(' '), '--to', origin]
  return runRemote(args, { environment, folder: place, stage: async (_, work) => work() })
}

/** Runs it with --json and returns its output or error. */
async function json(line: string, call: Call = {}): Promise<Record<string, unknown>> {
  const { out, code } = await remote(`${line} --json`, call)
  const response = z.record(z.string(), z.unknown()).parse(JSON.parse(out))
  expect('error' in response).toBe(code === 1)
  return z.record(z.string(), z.unknown()).parse(response['error'] ?? response)
}

let count = 0
let name: string
let place: string
async function build(version: string, content: string, description: object = {}, uses: object = {}): Promise<void> {
  const assets = { js: { sync: ['assets/remote.js'], async: [] }, css: { sync: [] } }
  const own = JSON.parse(await readFile(join(place, 'remote.json'), 'utf8'))
  await mkdir(join(place, 'dist/assets'), { recursive: true })
  const late = {
    'dist/assets/remote.js': content,
    'dist/assets/locale-en-po.js': `export const messages=JSON.parse('{"a":["${content} of it\\'s"]}')`,
  }
  const hashes = Object.values(late).map((text) => integrityOf(Buffer.from(text)))
  const files = {
    ...late,
    'package.json': { name, version },
    'dist/remote.json': { ...own, ...description },
    'dist/mf-manifest.json': {
      metaData: { globalName: `${name.replaceAll('-', '_')}__1`, remoteEntry: { name: 'assets/entry.js' } },
      exposes: [{ assets }],
    },
    'dist/build.json': { kit: '1.4.0', uses, bundled: [], texts: [] },
    'dist/assets/logo.svg': '<svg/>',
    'dist/assets/entry.js': `entry('${name}', ${JSON.stringify(hashes)})`,
  }
  for (const [file, text] of Object.entries(files))
    await writeFile(join(place, file), typeof text === 'string' ? text : JSON.stringify(text))
}
const publish = (options = '', call: Call = {}) => json(`publish --no-build${options}`, { in: place, ...call })

beforeEach(async () => {
  Object.assign(drawn, { failing: [], notes: [], problem: '' })
  count += 1
  name = `mf-team-${count}`
  place = join(folder, name)
  expect(await json(`new ${name}`)).toMatchObject({ name, folder: place })
  await build('1.0.0', 'one')
})

test('publishes a live version, ignores a repetition, and requires a new version for new content', async () => {
  const published = { name, version: '1.0.0', channel: 'stable', failing: [], notes: [], ungranted: [] }
  const untranslated = expect.objectContaining({ en: 0, de: 2 })
  expect(await publish()).toEqual({ ...published, isNew: true, sent: 4, untranslated })
  expect(await publish()).toEqual({ ...published, isNew: false, sent: 0, untranslated: {} })
  await build('1.0.0', 'another')
  const refused = await remote('publish --no-build', { in: place })
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toMatch(/^mf-team-1 1\.0\.0 was already published with different content\./)
  expect(refused.err).toContain('Raise "version" in package.json')
  await build('1.0.1', 'another')
  expect(await publish()).toMatchObject({ version: '1.0.1', isNew: true, sent: 3 })
  expect(await json(`list ${name}`)).toMatchObject({
    name,
    channels: [{ channel: 'stable', version: '1.0.1', canary: null, percent: 0, revision: 3, movedBy: 'operator' }],
    versions: [{ version: '1.0.1', unpublishedAt: null }, { version: '1.0.0' }],
  })
})

test('runs a canary, a promotion, a rollback and an unpublish, and logs them', async () => {
  await publish()
  await build('1.1.0', 'two')
  expect(await publish(' --channel next')).toMatchObject({ channel: 'next' })
  const canary = await json(`promote ${name} 1.1.0 --percent 10 --why carefully`)
  expect(canary).toMatchObject({ name, channel: 'stable', version: '1.0.0', canary: '1.1.0', percent: 10 })
  expect((await remote(`list ${name}`)).out).toContain('1.0.0, and 1.1.0 for 10 %')
  const all = await remote(`promote ${name} 1.1.0`)
  expect(all.out).toBe(`stable of ${name} is now 1.1.0: ${origin}\nBefore: 1.0.0, and 1.1.0 for 10 %.\n`)
  expect(await json(`rollback ${name}`)).toMatchObject({ name, version: '1.0.0', canary: null })
  expect(await json(`unpublish ${name} --version 1.1.0 --why broken`)).toMatchObject({ name, version: '1.1.0' })
  expect(await json(`promote ${name} 1.1.0`)).toMatchObject({ code: 'VERSION_UNPUBLISHED' })
  expect(await json(`unpublish ${name}`)).toMatchObject({
    name,
    version: null,
    channels: [{ channel: 'stable', version: null }],
  })
  const { entries } = z
    .object({ entries: z.array(z.looseObject({ action: z.string() })) })
    .parse(await json(`log ${name}`))
  expect(entries.at(-1)).toMatchObject({ who: 'operator', action: 'publish', name, to: '1.0.0' })
  expect(entries).toContainEqual(expect.objectContaining({ to: '1.1.0', percent: 10, from: '1.0.0', why: 'carefully' }))
  const log = await remote(`log ${name} --limit 3`)
  expect(log.out.split('\n')[0]).toMatch(/^WHEN +WHO +WHAT +REMOTE +CHANNEL +VERSION +WHY$/)
  expect(log.out.trim().split('\n')).toHaveLength(4)
})

test('logs what a change of percentage changed', async () => {
  await publish()
  await build('1.1.0', 'two')
  await publish(' --channel next')
  await remote(`promote ${name} 1.1.0 --percent 10`)
  await remote(`promote ${name} 1.1.0 --percent 50`)
  await remote(`promote ${name} 1.1.0`)
  await remote(`promote ${name} 1.0.0 --percent 5`)
  await remote(`rollback ${name}`)
  await remote(`unpublish ${name}`)
  const { out } = await remote(`log ${name}`)
  const rows = out.split('\n').filter((line) => / stable /.test(line))
  expect(rows.map((line) => line.split(/ stable +/)[1]?.trim())).toEqual([
    '1.1.0 → nothing',
    '1.1.0, and 1.0.0 for 5 % → 1.1.0 for everyone',
    '1.1.0 → 1.1.0, and 1.0.0 for 5 %',
    '1.0.0, and 1.1.0 for 50 % → 1.1.0 for everyone',
    '1.0.0, and 1.1.0 for 10 % → 1.0.0, and 1.1.0 for 50 %',
    '1.0.0 → 1.0.0, and 1.1.0 for 10 %',
    '1.0.0',
  ])
})

describe('a version with a screen that fails', () => {
  const what = 'The screen at /one could not be drawn outside of a browser: broken'
  const why = (command: string) =>
    new RegExp(`^${command}.* has a screen that fails\\. ${what}.*--even-if-screens-fail`, 'm')
  const violations = () => [
    expect.objectContaining({ code: 'SCREEN_FAILS', remote: name, version: '1.0.0', symbol: '/one' }),
  ]
  beforeEach(() => Object.assign(drawn, { failing: [what], notes: ['It is large.'] }))

  test('is published to a preview channel, with all that check prints', async () => {
    const published = await remote('publish --no-build --channel pr-7', { in: place })
    const checked = await remote('check --no-build --channel pr-7', { in: place })
    for (const { out, code } of [published, checked]) {
      expect(code).toBe(0)
      expect(out.split('\n').slice(1)).toEqual([
        what,
        'It is large.',
        expect.stringMatching(/^Missing translations: .*\b2 in de\b/),
        '',
      ])
    }
    await build('1.0.1', 'two')
    expect(await publish(' --channel pr-7')).toMatchObject({
      failing: [what],
      notes: ['It is large.'],
      untranslated: { de: 2 },
    })
  })

  test('is accepted with a field of remote.json that nothing reads, which check and publish name', async () => {
    const manifest = join(place, 'remote.json')
    const own = await readFile(manifest, 'utf8')
    await writeFile(manifest, JSON.stringify({ ...JSON.parse(own), navigations: [] }))
    const note = 'Nothing reads these fields of remote.json: navigations. Are they misspelled?'
    for (const command of ['check', 'publish'])
      expect((await remote(`${command} --no-build --channel pr-7`, { in: place })).out).toContain(note)
    await writeFile(manifest, own)
  })

  test('reaches everybody only with --even-if-screens-fail', async () => {
    for (const command of ['check', 'publish']) {
      const refused = await remote(`${command} --no-build`, { in: place })
      expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(why(' ')) })
      expect(await json(`${command} --no-build`, { in: place })).toMatchObject({
        code: 'CHECK_FAILED',
        violations: violations(),
      })
    }
    expect(await json('check --no-build --even-if-screens-fail', { in: place })).toMatchObject({ failing: [what] })
    expect(await publish(' --even-if-screens-fail')).toMatchObject({ channel: 'stable', isNew: true, failing: [what] })
    expect(await json(`list ${name}`)).toMatchObject({ channels: [{ channel: 'stable', version: '1.0.0' }] })
  })

  test('reaches nobody from another channel unseen', async () => {
    await publish(' --channel next')
    // Its number is taken, so it is not drawn again.
    for (const command of ['publish --no-build', `promote ${name} 1.0.0`, `promote ${name} 1.0.0 --percent 1`]) {
      const refused = await remote(command, { in: place })
      expect(refused, command).toMatchObject({ code: 1, out: '', err: expect.stringMatching(why(name)) })
      expect(await json(command, { in: place })).toMatchObject({ code: 'CHECK_FAILED', violations: violations() })
    }
    expect(await json(`promote ${name} 1.0.0 --channel pr-1`)).toMatchObject({ version: '1.0.0' })
    expect(await json(`promote ${name} 1.0.0 --even-if-screens-fail`)).toMatchObject({ version: '1.0.0' })
    Object.assign(drawn, { failing: [], notes: [] })
    await build('1.1.0', 'two')
    await publish()
    // Who rolls back wants what was there, in a hurry.
    expect(await json(`rollback ${name}`)).toMatchObject({ version: '1.0.0' })
  })
})

test('says that the machine is busy, and not that the remote is invalid', async () => {
  drawn.problem = 'This machine is too busy: within 600 seconds …'
  for (const command of ['check', 'publish'])
    expect(await json(`${command} --no-build`, { in: place })).toEqual({ code: 'MACHINE_BUSY', message: drawn.problem })
})

test('rejects a lower version before the build, unless there is a reason', async () => {
  await build('1.1.0', 'two')
  await publish()
  await build('1.0.9', 'three')
  // Without --no-build: this remote cannot be built.
  expect(await json('publish', { in: place })).toMatchObject({ code: 'VERSION_OLDER', version: '1.0.9', live: '1.1.0' })
  expect(await json('publish --why back', { in: place })).toMatchObject({ code: 'BUILD_FAILED' })
  expect(await json('publish --channel next', { in: place })).toMatchObject({ code: 'BUILD_FAILED' })
  expect(await json('publish --version 1.1.0-pr.2', { in: place })).toMatchObject({ code: 'BUILD_FAILED' })
})

test('accepts one of several concurrent promotions and reports that to the others', async () => {
  await publish(' --channel next')
  const responses = await Promise.all(Array.from({ length: 3 }, () => json(`promote ${name} 1.0.0`)))
  expect(responses.filter(({ version }) => version === '1.0.0')).toHaveLength(1)
  expect(responses.filter(({ code }) => code === 'CHANNEL_MOVED')).toHaveLength(2)
})

test('creates a preview link for the version of a channel, or for the requested one', async () => {
  await build('1.1.0', 'two')
  await publish(' --channel next')
  expect(await json(`preview ${name}`)).toMatchObject({
    name,
    version: '1.1.0',
    url: expect.stringContaining('/preview/'),
  })
  const { out } = await remote(`preview ${name} 1.1.0`)
  expect(out).toMatch(/^http:\S+\/preview\/[\w-]{22}\nIt shows mf-team-\d+ 1\.1\.0 in the browser that confirms it\./)
  expect(await json(`preview ${name} --channel pr-7`)).toMatchObject({ code: 'CHANNEL_NOT_FOUND' })
  const previewWith = async (rights: string) => {
    const { token } = await json(`token create --remote ${name}${rights}`)
    return json(`preview ${name}`, { token: String(token) })
  }
  expect(await previewWith(' --rights publish,promote')).toMatchObject({ code: 'FORBIDDEN', right: 'override' })
  expect(await previewWith('')).toMatchObject({ name, version: expect.any(String) })
})

test('sends a remote’s calls to its service, shows it and removes it', async () => {
  const set = await remote('service set mf-invoices http://127.0.0.1:4100 --why trial')
  expect(set).toMatchObject({ out: '/api/mf-invoices/… is forwarded to http://127.0.0.1:4100.\n', code: 0 })
  expect((await remote('status')).out).toMatch(/^mf-invoices +http:\/\/127\.0\.0\.1:4100 +operator, /m)
  const listed = { name: 'mf-invoices', url: 'http://127.0.0.1:4100', setBy: 'operator', setAt: expect.any(String) }
  expect(await json('status')).toMatchObject({ services: [listed] })
  expect((await remote('log mf-invoices')).out).toMatch(/ service +mf-invoices +http:\/\/127\.0\.0\.1:4100 +trial$/m)
  expect(await json('service set mf-invoices http://ann:secret@127.0.0.1')).toMatchObject({ code: 'INVALID_URL' })
  expect(await json('service remove mf-invoices')).toEqual({ name: 'mf-invoices' })
  expect((await remote('status')).out).toBe('No remote has a service.\n\nNo remote requests a foreign origin.\n')
})

test('shows a team its ungranted origins, and lets an operator grant and revoke them', async () => {
  const api = 'https://api.example.com'
  await remote(`allow mf-elsewhere connect ${api}`)
  await build('1.0.0', 'one', { connect: [api], image: ['https://*.tiles.example'] })
  const lines = [
    'Browsers block these origins until an operator grants them:',
    `  npm run remote -- allow ${name} connect ${api}`,
    `  npm run remote -- allow ${name} image https://*.tiles.example`,
  ]
  expect((await remote('check --no-build', { in: place })).out).toContain(lines.join('\n'))
  const published = await remote('publish --no-build', { in: place })
  expect(published).toMatchObject({ code: 0, out: expect.stringMatching(/^mf-team-\d+ 1\.0\.0 is published/) })
  expect(published.out).toContain(lines.join('\n'))
  const status = await remote('status')
  expect(status.out).toMatch(new RegExp(`^${name} +connect +https://api.example.com +1.0.0 +no$`, 'm'))
  expect(status.out).toContain(['To grant the missing ones:', ...lines.slice(1)].join('\n'))

  const granted = await remote(`allow ${name} connect ${api} --why trial`)
  expect(granted.out).toBe(
    `${name} was granted connect ${api}. ${name} 1.0.0 requests it. Pages opened from now on can use it.\n`,
  )
  const use = { kind: 'image', origin: 'https://*.tiles.example' }
  expect(await json('publish --no-build', { in: place })).toMatchObject({ isNew: false, ungranted: [use] })
  expect(await json('check --no-build', { in: place })).toMatchObject({ violations: [], ungranted: [use] })
  expect((await remote('status')).out).toMatch(new RegExp(`^${name} +connect +${api} +1.0.0 +operator, `, 'm'))
  expect((await remote(`log ${name}`)).out).toMatch(
    / origin +mf-team-\d+ +connect https:\/\/api\.example\.com +trial$/m,
  )
  const page = { url: `/${name}`, headers: { host: 'localhost:3000' } }
  const policy = async () => (await shell.app.inject(page)).headers['content-security-policy']
  expect(await policy()).toContain(`connect-src 'self' ${api};`)

  expect((await remote('status')).out).toMatch(/^mf-elsewhere .* \(not requested\)$/m)

  expect((await remote(`disallow ${name} connect ${api}`)).code).toBe(0)
  expect(await policy()).not.toContain('api.example.com')
  expect(await json(`disallow ${name} connect ${api}`)).toMatchObject({ code: 'GRANT_NOT_FOUND' })
  expect(await json(`allow ${name} first --why asked`)).toEqual({ name, isGranted: true })
  expect((await remote(`disallow ${name} first`)).out).toContain('may not have an "order" below 10')
  expect((await remote(`allow ${name} image`)).err).toContain('ORIGIN is missing')
  expect(await json(`allow ${name} connect http://api.example.com`)).toMatchObject({ code: 'INVALID_URL' })
  expect(await remote(`allow ${name} script ${api}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('KIND must be one of'),
  })
  expect((await remote(`allow mf-early connect ${api}`)).out).toContain('No live version of mf-early requests it')
})

test('shows what failed in pages, by version and line, and its share in the list', async () => {
  await publish()
  await shell.registry.refresh()
  const own = { remote: name, version: '1.0.0' }
  for (const source of ['ann', 'bob', 'cy', 'dan']) shell.tally.countView(own, { source, isProved: true })
  const kind = { ...own, route: `/${name}`, error: 'TypeError', frames: ['assets/entry.js:1:7'] }
  shell.tally.countFailure({ ...kind, phase: 'late' }, { source: 'ann', isProved: true })
  shell.tally.countVitals({ ...own, lcp: 1400, cls: 0.02 }, { source: 'ann', isProved: true })
  expect((await remote(`health ${name}`)).out).toContain(`No page has used ${name} yet.`)
  await shell.tally.save()
  const { out } = await remote(`health ${name}`)
  expect(out).toMatch(
    /^VERSION +USERS +FAILED +SIGNED OUT +FAILED +LCP +INP +CLS\n1\.0\.0 +4 +25 % +0 +1\.5 s +0\.025\n/,
  )
  expect(out).toMatch(new RegExp(String.raw`^TypeError +late +/${name} +1 +\d.* UTC +assets/entry\.js:1:7$`, 'm'))
  expect((await remote(`list ${name}`)).out).toMatch(/ UTC +25 %, 1 kinds?$/m)
  expect(await json(`health ${name}`)).toMatchObject({ name, versions: [{ users: { visitors: 4, failed: 1 } }] })
})

describe('tokens', () => {
  test('let a team publish its own remote, with one key, until they are revoked', async () => {
    const made = await json(`token create --remote ${name} --rights publish --expires 7d --label CI`)
    expect(made).toMatchObject({ name, rights: ['publish'], token: expect.stringMatching(/^rmt_/), revokedAt: null })
    const team = { token: String(made['token']) }
    expect(await publish(' --channel next', team)).toMatchObject({ isNew: true })

    const stable = await remote('publish --no-build', { in: place, ...team })
    expect(stable.err).toContain(`lacks the right "promote" for ${name}`)
    expect(stable.err).toContain('remote token create --remote')
    expect((await remote(`token list`, team)).err).toContain('Only operators may do this.')

    await rm(join(place, '.remote'), { recursive: true })
    expect(await publish(' --channel next', team)).toMatchObject({
      code: 'NO_KEY',
      message: expect.stringContaining('REMOTE_KEY'),
    })

    const { out } = await remote('token list')
    expect(out).toMatch(new RegExp(String.raw`^${String(made['id'])} \(CI\) +${name} +publish +until `, 'm'))
    expect(out).not.toContain(String(made['token']))
    expect(await json(`token revoke ${String(made['id'])}`)).toMatchObject({ name, revokedAt: expect.any(String) })
    const revoked = await remote('list', team)
    expect(revoked.err).toMatch(
      /^\S+ rejects this token \(REMOTE_TOKEN\): This token was revoked at .* An operator can create a new one with: remote token create/,
    )
    expect(revoked.code).toBe(1)
  })

  test('are checked before the build, and so is the version', async () => {
    const made = await json(`token create --remote ${name} --rights publish`)
    const team = { token: String(made['token']), in: place }
    // Without --no-build: this remote cannot be built.
    const early = async (options: string, environment: Call = team) => json(`publish${options}`, environment)
    expect(await early(' --channel next')).toMatchObject({ code: 'BUILD_FAILED' })
    expect(await early('')).toMatchObject({ code: 'FORBIDDEN', right: 'promote' })
    const other = await json('token create --remote mf-other')
    expect(await early('', { in: place, token: String(other['token']) })).toMatchObject({ code: 'FORBIDDEN', name })
    expect(await publish(' --channel next', team)).toMatchObject({ isNew: true })
    await rm(join(place, '.remote'), { recursive: true })
    await makeKey(place)
    expect(await early(' --channel next')).toMatchObject({ code: 'KEY_MISMATCH' })
    await remote(`unpublish ${name} --version 1.0.0`)
    expect(await early(' --channel next', { in: place })).toMatchObject({ code: 'VERSION_UNPUBLISHED' })
  })

  test('are not needed to check a remote', async () => {
    const anybody = { in: place, elsewhere: true }
    expect(await json('check --no-build', anybody)).toMatchObject({ name, violations: [] })
    expect(await publish('', { elsewhere: true })).toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('cannot inject control characters into the terminal', async () => {
    await publish('')
    await remote(`unpublish ${name} --why 1\u001b[2J2\n3\u202e4`)
    const { out } = await remote(`log ${name}`)
    expect(out).toMatch(/unpublish .*1 \[2J2 3 4$/m)
    expect(await json(`token create --remote ${name} --label a\u001bb`)).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('are reported if missing or unknown', async () => {
    expect((await remote('list', { elsewhere: true })).err).toContain(
      'Operators create tokens with: remote token create',
    )
    expect((await remote('list', { token: 'rmt_wrong' })).err).toContain(
      'rejects this token (REMOTE_TOKEN): This token is unknown.',
    )
  })
})

test('rejects an unfit version before it is sent, with all violations', async () => {
  await publish()
  const taken = `/team-${count}`
  count += 1
  name = `mf-team-${count}`
  place = join(folder, name)
  await json(`new ${name}`)
  await build('1.0.0', 'one', { routes: [{ path: taken, access: 'user' }] })
  const checked = await remote('check --no-build', { in: place })
  expect(checked.err).toMatch(
    new RegExp(
      `^${name} 1\\.0\\.0 cannot go live at ${origin}:\n  ${name} 1\\.0\\.0 .*${taken}.*\\(ROUTE_CLAIMED\\)\nMore: ${origin}/sdk/docs/errors/ROUTE_CLAIMED\n$`,
    ),
  )
  expect(checked.code).toBe(1)
  const violations = [expect.objectContaining({ code: 'ROUTE_CLAIMED', remote: name, version: '1.0.0' })]
  expect(await publish()).toMatchObject({ code: 'CHECK_FAILED', violations })
  expect(await json(`list ${name}`)).toMatchObject({ code: 'REMOTE_NOT_FOUND' })
  await build('1.0.0', 'one', {}, { kit: ['Chart'] })
  expect((await remote('publish --no-build', { in: place })).err).toMatch(/"?Chart"?.*\(EXPORT_MISSING\)/)
  await build('1.0.0', 'one')
  expect(await json('check --no-build', { in: place })).toMatchObject({
    name,
    version: '1.0.0',
    violations: [],
    untranslated: { en: 0, de: 2 },
  })
})

// Starting the thread takes seconds. In every journey it is the one that publishes.
test.runIf(process.env['TEST_FULL'])('handles uploads in a thread of their own, with the same responses', async () => {
  const { token } = await json('token create --remote mf-thread')
  const other = await json('token create --remote mf-other')
  const threaded = await startShell({}, { besides: shell, hasUploadThread: true })
  const uploads = await threaded.app.listen({ port: 0, host: '127.0.0.1' })
  const send = async (body: string, by = token) => {
    const headers = { authorization: `Bearer ${String(by)}`, 'content-type': 'application/json' }
    const response = await fetch(`${uploads}/registry/versions`, { method: 'POST', headers, body })
    return { status: response.status, headers: response.headers, ...z.looseObject({}).parse(await response.json()) }
  }
  const version = (path: string) =>
    JSON.stringify({
      ...makeVersion({ name: 'mf-thread', version: '1.0.0', description: { routes: [{ path, access: 'public' }] } }),
      channel: 'stable',
    })
  expect(await send('{')).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' })
  expect(await send(version('/thread'), 'rmt_x')).toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  expect(await send(version('/thread'), other['token'])).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  expect(await send(version('/graphql'))).toMatchObject({ status: 422, violations: [{ code: 'ROUTE_CLAIMED' }] })
  const sent = await send(version('/thread'))
  expect(sent).toMatchObject({ status: 200, name: 'mf-thread', isNew: true, channel: { version: '1.0.0' } })
  expect(sent.headers.get('cache-control')).toBe('no-store')
  expect((await threaded.app.inject({ url: '/thread', headers: { host: 'localhost:3000' } })).statusCode).toBe(200)
  await threaded.stop()
})

test('reports what does not exist, and where to look', async () => {
  const other = await remote('list mf-nobody')
  expect(other.err).toContain('Nothing was published as mf-nobody.')
  await publish()
  expect((await remote(`promote ${name} 9.9.9`)).err).toContain(`There is no ${name} 9.9.9.`)
  expect(await json(`rollback ${name}`)).toMatchObject({ code: expect.stringMatching(/NOTHING/) })
  await rm(join(place, 'dist'), { recursive: true })
  expect(await publish()).toMatchObject({
    code: 'NO_BUILD',
    message: expect.stringContaining('Run: remote build'),
  })
  expect((await remote('publish')).err).toMatch(/is not a remote\. Choose one of these: .*\bmf-team-2\b/)
})
