import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack'
import { type Configuration, HtmlRspackPlugin, sharing } from '@rspack/core'
import { baseConfig, baseFederation } from 'kit/build/base-config'
import { shellFacts } from 'kit/build/build-facts'
import { eagerModules, lazyModules } from 'kit/build/shared'

const base = baseConfig(import.meta.dirname, 'shell')

/**
 * By path, since no module of the shell imports `kit/graphql`; relative, so that the build is the same in any folder. Provided only: the
 * shell's own imports of them are the same modules.
 */
const provides = Object.fromEntries(
  Object.entries({ ...eagerModules, ...lazyModules }).map(([shareKey, facade]) => [
    `./${relative(import.meta.dirname, fileURLToPath(import.meta.resolve(shareKey)))}`,
    { ...facade, shareKey, eager: Object.hasOwn(eagerModules, shareKey) },
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
    new sharing.ProvideSharedPlugin({ provides, enhanced: true }),
    new ModuleFederationPlugin({
      ...baseFederation,
      name: 'shell',
      manifest: false,
      experiments: { provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
    }),
  ],
} satisfies Configuration
