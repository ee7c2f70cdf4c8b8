import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { type Token, types } from 'ret'
import { tokenizer } from 'ret/dist/tokenizer.js' // not callable by the types of 'ret'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** ret knows no lookbehinds; what they repeat is as dangerous as in lookaheads. */
const tokensOf = (pattern: string): Token[] => [
  { ...tokenizer(pattern.replaceAll(/\(\?<(?=[=!])/g, '(?')), type: types.GROUP, remember: false },
]

const partsOf = (token: Token): Token[][] => {
  if (token.type === types.REPETITION) return [[token.value]]
  return token.type === types.GROUP ? (token.options ?? [token.stack ?? []]) : []
}
const isUnbounded = (token: Token) => token.type === types.REPETITION && token.max === Infinity
const repeats = (tokens: Token[]): boolean => tokens.some((token) => isUnbounded(token) || partsOf(token).some(repeats))

/** Matches an element exactly once, such as the separator in `(?:-\w+)*`. */
const isFixed = (token: Token): boolean => {
  if (token.type === types.REPETITION) return token.min === token.max && isFixed(token.value)
  if (token.type === types.GROUP) {
    const isLookaround = token.followedBy === true || token.notFollowedBy === true
    return !isLookaround && partsOf(token).every((part) => part.some(isFixed))
  }
  return token.type !== types.POSITION
}

/** Finds `(a+)*` and the like, which can match one text in exponentially many ways. */
const nestsQuantifiers = (tokens: Token[]): boolean =>
  tokens.some((token) => {
    const inner = token.type === types.REPETITION ? partsOf(token.value) : []
    if (isUnbounded(token) && inner.some((part) => repeats(part) && !part.some(isFixed))) return true
    return partsOf(token).some(nestsQuantifiers)
  })

test('no expression of the product nests quantifiers, so that no input can block a thread for ever', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs)$/.test(file) && !/\.(test|spec)\.|\.d\.ts$|generated\/|^(bench|e2e)\//.test(file))
  const found: string[] = []
  let expressions = 0
  for (const file of files) {
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
    new Visitor({
      Literal(node) {
        if (!('regex' in node)) return
        expressions += 1
        if (nestsQuantifiers(tokensOf(node.regex.pattern))) found.push(`${file}: ${node.raw}`)
      },
    }).visit(program)
  }
  expect(expressions).toBeGreaterThan(300)
  expect(found).toEqual([])
})

test.each([
  ['(a+)+', true],
  ['(a*)*b', true],
  ['(a|b+)*', true],
  ['(\\w+\\s?)*', true],
  ['x(?:(?:a+){1,})$', true],
  [`'((?:[^'\\\\]+|\\\\[^])*)'`, true],
  ['(?<=(a+)*)b', true],
  ['(?:-\\w+)*', false],
  [`'((?:[^'\\\\]|\\\\[^])*)'`, false],
  ['(?:[^()]|\\([^()]*\\))*', false],
  ['(a+)?', false],
  ['(?:\\d{1,3}\\.){3}', false],
])('%s nests quantifiers: %s', (pattern, nests) => expect(nestsQuantifiers(tokensOf(pattern))).toBe(nests))
