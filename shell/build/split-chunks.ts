/** Splits the initial scripts so that an update of one part leaves the others cached. */
export const splitChunks = {
  cacheGroups: {
    defaultVendors: false,
    react: { name: 'react', test: /[\\/](react|react-dom|scheduler)[\\/]/, chunks: 'initial', priority: 2 },
    kit: { name: 'kit', test: /[\\/](kit[\\/]src|node_modules)[\\/]/, chunks: 'initial', priority: 1 },
  },
} as const
