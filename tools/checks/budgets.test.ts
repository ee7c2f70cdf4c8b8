import { execFileSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeGrowth } from './budgets.ts'

const root = resolve(import.meta.dirname, '../..')
const clone = await mkdtemp(join(tmpdir(), 'budgets-'))
const script = 'tools/checks/budgets.ts'
const report = (...options: string[]): string =>
  execFileSync(process.execPath, [script, ...options], { cwd: clone, encoding: 'utf8' })

afterAll(() => rm(clone, { recursive: true }))

test('warns only about figures more than 5 % above their budget, or without one', () => {
  const budgets = { tables: 100, settings: 100, words: 100, exports: 100 }
  const lines = describeGrowth(budgets, { tables: 105, settings: 106, words: 90, exports: 100, verbs: 1 })
  expect(lines.map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    'tables 105, budget 100',
    'settings 106, budget 100 WARNING: more than 5 % above its budget',
    'words 90, budget 100',
    'verbs 1, budget 0 WARNING: more than 5 % above its budget',
  ])
})

test('reports any growth without failing, and writes budgets.json only with --record', async () => {
  execFileSync('git', ['clone', '--quiet', '--shared', root, clone])
  await cp(join(root, script), join(clone, script))
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
  await rm(join(clone, 'README.md'))
  const file = join(clone, 'budgets.json')
  await writeFile(file, '{ "tables": 1 }')

  expect(report()).toMatch(/ tables +\d+, budget 1 +WARNING/)
  expect(await readFile(file, 'utf8')).toBe('{ "tables": 1 }')

  report('--record')
  expect(report()).toContain('no difference')
})
