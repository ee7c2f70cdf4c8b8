import { Compilation, sources } from '@rspack/core'
import { changeAssets } from './change-assets.ts'

const { PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE, PROCESS_ASSETS_STAGE_REPORT } = Compilation

const isRemote = ({ name }: { name?: string | undefined }): boolean => name === 'remote'

// Saves a request. The module stays a chunk of its own, which waits for shared modules as before.
export const mergeIntoContainer = [
  // After scripts are minified, before they are hashed.
  changeAssets('one-file', PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 50, (assets, compilation) => {
    const [container] = [...compilation.entrypoints.values()].flatMap((entry) => entry.getEntrypointChunk())
    const exposed = [...compilation.chunks].find(isRemote)
    const scriptOf = (chunk: typeof exposed) => [...(chunk?.files ?? [])].find((file) => file.endsWith('.js'))
    const [outer, inner] = [scriptOf(container), scriptOf(exposed)]
    if (outer === undefined || inner === undefined) return
    const [first, second] = [assets[outer], assets[inner]]
    if (!first || !second) return
    compilation.updateAsset(outer, new sources.ConcatSource(first, '\n', second))
  }),
  // Earlier steps still read its hash.
  changeAssets('one-file', PROCESS_ASSETS_STAGE_REPORT + 50, (_, compilation) => {
    const files = [...compilation.chunks].filter(isRemote).flatMap((chunk) => [...chunk.files, ...chunk.auxiliaryFiles])
    for (const file of files.filter((each) => /\.js(\.map)?$/.test(each))) compilation.deleteAsset(file)
  }),
]
