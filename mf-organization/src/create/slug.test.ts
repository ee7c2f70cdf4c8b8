import { expect, test } from 'vitest'
import { neutralSlug, slugError, slugOf } from './slug.ts'

test.each([
  ['Acme, Inc.', 'en', 'acme-inc'],
  ['Київ', 'en', 'kyiv'],
  ['Київ', 'uk', 'kyiv'],
  ['Згурський і Яремчук', 'uk', 'zghurskyi-i-yaremchuk'],
  ['Москва', 'ru', 'moskva'],
  ['Щука & Ёж', 'ru', 'shchuka-yozh'],
  ['Größe & Söhne', 'de', 'groesse-soehne'],
  ['Görkem Şubesi', 'tr', 'gorkem-subesi'],
  ['İstanbul Işık', 'tr', 'istanbul-isik'],
  ['Łódź', 'pl', 'lodz'],
  ["L'École d'été", 'fr', 'lecole-dete'],
  ['東京', 'en', 'org-1'],
  ['日本 Rowing', 'en', 'rowing'],
  ['Αθήνα', 'de', 'org-1'],
  ['  --  ', 'en', ''],
])('%s in %s is written %s', (name, language, slug) => {
  expect(slugOf(name, language, 'org-1')).toBe(slug)
})

test('a long name is cut to a slug that is still one', () => {
  const slug = slugOf('word '.repeat(40), 'en', '')
  expect(slug.length).toBeLessThanOrEqual(48)
  expect(slugError(slug)).toBe(false)
})

test('the neutral slug is one', () => {
  expect(slugError(neutralSlug())).toBe(false)
})

test.each(['-a', 'a-', 'a--b', 'A', 'a b', 'ä'])('"%s" is no slug', (text) => {
  expect(slugError(text)).toBe('SLUG_INVALID')
})
