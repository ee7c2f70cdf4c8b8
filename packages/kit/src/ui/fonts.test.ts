import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

function lettersOf(file: string): (letter: number) => boolean {
  const [, ranges = ''] = new RegExp(`${file}\\.woff2[^}]*unicode-range:([^;]*);`).exec(tokens) ?? []
  const bounds = [...ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g)].map(([, from = '', to = from]) => [from, to])
  return (letter) => bounds.some(([from, to]) => letter >= parseInt(from ?? '', 16) && letter <= parseInt(to ?? '', 16))
}

const [basic, extended, cyrillic] = ['basic', 'extended', 'cyrillic'].map((name) => lettersOf(`inter-${name}`))

test.each([
  ['en', [basic]],
  ...['de', 'es', 'fr', 'pl', 'tr'].map((locale) => [locale, [basic, extended]] as const),
  ...['ru', 'uk'].map((locale) => [locale, [basic, cyrillic]] as const),
])('draws all texts of %s with no more fonts than the language needs', (locale, fonts) => {
  const files = globSync(
    [`{shell,mf-auth,mf-account,mf-organization}/src/locales/${locale}.po`, `packages/kit/src/locales/${locale}.po`],
    { cwd: root },
  )
  expect(files).toHaveLength(5)
  const texts = files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^msgstr "(.*)"$/gm)])
  const letters = new Set(texts.flatMap(([, text = '']) => [...text]))
  expect(letters.size).toBeGreaterThan(50)
  expect([...letters].filter((letter) => !fonts.some((has) => has?.(letter.codePointAt(0) ?? 0)))).toEqual([])
})
