import type { Budgets } from './facts.ts'

// In bytes of gzip. For comparison: an empty container has 7.5 kB, the largest screen of this
// repository 10 kB, and a second React with its router 67 kB.
export const budgets: Budgets = { first: 60_000, chunk: 60_000, styles: 100_000, file: 2_000_000 }
