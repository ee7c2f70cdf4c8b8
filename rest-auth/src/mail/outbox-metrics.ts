import { Counter } from 'prom-client'
import { startAtZero } from 'service/metrics.ts'
import type { Context } from '../context.ts'
import { watchValues } from '../watch-values.ts'
import { readOutbox } from './mail.sql.ts'

const attempts = new Counter({
  name: 'email_attempts_total',
  help: 'Email attempts of this instance by outcome: sent, failed (will be retried), dead or expired',
  labelNames: ['outcome'],
})

const outcomes = ['sent', 'failed', 'dead', 'expired'] as const
startAtZero(attempts, { outcome: outcomes })

export const countAttempt = (outcome: (typeof outcomes)[number]): void => attempts.inc({ outcome })

const gauges = {
  waiting: ['emails_waiting', 'Emails in the outbox that are neither sent nor dead-lettered, at most 100,000'],
  overdue: ['emails_overdue_seconds', 'Seconds since the oldest unsent email in the outbox became due'],
  dead: ['emails_dead', 'Emails in the outbox that were dead-lettered in the last week, at most 100,000'],
  requested: ['email_requests_waiting', 'Email requests that are not processed yet, at most 100,000'],
} as const

export const watchOutbox = (ctx: Context, pause = 15_000) => watchValues(ctx, 'outbox count', pause, gauges, readOutbox)
