import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { keptSecret } from './kept-secret.ts'

/** Its secret is its pid, and it waits until all four have found no file. */
const script = `
const [, folder, module] = process.argv
const { readdirSync, writeFileSync } = await import('node:fs')
const { keptSecret } = await import(module)
process.stdout.write(keptSecret(folder + '/data/secret', () => {
  writeFileSync(folder + '/' + process.pid, '')
  while (readdirSync(folder).length < 5) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  return String(process.pid)
}))`

test('creates one private file for all processes that start at once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kept-secret-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const module = new URL('./kept-secret.ts', import.meta.url).href
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, folder, module])
  const read = (await Promise.all([start(), start(), start(), start()])).map(({ stdout }) => stdout)
  const file = join(folder, 'data', 'secret')
  expect(read[0]).toMatch(/^\d+$/)
  expect(new Set([...read, keptSecret(file, () => 'another')]).size).toBe(1)
  expect(await readdir(join(folder, 'data'))).toEqual(['secret'])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700)
})
