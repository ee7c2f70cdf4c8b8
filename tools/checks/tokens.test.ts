import { readFileSync, globSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { accentStyles, neutrals } from 'service/accent.ts'
import { defaultBrand } from 'service/brand.ts'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const tokens = read('packages/kit/src/ui/tokens.css').replaceAll(/\/\*[\s\S]*?\*\//g, '')
const screens = globSync('{packages/kit,shell,mf-*}/src/**/*.{css,tsx}', { cwd: root }).filter(
  (file) => !/tokens\.css$|\.test\.|generated/.test(file),
)

const valueOf = (name: string): string | undefined =>
  new RegExp(`^\\s*--kit-${name}:\\s*([^;]+);`, 'm').exec(tokens)?.[1]?.replaceAll(/\s+/g, ' ')

/** Values that only tokens.css may contain. `1px` lines, `50%` circles and the gap of `0.01ms` in reduced motion stay. */
const raw =
  /#[\da-f]{3,8}\b(?=[;,) '"])|\b(?:rgb|hsl|oklch)a?\(|font-weight: *\d|font-size: *[\d.]|border-radius: *(?!0|50%)[\d.]|box-shadow: *(?!none|var|inset)[\d-]|\b(?:fw|fz|radius)=\{?["\d]/gi

test('screens take colours, sizes, weights and radii from the tokens', () => {
  expect(screens.length).toBeGreaterThan(150)
  expect(screens.flatMap((file) => (read(file).match(raw) ?? []).map((value) => `${file}: ${value}`))).toEqual([])
})

test('finds values that are no tokens', () => {
  for (const text of ['color: #fff;', 'background: rgb(0 0 0)', 'font-weight: 600', 'fw={600}', 'border-radius: 4px'])
    expect(text.match(raw), text).not.toBeNull()
  for (const text of ['color: var(--kit-text)', 'border-radius: 50%', 'href="#content"', 'box-shadow: none'])
    expect(text.match(raw), text).toBeNull()
})

test('every token is used', () => {
  const everything = [tokens, ...screens.map(read), read('packages/kit/src/ui/avatar.tsx')].join('\n')
  const unused = [...tokens.matchAll(/^\s*(--kit-[\w-]+):/gm)]
    .map(([, name = '']) => name)
    .filter(
      (name) =>
        !/^--kit-(avatar-\d|(danger|success|accent)-(subtle|line))/.test(name) && !everything.includes(`var(${name})`),
    )
  expect(unused).toEqual([])
})

test('the stylesheet has the derived roles of the default accent', () => {
  const derived = accentStyles(defaultBrand.PRODUCT_ACCENT)
  for (const [, name = '', light, dark] of derived.matchAll(/--kit-([\w-]+):light-dark\(([^,]+),([^)]+)\)/g))
    expect(valueOf(name), name).toBe(light === dark ? light : `light-dark(${light}, ${dark})`)
})

test('the surfaces behind the accent are those of the stylesheet', () => {
  for (const [name, light] of Object.entries(neutrals.light))
    expect(valueOf(name), name).toBe(`light-dark(${light}, ${Reflect.get(neutrals.dark, name)})`)
})
