import { decode } from '@jridgewell/sourcemap-codec'

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

function lookUp({ sources, mappings }: SourceMap, line: number, column: number): string | undefined {
  const segments = decode(mappings)[line - 1]?.filter((segment) => segment.length !== 1)
  const found = segments?.findLast(([start]) => start < column)
  return found && `${sources[found[1]]?.replace(/^webpack:\/\/[^/]*\/(\.\/)?/, '')}:${found[2] + 1}`
}
