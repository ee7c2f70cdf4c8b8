import { vi } from 'vitest'
import type { Context } from '../context.ts'
import type { TestApp } from './start-test-app.ts'

/** Counts statements that reach the database through this context. Transactions count their own. */
export function countStatements(ctx: Context): { ctx: Context; statements: string[] } {
  const statements: string[] = []
  const watch = (sql: Context['sql']): Context['sql'] =>
    new Proxy(sql, {
      apply: (target, self, args) => {
        const made: unknown = Reflect.apply(target, self, args)
        watchQuery(made, statements)
        return made
      },
    })
  const database = { ...ctx.database, sql: watch(ctx.database.sql) }
  return { ctx: { ...ctx, database, sql: watch(ctx.sql) }, statements }
}

function watchQuery(made: unknown, statements: string[]): void {
  if (!(made instanceof Promise)) return
  const handler: unknown = Reflect.get(made, 'handler')
  if (typeof handler !== 'function') return
  const watched = (query: object): unknown => {
    statements.push(String(Reflect.get(query, 'strings')))
    return Reflect.apply(handler, undefined, [query])
  }
  Reflect.set(made, 'handler', watched)
}

/** Resolves when this many statements wait for locks. */
export async function statementsWait({ ctx }: TestApp, count: number): Promise<void> {
  const waiting = () => ctx.sql`
    select from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`
  await vi.waitUntil(async () => (await waiting()).length === count)
}
