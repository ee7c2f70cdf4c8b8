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

/** About how many bytes this has as JSON text; stops counting above `most`. */
export function jsonBytes(value: unknown, most: number): number {
  if (typeof value === 'string') return Buffer.byteLength(value) + 3
  if (typeof value !== 'object' || value === null) return 6
  let bytes = 2
  for (const key in value) {
    if (!Array.isArray(value)) bytes += key.length + 3
    bytes += jsonBytes(Reflect.get(value, key), most - bytes)
    if (bytes > most) break
  }
  return bytes
}
