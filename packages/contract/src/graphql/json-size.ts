/** Counts all nested values, including `root`, and their levels. */
export function jsonSize(root: unknown): { readonly values: number; readonly depth: number } {
  let values = 0
  let depth = 0
  for (let level = [root]; level.length > 0; level = level.flatMap(valuesOf)) {
    values += level.length
    depth += 1
  }
  return { values, depth }
}

const valuesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/** Whether `value` has approximately more than `bytes` bytes as JSON. */
export function isLarger(value: unknown, bytes: number): boolean {
  // Nearly all responses fit even at three bytes per character, which is fast to check.
  return weigh(value, bytes / 3, lengthOf) > bytes / 3 && weigh(value, bytes, (text) => Buffer.byteLength(text)) > bytes
}

const lengthOf = (text: string): number => text.length

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

function weigh(value: unknown, max: number, textSize: (text: string) => number): number {
  if (typeof value === 'string') return textSize(value) + 3
  if (!isRecord(value)) return 6
  let size = 2
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && size <= max; at += 1) size += weigh(value[at], max - size, textSize)
    return size
  }
  // Three times as fast as `Object.entries`, which allocates arrays.
  for (const key in value) {
    size += key.length + 3 + weigh(value[key], max - size, textSize)
    if (size > max) break
  }
  return size
}
