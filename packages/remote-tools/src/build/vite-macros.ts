import type { Plugin } from 'vitest/config'
import { compileModule } from './compile-module.ts'
import { compileCatalog } from './po-loader.ts'

/** Lets tests import components with lingui's macros, and catalogues. */
export function linguiMacros(): Plugin {
  return {
    name: 'lingui-macros',
    enforce: 'pre',
    async transform(code, id) {
      const [filename = id, query] = id.split('?')
      if (query === 'source') return { code: "export default ''", map: null, moduleType: 'js' }
      if (filename.endsWith('.po')) return { code: await compileCatalog(code, filename), map: null, moduleType: 'js' }
      if (!/\.tsx?$/.test(id) || !code.includes('/macro')) return null
      const { code: compiled, map } = await compileModule(code, id)
      return { code: compiled, map: map ?? null }
    },
  }
}
