import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStream } from 'rotating-file-stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLogFile } from './log-file.ts'

vi.mock('rotating-file-stream', { spy: true })

const polling = { interval: 20 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'log-file-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('rotates the file while it is written and keeps four old ones', async () => {
  const file = join(folder, 'service.log')
  for (const number of [1, 2, 3, 4]) await writeFile(`${file}.${number}`, `older ${number}`)
  const log = openLogFile(file)
  log.write('the first line')
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toBe('the first line\n'), polling)
  log.write('x'.repeat(10_485_760))
  await vi.waitFor(async () => expect(await stat(file)).toMatchObject({ size: 0 }), polling)
  expect(await stat(`${file}.1`)).toMatchObject({ size: 10_485_776 })
  log.write('the last line')
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toMatch(/the last line\n$/), polling)
  log.close()
  const older = await Promise.all([2, 3, 4].map((number) => readFile(`${file}.${number}`, 'utf8')))
  expect(older).toEqual(['older 1', 'older 2', 'older 3'])
  expect(await readdir(folder)).toHaveLength(5)
})

test('drops and counts lines that cannot be written, and writes later ones', async () => {
  const file = join(folder, 'service.log')
  await mkdir(file)
  const log = openLogFile(file)
  for (let count = 0; count < 3; count += 1) log.write('lost')
  await once(vi.mocked(createStream).mock.results.at(-1)?.value, 'error')
  await rmdir(file)
  await vi.waitFor(
    async () => {
      log.write('kept')
      expect(await readFile(file, 'utf8')).toMatch(/^\n\d+ lines could not be written here\nkept\n/)
    },
    { interval: 100 },
  )
  log.close()
})
