import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readOperatorToken } from './operator-token.ts'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'operator-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'data')
}

test('creates one private token in development', async () => {
  const settings = { DATA_DIR: await newFolder(), production: false }
  const token = readOperatorToken(settings)
  expect(token).toMatch(/^rmo_[\w-]{43}$/)
  expect(await readdir(settings.DATA_DIR)).toEqual(['operator-token'])
  expect((await stat(join(settings.DATA_DIR, 'operator-token'))).mode & 0o777).toBe(0o600)
  expect(readOperatorToken(settings)).toBe(token)
})

test('prefers the setting, and creates nothing in production', async () => {
  const DATA_DIR = await newFolder()
  const OPERATOR_TOKEN = 'x'.repeat(32)
  expect(readOperatorToken({ DATA_DIR, OPERATOR_TOKEN, production: false })).toBe(OPERATOR_TOKEN)
  expect(readOperatorToken({ DATA_DIR, OPERATOR_TOKEN, production: true })).toBe(OPERATOR_TOKEN)
  expect(readOperatorToken({ DATA_DIR, production: true })).toBeNull()
  await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT')
})
