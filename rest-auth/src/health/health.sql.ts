import { requestContexts } from 'database/request-context.ts'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { Context } from '../context.ts'

const timeout = 1500

/** Returns a reason without details, because anyone may request it. */
export async function findDatabaseProblem({ database, log }: Context): Promise<string | undefined> {
  try {
    return await requestContexts.run({ deadline: performance.now() + timeout }, async () => {
      // Fails if the database is read-only. Reads no row.
      await database.health.write`select 1 from "session" where false for key share`
      if (database.space.isMissing) {
        await checkSpace(database.health)
        database.space.isMissing = false
      }
      return undefined
    })
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'database not ready')
    return error instanceof DatabaseUnavailable ? error.reason : 'the database rejects queries'
  }
}

/** Writes a megabyte: PostgreSQL notices a full disk only when a file grows. */
const checkSpace = (db: Context['db']) =>
  db.unsafe(`
    create temporary table "takenSpace" as select md5(n::text) as "text" from generate_series(1, 20000) n;
    drop table "takenSpace"`)
