import { expect, test } from 'vitest'
import { randomId, randomLowerCase } from './random.ts'

test('creates ids of 32 characters by default', () => {
  expect(randomId()).toHaveLength(32)
})

test.each([
  ['an id', randomId, 62, /^[a-zA-Z0-9]{32}$/],
  ['a secret in lower case', randomLowerCase, 36, /^[a-z0-9]{32}$/],
])('uses each character equally often: %s', (_, draw, characters, form) => {
  const drawn = process.env['TEST_FULL'] ? 8000 : 2000
  const counts = new Map<string, number>()
  const texts = Array.from({ length: drawn }, () => draw(32))
  expect(texts.filter((text) => !form.test(text))).toEqual([])
  for (const text of texts) {
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const share = (drawn * 32) / characters
  // Five standard deviations. Folded bytes would give some characters a quarter more.
  expect(counts.size).toBe(characters)
  for (const count of counts.values()) expect(Math.abs(count / share - 1)).toBeLessThan(5 / Math.sqrt(share))
})
