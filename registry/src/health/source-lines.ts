import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping'
import { firstRow } from 'database/sql.ts'
import type { RegistryContext } from '../context.ts'
import { findFile } from '../version/files.sql.ts'

/** Returns files and lines in the sources, such as `src/list.tsx:3`; none without source maps. */
export async function findSourceLines(
  ctx: RegistryContext,
  { name, version, frames }: { name: string; version: string; frames: readonly string[] },
): Promise<string[]> {
  const maps = new Map<string, TraceMap | null>()
  const lines: string[] = []
  for (const frame of frames) {
    const [, path = '', line = '', column = ''] = /^(.+):(\d+):(\d+)$/.exec(frame) ?? []
    const map = maps.get(path) ?? (await readMap(ctx, name, version, path))
    maps.set(path, map)
    if (!map) continue
    const place = originalPositionFor(map, { line: Number(line), column: Math.max(0, Number(column) - 1) })
    if (place.source) lines.push(`${place.source}:${place.line}`)
  }
  return lines
}

async function readMap(ctx: RegistryContext, name: string, version: string, path: string): Promise<TraceMap | null> {
  const row = await firstRow(ctx.db.read<{ integrity: string }[]>`
    select "integrity" from "version_file" where "name" = ${name} and "version" = ${version} and "path" = ${`${path}.map`}`)
  const file = row && (await findFile(ctx, row.integrity))
  return file ? new TraceMap(file.content.toString()) : null
}
