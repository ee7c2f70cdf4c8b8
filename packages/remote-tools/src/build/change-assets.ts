import type { Compilation, RspackPluginInstance } from '@rspack/core'

type Change = (assets: Compilation['assets'], compilation: Compilation) => void | Promise<void>

/** A plugin that changes the files of each compilation at one stage, such as PROCESS_ASSETS_STAGE_REPORT. */
export const changeAssets = (name: string, stage: number, change: Change): RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tapPromise({ name, stage }, async (assets) => change(assets, compilation))
    })
  },
})
