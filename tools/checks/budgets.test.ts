import { expect, test } from 'vitest'
import { findExcess } from './budgets.ts'

test('a figure that rises is named with its budget, and so is one without any; one that falls is fine', () => {
  expect(findExcess({ tables: 3, settings: 9 }, { tables: 3, settings: 8 })).toEqual([])
  expect(findExcess({ tables: 3 }, { tables: 4, verbs: 1 })).toEqual([
    'tables: 4, above its budget of 3',
    'verbs: 1, above its budget of 0',
  ])
})
