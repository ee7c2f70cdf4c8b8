import type { Budgets } from './facts.ts'

// In bytes of gzip. An empty container has 7.5 kB, our largest screen 10 kB, a second React 67 kB.
export const budgets: Budgets = { first: 60_000, chunk: 60_000, styles: 100_000, file: 2_000_000 }
