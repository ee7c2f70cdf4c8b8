import { connect, type Statements } from 'database/connect.ts'
import { buildApp as buildGateway } from 'gateway/app'
import { loadConfig as loadGatewayConfig } from 'gateway/config'
import { logOfErrors as log } from 'rest-auth/testing/log-of-errors'
import { type App, buildApp, type Context, loadConfig } from 'rest-auth/testing/measuring'

const origin = 'http://localhost:3000'

export interface Cost {
  /** Index entries, and rows of tables that are scanned sequentially. */
  readonly rows: number
  /** Pages of tables and indexes that are read. */
  readonly pages: number
  readonly milliseconds: number
}

/** The servers on one database, and its counters. */
export interface Subject {
  readonly restAuth: App
  readonly gateway: Awaited<ReturnType<typeof buildGateway>>
  readonly ctx: Context
  /** The cost of `run` without `prepare`. Both are rolled back. */
  costOf(run: () => Promise<unknown>, prepare: () => Promise<void>, times: number): Promise<Cost>
  stop(): Promise<void>
}

class Undo extends Error {}

/**
 * Starts rest-auth and the gateway on one connection, in this process. Requests run in a
 * transaction that is rolled back, with savepoints as their own transactions, so that each call can
 * be repeated.
 */
export async function startSubject(databaseUrl: string, settings: string): Promise<Subject> {
  const database = connect(databaseUrl, { connections: 1 })
  await database.unsafe(settings)
  let current: Statements = database
  let savepoints = 0
  const begin: Context['database']['begin'] = async (run, finish) => {
    const name = `s${(savepoints += 1)}`
    await current.unsafe(`savepoint ${name}`)
    try {
      const result = await run(current)
      await finish?.(current)
      await current.unsafe(`release ${name}`)
      return result
    } catch (error) {
      await current.unsafe(`rollback to ${name}`)
      throw error
    }
  }
  const db: Statements = {
    read: (text, ...values) => current.read(text, ...values),
    write: (text, ...values) => current.write(text, ...values),
    unsafe: (text, values) => current.unsafe(text, values),
  }
  const ctx: Context = {
    db,
    database: { ...database, ...db, begin },
    config: loadConfig({
      AUTH_SECRET: 'a secret that only the benchmark knows of',
      AUTH_URL: origin,
      RATE_LIMIT_ENABLED: 'true',
      TRUSTED_PROXIES: '127.0.0.0/8',
      ONE_TIME_TOKEN_FOR_PAGES: 'true',
      ORGANIZATION_MEMBERSHIP_LIMIT: '1000000',
      ORGANIZATION_TEAM_LIMIT: '1000000',
    }),
    now: () => new Date(),
    steady: () => performance.now(),
    log,
  }
  const restAuth = await buildApp(ctx)
  const config = loadGatewayConfig({
    REST_AUTH_URL: await restAuth.listen({ host: '127.0.0.1', port: 0 }),
    AUTH_URL: origin,
    TRUSTED_PROXIES: '127.0.0.0/8',
    RATE_LIMIT_ENABLED: 'false',
  })
  const gateway = await buildGateway(config, log)

  const counters = async () => {
    await database.write`select pg_stat_force_next_flush()`
    const [row] = await database.read<{ rows: number; pages: number }[]>`
      select (select sum("seq_tup_read") from pg_stat_user_tables)::float + (select sum("idx_tup_read") from pg_stat_user_indexes)::float as "rows",
        (select sum("hits" + coalesce("reads", 0)) from pg_stat_get_backend_io(pg_backend_pid()) where "object" = 'relation')::float as "pages"`
    return row ?? { rows: 0, pages: 0 }
  }
  /** Measures reads and duration in milliseconds. */
  const during = async (run: () => Promise<number>): Promise<Cost> => {
    await counters()
    const before = await counters()
    let milliseconds = 0
    await database
      .begin(async (transaction) => {
        current = transaction
        milliseconds = await run()
        throw new Undo()
      })
      .catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error
      })
      .finally(() => (current = database))
    const after = await counters()
    return { rows: after.rows - before.rows, pages: after.pages - before.pages, milliseconds }
  }

  return {
    restAuth,
    gateway,
    ctx,
    async costOf(run, prepare, times) {
      const only = async () => {
        await prepare()
        return 0
      }
      const both = async () => {
        await only()
        const started = performance.now()
        await run()
        return performance.now() - started
      }
      // PostgreSQL plans the first executions of a statement individually.
      for (let n = 1; n < times * 2; n += 1) await during(both)
      const [without, whole] = [await during(only), await during(both)]
      return {
        rows: Math.max(0, Math.round(whole.rows - without.rows)),
        pages: Math.max(0, Math.round(whole.pages - without.pages)),
        milliseconds: whole.milliseconds,
      }
    },
    async stop() {
      await gateway.close()
      await restAuth.close()
      await database.end()
    },
  }
}
