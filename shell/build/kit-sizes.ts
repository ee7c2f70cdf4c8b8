import { gzipSync } from 'node:zlib'
import { Compilation, sources } from '@rspack/core'
import { changeAssets } from 'remote-tools/build/change-assets'
import { type BuildFacts, factsFile } from 'remote-tools/build/facts-file'

/** Measures what a page loads for each shared module of kit, for the gallery. */
export const kitSizes = changeAssets(
  'kit-sizes',
  Compilation.PROCESS_ASSETS_STAGE_REPORT + 1,
  (assets, compilation) => {
    const gzip = (file: string): number => gzipSync(assets[file]?.source() ?? '', { level: 9 }).length
    const facts: BuildFacts = JSON.parse(String(assets[factsFile]?.source()))
    const kit = [...(compilation.namedChunks.get('kit')?.files ?? [])]
    const sizes = Object.entries({ ...facts.sharedFiles, kit }).map(([module, files]) => [
      module,
      files.map(gzip).reduce((sum, size) => sum + size, 0),
    ])
    compilation.emitAsset('sdk/sizes.json', new sources.RawSource(JSON.stringify(Object.fromEntries(sizes))))
  },
)
