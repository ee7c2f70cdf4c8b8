import { type Configuration, HtmlRspackPlugin } from '@rspack/core'
import { baseConfig } from 'remote-tools/build/base-config'
import { shellFacts } from 'remote-tools/build/build-facts'
import { isDevelopment, refreshHost } from 'remote-tools/build/development'
import { federation } from './build/federation.ts'
import { splitChunks } from './build/split-chunks.ts'
import { sdkFile } from './sdk/sdk-file.ts'

/** The shell provides the shared modules and knows no remote: which ones there are stands in the document's lock. */
function shellConfig(mode: 'development' | 'production') {
  const base = baseConfig(import.meta.dirname, 'shell', mode)
  return {
    ...base,
    name: 'shell',
    entry: { shell: [...(mode === 'development' ? [refreshHost] : []), './src/main.tsx'] },
    output: { ...base.output, publicPath: '/' },
    // The budget is a test of the composed page, in bytes on the wire.
    performance: false,
    optimization: { ...base.optimization, splitChunks },
    plugins: [...base.plugins, shellFacts, sdkFile, indexHtml('index.html'), ...federation(import.meta.dirname)],
  } satisfies Configuration
}

const indexHtml = (filename: string) =>
  new HtmlRspackPlugin({
    template: './src/index.html',
    filename,
    inject: 'head',
    scriptLoading: 'defer',
    minify: false,
  })

/**
 * The same for pages in which a remote is being developed (`npx remote dev`): with React's development build, which can take a component's
 * next version and keep its state. Part of each version of the shell, so that both are always of one release.
 */
function besides(): Configuration {
  const config = shellConfig('development')
  const { output } = config
  return {
    ...config,
    name: 'shell-development',
    // After it, which empties the folder.
    dependencies: ['shell'],
    devtool: false,
    output: {
      ...output,
      filename: inFolder(output.filename),
      chunkFilename: inFolder(output.chunkFilename),
      cssFilename: inFolder(output.cssFilename),
      cssChunkFilename: inFolder(output.cssChunkFilename),
      clean: false,
    },
    plugins: [
      ...baseConfig(import.meta.dirname, 'shell', 'development').plugins,
      indexHtml('development.html'),
      ...federation(import.meta.dirname),
    ],
  }
}

const inFolder = (name: string) => name.replace('assets/', 'assets/development/')

export default isDevelopment ? shellConfig('development') : [shellConfig('production'), besides()]
