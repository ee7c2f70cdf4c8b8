// @vitest-environment node
import { expect, test } from 'vitest'
import { scopeStyles } from '../build/remote-styles.ts'
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

test('finds only names and imports in styles of the build', () => {
  const css = `@charset "utf-8"; @import "x.css"; :root, p { color: red; & + b {} } @media print { a {} } @keyframes spin { from { rotate: 0 } }`
  expect(scopeStyles(css, 'mf-one').replaceAll(/\s+/g, ' ')).toBe(
    [
      `@layer remotes.mf-one { @keyframes spin { from { rotate: 0 } } ${scope('mf-one')} { @import "x.css";`,
      ':root, p { color: red; & + b {} } @media print { a {} } } }',
    ].join(' '),
  )
  expect(leaksOf(scopeStyles(css, 'mf-one'))).toEqual(['@keyframes spin', '@import "x.css"'])
})
