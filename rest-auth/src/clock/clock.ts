import { onlyRow } from 'database/sql.ts'
import { monotonicTime } from 'service/monotonic-time.ts'
import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'

const pause = 30_000
/** In milliseconds: smaller differences are normal and are corrected immediately. */
const normalDrift = 1000
const firstSamples = 3

/** Monotonic time plus an offset, so changes of the local clock have no effect (decision 019). */
export class DatabaseClock {
  readonly #read: () => Promise<number>
  readonly #log: Pick<Context['log'], 'warn'>
  readonly #steady: () => number
  #offset: number | undefined
  #maxStep = normalDrift

  constructor(read: () => Promise<number>, log: Pick<Context['log'], 'warn'>, steady = monotonicTime) {
    this.#read = read
    this.#log = log
    this.#steady = steady
  }

  readonly now = (): Date => {
    if (this.#offset === undefined) throw new Error('The clock was read before its first measurement')
    return new Date(this.#steady() + this.#offset)
  }

  async measure(): Promise<void> {
    const requestedAt = this.#steady()
    const time = await this.#read()
    const least = time - this.#steady()
    const most = time - requestedAt
    if (this.#offset === undefined) {
      this.#offset = (least + most) / 2
      return
    }
    // The true offset is between `least` and `most`. Jumps are followed slowly.
    const ahead = Math.min(Math.max(this.#offset, least), most) - this.#offset
    const jumped = Math.abs(ahead) > this.#maxStep
    this.#offset += jumped ? Math.sign(ahead) * this.#maxStep : ahead
    this.#maxStep = jumped ? this.#maxStep * 2 : normalDrift
    if (jumped) this.#log.warn({ aheadBy: ahead / 1000 }, 'database clock jumped, following slowly')
  }
}

/** Unix milliseconds. */
async function readDatabaseTime({ db }: Pick<Context, 'db'>): Promise<number> {
  const { time } = await onlyRow(db.read<{ time: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as "time"`)
  return time
}

export async function measureClock(ctx: Pick<Context, 'db' | 'log'>): Promise<DatabaseClock> {
  const clock = new DatabaseClock(() => readDatabaseTime(ctx), ctx.log)
  // The first measurement may wait for a connection. The fastest one has the narrowest range.
  for (let samples = 0; samples < firstSamples; samples++) await clock.measure()
  return clock
}

export function followClock(ctx: Pick<Context, 'log'>, clock: DatabaseClock): Repetition {
  return repeat(ctx, 'clock measurement', pause, async () => {
    await clock.measure()
    return false
  })
}
