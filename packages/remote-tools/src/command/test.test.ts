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
let versions: { channel: string; version: string }[]
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
    const given = [PRODUCT_URL === 'ADDRESS', REMOTE_NAME, REMOTE_VERSION, REMOTE_TOKEN, process.argv[2]]
    process.exit(FAIL || given.join() !== 'true,mf-notes,1.1.0,rmt_x,test' ? 1 : 0)`
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
  const failed = await run(['--version', '1.1.0'], { FAIL: 'yes' })
  expect(failed).toMatchObject({ code: 1, err: `Journeys of mf-notes 1.1.0 failed at ${product}.\n` })
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
