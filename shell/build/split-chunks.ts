/** The files that the shell's first scripts come in, each of which changes for a reason of its own. */
export const splitChunks = {
  cacheGroups: {
    // `kit/graphql` is one file.
    defaultVendors: false,
    react: { name: 'react', test: /[\\/](react|react-dom|scheduler)[\\/]/, chunks: 'initial', priority: 2 },
    kit: { name: 'kit', test: /[\\/](kit[\\/]src|node_modules)[\\/]/, chunks: 'initial', priority: 1 },
  },
} as const
