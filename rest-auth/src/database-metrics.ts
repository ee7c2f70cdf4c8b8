import type { Database } from 'database/connect.ts'
import type { Pool } from 'database/pool.ts'
import { Counter, Gauge, Histogram } from 'prom-client'
import { startAtZero } from 'service/metrics.ts'
import { observeStatement } from 'service/statement-metrics.ts'

const waits = new Histogram({
  name: 'database_wait_seconds',
  help: 'Time that statements and transactions waited for a database connection, by outcome: used or refused',
  labelNames: ['pool', 'outcome'],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5],
})
startAtZero(waits, { pool: ['reads', 'writes', 'health'], outcome: ['used', 'refused'] })

const connectionFailures = new Counter({
  name: 'database_connection_failures_total',
  help: 'Failed attempts to connect to the database',
})

export const databaseObservers = {
  onWait: (pool: Pool['options']['name'], waited: number, isServed: boolean) =>
    waits.observe({ pool, outcome: isServed ? 'used' : 'refused' }, waited / 1000),
  onStatement: observeStatement,
  onConnectionFailure: () => connectionFailures.inc(),
}

export function watchDatabase(database: Database): void {
  const gauge = (name: string, help: string, read: (pool: Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      collect() {
        for (const pool of database.pools) this.set({ pool: pool.options.name }, read(pool))
      },
    })
  gauge('database_connections_most', 'Maximum database connections', ({ options }) => options.size)
  gauge('database_connections', 'Open database connections', ({ open }) => open.size)
  gauge(
    'database_connections_busy',
    'Database connections in use by a statement or a transaction',
    ({ open }) => [...open].filter(({ uses }) => uses > 0).length,
  )
  gauge('database_waiting', 'Statements and transactions waiting for a connection', ({ waiting }) => waiting.size)
}
