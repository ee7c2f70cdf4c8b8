import { afterEach, describe, expect, test, vi } from 'vitest'
import { languages } from 'contract/languages.ts'
import { createElement } from 'react'
import { renderPart } from '../testing/page.tsx'
import { createFormat, useFormat } from './format.ts'

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
])('formats %s as %s', (locale, text) => {
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
  [-7139, 'in 2 hours'],
  [604_800, '1 week ago'],
  [13 * 86_400, '1 week ago'],
  [2_700_000, '1 month ago'],
  [32_000_000, '1 year ago'],
])('formats %i seconds ago as "%s", in the largest unit that fits', (seconds, text) => {
  expect(createFormat('en').relativeTime(ago(seconds), now)).toBe(text)
})

test.each([
  ['en', 172_800, '2 days'],
  ['en', 3600, '1 hour'],
  ['en', 5400, '90 minutes'],
  ['en', 61, '61 seconds'],
  ['de', 172_800, '2 Tage'],
  ['uk', 18_000, '5 годин'],
])('in %s, %i seconds last "%s"', (locale, seconds, text) => {
  expect(createFormat(locale).duration(seconds)).toBe(text)
})

test('names the present as relative times do, and writes dates short', () => {
  const { now: present, relativeTime, date } = createFormat('en')
  expect([present, relativeTime(ago(59), now)]).toEqual(['now', 'now'])
  expect(date('2026-11-20T12:00:00.000Z')).toBe('Nov 20, 2026')
})

describe('from 24 hours on, calendar days', () => {
  afterEach(() => vi.unstubAllEnvs())

  test.each([
    ['en', 'in 2 days', '2 days ago'],
    ['uk', 'післязавтра', 'позавчора'],
    ['ru', 'послезавтра', 'позавчера'],
    ['de', 'übermorgen', 'vorgestern'],
    ['es', 'pasado mañana', 'anteayer'],
    ['fr', 'après-demain', 'avant-hier'],
    ['pl', 'pojutrze', 'przedwczoraj'],
    ['tr', 'öbür gün', 'evvelsi gün'],
  ])('counts two days less a minute as two days (%s)', (locale, ahead, back) => {
    const { relativeTime } = createFormat(locale)
    expect(relativeTime(ago(-2 * 86_400 + 61), now)).toBe(ahead)
    expect(relativeTime(ago(2 * 86_400 - 61), now)).toBe(back)
  })

  test.each([
    // 30 hours after Friday, 20 November, 20:00 in London: Saturday in Honolulu, Sunday in London.
    ['2026-11-20T20:00Z', '2026-11-22T02:00Z', 'Europe/London', 'in 2 days'],
    ['2026-11-20T20:00Z', '2026-11-22T02:00Z', 'Pacific/Honolulu', 'tomorrow'],
    ['2026-11-20T20:00Z', '2026-11-22T02:00Z', 'Pacific/Kiritimati', 'tomorrow'],
    // Two nights, one of which is an hour shorter or longer.
    ['2026-03-28T11:00Z', '2026-03-30T10:00Z', 'Europe/Kyiv', 'in 2 days'],
    ['2026-10-24T10:00Z', '2026-10-26T11:00Z', 'Europe/Kyiv', 'in 2 days'],
    // From 00:10 to 23:30 of a day with 25 hours.
    ['2026-10-24T22:10Z', '2026-10-25T22:30Z', 'Europe/Berlin', 'in 24 hours'],
    // Samoa skipped this day.
    ['2011-12-29T12:00Z', '2011-12-30T22:00Z', 'Pacific/Apia', 'in 2 days'],
  ])('formats %s to %s in %s as %s', (from, to, zone, text) => {
    vi.stubEnv('TZ', zone)
    expect(createFormat('en').relativeTime(new Date(to), new Date(from))).toBe(text)
  })
})

test('formats numbers, lists and dates in every language', () => {
  expect(createFormat('de').number(1234.5)).toBe('1.234,5')
  expect(createFormat('uk').list(['а', 'б', 'в'])).toBe('а, б і в')
  for (const locale of languages) expect(createFormat(locale).date('2026-11-20T12:00:00.000Z')).toContain('2026')
})

test('formats money with the decimals of its currency', () => {
  expect(createFormat('en').money(1234.5, 'EUR')).toBe('€1,234.50')
  expect(createFormat('de').money(1234.5, 'EUR')).toBe('1.234,50\u00a0€')
  expect(createFormat('en').money(1234, 'JPY')).toBe('¥1,234')
})

test('creates one format for all rows of a list', async () => {
  const given = new Set<ReturnType<typeof useFormat>>()
  const Row = () => {
    given.add(useFormat())
    return null
  }
  await renderPart(createElement('ul', null, createElement(Row), createElement(Row)))
  expect(given.size).toBe(1)
})
