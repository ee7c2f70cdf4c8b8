import type { Database } from 'database/connect.ts'
import type { Pool } from 'database/pool.ts'
import { Gauge, Histogram } from 'prom-client'

const waits = new Histogram({
  name: 'database_wait_seconds',
  help: 'How long statements and transactions waited for a connection to the database, and whether they got one (used, refused)',
  labelNames: ['pool', 'outcome'],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5],
})

export const noteWait = (pool: Pool['options']['name'], waited: number, isServed: boolean): void =>
  waits.observe({ pool, outcome: isServed ? 'used' : 'refused' }, waited / 1000)

export function watchDatabase(database: Database): void {
  const tell = (name: string, help: string, read: (pool: Pool) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['pool'],
      collect() {
        for (const pool of database.pools) this.set({ pool: pool.options.name }, read(pool))
      },
    })
  tell('database_connections_most', 'How many connections there may be', ({ options }) => options.size)
  tell('database_connections', 'How many connections there are', ({ open }) => open.size)
  tell(
    'database_connections_busy',
    'How many of them a statement or a transaction has',
    ({ open }) => [...open].filter(({ uses }) => uses > 0).length,
  )
  tell('database_waiting', 'Statements and transactions that wait for a connection', ({ waiting }) => waiting.size)
}
