import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { publishRemote } from './publish.ts'

let folder: string
let registry: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'remote-'))
  registry = join(folder, 'registry')
  await mkdir(join(folder, 'dist/assets'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"version":"1.2.3"}')
  const description = { contract: 1, name: 'mf-one', routes: [{ path: '/one', access: 'public' }] }
  await writeFile(join(folder, 'dist/remote.json'), JSON.stringify(description))
  await build('first()')
})
afterEach(() => rm(folder, { recursive: true }))

const build = (code: string) => writeFile(join(folder, 'dist/assets/entry.js'), code)
const publish = () => publishRemote(folder, registry)
const stable = async (): Promise<unknown> => JSON.parse(await readFile(join(registry, 'mf-one/channels.json'), 'utf8'))
const versions = async () => (await readdir(join(registry, 'mf-one'))).filter((name) => name !== 'channels.json')
const codeOf = (version: string) => readFile(join(registry, 'mf-one', version, 'assets/entry.js'), 'utf8')

test('a build becomes a version and goes live; the one before stays as it was', async () => {
  const first = await publish()
  expect(first).toMatch(/^1\.2\.3-[0-9a-f]{10}$/)
  expect(await stable()).toEqual({ stable: first })
  await build('second()')
  const second = await publish()
  expect(await stable()).toEqual({ stable: second })
  expect([await codeOf(first), await codeOf(second)]).toEqual(['first()', 'second()'])
})

test('the same build is one version, also when several publish it at once', async () => {
  const published = await Promise.all(Array.from({ length: 8 }, publish))
  expect(new Set(published).size).toBe(1)
  expect(await versions()).toEqual([published[0]])
  expect(await codeOf(published[0] ?? '')).toBe('first()')
})

test('a build without a valid remote.json is not published', async () => {
  await writeFile(join(folder, 'dist/remote.json'), '{}')
  await expect(publish()).rejects.toThrow('"contract" must be 1')
  await expect(readdir(registry)).rejects.toThrow('ENOENT')
})
