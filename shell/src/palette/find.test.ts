import { expect, test } from 'vitest'
import { find, searchable } from './find.ts'

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
])('%s is compared as %s', (text, plain) => expect(searchable(text)).toBe(plain))

test('the best comes first: the very name, its start, starts of words, parts of words', () => {
  const all = [['Re-invoice'], ['My invoices'], ['Invoices'], ['Invoice']]
  expect(found('invoice', ...all)).toEqual(['invoice', 'invoices', 're invoice', 'my invoices'])
  expect(found('voice', ...all)).toHaveLength(4)
})

test('each word that is typed counts, in any order, in any language', () => {
  expect(found('claims exp', ['Expense claims'], ['Expenses'], ['Claims'])).toEqual(['expense claims'])
  expect(found('ЗВІТ', ['Звіти'], ['Рахунки'])).toEqual(['звіти'])
})

test('what is named otherwise too is found, after what shows what was typed', () => {
  expect(found('security', ['Sicherheit', 'Security'], ['Security'])).toEqual(['security', 'sicherheit'])
})

test('letters in their order are enough where nothing has the words, from the start of a word on', () => {
  expect(found('orgz', ['Organizations'], ['Morgzen'])).toEqual(['morgzen'])
  expect(found('orgz', ['Organizations'], ['Cargo zone'])).toEqual(['organizations'])
})

test('nothing is typed: all, in their order; nothing fits: nothing', () => {
  expect(found(' ', ['B'], ['A'])).toEqual(['b', 'a'])
  expect(found('xyz', ['B'], ['A'])).toEqual([])
  expect(found('(.*)[', ['B'])).toEqual(['b'])
})

test('of five thousand organizations each name is looked at twice at most, however many words are typed', () => {
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

test('letters that nearly fit are missed at once: to try all their places takes minutes, longer than a test may', () => {
  expect(found('aaaaaaab', ['a'.repeat(140)])).toEqual([])
})
