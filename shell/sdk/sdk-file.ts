import { Compilation, sources } from '@rspack/core'
import { changeAssets } from 'remote-tools/build/change-assets'
import { packSdk } from './pack-sdk.ts'

let packed: ReturnType<typeof packSdk> | undefined

export const sdkFile = changeAssets('sdk', Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL, async (_, compilation) => {
  packed ??= packSdk()
  const { name, content } = await packed
  compilation.emitAsset(`sdk/${name}`, new sources.RawSource(content))
})
