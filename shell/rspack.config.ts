import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, HtmlRspackPlugin } from '@rspack/core'
import { baseConfig, baseFederation } from 'kit/build/base-config'
import { shellFacts } from 'kit/build/build-facts'
import { eagerModules, lazyModules } from 'kit/build/shared'

const base = baseConfig(import.meta.dirname, 'shell')

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
  ...base,
  name: 'shell',
  entry: { shell: './src/main.tsx' },
  output: { ...base.output, publicPath: '/' },
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
    ...base.plugins,
    shellFacts,
    new HtmlRspackPlugin({ template: './src/index.html', inject: 'head', scriptLoading: 'defer', minify: false }),
    new ModuleFederationPlugin({
      ...baseFederation,
      name: 'shell',
      shared: { ...eager, ...lazy },
      manifest: false,
      experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
    }),
  ],
} satisfies Configuration
