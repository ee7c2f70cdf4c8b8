import { type Configuration, HtmlRspackPlugin, type RspackPluginInstance } from '@rspack/core'
import { developmentPage } from 'contract/registry.ts'
import { baseConfig } from 'remote-tools/build/base-config'
import { shellFacts } from 'remote-tools/build/build-facts'
import { isDevelopment, refreshHost } from 'remote-tools/build/development'
import { federation, withStyles } from './build/federation.ts'
import { kitSizes } from './build/kit-sizes.ts'
import { lighterLibraries } from './build/lighter-libraries.ts'
import { splitChunks } from './build/split-chunks.ts'

import { sdkFile } from './sdk/sdk-file.ts'

function shellConfig(
  mode: 'development' | 'production',
  plugins: RspackPluginInstance[],
  { page = 'index.html', assets = 'assets' } = {},
) {
  const base = baseConfig(import.meta.dirname, 'shell', mode, assets)
  return {
    ...base,
    name: 'shell',
    entry: { shell: [...(mode === 'development' ? [refreshHost] : []), './src/main.tsx'] },
    output: { ...base.output, publicPath: '/' },
    resolve: { ...base.resolve, alias: { ...withStyles, 'use-sync-external-store/shim': 'react' } },
    // A test limits the transferred bytes of the composed page instead.
    performance: false,
    optimization: { ...base.optimization, splitChunks },
    plugins: [
      ...base.plugins,
      lighterLibraries,
      ...plugins,
      new HtmlRspackPlugin({
        template: './src/index.html',
        filename: page,
        // After the prerendered page, which is painted without them.
        inject: 'body',
        scriptLoading: 'defer',
        minify: false,
      }),
      ...federation(import.meta.dirname),
    ],
  } satisfies Configuration
}

/** For previews of a remote under development: React's development build keeps state on refresh. */
function developmentShellConfig(): Configuration {
  const config = shellConfig('development', [], { page: developmentPage, assets: 'assets/development' })
  return {
    ...config,
    name: 'shell-development',
    // The production build empties the folder first.
    dependencies: ['shell'],
    devtool: false,
    output: { ...config.output, clean: false },
  }
}

const own = [shellFacts, kitSizes, sdkFile]

export default isDevelopment
  ? shellConfig('development', own)
  : [shellConfig('production', own), developmentShellConfig()]
