import { Compilation, type Compiler, sources } from '@rspack/core'

// Saves a request. The module stays a chunk of its own, which waits for shared modules as before.
export const mergeIntoContainer = {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('one-file', (compilation) => {
      // After scripts are minified, before they are hashed.
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 50
      compilation.hooks.processAssets.tap({ name: 'one-file', stage }, (assets) => {
        const [container] = [...compilation.entrypoints.values()].flatMap((entry) => entry.getEntrypointChunk())
        const exposed = [...compilation.chunks].find(({ name }) => name === 'remote')
        const scriptOf = (chunk: typeof exposed) => [...(chunk?.files ?? [])].find((file) => file.endsWith('.js'))
        const [outer, inner] = [scriptOf(container), scriptOf(exposed)]
        if (outer === undefined || inner === undefined) return
        const [first, second] = [assets[outer], assets[inner]]
        if (!first || !second) return
        compilation.updateAsset(outer, new sources.ConcatSource(first, '\n', second))
      })
      // Earlier steps still read its hash.
      const last = Compilation.PROCESS_ASSETS_STAGE_REPORT + 50
      compilation.hooks.processAssets.tap({ name: 'one-file', stage: last }, () => {
        const exposed = [...compilation.chunks].filter(({ name }) => name === 'remote')
        const files = exposed.flatMap((chunk) => [...chunk.files, ...chunk.auxiliaryFiles])
        for (const file of files.filter((each) => /\.js(\.map)?$/.test(each))) compilation.deleteAsset(file)
      })
    })
  },
}
