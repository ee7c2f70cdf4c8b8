import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

// Rules that the formatter cannot enforce.

const root = resolve(import.meta.dirname, '../..')
const lines = globSync('**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', '**/generated', '**/.data', '**/.cache'],
}).flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((text, index) => ({ text, place: `${file}:${index + 1}` })),
)

test('keeps only tables from the formatter', () => {
  const mark = /\/\/ prettier-ignore$/
  const table = /^\s*([\])}]+( as const)?,? ?|\[.*\], )?\/\/ prettier-ignore$/
  const marked = lines.filter(({ text }) => mark.test(text))
  expect(marked.length).toBeGreaterThan(0)
  expect(marked.filter(({ text }) => !table.test(text)).map(({ place }) => place)).toEqual([])
})

test('limits comments to 100 columns, except lint directives and headers of tables', () => {
  const comments = lines.filter(
    ({ text }) => /^\s*(\/\/|\/?\*) /.test(text) && !/\S {3,}\S|oxlint-disable|!important/.test(text),
  )
  expect(comments.length).toBeGreaterThan(100)
  expect(comments.filter(({ text }) => text.length > 100).map(({ place }) => place)).toEqual([])
})
