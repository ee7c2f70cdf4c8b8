import { i18n, type Messages } from '@lingui/core'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadSession } from '../session/session.ts'
import { addCatalogue, changeLocale, type LoadMessages, startLocale } from './catalogues.ts'

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

test('a language that cannot be loaded leaves the present one, also for a remote that comes later', async () => {
  await changeLocale('de')
  const shown = vi.fn<LoadMessages>(async () => ({}))
  await addCatalogue(shown)
  shown.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'))
  await expect(changeLocale('pl')).rejects.toThrow('offline')
  await addCatalogue(remote)
  expect([i18n._('greeting'), document.documentElement.lang]).toEqual(['Hallo', 'de'])
  expect(document.cookie).toContain('lang=de')
})

test('what a user just chose is not undone by the answer that says so, also where the address asks for another', async () => {
  history.replaceState(null, '', '/?lang=de')
  await startLocale()
  await changeLocale('pl')
  vi.stubGlobal('fetch', async () => Response.json({ session: {}, user: { language: 'pl' } }))
  await loadSession()
  const later = vi.fn<LoadMessages>(async () => ({}))
  await addCatalogue(later)
  expect(later).toHaveBeenCalledWith('pl')
  history.replaceState(null, '', '/')
})

test('of two changes in a row the last one stays, also where its texts arrive first', async () => {
  const slow = Promise.withResolvers<Messages>()
  await addCatalogue(async (language) => (language === 'de' ? slow.promise : {}))
  const first = changeLocale('de')
  await changeLocale('fr')
  slow.resolve({})
  await first
  expect(i18n.locale).toBe('fr')
  expect(document.cookie).toContain('lang=fr')
})

test('pseudo accents the vowels of texts and plural forms, and nothing else', async () => {
  const items: Messages[string] = [['count', 'plural', { one: ['One item of ', ['name']], other: ['#', ' items'] }]]
  await addCatalogue(async () => ({ greeting: 'Hello <0>you</0>', items }))
  await changeLocale('pseudo')
  expect(i18n._('greeting')).toBe('Hélló <0>ýóú</0>')
  expect(i18n._('items', { count: 1, name: 'mine' })).toBe('Óné ítém óf mine')
  expect(i18n._('items', { count: 3 })).toBe('3 ítéms')
})

test('a language that is chosen takes the place of the one in the address', async () => {
  history.replaceState({ key: 'kept' }, '', '/somewhere?lang=de&q=1#part')
  await startLocale()
  expect(i18n.locale).toBe('de')
  await changeLocale('fr')
  await startLocale('fr')
  expect(i18n.locale).toBe('fr')
  expect(location.href.slice(location.origin.length)).toBe('/somewhere?q=1#part')
  expect(history.state).toEqual({ key: 'kept' })
})
