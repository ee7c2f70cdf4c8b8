import { expect, test } from 'vitest'
import { randomId } from './random.ts'

test('creates ids of 32 characters by default', () => {
  expect(randomId()).toHaveLength(32)
})

test('uses each character equally often', () => {
  const drawn = process.env['TEST_FULL'] ? 8000 : 2000
  const counts = new Map<string, number>()
  const texts = Array.from({ length: drawn }, () => randomId())
  expect(texts.filter((text) => !/^[a-zA-Z0-9]{32}$/.test(text))).toEqual([])
  for (const text of texts) {
    for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const share = (drawn * 32) / 62
  // Five standard deviations. Folded bytes would give some characters a quarter more.
  expect(counts.size).toBe(62)
  for (const count of counts.values()) expect(Math.abs(count / share - 1)).toBeLessThan(5 / Math.sqrt(share))
})
