import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type Configuration,
  LightningCssMinimizerRspackPlugin,
  type RspackPluginInstance,
  SubresourceIntegrityPlugin,
  SwcJsMinimizerRspackPlugin,
} from '@rspack/core'
import { plainName } from './container-name.ts'
import { dropUnusedRuntime, numberRuntimeImports, replaceRuntimeByModules } from './federation-runtime.ts'
import { isDevelopment } from './development.ts'
import { moduleRules } from './modules.ts'

// All browsers that support es2022, color-mix and :has. For older ones, each logical margin would
// become rules for 24 languages, which slow down every page.
const styleTargets = ['chrome 111', 'edge 111', 'firefox 121', 'safari 16.4', 'ios_saf 16.4']

const minimizer: RspackPluginInstance[] = [
  new SwcJsMinimizerRspackPlugin(),
  new LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: styleTargets } }),
]

/** `uniqueName` separates the chunks of the shell and of remotes within a page. */
export function baseConfig(
  folder: string,
  uniqueName: string,
  mode: 'development' | 'production' = isDevelopment ? 'development' : 'production',
  assets = 'assets',
) {
  const production = mode === 'production'
  return {
    context: folder,
    mode,
    // Production files do not name their source maps, which are not for visitors.
    devtool: production ? 'hidden-source-map' : 'source-map',
    output: {
      path: join(folder, 'dist'),
      uniqueName,
      filename: `${assets}/[name].[contenthash:8].js`,
      chunkFilename: `${assets}/[name].[contenthash:8].js`,
      cssFilename: `${assets}/[name].[contenthash:8].css`,
      cssChunkFilename: `${assets}/[name].[contenthash:8].css`,
      assetModuleFilename: 'assets/[name].[contenthash:8][ext]',
      // Never times out: the shell watches the progress of files (shell/src/federation/files.ts).
      chunkLoadTimeout: 2 ** 31 - 1,
      crossOriginLoading: 'anonymous',
      clean: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      // A copy, because a team may add rules.
      rules: [...moduleRules],
      // The prefix tells the registry which remote owns a class or animation (check/css.ts).
      generator: { 'css/auto': { localIdentName: `${plainName(uniqueName)}-[local]-[hash]` } },
    },
    // In development, too, because pages verify hashes there as well.
    optimization: { realContentHash: true, minimizer },
    plugins: [
      new SubresourceIntegrityPlugin({ enabled: true }),
      numberRuntimeImports,
      replaceRuntimeByModules,
      dropUnusedRuntime,
    ],
  } satisfies Configuration
}

export const baseFederation = {
  shareStrategy: 'loaded-first' as const,
  runtimePlugins: [fileURLToPath(new URL('./container-retry.ts', import.meta.url))],
  dts: false,
}
