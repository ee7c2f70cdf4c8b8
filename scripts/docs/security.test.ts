import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const text = readFileSync(resolve(root, 'docs/security.md'), 'utf8')
const tests = globSync('*/**/*.{test,spec}.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })

/** A file of tests and the names that follow it: `file` "name", "name". */
const named = [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:,? "[^"]+")*)/g)].map(
  ([, file = '', names = '']) => ({
    file,
    names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }),
)

test('every test that docs/security.md names is there', () => {
  const missing = named.flatMap(({ file, names }) => {
    const sources = tests
      .filter((path) => `/${path}`.endsWith(`/${file}`))
      .map((path) => readFileSync(resolve(root, path), 'utf8'))
    if (sources.length === 0) return [file]
    return names.filter((name) => !sources.some((source) => source.includes(name))).map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})
