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
import { runtimeAsModules, runtimeByNumber } from './federation-runtime.ts'
import { isDevelopment } from './development.ts'
import { moduleRules } from './modules.ts'

/**
 * Browsers that know what scripts (es2022) and styles (color-mix, :has) need anyway. For older ones each margin at the start of a line
 * would become rules for 24 languages, which every button of a page is compared with.
 */
const styleTargets = ['chrome 111', 'edge 111', 'firefox 121', 'safari 16.4', 'ios_saf 16.4']

const minimizer: RspackPluginInstance[] = [
  new SwcJsMinimizerRspackPlugin(),
  new LightningCssMinimizerRspackPlugin({ minimizerOptions: { targets: styleTargets } }),
]

/** What the builds of shell and remotes share. `uniqueName` keeps apart in a page what each of them loads. */
export function baseConfig(
  folder: string,
  uniqueName: string,
  mode: 'development' | 'production' = isDevelopment ? 'development' : 'production',
) {
  const production = mode === 'production'
  return {
    context: folder,
    mode,
    // In production beside the scripts, which do not name them: for whoever built, not for visitors.
    devtool: production ? 'hidden-source-map' : 'source-map',
    output: {
      path: join(folder, 'dist'),
      uniqueName,
      filename: 'assets/[name].[contenthash:8].js',
      chunkFilename: 'assets/[name].[contenthash:8].js',
      cssFilename: 'assets/[name].[contenthash:8].css',
      cssChunkFilename: 'assets/[name].[contenthash:8].css',
      // No limit of the bundler's, which would be two minutes: the shell ends the wait for a silent file (shell/src/federation/files.ts).
      chunkLoadTimeout: 2 ** 31 - 1,
      crossOriginLoading: 'anonymous',
      clean: true,
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: moduleRules,
      // CSS modules: by its beginning the registry knows whose class or animation it is (remote-tools/check/css.ts).
      generator: { 'css/auto': { localIdentName: `${plainName(uniqueName)}-[local]-[hash]` } },
    },
    // In development, too: hashes of files are checked there as well.
    optimization: { realContentHash: true, minimizer },
    plugins: [new SubresourceIntegrityPlugin({ enabled: true }), runtimeByNumber, runtimeAsModules],
  } satisfies Configuration
}

export const baseFederation = {
  shareStrategy: 'loaded-first' as const,
  runtimePlugins: [fileURLToPath(new URL('./container-retry.ts', import.meta.url))],
  dts: false,
}
