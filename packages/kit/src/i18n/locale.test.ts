import { expect, test } from 'vitest'
import { chooseLocale } from './locale.ts'

type LocaleWishes = Parameters<typeof chooseLocale>[0]
const nothing: LocaleWishes = { search: '', userLanguage: null, cookie: '', browserLanguages: [] }

test.each<[string, Partial<LocaleWishes>, string]>([
  ['the address wins', { search: '?lang=fr', userLanguage: 'de', cookie: 'lang=pl', browserLanguages: ['tr'] }, 'fr'],
  ['then the user', { userLanguage: 'de', cookie: 'lang=pl', browserLanguages: ['tr'] }, 'de'],
  ['then the cookie', { cookie: 'a=1; lang=pl; b=2', browserLanguages: ['tr'] }, 'pl'],
  ['of two cookies the one that the product speaks', { cookie: 'lang=xx; lang=pl' }, 'pl'],
  ['then the browser', { browserLanguages: ['tr-TR', 'en'] }, 'tr'],
  ['then English', {}, 'en'],
  ['what the product does not speak is passed over', { search: '?lang=xx', browserLanguages: ['ja', 'uk-UA'] }, 'uk'],
  ['regions and upper case do not matter', { search: '?lang=ES-mx' }, 'es'],
])('%s', (_, wishes, locale) => {
  expect(chooseLocale({ ...nothing, ...wishes })).toBe(locale)
})
