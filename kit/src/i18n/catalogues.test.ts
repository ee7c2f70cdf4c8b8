import { i18n, type Messages } from '@lingui/core'
import { beforeEach, expect, test, vi } from 'vitest'
import { addCatalogue, changeLocale, type LoadMessages } from './catalogues.ts'

const catalogues: Record<string, Record<string, string>> = { en: { greeting: 'Hello' }, de: { greeting: 'Hallo' } }
const remote = vi.fn<LoadMessages>(async (locale) => {
  const messages = catalogues[locale]
  if (!messages) throw new Error(`no ${locale}`)
  return messages
})

beforeEach(async () => {
  await changeLocale('en')
})

test('a remote that comes later brings its texts in the language of the moment', async () => {
  await changeLocale('de')
  await addCatalogue(remote)
  expect(i18n._('greeting')).toBe('Hallo')
})

test('a change of language reaches all catalogues before it shows', async () => {
  await addCatalogue(remote)
  await addCatalogue(async (locale) => ({ bye: locale === 'de' ? 'Tschüss' : 'Bye' }))
  await changeLocale('de')
  expect([i18n._('greeting'), i18n._('bye'), document.documentElement.lang]).toEqual(['Hallo', 'Tschüss', 'de'])
  expect(document.cookie).toContain('lang=de')
})

test('a language that a remote does not have shows its English texts', async () => {
  await addCatalogue(remote)
  await changeLocale('fr')
  expect(i18n._('greeting')).toBe('Hello')
})

test('of two changes in a row the last one stays', async () => {
  await Promise.all([changeLocale('de'), changeLocale('en')])
  expect(i18n.locale).toBe('en')
})

test('pseudo accents the vowels of texts and plural forms, and nothing else', async () => {
  const items: Messages[string] = [['count', 'plural', { one: ['One item of ', ['name']], other: ['#', ' items'] }]]
  await addCatalogue(async () => ({ greeting: 'Hello <0>you</0>', items }))
  await changeLocale('pseudo')
  expect(i18n._('greeting')).toBe('Hélló <0>ýóú</0>')
  expect(i18n._('items', { count: 1, name: 'mine' })).toBe('Óné ítém óf mine')
  expect(i18n._('items', { count: 3 })).toBe('3 ítéms')
})
