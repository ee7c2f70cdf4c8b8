import type { Context } from '../context.ts'

/** What the database's clock says, in milliseconds since 1970. */
export async function readDatabaseTime({ db }: Pick<Context, 'db'>): Promise<number> {
  const [row] = await db.read<
    { time: number }[]
  >`select (extract(epoch from clock_timestamp()) * 1000)::float8 as "time"`
  if (!row) throw new Error('The database does not say what time it is.')
  return row.time
}
