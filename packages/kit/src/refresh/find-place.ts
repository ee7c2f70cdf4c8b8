interface SourceMap {
  sources: string[]
  mappings: string
}

/** Returns the innermost line of the remote's own sources, such as `src/start-page.tsx:12`. */
export async function findPlace(stack: string): Promise<string | undefined> {
  for (const [, url, line, column] of stack.matchAll(/(\bhttps?:[^\s?)]+\.js)[^\s:]*:(\d+):(\d+)/g)) {
    const response = await fetch(`${url}.map`).catch(() => null)
    if (!response?.ok) continue
    const place = lookUp(await response.json(), Number(line), Number(column))
    if (place && !place.includes('node_modules')) return place
  }
  return undefined
}

// https://tc39.es/ecma426/#sec-mappings
function lookUp({ sources, mappings }: SourceMap, line: number, column: number): string | undefined {
  let [source, sourceLine] = [0, 1]
  let found: string | undefined
  for (const [index, segments] of mappings.split(';', line).entries()) {
    let start = 1
    for (const segment of segments.split(',')) {
      const [columns = 0, nextSource, lines = 0] = decode(segment)
      start += columns
      if (nextSource === undefined) continue
      source += nextSource
      sourceLine += lines
      const isBefore = index === line - 1 && start <= column
      if (isBefore) found = `${sources[source]?.replace(/^webpack:\/\/[^/]*\/(\.\/)?/, '')}:${sourceLine}`
    }
  }
  return found
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function decode(segment: string): number[] {
  const numbers: number[] = []
  let [value, factor] = [0, 1]
  for (const character of segment) {
    const digit = digits.indexOf(character)
    value += (digit % 32) * factor
    factor *= 32
    if (digit >= 32) continue
    numbers.push((value % 2 === 0 ? 1 : -1) * Math.floor(value / 2))
    ;[value, factor] = [0, 1]
  }
  return numbers
}
