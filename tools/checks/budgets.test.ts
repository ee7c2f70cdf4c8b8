import { expect, test } from 'vitest'
import { findExcess } from './budgets.ts'

test('names figures above their budget or without one, and accepts lower ones', () => {
  expect(findExcess({ tables: 3, settings: 9 }, { tables: 3, settings: 8 })).toEqual([])
  expect(findExcess({ tables: 3 }, { tables: 4, verbs: 1 })).toEqual([
    'tables: 4, above its budget of 3',
    'verbs: 1, above its budget of 0',
  ])
})
