import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, HtmlRspackPlugin } from '@rspack/core'
import { baseConfig, baseFederation } from 'kit/build/base-config'
import { shellFacts } from 'kit/build/build-facts'
import { isDevelopment, refreshHost } from 'kit/build/development'
import { eagerModules, lazyModules } from 'kit/build/shared'

const eager = Object.fromEntries(Object.entries(eagerModules).map(([key, facade]) => [key, { ...facade, eager: true }]))
// No module of the shell imports these, so the plugin has to be told where they are.
const lazy = Object.fromEntries(
  Object.entries(lazyModules).map(([key, facade]) => [
    key,
    { ...facade, import: fileURLToPath(import.meta.resolve(key)) },
  ]),
)

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
    optimization: {
      ...base.optimization,
      splitChunks: {
        cacheGroups: {
          react: { name: 'react', test: /[\\/](react|react-dom|scheduler)[\\/]/, chunks: 'initial', priority: 2 },
          kit: { name: 'kit', test: /[\\/](kit[\\/]src|node_modules)[\\/]/, chunks: 'initial', priority: 1 },
        },
      },
    },
    plugins: [...base.plugins, shellFacts, indexHtml('index.html'), federation()],
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

const federation = () =>
  new ModuleFederationPlugin({
    ...baseFederation,
    name: 'shell',
    shared: { ...eager, ...lazy },
    manifest: false,
    experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
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
      federation(),
    ],
  }
}

const inFolder = (name: string) => name.replace('assets/', 'assets/development/')

export default isDevelopment ? shellConfig('development') : [shellConfig('production'), besides()]
