import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Compilation, DefinePlugin, HotModuleReplacementPlugin, type RspackPluginInstance, sources } from '@rspack/core'
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh'
import { integrityOf } from 'contract/integrity.ts'
import { changeAssets } from './change-assets.ts'

export const isDevelopment = process.env['NODE_ENV'] === 'development'
/** Whether to build for `npx remote dev`: open pages then apply new builds. */
export const isRemoteDev = process.env['REMOTE_DEV'] === '1'

const { resolve } = createRequire(import.meta.url)
const runtime = resolve('kit/refresh/runtime')
const updates = resolve('kit/refresh/updates')
const overlay = resolve('kit/refresh/overlay')

export const refreshHost = resolve('kit/refresh/host')

export function createDevOptions(folder: string, name: string) {
  const plugins: RspackPluginInstance[] = [
    new DefinePlugin({ REMOTE_NAME: JSON.stringify(name) }),
    new HotModuleReplacementPlugin(),
    new ReactRefreshRspackPlugin({ injectEntry: false }),
    fixUpdateHashes,
  ]
  return {
    // Pages share one runtime (kit/src/refresh/runtime.ts).
    alias: { 'react-refresh': dirname(runtime) },
    plugins,
    runtimePlugins: [updates],
    // Nothing accepts a new version of the description: pages reload, which draws the menu again.
    modules: [join(folder, 'remote.json'), overlay],
    // The registry serves only files in assets/.
    output: {
      hotUpdateMainFilename: 'assets/[runtime].[fullhash].hot-update.json',
      hotUpdateChunkFilename: 'assets/[id].[fullhash].hot-update.js',
    },
  }
}

// SubresourceIntegrityPlugin may confuse the hashes of a chunk and its hot update. Pages only load
// the chunk; the hash of the update arrives with the event that announces it. An update also lacks
// the new hashes of chunks and stylesheets, without which the page would block them.
const fixUpdateHashes = changeAssets('own-hashes', Compilation.PROCESS_ASSETS_STAGE_REPORT, (assets, compilation) => {
  const hashOf = (file: string) => integrityOf(assets[file]?.buffer() ?? Buffer.alloc(0))
  const wrong = [...compilation.chunks].flatMap(({ files }) => {
    const scripts = [...files].filter((file) => file.endsWith('.js'))
    const own = scripts.find((file) => !isUpdate(file))
    return own === undefined ? [] : scripts.filter(isUpdate).map((file) => [hashOf(file), hashOf(own)] as const)
  })
  const entry = Object.entries(assets).find(([file]) => /\bremoteEntry\.\w+\.js$/.test(file))?.[1]
  const hashes = entry
    ?.source()
    .toString()
    .match(/__webpack_require__\.sri(Css)?Hashes = \{[^}]*\};/g)
  for (const [file, asset] of Object.entries(assets)) {
    const source = file.endsWith('.js') ? asset.source().toString() : ''
    const text = isUpdate(file)
      ? source.replace(/,function\(__webpack_require__\) \{/, (start) => start + hashes?.join(''))
      : source
    const right = wrong.reduce((changed, [update, own]) => changed.replaceAll(update, own), text)
    if (right !== source) compilation.updateAsset(file, new sources.RawSource(right))
  }
})

const isUpdate = (file: string): boolean => file.includes('.hot-update.')
