import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, HtmlRspackPlugin } from '@rspack/core'
import { runtimeAsModules } from 'kit/build/federation-runtime'
import { moduleRules } from 'kit/build/modules'
import { precompress } from 'kit/build/precompress'
import { eagerModules, lazyModules } from 'kit/build/shared'

const folder = import.meta.dirname
const production = process.env['NODE_ENV'] !== 'development'

const eager = Object.fromEntries(Object.entries(eagerModules).map(([key, facade]) => [key, { ...facade, eager: true }]))
// No module of the shell imports these, so the plugin has to be told where they are.
const lazy = Object.fromEntries(
  Object.entries(lazyModules).map(([key, facade]) => [
    key,
    { ...facade, import: fileURLToPath(import.meta.resolve(key)) },
  ]),
)

/** The shell provides the shared modules and knows no remote: which ones there are stands in the document's lock. */
export default {
  name: 'shell',
  context: folder,
  mode: production ? 'production' : 'development',
  devtool: 'source-map',
  entry: { shell: './src/main.tsx' },
  output: {
    path: join(folder, 'dist'),
    publicPath: '/',
    uniqueName: 'shell',
    filename: 'assets/[name].[contenthash:8].js',
    chunkFilename: 'assets/[name].[contenthash:8].js',
    cssFilename: 'assets/[name].[contenthash:8].css',
    cssChunkFilename: 'assets/[name].[contenthash:8].css',
    // What remotes share comes as a chunk of the shell, and may keep a visitor waiting no longer than they may.
    chunkLoadTimeout: 5000,
    clean: true,
  },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: { rules: moduleRules },
  // The budget is a test of the composed page, in bytes on the wire.
  performance: false,
  optimization: {
    splitChunks: {
      cacheGroups: {
        react: { name: 'react', test: /[\\/](react|react-dom|scheduler)[\\/]/, chunks: 'initial', priority: 2 },
        kit: { name: 'kit', test: /[\\/](kit[\\/]src|node_modules)[\\/]/, chunks: 'initial', priority: 1 },
      },
    },
  },
  plugins: [
    runtimeAsModules,
    new HtmlRspackPlugin({ template: './src/index.html', inject: 'head', scriptLoading: 'defer', minify: false }),
    new ModuleFederationPlugin({
      name: 'shell',
      shared: { ...eager, ...lazy },
      shareStrategy: 'loaded-first',
      runtimePlugins: [fileURLToPath(import.meta.resolve('kit/build/container-retry'))],
      dts: false,
      manifest: false,
      experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
    }),
    ...(production ? [precompress] : []),
  ],
} satisfies Configuration
