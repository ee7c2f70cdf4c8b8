import { i18n, type Messages } from '@lingui/core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadSession } from '../session/session.ts'
import { addCatalogue, addRemoteTexts, changeLocale, type LoadMessages, startLocale } from './catalogues.ts'

// The next files share the page.
const ownFetch = globalThis.fetch
afterAll(() => void vi.stubGlobal('fetch', ownFetch))

const catalogues: Record<string, Record<string, string>> = { en: { greeting: 'Hello' }, de: { greeting: 'Hallo' } }
const remote = vi.fn<LoadMessages>(async (locale) => {
  const messages = catalogues[locale]
  if (!messages) throw new Error(`no ${locale}`)
  return messages
})

// On a busy machine, compiling a catalogue may take longer than a change waits for it.
beforeAll(() => Promise.all(['de', 'fr', 'pl'].map((language) => import(`../locales/${language}.po`))))
beforeEach(async () => {
  await changeLocale('en')
})

test('loads the texts of a later remote in the current language', async () => {
  await changeLocale('de')
  await addCatalogue(remote)
  expect(i18n._('greeting')).toBe('Hallo')
})

test('loads all catalogues before the language changes', async () => {
  await addCatalogue(remote)
  await addCatalogue(async (locale) => ({ bye: locale === 'de' ? 'Tschüss' : 'Bye' }))
  await changeLocale('de')
  expect([i18n._('greeting'), i18n._('bye'), document.documentElement.lang]).toEqual(['Hallo', 'Tschüss', 'de'])
  expect(document.cookie).toContain('lang=de')
})

test('falls back to English when a remote lacks the language', async () => {
  await addCatalogue(remote)
  await changeLocale('fr')
  expect(i18n._('greeting')).toBe('Hello')
})

test('keeps the current language when another cannot be loaded, also for later remotes', async () => {
  await changeLocale('de')
  const shown = vi.fn<LoadMessages>(async () => ({}))
  await addCatalogue(shown)
  shown.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'))
  await expect(changeLocale('pl')).rejects.toThrow('offline')
  await addCatalogue(remote)
  expect([i18n._('greeting'), document.documentElement.lang]).toEqual(['Hallo', 'de'])
  expect(document.cookie).toContain('lang=de')
})

test('keeps the chosen language despite older responses and ?lang=', async () => {
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

test('applies the last of two changes, even if its texts arrive first', async () => {
  const slow = Promise.withResolvers<Messages>()
  await addCatalogue(async (language) => (language === 'de' ? slow.promise : {}))
  const first = changeLocale('de')
  await changeLocale('fr')
  slow.resolve({})
  await first
  expect(i18n.locale).toBe('fr')
  expect(document.cookie).toContain('lang=fr')
})

test('puts accents only on vowels of texts and plural forms in pseudo', async () => {
  const items: Messages[string] = [['count', 'plural', { one: ['One item of ', ['name']], other: ['#', ' items'] }]]
  await addCatalogue(async () => ({ welcome: 'Hello <0>you</0>', items }))
  await changeLocale('pseudo')
  expect(i18n._('welcome')).toBe('Hélló <0>ýóú</0>')
  expect(i18n._('items', { count: 1, name: 'mine' })).toBe('Óné ítém óf mine')
  expect(i18n._('items', { count: 3 })).toBe('3 ítéms')
})

test('removes ?lang= when the user chooses a language', async () => {
  history.replaceState({ key: 'kept' }, '', '/somewhere?lang=de&q=1#part')
  await startLocale()
  expect(i18n.locale).toBe('de')
  await changeLocale('fr')
  await startLocale('fr')
  expect(i18n.locale).toBe('fr')
  expect(location.href.slice(location.origin.length)).toBe('/somewhere?q=1#part')
  expect(history.state).toEqual({ key: 'kept' })
})

const unheard = (cause: unknown): never => {
  throw cause
}
const textsOf =
  (texts: Record<string, Messages>): LoadMessages =>
  async (language) =>
    texts[language] ?? {}

test('keeps texts of remotes separate, adds those of kit, and follows the language', async () => {
  await addCatalogue(textsOf({ en: { out: 'Sign out' }, de: { out: 'Abmelden' } }))
  const first = await addRemoteTexts(textsOf({ en: { out: 'Leave' }, de: { out: 'Verlassen' } }), unheard)
  const second = await addRemoteTexts(textsOf({ en: { out: 'Go', only: 'Mine' }, de: { out: 'Los' } }), unheard)
  const said = () => [i18n, first.i18n, second.i18n].map((texts) => texts._('out'))
  expect(said()).toEqual(['Sign out', 'Leave', 'Go'])
  await changeLocale('de')
  expect(said()).toEqual(['Abmelden', 'Verlassen', 'Los'])
  expect(Object.entries(first.i18n.messages).filter(([id, text]) => i18n.messages[id] === text).length).toBeGreaterThan(
    50,
  )
  expect(i18n.messages['only'], 'nobody else’s').toBeUndefined()
  await changeLocale('en')
  second.forget()
  await changeLocale('de')
  expect(second.i18n._('out')).toBe('Go')
})

test('changes the language without a remote whose catalogue hangs or fails, reports it, and adds it later', async () => {
  const german = Promise.withResolvers<Messages>()
  const hanging = await addRemoteTexts(
    (language) => (language === 'de' ? german.promise : Promise.resolve({ hi: 'Hello' })),
    unheard,
  )
  const told = vi.fn<(cause: unknown) => void>()
  const texts = vi.fn<LoadMessages>(async (language) => ({ hi: language === 'en' ? 'Hello' : 'Bonjour' }))
  const failing = await addRemoteTexts(texts, told)
  const other = await addRemoteTexts(
    textsOf({ en: { hi: 'Hello' }, de: { hi: 'Hallo' }, fr: { hi: 'Salut' } }),
    unheard,
  )
  await changeLocale('fr')
  texts.mockImplementation(async (language) => {
    if (language === 'de') throw new Error('404')
    return { hi: 'Hello' }
  })
  const said = () => [hanging, failing, other].map((one) => one.i18n._('hi'))
  await changeLocale('de')
  expect([i18n.locale, ...said()]).toEqual(['de', 'Hello', 'Hello', 'Hallo'])
  expect(told.mock.calls).toEqual([[new Error('404')]])
  german.resolve({ hi: 'Servus' })
  await vi.waitFor(() => expect(said()).toEqual(['Servus', 'Hello', 'Hallo']))
  texts.mockRejectedValue(new Error('500'))
  await changeLocale('fr')
  expect(said()).toEqual(['Hello', 'Hello', 'Salut'])
  expect(told).toHaveBeenCalledTimes(2)
  await changeLocale('en')
  expect(said()).toEqual(['Hello', 'Hello', 'Hello'])
  expect(told).toHaveBeenCalledTimes(3)
})

test('loads a remote again whose texts never arrived', async () => {
  await expect(addRemoteTexts(() => Promise.reject(new Error('500')), unheard)).rejects.toThrow('500')
  const slow = Promise.withResolvers<Messages>()
  const coming = addRemoteTexts(
    (language) => (language === 'en' ? slow.promise : Promise.resolve({ hi: 'Hallo' })),
    unheard,
  )
  await changeLocale('de')
  slow.resolve({ hi: 'Hello' })
  expect((await coming).i18n._('hi')).toBe('Hallo')
})
