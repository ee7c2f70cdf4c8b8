import { createRequire } from 'node:module'
import { experiments } from '@rspack/core'
import { linguiMacroWithTexts, swcCache } from './modules.ts'

const { resolve } = createRequire(import.meta.url)

/** Compiles for Node. English texts stay in the code, so that it needs no catalogue. */
export function compileModule(code: string, filename: string): Promise<{ code: string; map?: string }> {
  return experiments.swc.transform(code, {
    filename,
    sourceMaps: true,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', tsx: filename.endsWith('x') },
      transform: { react: { runtime: 'automatic' } },
      experimental: {
        keepImportAttributes: true,
        cacheRoot: swcCache,
        // Each compilation loads the plugin again, which takes longer than the rest.
        plugins: code.includes('/macro') ? [[resolve('@lingui/swc-plugin'), linguiMacroWithTexts]] : [],
      },
    },
  })
}
