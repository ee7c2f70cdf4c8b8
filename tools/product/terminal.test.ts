import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from './terminal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('counts identical lines within a minute', () => {
  const shown: unknown[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => shown.push(line))
  for (let request = 0; request < 300; request += 1) show('[shell] warning: no response')
  show('rest-auth is running again')
  expect(shown).toEqual(['[shell] warning: no response', 'rest-auth is running again'])
  vi.advanceTimersByTime(60_000)
  expect(shown.slice(2)).toEqual(['[shell] warning: no response (299 times more)'])
  show('[shell] warning: no response')
  expect(shown).toHaveLength(4)
})
