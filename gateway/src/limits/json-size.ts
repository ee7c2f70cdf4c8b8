/** How many values a JSON value is made of, itself as well, and how many levels they have. */
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

/** Whether this has, about, more than so many bytes as JSON text. */
export function isLarger(value: unknown, bytes: number): boolean {
  // Nearly all answers are so small that three bytes for each character would fit: then there is no need to look at them.
  return weigh(value, bytes / 3, lengthOf) > bytes / 3 && weigh(value, bytes, (text) => Buffer.byteLength(text)) > bytes
}

const lengthOf = (text: string): number => text.length

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Stops above `most`. */
function weigh(value: unknown, most: number, textSize: (text: string) => number): number {
  if (typeof value === 'string') return textSize(value) + 3
  if (!isRecord(value)) return 6
  let size = 2
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && size <= most; at += 1) size += weigh(value[at], most - size, textSize)
    return size
  }
  // A third of the time of `Object.entries`, which makes lists of all that an answer is made of.
  for (const key in value) {
    size += key.length + 3 + weigh(value[key], most - size, textSize)
    if (size > most) break
  }
  return size
}
