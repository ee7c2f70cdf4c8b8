import { expect, test } from 'vitest'
import { fitItems } from './fit-links.ts'

const row = { widths: [100, 100, 100, 100], more: 50, gap: 10, current: -1, hasMore: false }

test.each([
  ['all links, without the button', 430, {}, [0, 1, 2, 3]],
  ['the first links beside the button', 429, {}, [0, 1, 2]],
  ['fewer links for a wide button', 379, {}, [0, 1]],
  ['the button if not all links were measured', 489, { hasMore: true }, [0, 1, 2]],
  ['all measured links and the button', 490, { hasMore: true }, [0, 1, 2, 3]],
  ['the current link instead of another', 429, { current: 3 }, [0, 1, 3]],
  ['the current link alone', 160, { current: 3 }, [3]],
  ['the current link among the first', 380, { current: 1 }, [0, 1, 2]],
  ['no link if the current one does not fit', 159, { current: 3 }, []],
  ['no link without any room', 0, {}, []],
] as const)('fits %s: %i px', (_, room, more, shown) => expect(fitItems(room, { ...row, ...more })).toEqual(shown))

test('shows nothing without links', () => expect(fitItems(100, { ...row, widths: [] })).toEqual([]))

test('fits as many links as possible, whatever their widths', () => {
  let seed = 1
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
  for (let round = 0; round < 500; round += 1) {
    const widths = Array.from({ length: 1 + random(12) }, () => 40 + random(200))
    const [room, current] = [random(1500), random(widths.length + 1) - 1]
    const shown = fitItems(room, { ...row, widths, current })
    const lengthOf = (indexes: number[]) => indexes.reduce((sum, index) => sum + (widths[index] ?? 0) + row.gap, 0)
    if (shown.length === widths.length) expect(lengthOf(shown) - row.gap).toBeLessThanOrEqual(room)
    else {
      if (shown.length > 0) expect(lengthOf(shown) + row.more).toBeLessThanOrEqual(room)
      const isTaken = (_: number, index: number) =>
        shown.length === 0 && current >= 0 ? index !== current : shown.includes(index)
      const next = widths.findIndex((width, index) => !isTaken(width, index))
      expect(lengthOf([...shown, next]) + (shown.length + 1 === widths.length ? -row.gap : row.more)).toBeGreaterThan(
        room,
      )
      if (current >= 0 && shown.length > 0) expect(shown).toContain(current)
    }
  }
})
