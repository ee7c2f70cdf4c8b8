import { onlyRow } from 'database/sql.ts'
import { monotonicTime } from 'service/monotonic-time.ts'
import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'

const pause = 30_000
/** In milliseconds: smaller differences are normal and are corrected immediately. */
const normalDrift = 1000
const firstSamples = 3

/** Monotonic time plus an offset, so changes of the local clock have no effect (decision 019). */
export function databaseClock(
  read: () => Promise<number>,
  log: Pick<Context['log'], 'warn'>,
  steady: () => number = monotonicTime,
) {
  let offset: number | undefined
  let maxStep = normalDrift
  return {
    now: (): Date => {
      if (offset === undefined) throw new Error('The clock was read before its first measurement')
      return new Date(steady() + offset)
    },
    async measure(): Promise<void> {
      const requestedAt = steady()
      const time = await read()
      const least = time - steady()
      const most = time - requestedAt
      if (offset === undefined) {
        offset = (least + most) / 2
        return
      }
      // The true offset is between `least` and `most`. Jumps are followed slowly.
      const ahead = Math.min(Math.max(offset, least), most) - offset
      const jumped = Math.abs(ahead) > maxStep
      offset += jumped ? Math.sign(ahead) * maxStep : ahead
      maxStep = jumped ? maxStep * 2 : normalDrift
      if (jumped) log.warn({ aheadBy: ahead / 1000 }, 'database clock jumped, following slowly')
    },
  }
}

type Clock = ReturnType<typeof databaseClock>

/** Unix milliseconds. */
async function readDatabaseTime({ db }: Pick<Context, 'db'>): Promise<number> {
  const { time } = await onlyRow(db.read<{ time: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "time"`)
  return time
}

export async function measureClock(ctx: Pick<Context, 'db' | 'log'>): Promise<Clock> {
  const clock = databaseClock(() => readDatabaseTime(ctx), ctx.log)
  // The first measurement may wait for a connection. The fastest one has the narrowest range.
  for (let samples = 0; samples < firstSamples; samples++) await clock.measure()
  return clock
}

export function followClock(ctx: Pick<Context, 'log'>, clock: Clock): Repetition {
  return repeat(ctx, 'clock measurement', pause, async () => {
    await clock.measure()
    return false
  })
}
