import { steadyTime } from 'service/steady-time.ts'
import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { readDatabaseTime } from './clock.sql.ts'

const pause = 30_000
/** Milliseconds by which it is followed at once: by so much the clocks of good machines differ. */
const usual = 1000
const firstSamples = 3

/**
 * The database's clock: the monotonic clock plus a measured offset, so a wall clock that jumps changes nothing.
 * A jump of the database's clock is followed slowly, by 1 s, 2 s, 4 s … a round (decision 019).
 */
export class DatabaseClock {
  readonly #read: () => Promise<number>
  readonly #log: Pick<Context['log'], 'warn'>
  readonly #steady: () => number
  #offset: number | undefined
  #followed = usual

  constructor(read: () => Promise<number>, log: Pick<Context['log'], 'warn'>, steady = steadyTime) {
    this.#read = read
    this.#log = log
    this.#steady = steady
  }

  readonly now = (): Date => {
    if (this.#offset === undefined) throw new Error('The clock has not been measured.')
    return new Date(this.#steady() + this.#offset)
  }

  /** Asks once. Its answer was true at some moment between question and answer: only what contradicts that is corrected. */
  async measure(): Promise<void> {
    const asked = this.#steady()
    const time = await this.#read()
    const least = time - this.#steady()
    const most = time - asked
    if (this.#offset === undefined) {
      this.#offset = (least + most) / 2
      return
    }
    const ahead = Math.min(Math.max(this.#offset, least), most) - this.#offset
    const jumped = Math.abs(ahead) > this.#followed
    this.#offset += jumped ? Math.sign(ahead) * this.#followed : ahead
    this.#followed = jumped ? this.#followed * 2 : usual
    if (jumped) this.#log.warn({ aheadBy: ahead / 1000 }, 'the clock of the database has jumped; following it slowly')
  }
}

export async function measureClock(ctx: Pick<Context, 'db' | 'log'>): Promise<DatabaseClock> {
  const clock = new DatabaseClock(() => readDatabaseTime(ctx), ctx.log)
  // The first one may have to wait for a connection; the quickest one decides.
  for (let samples = 0; samples < firstSamples; samples++) await clock.measure()
  return clock
}

export function followClock(ctx: Pick<Context, 'log'>, clock: DatabaseClock): Repetition {
  return repeat(ctx, 'measuring the clock', pause, async () => {
    await clock.measure()
    return false
  })
}
