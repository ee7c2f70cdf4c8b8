import { type Configuration, HtmlRspackPlugin } from '@rspack/core'
import { baseConfig } from 'remote-tools/build/base-config'
import { shellFacts } from 'remote-tools/build/build-facts'
import { isDevelopment, refreshHost } from 'remote-tools/build/development'
import { federation, withStyles } from './build/federation.ts'
import { kitSizes } from './build/kit-sizes.ts'
import { splitChunks } from './build/split-chunks.ts'
import { sdkFile } from './sdk/sdk-file.ts'

function shellConfig(mode: 'development' | 'production') {
  const base = baseConfig(import.meta.dirname, 'shell', mode)
  return {
    ...base,
    name: 'shell',
    entry: { shell: [...(mode === 'development' ? [refreshHost] : []), './src/main.tsx'] },
    output: { ...base.output, publicPath: '/' },
    resolve: { ...base.resolve, alias: withStyles },
    // A test limits the transferred bytes of the composed page instead.
    performance: false,
    optimization: { ...base.optimization, splitChunks },
    plugins: [
      ...base.plugins,
      shellFacts,
      kitSizes,
      sdkFile,
      indexHtml('index.html'),
      ...federation(import.meta.dirname),
    ],
  } satisfies Configuration
}

const indexHtml = (filename: string) =>
  new HtmlRspackPlugin({
    template: './src/index.html',
    filename,
    // After the prerendered page, which is painted without them.
    inject: 'body',
    scriptLoading: 'defer',
    minify: false,
  })

/** For previews of a remote under development: React's development build keeps state on refresh. */
function developmentShellConfig(): Configuration {
  const config = shellConfig('development')
  const { output } = config
  return {
    ...config,
    name: 'shell-development',
    // The production build empties the folder first.
    dependencies: ['shell'],
    devtool: false,
    output: {
      ...output,
      filename: inDevelopmentFolder(output.filename),
      chunkFilename: inDevelopmentFolder(output.chunkFilename),
      cssFilename: inDevelopmentFolder(output.cssFilename),
      cssChunkFilename: inDevelopmentFolder(output.cssChunkFilename),
      clean: false,
    },
    plugins: [
      ...baseConfig(import.meta.dirname, 'shell', 'development').plugins,
      indexHtml('development.html'),
      ...federation(import.meta.dirname),
    ],
  }
}

const inDevelopmentFolder = (name: string) => name.replace('assets/', 'assets/development/')

export default isDevelopment ? shellConfig('development') : [shellConfig('production'), developmentShellConfig()]
