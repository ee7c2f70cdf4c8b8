import { expect, test } from 'vitest'
import { languages } from 'rest-auth/languages'
import { createFormat } from './format.ts'

const now = new Date('2026-11-20T12:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test.each([
  ['en', '5 minutes ago'],
  ['uk', '5 хвилин тому'],
  ['ru', '5 минут назад'],
  ['de', 'vor 5 Minuten'],
  ['es', 'hace 5 minutos'],
  ['fr', 'il y a 5 minutes'],
  ['pl', '5 minut temu'],
  ['tr', '5 dakika önce'],
])('%s says %s', (locale, text) => {
  expect(createFormat(locale).relativeTime(ago(300), now)).toBe(text)
})

test.each([
  [10, 'now'],
  [60, '1 minute ago'],
  [3599, '59 minutes ago'],
  [3600, '1 hour ago'],
  [86_400, 'yesterday'],
  [-172_800, 'in 2 days'],
  [-172_770, 'in 2 days'],
  [604_800, 'last week'],
  [2_700_000, 'last month'],
  [32_000_000, 'last year'],
])('%i seconds back is "%s": the largest unit that fits', (seconds, text) => {
  expect(createFormat('en').relativeTime(ago(seconds), now)).toBe(text)
})

test('numbers, lists and dates follow the language in all of them', () => {
  expect(createFormat('de').number(1234.5)).toBe('1.234,5')
  expect(createFormat('uk').list(['а', 'б', 'в'])).toBe('а, б і в')
  for (const locale of languages) expect(createFormat(locale).date('2026-11-20T12:00:00.000Z')).toContain('2026')
})
