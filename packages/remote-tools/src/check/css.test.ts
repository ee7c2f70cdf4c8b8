// @vitest-environment node
import { expect, test } from 'vitest'
import { scopeStyles } from '../build/remote-styles.ts'
import { buildRemote } from '../testing/build-remote.ts'
import { findLeaks } from './css.ts'

const leaksOf = (css: string) => findLeaks(css, 'mf-one').map(({ symbol }) => symbol)

test.for([
  'p { & + div {} } :root, html:has(p) {} @media print { * {} } @scope (p) { a {} } @layer mine { b {} }',
  `@keyframes mf-one-spin { to { rotate: 1turn } } @property --mf-one-size { syntax: '*'; inherits: false }`,
  '@keyframes mf_one-spin-x1 { from { rotate: 0 } }',
  `@font-face { font-family: 'mf-one-sans'; src: url(a.woff2) }`,
  '@media print { @keyframes mf-one-spin { to { rotate: 1turn } } }',
  '@charset "utf-8"; /* nothing */',
])('finds no leak in scoped styles: %s', (css) => expect(leaksOf(scopeStyles(css, 'mf-one'))).toEqual([]))

const scope = (remote: string) => `@scope ([data-remote='${remote}']) to (:scope [data-remote])`

test.for([
  ['p { color: red }', 'p'],
  [`[data-remote='mf-one'] p {}`, `[data-remote='mf-one'] p`],
  ['@media print { :root { --x: 1 } }', '@media print'],
  ['@layer kit { button {} }', '@layer kit'],
  ['@layer remotes.mf-one { p {} }', 'p'],
  ['@scope (body) { p {} }', '@scope (body)'],
  [`@layer remotes.mf-two { ${scope('mf-one')} { p {} } }`, '@layer remotes.mf-two'],
  [`${scope('mf-two')} { p {} }`, scope('mf-two')],
  [`@layer remotes.mf-one { @scope ([data-remote='mf-one'], body) { p {} } }`, `@scope ([data-remote='mf-one'], body)`],
  ['@keyframes spin { to { rotate: 1turn } }', '@keyframes spin'],
  ['@keyframes mf-onetwo { to { rotate: 1turn } }', '@keyframes mf-onetwo'],
  ['@font-face { font-family: Inter; src: url(a.woff2) }', '@font-face'],
  ['@import url("other.css");', '@import url("other.css")'],
  ['@page { margin: 0 }', '@page'],
  [`${scope('mf-one')} { @keyframes spin { to { rotate: 1turn } } }`, '@keyframes spin'],
  [`${scope('mf-one')} { p { @media print { @property --kit-gap { syntax: '*' } } } }`, '@property --kit-gap'],
])('finds a leak: %s', ([css = '', symbol]) => expect(leaksOf(css)).toEqual([symbol]))

test('scopes styles, prefixes their global names, and finds only imports in them', () => {
  const css = `@charset "utf-8"; @import "x.css"; p, html:has(p) { color: red; & + b {} } @media print { a {} } @keyframes spin { from { rotate: 0 } }`
  expect(scopeStyles(css, 'mf-one').replaceAll(/\s+/g, ' ')).toBe(
    [
      `@layer remotes.mf-one { @keyframes mf-one-spin { from { rotate: 0 } } ${scope('mf-one')} { @import "x.css";`,
      'p, html:has(p) { color: red; & + b {} } @media print { a {} } } }',
    ].join(' '),
  )
  expect(leaksOf(scopeStyles(css, 'mf-one'))).toEqual(['@import "x.css"'])
})

const inScope = (css: string, names = '') =>
  `@layer remotes.mf-one { ${names && `${names} `}${scope('mf-one')} { ${css} } }`

test.for([
  [
    'properties of libraries',
    `@property --tw-ring { syntax: '*'; inherits: false } .ring { --tw-ring: 0; box-shadow: var(--tw-ring,none) }`,
    inScope(
      '.ring { --mf-one-tw-ring: 0; box-shadow: var(--mf-one-tw-ring,none) }',
      `@property --mf-one-tw-ring { syntax: '*'; inherits: false }`,
    ),
  ],
  [
    'animations of libraries, in properties that name them, too',
    '@keyframes spin { to { rotate: 1turn } } :root, :host { --animate-spin: spin 1s } .a { animation: spin 1s, respin 2s }',
    inScope(
      ':scope { --animate-spin: mf-one-spin 1s } .a { animation: mf-one-spin 1s, respin 2s }',
      '@keyframes mf-one-spin { to { rotate: 1turn } }',
    ),
  ],
  [
    'fonts of libraries',
    `@font-face { font-family: 'Some Icons'; src: url(a.woff2) } .icon { font: 1em/1 "Some Icons", serif }`,
    inScope(
      '.icon { font: 1em/1 "mf-one-Some Icons", serif }',
      `@font-face { font-family: 'mf-one-Some Icons'; src: url(a.woff2) }`,
    ),
  ],
  [
    'nothing that has another meaning',
    '@keyframes spin { to { rotate: 1turn } } .spin { --label: spin; color: var(--tw-ring) } :root[dir] .x { top: 0 }',
    inScope(
      '.spin { --label: spin; color: var(--tw-ring) } :root[dir] .x { top: 0 }',
      '@keyframes mf-one-spin { to { rotate: 1turn } }',
    ),
  ],
])('prefixes %s', ([, css = '', scoped]) => {
  expect(scopeStyles(` ${css}`, 'mf-one').replaceAll(/\s+/g, ' ')).toBe(scoped)
})

test('prefixes the same names in all stylesheets of a build, also those that only another one defines', async () => {
  const { document, files } = await buildRemote({
    'src/remote.tsx': `
      import './names.css'
      export const remote = {
        routes: [{ path: '/one', lazy: async () => ({ Component: (await import('./page.tsx')).Screen }) }],
        loadMessages: async () => ({}),
      }`,
    'src/names.css': `@property --tw-ring { syntax: '*'; inherits: false } @keyframes spin { to { rotate: 1turn } }`,
    'src/page.tsx': `import './page.css'\nexport const Screen = () => 'one'`,
    'src/page.css': '.a { --tw-ring: 0; animation: spin 1s }',
  })
  const styles = Object.entries(document.files).filter(([path]) => path.endsWith('.css'))
  const texts = styles.map(([, { integrity }]) => String(files.get(integrity)))
  expect(texts.flatMap(leaksOf)).toEqual([])
  const page = texts.find((css) => css.includes('.a{')) ?? ''
  expect(page).toContain('--mf-one-tw-ring:0')
  expect(page).toContain('mf-one-spin')
})
