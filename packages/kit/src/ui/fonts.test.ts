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

const languages: Record<string, string[]> = {
  '': ['en', 'de', 'es', 'fr'],
  extended: ['pl', 'tr'],
  cyrillic: ['ru', 'uk'],
}
const cases = Object.entries(languages).flatMap(([more, locales]) => locales.map((locale) => ({ locale, more })))

test.each(cases)('draws all texts of $locale with the basic font and "$more"', ({ locale, more }) => {
  const fonts = ['basic', ...(more ? [more] : [])].map((name) => lettersOf(`inter-${name}`))
  const files = globSync(
    [
      `{shell,mf-auth,mf-account,mf-organization,mf-admin}/src/locales/${locale}.po`,
      `packages/kit/src/locales/${locale}.po`,
    ],
    { cwd: root },
  )
  expect(files).toHaveLength(6)
  const texts = files.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^msgstr "(.*)"$/gm)])
  const letters = new Set(texts.map(([, text]) => text).join(''))
  expect(letters.size).toBeGreaterThan(50)
  expect([...letters].filter((letter) => !fonts.some((has) => has(letter.codePointAt(0) ?? 0)))).toEqual([])
})
