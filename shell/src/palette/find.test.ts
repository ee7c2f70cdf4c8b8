import { expect, test } from 'vitest'
import { find, searchable, splitMatches } from './find.ts'

const named = (...names: string[]) => ({ names: names.map(searchable) })
const found = (typed: string, ...all: string[][]) =>
  find(
    all.map((names) => named(...names)),
    typed,
  ).map(({ names: [name] }) => name)

test.each([
  ['Załóż', 'zaloz'],
  ['İstanbul Işık', 'istanbul isik'],
  ['Straße', 'strasse'],
  ['Їжак Ґанок', 'іжак ганок'],
  ['Ёлка', 'елка'],
  ['  Expense—claims (2026) ', 'expense claims 2026'],
  ['ＡＢＣ', 'abc'],
])('normalizes %s to %s', (text, plain) => expect(searchable(text)).toBe(plain))

test('ranks the exact name first, then its start, starts of words, and parts of words', () => {
  const all = [['Re-invoice'], ['My invoices'], ['Invoices'], ['Invoice']]
  expect(found('invoice', ...all)).toEqual(['invoice', 'invoices', 're invoice', 'my invoices'])
  expect(found('voice', ...all)).toHaveLength(4)
})

test('matches every typed word, in any order and language', () => {
  expect(found('claims exp', ['Expense claims'], ['Expenses'], ['Claims'])).toEqual(['expense claims'])
  expect(found('ЗВІТ', ['Звіти'], ['Рахунки'])).toEqual(['звіти'])
})

test('finds alternative names, after the displayed ones', () => {
  expect(found('security', ['Sicherheit', 'Security'], ['Security'])).toEqual(['security', 'sicherheit'])
})

test('falls back to letters in order from the start of a word', () => {
  expect(found('orgz', ['Organizations'], ['Morgzen'])).toEqual(['morgzen'])
  expect(found('orgz', ['Organizations'], ['Cargo zone'])).toEqual(['organizations'])
})

test('returns everything in order without a query, and nothing without a match', () => {
  expect(found(' ', ['B'], ['A'])).toEqual(['b', 'a'])
  expect(found('xyz', ['B'], ['A'])).toEqual([])
  expect(found('(.*)[', ['B'])).toEqual(['b'])
})

test('reads each of five thousand names at most twice, however many words are typed', () => {
  let looks = 0
  const all = Array.from({ length: 5000 }, (_, index) => ({
    get names() {
      looks += 1
      return [searchable(`Organization ${index}`), `slug ${index}`]
    },
  }))
  for (const typed of ['o', 'organization 499', 'a b c d e f g h']) {
    looks = 0
    find(all, typed)
    expect(looks).toBeLessThanOrEqual(2 * all.length)
  }
})

test('rejects near misses without backtracking, which would take minutes', () => {
  expect(found('aaaaaaab', ['a'.repeat(140)])).toEqual([])
})

test.each([
  ['Tomasz Wójcik', 'woj to', ['', 'To', 'masz ', 'Wój', 'cik']],
  ['Straße 7', 'ss', ['Stra', 'ß', 'e 7']],
  ['Amara Okafor', 'ra', ['Ama', 'ra', ' Okafor']],
  ['Re-invoice', 'invoice', ['Re-', 'invoice']],
  ['İstanbul', 'istan', ['', 'İstan', 'bul']],
  ['Teams', 'x', ['Teams']],
  ['Teams', ' ', ['Teams']],
])('marks in %s what %s matches', (text, typed, parts) => expect(splitMatches(text, typed)).toEqual(parts))
