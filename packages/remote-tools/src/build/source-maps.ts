import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { maxMapLength, maxMapsLength, type VersionDocument } from 'contract/registry.ts'

const sourceMap = z.object({ mappings: z.string(), sources: z.array(z.string()) })

/**
 * Returns the source maps of a version's scripts by path, without the text of the sources, which
 * stays with the team. Leaves out those that are too large, the largest first.
 */
export async function readSourceMaps(
  folder: string,
  { files }: Pick<VersionDocument, 'files'>,
): Promise<{ maps: Record<string, string>; omitted: string[] }> {
  const found: [path: string, map: string][] = []
  for (const path of Object.keys(files).filter((each) => each.endsWith('.js'))) {
    const text = await readFile(join(folder, 'dist', `${path}.map`), 'utf8').catch(() => null)
    const { data } = sourceMap.safeParse(text === null ? null : JSON.parse(text))
    if (!data) continue
    const { mappings, sources } = data
    found.push([path, JSON.stringify({ version: 3, names: [], sources: sources.map(pathOf), mappings })])
  }
  const maps: Record<string, string> = {}
  const omitted: string[] = []
  let length = 0
  for (const [path, map] of found.toSorted((one, other) => one[1].length - other[1].length)) {
    const isSmall = map.length <= maxMapLength && length + map.length <= maxMapsLength
    if (!isSmall) omitted.push(path)
    else {
      maps[path] = map
      length += map.length
    }
  }
  return { maps, omitted }
}

const maxPath = 300

/** `src/list.tsx` of `webpack://mf_invoices__1/./src/list.tsx?1b2c`. */
const pathOf = (source: string): string =>
  source
    .replace(/^[\w-]+:\/\/[^/]*\//, '')
    .replace(/^(\.\/)+/, '')
    .replace(/\?.*$/, '')
    .slice(0, maxPath)
