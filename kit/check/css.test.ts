// @vitest-environment node
import { expect, test } from 'vitest'
import { inScope } from '../build/remote-styles.ts'
import { findLeaks } from './css.ts'

const leaksOf = (css: string) => findLeaks(css, 'mf-one').map(({ symbol }) => symbol)

test.for([
  `[data-remote='mf-one'] .a { color: red }`,
  `[data-remote=mf-one]>p, div[data-remote="mf-one"] p + p {}`,
  `[data-remote='mf-one'] { color: red }`,
  `:where([data-remote='mf-one']) .a {}`,
  `.mf_one-list-x1 li, ul > .mf_one-item-x1 ~ p {}`,
  `@layer mf-one { @media (width > 1px) { [data-remote='mf-one'] p {} } }`,
  `@scope ([data-remote='mf-one']) to (.b) { p { color: red } }`,
  `[data-remote='mf-one'] { p { color: red } > .b {} & .c {} &:hover {} .d & {} }`,
  `@keyframes mf-one-spin { to { rotate: 1turn } } @property --mf-one-size { syntax: '*'; inherits: false }`,
  `@keyframes mf_one-spin-x1 { from { rotate: 0 } }`,
  `@font-face { font-family: 'mf-one-sans'; src: url(a.woff2) }`,
  `@charset "utf-8"; /* nothing */`,
  `@layer remotes.mf-one { @scope ([data-remote='mf-one']) { p { & + div {} } :root, html:has(p) {} @media print { * {} } @scope (p) { a {} } } }`,
  `@scope ([data-remote='mf-one']) { @keyframes mf-one-spin { to { rotate: 1turn } } }`,
])('stays within: %s', (css) => expect(leaksOf(css)).toEqual([]))

test.for([
  [`p { color: red }`, 'p'],
  [`[data-remote='mf-one'] a, .b {}`, '.b'],
  [`[data-remote='mf-two'] a {}`, `[data-remote='mf-two'] a`],
  [`[data-remote] a {}`, '[data-remote] a'],
  [`[data-remote^='mf-one'] a {}`, `[data-remote^='mf-one'] a`],
  [`[data-remote='mf-one'] + div {}`, `[data-remote='mf-one'] + div`],
  [`[data-remote='mf-one'] ~ div a {}`, `[data-remote='mf-one'] ~ div a`],
  [`body:has([data-remote='mf-one']) {}`, `body:has([data-remote='mf-one'])`],
  [`p:not([data-remote='mf-one'] p) {}`, `p:not([data-remote='mf-one'] p)`],
  [`:is([data-remote='mf-one'], nav) a {}`, `:is([data-remote='mf-one'], nav) a`],
  [`.mf_one_two-a {}`, '.mf_one_two-a'],
  [`@media print { :root { --x: 1 } }`, ':root'],
  [`@layer kit { button {} }`, 'button'],
  [`@scope (body) { p {} }`, '@scope (body)'],
  [`[data-remote='mf-one'] { + div {} }`, '+ div'],
  [`[data-remote='mf-one'] { & + p {} }`, '& + p'],
  [`[data-remote='mf-one'] { body:has(&) {} }`, 'body:has(&)'],
  [`@keyframes spin { to { rotate: 1turn } }`, '@keyframes spin'],
  [`@keyframes mf-onetwo { to { rotate: 1turn } }`, '@keyframes mf-onetwo'],
  [`@font-face { font-family: Inter; src: url(a.woff2) }`, '@font-face'],
  [`@import url("other.css");`, '@import url("other.css")'],
  [`@page { margin: 0 }`, '@page'],
  [`@scope ([data-remote='mf-one']) { @keyframes spin { to { rotate: 1turn } } }`, '@keyframes spin'],
  [
    `@scope ([data-remote='mf-one']) { p { @media print { @property --kit-gap { syntax: '*' } } } }`,
    '@property --kit-gap',
  ],
  [`@scope ([data-remote='mf-two']) { p {} }`, `@scope ([data-remote='mf-two'])`],
])('leaks: %s', ([css = '', symbol]) => expect(leaksOf(css)).toEqual([symbol]))

test('what the build writes stays within, whatever it was', () => {
  const css = `@charset "utf-8"; @import "x.css"; :root, [data-remote='mf-one'] > p, div[data-remote=mf-one] { color: red; & + b {} }
    @media print { [data-remote='mf-one'] a, [data-remote='mf-two'] b {} } @scope ([data-remote='mf-one']) to (.b) { p {} }
    @keyframes spin { from { rotate: 0 } }`
  expect(inScope(css, 'mf-one').replaceAll(/\s+/g, ' ')).toBe(
    [
      `@layer remotes.mf-one { @keyframes spin { from { rotate: 0 } } @scope ([data-remote='mf-one']) to (:scope [data-remote]) { @import "x.css";`,
      ':root,:scope > p, div:scope { color: red; & + b {} }',
      `@media print { :scope a, [data-remote='mf-two'] b {} } @scope (:scope) to (.b) { p {} } } }`,
    ].join(' '),
  )
  expect(leaksOf(inScope(css, 'mf-one'))).toEqual(['@keyframes spin', '@import "x.css"'])
})
