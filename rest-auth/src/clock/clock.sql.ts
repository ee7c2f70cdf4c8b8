import type { Context } from '../context.ts'

/** Unix milliseconds. */
export async function readDatabaseTime({ db }: Pick<Context, 'db'>): Promise<number> {
  const [row] = await db.read<
    { time: number }[]
  >`select (extract(epoch from clock_timestamp()) * 1000)::float8 as "time"`
  if (!row) throw new Error('Expected one row, got none')
  return row.time
}
