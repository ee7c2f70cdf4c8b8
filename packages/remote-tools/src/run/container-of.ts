import { minVersion, validRange } from 'semver'
import type { VersionDocument } from 'contract/registry.ts'

/** The input of `openPage`, and a version of kit that the build accepts. */
export function containerOf({ document, files }: { document: VersionDocument; files: ReadonlyMap<string, Buffer> }) {
  const scripts = Object.entries(document.files).filter(([path]) => path.endsWith('.js'))
  const range = document.description?.needs['kit'] ?? '*'
  return {
    container: document.container ?? document.name.replaceAll('-', '_'),
    entry: document.entry,
    files: Object.fromEntries(scripts.map(([path, { integrity }]) => [path, String(files.get(integrity))])),
    kit: validRange(range) === null ? document.kit : (minVersion(range)?.version ?? document.kit),
  }
}
