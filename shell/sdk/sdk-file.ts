import { Compilation, type Compiler, sources } from '@rspack/core'
import { packSdk } from './pack-sdk.ts'

let packed: ReturnType<typeof packSdk> | undefined

export const sdkFile = {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('sdk', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL
      compilation.hooks.processAssets.tapPromise({ name: 'sdk', stage }, async () => {
        packed ??= packSdk()
        const { name, content } = await packed
        compilation.emitAsset(`sdk/${name}`, new sources.RawSource(content))
      })
    })
  },
}
