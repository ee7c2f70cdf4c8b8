import { DatabaseUnavailable } from 'database/unavailable.ts'
import { Counter } from 'prom-client'
import { guardedPost, type PostResult } from 'service/guarded-post.ts'
import { startAtZero } from 'service/metrics.ts'
import { later, transaction, type Context } from '../context.ts'
import { record } from '../journal/journal.ts'
import { emailUser } from '../mail/outbox.ts'
import { lockOrganization } from '../organization/member/member.sql.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { findDue, queueEntries, saveOutcome, type DueDelivery } from './delivery.sql.ts'
import { openSecret, sign } from './secret.ts'
import { guardOf } from './webhook.ts'
import { claimWebhooks, disableFailing, findManagers, releaseWebhook, type Claimed } from './webhook.sql.ts'

/** Seconds before each further try: eight within a day. */
const delays = [10, 60, 600, 3600, 3 * 3600, 7 * 3600, 12 * 3600]

/** Webhooks that are served at once. Those of fast receivers are claimed first. */
const maxConcurrent = 500
const times = {
  /** For a request, in milliseconds. */
  request: 10_000,
  /** Above this, a receiver is slow. */
  slow: 2_000,
  /** After this, other webhooks get their chance. */
  run: 10_000,
  pause: 1_000,
  /** Between searches through all webhooks. */
  complete: 60_000,
  stop: 5_000,
}
/** Seconds in which a change usually commits. Later ones are found by a search through all webhooks. */
const recent = 10
/** Seconds: longer than a run and its last request. */
const lease = 30

const deliveries = new Counter({
  name: 'webhook_deliveries_total',
  help: 'Tries of this instance to deliver an event to a webhook, by outcome: delivered, failed (will be retried) or lost',
  labelNames: ['outcome'],
})
startAtZero(deliveries, { outcome: ['delivered', 'failed', 'lost'] })

/** Several instances may run it. */
export function startWebhookWorker(ctx: Context): Repetition {
  const sender = createWebhookSender(ctx)
  const rounds = repeat(ctx, 'webhook delivery', times.pause, () => sender.serveDue())
  return {
    async stop() {
      await Promise.all([rounds.stop(), sender.stop()])
    },
  }
}

export function createWebhookSender(ctx: Context) {
  const running = new Map<string, Promise<void>>()
  /** No new deliveries. */
  const ending = new AbortController()
  const stopping = new AbortController()

  async function serve(webhook: Claimed): Promise<void> {
    const end = ctx.steady() + times.run
    try {
      while (!ending.signal.aborted) {
        const due = await findDue(ctx, webhook.id)
        // Only while something is due, by which the next claim finds the webhook.
        if (due && ctx.steady() > end) break
        if (due) await deliver(ctx, webhook, due, stopping.signal)
        else if (!(await queueEntries(ctx, webhook))) break
      }
      await releaseWebhook(ctx, webhook, times.pause / 1000)
    } catch (error) {
      // Another try follows when the lease has expired.
      const isExpected = error instanceof DatabaseUnavailable || stopping.signal.aborted
      if (!isExpected) ctx.log.error({ err: error, webhookId: webhook.id }, 'webhook delivery failed')
    }
  }

  let nextCompleteAt = -Infinity
  const settled = async () => void (await Promise.all(running.values()))

  return {
    settled,
    /** Returns whether there may be more. */
    async serveDue(): Promise<boolean> {
      const room = maxConcurrent - running.size
      if (room === 0 || ending.signal.aborted) return false
      const time = ctx.steady()
      const isComplete = time >= nextCompleteAt
      if (isComplete) nextCompleteAt = time + times.complete
      const claimed = await claimWebhooks(ctx, { limit: room, lease, since: isComplete ? null : later(ctx, -recent) })
      for (const webhook of claimed)
        running.set(
          webhook.id,
          serve(webhook).finally(() => running.delete(webhook.id)),
        )
      return claimed.length === room
    },
    async stop(): Promise<void> {
      ending.abort()
      const timer = setTimeout(() => stopping.abort(), times.stop).unref()
      await settled()
      clearTimeout(timer)
    },
  }
}

async function deliver(ctx: Context, webhook: Claimed, due: DueDelivery, signal: AbortSignal): Promise<void> {
  const result = await post(ctx, webhook.id, due, signal)
  const key = { webhookId: webhook.id, id: due.id }
  const isSlow = result.error !== null || result.duration > times.slow
  const attempts = due.attempts + 1
  const delay = delays[due.attempts]
  if (result.error === null || delay !== undefined) {
    deliveries.inc({ outcome: result.error === null ? 'delivered' : 'failed' })
    const next = result.error === null ? null : later(ctx, delay ?? 0)
    return saveOutcome(ctx, key, result, { attempts, next, isSlow })
  }
  deliveries.inc({ outcome: 'lost' })
  await transaction(ctx, async (tx) => {
    // Sent first, with new tries, once the webhook is enabled again.
    const again = (await disable(tx, webhook, due)) ? { attempts: 0, next: tx.now() } : { attempts, next: null }
    await saveOutcome(tx, key, result, { ...again, isSlow })
  })
}

function post(ctx: Context, webhookId: string, due: DueDelivery, signal: AbortSignal): Promise<PostResult> {
  const { id, payload: body, url, secret: sealed } = due
  const secret = openSecret(ctx, webhookId, sealed)
  if (secret === null) throw new Error('The secret of the webhook cannot be opened')
  const timestamp = String(Math.floor(ctx.now().getTime() / 1000))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'account-platform-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': sign(secret, id, timestamp, body),
  }
  return guardedPost(guardOf(ctx), url, { headers, body, timeout: times.request, signal })
}

/** Unless something was delivered since. Emails those who manage it. */
async function disable(tx: Context, { id, organizationId }: Claimed, due: DueDelivery): Promise<boolean> {
  if (organizationId !== null) await lockOrganization(tx, organizationId)
  if (!(await disableFailing(tx, { ...due, id }))) return false
  record(tx, 'webhook.disabled', { organizationId, webhookId: id })
  tx.log.warn({ webhookId: id, ...(organizationId !== null && { organizationId }) }, 'webhook disabled')
  const address = new URL(due.url).hostname
  const { AUTH_URL, PRODUCT_NAME } = tx.config
  for (const { placeName, slug, ...user } of await findManagers(tx, organizationId)) {
    const url = organizationId === null ? `${AUTH_URL}/admin` : `${AUTH_URL}/organizations/${slug}/webhooks`
    await emailUser(tx, user, 'webhookDisabled', { organizationName: placeName || PRODUCT_NAME, host: address, url })
  }
  return true
}
