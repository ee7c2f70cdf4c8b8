import { expect, test } from 'vitest'
import { nextPause } from './next-pause.ts'

test('what ran for a while starts again at once; what ends again and again waits, for two seconds at most', () => {
  const pauses = [1000, 1000, 1000, 1000, 1000, 31_000, 1000].reduce<number[]>(
    (all, lived) => [...all, nextPause(all.at(-1) ?? 0, lived)],
    [],
  )
  expect(pauses).toEqual([250, 500, 1000, 2000, 2000, 0, 250])
})
