import { requestContexts } from 'database/request-context.ts'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { Context } from '../context.ts'

/** For an answer in time for those who ask, in milliseconds. */
const patience = 1500

/** Why the database cannot serve, in our words, since anyone may ask; undefined if it answers, has our tables and takes writes. */
export async function databaseTrouble({ database, log }: Context): Promise<string | undefined> {
  try {
    return await requestContexts.run({ deadline: performance.now() + patience }, async () => {
      // Refused where nothing can be written, and otherwise nothing.
      await database.health.write`select 1 from "session" where false for key share`
      if (database.space.isMissing) {
        await takeSpace(database.health)
        database.space.isMissing = false
      }
      return undefined
    })
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'the database is not ready')
    return error instanceof DatabaseUnavailable ? error.reason : 'the database refuses'
  }
}

/** A megabyte for a moment: PostgreSQL finds that a disk is full when a file has to grow, not before. */
const takeSpace = (db: Context['db']) =>
  db.unsafe(`
    create temporary table "takenSpace" as select md5(n::text) as "text" from generate_series(1, 20000) n;
    drop table "takenSpace"`)
