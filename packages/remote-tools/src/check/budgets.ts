import type { Budgets } from './facts.ts'

/**
 * What a remote may weigh, in bytes of gzip. A container with Module Federation's part takes 7.5 kB, the heaviest screen of this repository
 * 10 kB, a second React with its router 67 kB, which no visitor should have to wait for.
 */
export const budgets: Budgets = { first: 60_000, chunk: 60_000, styles: 100_000, file: 2_000_000 }
