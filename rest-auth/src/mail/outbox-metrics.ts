import { Counter } from 'prom-client'
import { gauge, startAtZero } from 'service/metrics.ts'
import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { readOutbox } from './mail.sql.ts'

const unknown = { waiting: NaN, overdue: NaN, dead: NaN, requested: NaN }

const attempts = new Counter({
  name: 'email_attempts_total',
  help: 'Email attempts of this instance by outcome: sent, failed (will be retried), dead or expired',
  labelNames: ['outcome'],
})

const outcomes = ['sent', 'failed', 'dead', 'expired'] as const
startAtZero(attempts, { outcome: outcomes })

export const countAttempt = (outcome: (typeof outcomes)[number]): void => attempts.inc({ outcome })

/** Reports cached values, so that a scrape never waits for the database. */
export function watchOutbox(ctx: Context, pause = 15_000): Repetition {
  let outbox = unknown
  gauge(
    'emails_waiting',
    'Emails in the outbox that are neither sent nor dead-lettered, at most 100,000',
    () => outbox.waiting,
  )
  gauge(
    'emails_overdue_seconds',
    'Seconds since the oldest unsent email in the outbox became due',
    () => outbox.overdue,
  )
  gauge(
    'emails_dead',
    'Emails in the outbox that were dead-lettered in the last week, at most 100,000',
    () => outbox.dead,
  )
  gauge('email_requests_waiting', 'Email requests that are not processed yet, at most 100,000', () => outbox.requested)
  return repeat(ctx, 'outbox count', pause, async () => {
    outbox = await readOutbox(ctx).catch((error: unknown) => {
      outbox = unknown
      throw error
    })
    return false
  })
}
