import { Statement } from 'database/statement.ts'
import { vi } from 'vitest'
import type { Context } from '../context.ts'
import type { TestApp } from './start-test-app.ts'

/** Counts statements that reach the database through this context. Transactions count their own. */
export function countStatements(ctx: Context): { ctx: Context; statements: string[] } {
  const statements: string[] = []
  const watch = <T extends object>(tag: T): T =>
    new Proxy(tag, {
      apply: (target, self, args) => {
        const made: unknown = Reflect.apply(Object(target), self, args)
        watchStatement(made, () => statements.push(String(args[0])))
        return made
      },
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key)
        return key === 'read' ? watch(Object(value)) : value
      },
    })
  const database = { ...ctx.database, sql: watch(ctx.database.sql) }
  return { ctx: { ...ctx, database, sql: watch(ctx.sql) }, statements }
}

function watchStatement(made: unknown, note: () => void): void {
  if (!(made instanceof Statement)) return
  const execute = made.execute.bind(made)
  made.execute = () => {
    note()
    return execute()
  }
}

/** Resolves when this many statements wait for locks. */
export async function statementsWait({ ctx }: TestApp, count: number): Promise<void> {
  const waiting = () => ctx.sql`
    select from pg_stat_activity where "datname" = current_database() and "wait_event_type" = 'Lock'`
  await vi.waitUntil(async () => (await waiting()).length === count)
}
