import { expect, test } from 'vitest'
import { nextRetryDelay } from './retry-delay.ts'

test('restarts at once after a stable run, otherwise backs off up to two seconds', () => {
  const pauses = [1000, 1000, 1000, 1000, 1000, 31_000, 1000].reduce<number[]>(
    (all, lived) => [...all, nextRetryDelay(all.at(-1) ?? 0, lived)],
    [],
  )
  expect(pauses).toEqual([250, 500, 1000, 2000, 2000, 0, 250])
})
