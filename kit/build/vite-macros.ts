import { createRequire } from 'node:module'
import { experiments } from '@rspack/core'
import type { Plugin } from 'vitest/config'
import { linguiMacro, swcCache } from './modules.ts'
import { compileCatalog } from './po-loader.ts'

const { resolve } = createRequire(import.meta.url)

/** Lets tests import components with lingui's macros, and catalogues: compiled as in the builds. */
export function linguiMacros(): Plugin {
  return {
    name: 'lingui-macros',
    enforce: 'pre',
    async transform(code, id) {
      const [filename = id] = id.split('?')
      if (filename.endsWith('.po')) return { code: await compileCatalog(code, filename), map: null, moduleType: 'js' }
      if (!/\.tsx?$/.test(id) || !code.includes('/macro')) return null
      const result = await experiments.swc.transform(code, {
        filename: id,
        sourceMaps: true,
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: id.endsWith('x') },
          transform: { react: { runtime: 'automatic' } },
          experimental: {
            cacheRoot: swcCache,
            plugins: [[resolve('@lingui/swc-plugin'), { ...linguiMacro, descriptorFields: 'message' }]],
          },
        },
      })
      return { code: result.code, map: result.map ?? null }
    },
  }
}
