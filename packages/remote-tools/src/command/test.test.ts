// @vitest-environment node
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { runRemote } from './run.ts'

let folder: string
let mail: string | null
let versions: (typeof stable)[]
const stable = {
  name: 'mf-notes',
  channel: 'stable',
  version: '1.0.0',
  canary: null,
  percent: 0,
  revision: 1,
  history: [],
  movedAt: '2026-11-30T08:00:00.000Z',
  movedBy: 'ann',
}
const server = createServer(({ url = '' }, response) => {
  if (url.startsWith('/dev/mail.json')) return mail === null ? response.writeHead(404).end() : response.end(mail)
  const known = { name: 'mf-notes', label: null, versions: [], channels: versions }
  return response.setHeader('content-type', 'application/json').end(JSON.stringify(known))
})
let product: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journeys-'))
  mail = '[]'
  versions = []
  await mkdir(join(folder, 'journeys'))
  await mkdir(join(folder, 'node_modules/@playwright/test'), { recursive: true })
  await writeFile(join(folder, 'node_modules/@playwright/test/package.json'), '{}')
  // Stands in for Playwright: fails unless it is called as the fixtures expect.
  const program = `
    const { PRODUCT_URL, REMOTE_NAME, REMOTE_VERSION, REMOTE_TOKEN, FAIL } = process.env
    const given = [PRODUCT_URL === 'ADDRESS', REMOTE_NAME, REMOTE_TOKEN, process.argv[2]]
    const isKnown = given.join() === 'true,mf-notes,rmt_x,test' && /^(1.1.0)?$/.test(REMOTE_VERSION)
    process.exit(!isKnown || FAIL === (REMOTE_VERSION || 'live') ? 1 : 0)`
  await new Promise<void>((isReady) => server.listen(0, '127.0.0.1', isReady))
  product = `http://127.0.0.1:${z.object({ port: z.number() }).parse(server.address()).port}`
  await writeFile(join(folder, 'node_modules/@playwright/test/cli.js'), program.replace('ADDRESS', product))
  await writeFile(join(folder, 'remote.json'), '{ "name": "mf-notes" }')
  await writeFile(join(folder, 'rspack.config.js'), '')
})
afterEach(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const run = (args: string[] = [], more: NodeJS.ProcessEnv = {}) =>
  runRemote(['test', '--to', product, ...args], {
    environment: { REMOTE_TOKEN: 'rmt_x', ...more },
    folder,
    stage: (_, work) => work(),
  })

test('runs the journeys for the version that is asked for, and fails with them', async () => {
  expect(await run(['--version', '1.1.0'])).toMatchObject({
    code: 0,
    out: `The journeys of mf-notes 1.1.0 succeed at ${product}.\n`,
  })
  const failed = await run(['--version', '1.1.0'], { FAIL: '1.1.0' })
  expect(failed).toMatchObject({ code: 1, err: `Journeys of mf-notes 1.1.0 failed at ${product}.\n` })
})

test('runs them with what everybody gets as well, and fails only with the candidate', async () => {
  versions = [{ ...stable, channel: 'next', version: '1.1.0' }, stable]
  const compare = (word: string) => `With 1.0.0, which everybody gets, they ${word}.\n`
  expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining(compare('succeed')) })
  expect(await run([], { FAIL: 'live' })).toMatchObject({ code: 0, out: expect.stringContaining(compare('fail')) })
  expect(await run([], { FAIL: '1.1.0' })).toMatchObject({ code: 1, err: expect.stringContaining(compare('succeed')) })
})

test('runs them once for the version that everybody gets', async () => {
  versions = [stable]
  expect(await run(['--channel', 'stable'])).toMatchObject({
    code: 0,
    out: `The journeys of mf-notes 1.0.0 succeed at ${product}.\n`,
  })
  expect(await run(['--channel', 'stable'], { FAIL: 'live' })).toMatchObject({ code: 1 })
})

test('runs nothing in production, or if it cannot tell', async () => {
  for (const response of [null, 'a page', '{}']) {
    mail = response
    const { code, err } = await run(['--version', '1.1.0'])
    expect([code, err]).toEqual([1, expect.stringMatching(/is in production.*so nothing was run.*--to http/)])
  }
})

test.each([
  ['a version', '', 'npx remote publish --channel next'],
  ['Playwright', 'node_modules', 'npm install --save-dev @playwright/test'],
  ['journeys', 'journeys', 'journeys/start-page.spec.ts'],
])('says how to get %s', async (_, missing, advice) => {
  if (missing !== '') await rm(join(folder, missing), { recursive: true })
  expect((await run()).err).toContain(advice)
})
