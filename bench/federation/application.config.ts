// Shell and remotes as one application of the same sources; remotes and screens are lazy chunks.
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type * as rspack from '@rspack/core'
import { baseConfig } from 'remote-tools/build/base-config'
import { splitChunks } from 'shell/build/split-chunks'

const root = resolve(import.meta.dirname, '../..')
const shell = join(root, 'shell')
const { DefinePlugin, HtmlRspackPlugin, NormalModuleReplacementPlugin, SubresourceIntegrityPlugin }: typeof rspack =
  createRequire(join(shell, 'package.json'))('@rspack/core')

const descriptions = globSync('mf-*/dist/remote.json', { cwd: root })
  .toSorted()
  .map((file) => ({
    ...JSON.parse(readFileSync(join(root, file), 'utf8')),
    version: '1.0.0',
    entry: '',
    integrity: '',
  }))

const base = baseConfig(shell, 'application', 'production')

export default {
  ...base,
  name: 'application',
  entry: { shell: './src/main.tsx' },
  output: { ...base.output, publicPath: '/' },
  resolve: {
    ...base.resolve,
    modules: ['node_modules', join(shell, 'node_modules')],
    // Other contenders may have installed another React beside this file.
    alias: { react: join(shell, 'node_modules/react') },
  },
  performance: false,
  module: {
    rules: [
      ...base.module.rules,
      // A chunk for the texts of each remote, as in its own build.
      { test: /[\\/]remote\.tsx$/, enforce: 'pre', loader: join(import.meta.dirname, 'own-texts.ts') },
    ],
  },
  optimization: { ...base.optimization, splitChunks },
  plugins: [
    // Instead of base.plugins, which also change the runtime of Module Federation: here is none.
    new SubresourceIntegrityPlugin({ enabled: true }),
    new DefinePlugin({ REMOTES: JSON.stringify(descriptions) }),
    new NormalModuleReplacementPlugin(/(?<=[\\/])(load-remote|document)\.ts$/, (data) => {
      const [name = ''] = /[\w-]+\.ts$/.exec(data.request) ?? []
      if (data.context.startsWith(join(shell, 'src'))) data.request = join(import.meta.dirname, name)
    }),
    new HtmlRspackPlugin({
      template: './src/index.html',
      filename: 'index.html',
      inject: 'head',
      scriptLoading: 'defer',
      minify: false,
    }),
  ],
} satisfies rspack.Configuration
