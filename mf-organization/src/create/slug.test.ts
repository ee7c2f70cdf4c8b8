import { expect, test } from 'vitest'
import { createNeutralSlug, checkSlug, slugOf } from './slug.ts'

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
])('transliterates %s in %s to %s', (name, language, slug) => {
  expect(slugOf(name, language, 'org-1')).toBe(slug)
})

test('shortens a long name to a valid slug', () => {
  const slug = slugOf('word '.repeat(40), 'en', '')
  expect(slug.length).toBeLessThanOrEqual(48)
  expect(checkSlug(slug)).toBe(false)
})

test('creates a valid neutral slug', () => {
  expect(checkSlug(createNeutralSlug())).toBe(false)
})

test.each(['-a', 'a-', 'a--b', 'A', 'a b', 'ä'])('rejects "%s"', (text) => {
  expect(checkSlug(text)).toBe('SLUG_INVALID')
})
