import { expect, test } from 'vitest'
import { isWorse } from './rule.ts'

/** Reproducible numbers between 0 and 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Visitors one after the other, the rule after each. Returns when it applied, or null. */
function rollOut(random: () => number, share: number, usual: number, known: number, visitors = 500): number | null {
  const before = { visitors: known, failed: 0 }
  for (let n = 0; n < known; n += 1) if (random() < usual) before.failed += 1
  const now = { visitors: 0, failed: 0 }
  while (now.visitors < visitors) {
    now.visitors += 1
    if (random() < share) now.failed += 1
    if (isWorse(now, before, 5)) return now.visitors
  }
  return null
}

const noise = [0, 0.001, 0.01, 0.02, 0.05, 0.1]

test('takes back none of 100 healthy versions, whatever their usual failures', () => {
  for (const usual of noise)
    for (const known of [20, 200, 2000]) {
      const random = randomNumbers(1000 * usual + known)
      const taken = Array.from({ length: 100 }, () => rollOut(random, usual, usual, known)).filter((at) => at !== null)
      expect(taken, `${usual} of ${known}`).toEqual([])
    }
})

test('takes back versions that fail for many more, after few visitors', () => {
  const random = randomNumbers(7)
  for (const [share, most] of [
    [1, 20],
    [0.5, 30],
    [0.2, 120],
    [0.12, 300],
  ] as const)
    for (let n = 0; n < 100; n += 1)
      expect(rollOut(random, share, 0.01, 1000) ?? Infinity, `${share}`).toBeLessThanOrEqual(most)
})

test.each([
  ['19 visitors, however many fail', { visitors: 19, failed: 19 }, { visitors: 1000, failed: 0 }],
  ['less than five percentage points', { visitors: 10_000, failed: 590 }, { visitors: 10_000, failed: 100 }],
  ['one failure of 20', { visitors: 20, failed: 1 }, { visitors: 1000, failed: 0 }],
  ['a service that fails both', { visitors: 100, failed: 60 }, { visitors: 100, failed: 60 }],
])('leaves %s', (_, now, before) => {
  expect(isWorse(now, before, 5)).toBe(false)
})
