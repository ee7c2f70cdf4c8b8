import { expect, test, vi } from 'vitest'
import { createListeners } from './listeners.ts'

test('notifies each listener until it unsubscribes', () => {
  const { subscribe, notify } = createListeners()
  const [stays, leaves] = [vi.fn<() => void>(), vi.fn<() => void>()]
  subscribe(stays)
  const unsubscribe = subscribe(leaves)
  notify()
  unsubscribe()
  notify()
  expect([stays, leaves].map(({ mock }) => mock.calls.length)).toEqual([2, 1])
})
