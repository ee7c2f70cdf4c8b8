interface Row {
  /** Of each link, in pixels, in order. */
  widths: readonly number[]
  /** Of the button behind which the others are. */
  more: number
  gap: number
  /** Index of the link to the present page; -1: none leads there. */
  present: number
  /** There are links that are not in the row, whatever room there is. */
  hasMore: boolean
}

/**
 * Which links stand in a row of `room` pixels, as indexes: all of them if they fit, else the first ones and the one to the present page
 * beside the button. Where not even that one has room, none does.
 */
export function fitInto(room: number, { widths, more, gap, present, hasMore }: Row): number[] {
  const all = widths.map((_, index) => index)
  const lengthOf = (shown: number[]) => shown.reduce((sum, index) => sum + (widths[index] ?? 0) + gap, 0)
  if (!hasMore && lengthOf(all) - gap <= room) return all
  const kept = present >= 0 ? [present] : []
  const withFirst = (count: number) => [...all.slice(0, count), ...kept.filter((index) => index >= count)]
  const counts = hasMore ? [...all, all.length] : all
  const count = counts.findLast((first) => lengthOf(withFirst(first)) + more <= room)
  return count === undefined ? [] : withFirst(count)
}
