export interface Widths {
  widths: readonly number[]
  more: number
  gap: number
}

interface Row extends Widths {
  current: number
  /** Some links never fit, so the button is always shown. */
  hasMore: boolean
}

/** Returns the indexes of the first links that fit, including the current one if there is room. */
export function fitItems(room: number, { widths, more, gap, current, hasMore }: Row): number[] {
  const all = widths.map((_, index) => index)
  const lengthOf = (shown: number[]) => shown.reduce((sum, index) => sum + (widths[index] ?? 0) + gap, 0)
  if (!hasMore && lengthOf(all) - gap <= room) return all
  const kept = current >= 0 ? [current] : []
  const withFirst = (count: number) => [...all.slice(0, count), ...kept.filter((index) => index >= count)]
  const counts = hasMore ? [...all, all.length] : all
  const count = counts.findLast((first) => lengthOf(withFirst(first)) + more <= room)
  return count === undefined ? [] : withFirst(count)
}
