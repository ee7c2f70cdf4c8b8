import { Counter } from 'prom-client'
import { gauge } from 'service/metrics.ts'
import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { readOutbox } from './mail.sql.ts'

const unknown = { waiting: NaN, overdue: NaN, dead: NaN, requested: NaN }

const attempts = new Counter({
  name: 'mail_attempts_total',
  help: 'Mails of this instance by what became of them: sent, failed (tried again), dead or expired',
  labelNames: ['outcome'],
})

export const countAttempt = (outcome: 'sent' | 'failed' | 'dead' | 'expired'): void => attempts.inc({ outcome })

/** Tells how the outbox is, as it was when the database last answered: whoever asks for metrics does not wait for it. */
export function watchOutbox(ctx: Context, pause = 15_000): Repetition {
  let outbox = unknown
  gauge(
    'mails_waiting',
    'Mails of all instances that are neither sent nor given up; at most 100,000',
    () => outbox.waiting,
  )
  gauge(
    'mails_overdue_seconds',
    'For how long the mail that waits longest is due, of all instances',
    () => outbox.overdue,
  )
  gauge('mails_dead', 'Mails of all instances that were given up in the last week; at most 100,000', () => outbox.dead)
  gauge(
    'mail_requests_waiting',
    'What was asked for and is not looked at yet, of all instances',
    () => outbox.requested,
  )
  return repeat(ctx, 'counting the outbox', pause, async () => {
    outbox = await readOutbox(ctx).catch((error: unknown) => {
      outbox = unknown
      throw error
    })
    return false
  })
}
