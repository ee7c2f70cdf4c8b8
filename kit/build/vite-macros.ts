import { createRequire } from 'node:module'
import { experiments } from '@rspack/core'
import type { Plugin } from 'vitest/config'
import { linguiMacro } from './modules.ts'

const { resolve } = createRequire(import.meta.url)

/** Lets tests import components that use lingui's macros: the same plugin and options as in the builds. */
export function linguiMacros(): Plugin {
  return {
    name: 'lingui-macros',
    enforce: 'pre',
    async transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes('/macro')) return null
      const result = await experiments.swc.transform(code, {
        filename: id,
        sourceMaps: true,
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: id.endsWith('x') },
          transform: { react: { runtime: 'automatic' } },
          experimental: { plugins: [[resolve('@lingui/swc-plugin'), { ...linguiMacro, descriptorFields: 'message' }]] },
        },
      })
      return { code: result.code, map: result.map ?? null }
    },
  }
}
