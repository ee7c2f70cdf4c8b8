import { once } from 'node:events'
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSite, runCommand } from './testing/site.ts'

const root = resolve(import.meta.dirname, '..')

async function newSite() {
  const site = await createSite()
  onTestFinished(() => site.end())
  return site
}

test.runIf(process.env['TEST_FULL'])('names a port that is in use before it starts anything slow', async () => {
  const { start, dataDir } = await newSite()
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => holder.once('listening', listening))
  const address = holder.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const run = start(undefined, { PORT: String(port) })
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain(`Port ${port} is in use. Stop the program that uses it, or choose another`)
  expect(await readdir(dataDir)).toEqual(['logs'])
  holder.close()
})

test('names a data folder that is not writable, with advice', async () => {
  const { start, dataDir } = await newSite()
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  const run = start(undefined, { DATA_DIR: join(file, 'data') })
  expect(await run.ended).toBe(1)
  expect(run.output()).toMatch(/The data folder .*file\/data cannot be written .*choose another: DATA_DIR=/)
})

test.runIf(process.env['TEST_FULL'])(
  'shows why a service rejects its environment, and leaves nothing running',
  async () => {
    const site = await newSite()
    const run = site.start(undefined, { PASSWORD_MIN_LENGTH: 'eight' })
    expect(await run.ended).toBe(1)
    expect(run.output()).toMatch(/PASSWORD_MIN_LENGTH[^]*rest-auth did not start/)
    await site.nothingLeft()
  },
)

test.runIf(process.env['TEST_FULL'])('names every missing setting in production', async () => {
  const site = await newSite()
  const run = site.start(undefined, { NODE_ENV: 'production' })
  expect(await run.ended).toBe(1)
  for (const name of ['AUTH_URL', 'AUTH_SECRET', 'DATABASE_URL', 'MAIL_URL'])
    expect(run.output()).toContain(`${name}: is required in production`)
  await site.nothingLeft()
})

test('rejects an old Node', async () => {
  const { start, dataDir } = await newSite()
  const pretend = join(dataDir, 'pretend.cjs')
  await writeFile(
    pretend,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.0' } })",
  )
  const run = start(['node', '--require', pretend, 'tools/boot.mjs', 'tools/up.ts'])
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('Node 18.20.0 is too old. Install Node 20 or newer')
})

async function makeClone(): Promise<string> {
  const { dataDir } = await newSite()
  const clone = join(dataDir, 'clone')
  for (const folder of ['tools', 'packages']) await mkdir(join(clone, folder), { recursive: true })
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', 'tools/boot.mjs']) {
    await cp(join(root, file), join(clone, file))
  }
  return clone
}

const npmSettings = (clone: string, npm_config_registry: string) => ({
  npm_config_registry,
  npm_config_cache: join(clone, '../npm-cache'),
  npm_config_fetch_retries: '0',
})

test('reports an unreachable npm registry', async () => {
  const clone = await makeClone()
  const settings = npmSettings(clone, 'http://127.0.0.1:9/')
  const run = runCommand(['node', 'tools/boot.mjs', 'tools/up.ts'], settings, clone)
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('The npm registry could not be reached.')
})

test.runIf(process.env['TEST_FULL'])('says within ten seconds what to do if the npm registry is silent', async () => {
  const clone = await makeClone()
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const address = silent.address()
  const registry = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const run = runCommand(['node', 'tools/boot.mjs', 'tools/up.ts'], npmSettings(clone, registry), clone)
  await vi.waitFor(() => expect(run.output()).toContain('copy this folder from a machine'))
  run.process.kill('SIGTERM')
  await run.ended
  silent.close()
})
