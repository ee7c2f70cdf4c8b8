import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { RuleSetRule } from '@rspack/core'
import { isRemoteDev } from './development.ts'

const { resolve } = createRequire(import.meta.url)

/** Compiled texts import from kit, so that a page has one i18n instance. */
export const linguiMacro = {
  runtimeModules: { i18n: ['kit', 'i18n'], trans: ['kit', 'Trans'], useLingui: ['kit', 'useLingui'] },
  descriptorFields: 'id-only',
}

/** Keeps English texts, for new ones that are not in a catalogue yet. */
export const linguiMacroWithTexts = { ...linguiMacro, descriptorFields: 'message' }

export const swcCache = fileURLToPath(new URL('../../../kit/node_modules/.cache/swc', import.meta.url))

export const moduleRules: RuleSetRule[] = [
  { test: /\.tsx?$/, enforce: 'pre', loader: fileURLToPath(new URL('./document-loader.ts', import.meta.url)) },
  { resourceQuery: /^\?source$/, loader: fileURLToPath(new URL('./worker-source.ts', import.meta.url)) },
  {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    options: {
      detectSyntax: 'auto',
      jsc: {
        target: 'es2022',
        // `development` would add paths of this machine.
        transform: { react: { runtime: 'automatic', development: false, refresh: isRemoteDev } },
        experimental: {
          cacheRoot: swcCache,
          plugins: [[resolve('@lingui/swc-plugin'), isRemoteDev ? linguiMacroWithTexts : linguiMacro]],
        },
      },
    },
  },
  { test: /\.po$/, type: 'javascript/auto', loader: fileURLToPath(new URL('./po-loader.ts', import.meta.url)) },
  { test: /\.css$/, type: 'css/auto', parser: { namedExports: false } },
  { test: /\.svg$/, type: 'asset/inline' },
]
