import type { Statements } from 'database/connect.ts'
import { vi } from 'vitest'
import type { Context } from '../context.ts'
import type { TestApp } from './start-test-app.ts'

/** Counts statements of this context. Transactions count their own. */
export function countStatements(ctx: Context): { ctx: Context; statements: string[] } {
  const statements: string[] = []
  const count =
    (tag: Statements['read']): Statements['read'] =>
    (text, ...values) => {
      statements.push(text.join('$'))
      return tag(text, ...values)
    }
  const database = { ...ctx.database, read: count(ctx.database.read), write: count(ctx.database.write) }
  return { ctx: { ...ctx, database, db: database }, statements }
}

/** Resolves when this many statements wait for locks. Uses a connection that none of them shares. */
export async function statementsWait({ ctx }: TestApp, count: number): Promise<void> {
  const waiting = () => ctx.database.health.read`
    select from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`
  await vi.waitUntil(async () => (await waiting()).length === count)
}
