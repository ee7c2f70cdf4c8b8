import { Compilation, type Compiler, sources } from '@rspack/core'

/**
 * Puts the module that a remote exposes into the file of its container, of which nobody wants one without the other: a request less, and a
 * step less for what a page did not fetch ahead. It stays a chunk of its own, that has arrived already: what it shares is waited for as
 * before.
 */
export const oneFile = {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('one-file', (compilation) => {
      // After the scripts are made small, before anything is computed of their content.
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
      // Its hash is still asked for before.
      const last = Compilation.PROCESS_ASSETS_STAGE_REPORT + 50
      compilation.hooks.processAssets.tap({ name: 'one-file', stage: last }, () => {
        const exposed = [...compilation.chunks].filter(({ name }) => name === 'remote')
        const files = exposed.flatMap((chunk) => [...chunk.files, ...chunk.auxiliaryFiles])
        for (const file of files.filter((each) => /\.js(\.map)?$/.test(each))) compilation.deleteAsset(file)
      })
    })
  },
}
