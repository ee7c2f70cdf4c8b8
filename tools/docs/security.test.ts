import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(resolve(root, 'docs/security.md'), 'utf8')
const tests = globSync('*/**/*.{test,spec}.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })

test('names only existing test files in docs/security.md', () => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file = '']) => file)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((file) => !tests.some((path) => `/${path}`.endsWith(`/${file}`)))).toEqual([])
})

test('creates SQL from text only with `fixed`, except where no request has values (1.2.4)', () => {
  const exclude = ['**/node_modules/**', '**/*.test.ts', '**/testing/**', '{bench,e2e,tools}/**', '.*/**']
  const files = globSync('**/*.ts', { cwd: root, exclude })
  const composing = files.filter((file) => /\.unsafe[<(]/.test(readFileSync(resolve(root, file), 'utf8')))
  expect(composing.map((file) => basename(file)).toSorted()).toEqual([
    'clean-up.sql.ts',
    'connect.ts',
    'copy.sql.ts',
    'health.sql.ts',
    'losses.sql.ts',
    'make-role.ts',
    'migrate.ts',
    'open-registry.ts',
    'sql.ts',
  ])
})
