import { Histogram } from 'prom-client'

const statements = new Histogram({
  name: 'database_statement_seconds',
  help: 'Duration of statements by name: file and function, as in their SQL comment',
  labelNames: ['statement'],
  buckets: [0.005, 0.025, 0.1, 0.5, 2.5],
})

/** `duration` is in milliseconds. */
export const observeStatement = (statement: string, duration: number): void =>
  statements.observe({ statement }, duration / 1000)
