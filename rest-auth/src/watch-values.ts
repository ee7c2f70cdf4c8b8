import { gauge } from 'service/metrics.ts'
import type { Context } from './context.ts'
import { repeat, type Repetition } from './repeat.ts'

/** Reports cached values, so that a scrape never waits for the database. NaN if it fails. */
export function watchValues<Key extends string>(
  ctx: Context,
  what: string,
  pause: number,
  gauges: Readonly<Record<Key, readonly [name: string, help: string]>>,
  read: (ctx: Context) => Promise<Readonly<Record<Key, number>>>,
): Repetition {
  let values: Readonly<Record<string, number>> = {}
  for (const [key, [name, help]] of Object.entries<readonly [string, string]>(gauges))
    gauge(name, help, () => values[key] ?? NaN)
  return repeat(ctx, what, pause, async () => {
    values = await read(ctx).catch((error: unknown) => {
      values = {}
      throw error
    })
    return false
  })
}
