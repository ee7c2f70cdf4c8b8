import type { Chunk } from '@rspack/core'

/** Splits the initial scripts so that an update of one part leaves the others cached. */
export const splitChunks = {
  cacheGroups: {
    defaultVendors: false as const,
    default: { chunks: isShared, minChunks: 2, priority: -20, reuseExistingChunk: true },
    react: { name: 'react', test: /[\\/](react|react-dom|scheduler)[\\/]/, chunks: 'initial', priority: 2 },
    kit: { name: 'kit', test: /[\\/](kit[\\/]src|node_modules)[\\/]/, chunks: 'initial', priority: 1 },
  },
} as const

/** The gallery gets copies, because every further file costs each page 70 bytes: its hash. */
function isShared(chunk: Chunk): boolean {
  return !chunk.canBeInitial() && chunk.name !== 'gallery'
}
