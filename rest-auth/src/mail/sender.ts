import { setTimeout as delay } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import type { Context } from '../context.ts'
import { handleFailure, Rejections } from './mail-failure.ts'
import { maxDeliveries, handedOver, defaultTimes } from './mail-transport.ts'
import { claimEmails, markSent, renewLeases, type MailRow } from './mail.sql.ts'
import { countAttempt } from './outbox-metrics.ts'
import { renderEmail } from './templates/render.ts'

/** Maximum concurrent deliveries, not counting slow ones, and maximum deliveries to one domain. */
const maxConcurrent = 10
/** Seconds for which no other worker claims the email. Renewed during the delivery. */
const lease = 60

interface Delivery {
  readonly domain: string
  readonly since: number
  readonly done: Promise<void>
  /** Has no effect once the server has the message. */
  readonly giveUp: () => void
}

export function createMailSender(ctx: Context, transport: Transporter, times = defaultTimes) {
  const inProgress = new Map<string, Delivery>()
  const rejections = new Rejections()
  const renewal = setInterval(() => {
    if (inProgress.size === 0) return
    renewLeases(ctx, [...inProgress.keys()], lease).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'email lease renewal failed'),
    )
  }, times.renewal).unref()

  const settled = async () => void (await Promise.all([...inProgress.values()].map(({ done }) => done)))

  function start(mail: MailRow): void {
    const { sent, giveUp } = deliver(ctx, transport, mail, times)
    const done = saveOutcome(mail, sent).finally(() => inProgress.delete(mail.id))
    inProgress.set(mail.id, { domain: mail.to.split('@').at(-1) ?? '', since: performance.now(), done, giveUp })
  }

  async function saveOutcome(mail: MailRow, sent: Promise<unknown>): Promise<void> {
    try {
      await sent
    } catch (error) {
      const isPermanent = rejections.isPermanent(error)
      return retryUntilSaved(() => handleFailure(ctx, mail, error, isPermanent))
    }
    rejections.reset()
    countAttempt('sent')
    return retryUntilSaved(() => markSent(ctx, mail))
  }

  /** Only this process knows the outcome. If it is lost, the email is sent again. */
  async function retryUntilSaved(save: () => Promise<void>): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        return await save()
      } catch (error) {
        if (failures === 0) ctx.log.error({ err: error }, 'email status not saved, will retry')
        await delay(times.saveRetry)
      }
    }
  }

  return {
    settled,
    /** Returns whether there may be more. */
    async sendDue(): Promise<boolean> {
      const deliveries = [...inProgress.values()]
      const slow = deliveries.filter(({ since }) => performance.now() - since >= times.slow)
      const room = Math.min(maxConcurrent - (deliveries.length - slow.length), maxDeliveries - deliveries.length)
      if (room <= 0) {
        await Promise.race([...deliveries.map(({ done }) => done), delay(times.slow, undefined, { ref: false })])
        return true
      }
      const domains = deliveries.map(({ domain }) => domain)
      const fullDomains = [...new Set(domains)].filter(
        (one) => domains.filter((other) => other === one).length >= maxConcurrent,
      )
      const claim = { limit: room, lease, fullDomains }
      const emails = await claimEmails(ctx, claim).catch(async (error: unknown) => {
        await delay(times.outagePause, undefined, { ref: false })
        throw error
      })
      for (const mail of emails) {
        if (mail.deadAt) logExpired(ctx, mail)
        // Already being sent: the lease expired while the database was unavailable.
        else if (!mail.isDeferred && !inProgress.has(mail.id)) start(mail)
      }
      return emails.length > 0
    },
    /** Waits for deliveries, then aborts those that no server has accepted. */
    async stop() {
      await Promise.race([settled(), delay(times.stop, undefined, { ref: false })])
      for (const { giveUp } of inProgress.values()) giveUp()
      await settled()
      clearInterval(renewal)
    },
  }
}

function deliver(ctx: Context, transport: Transporter, mail: MailRow, times: typeof defaultTimes) {
  const controller = new AbortController()
  const { signal } = controller
  const abort = () => controller.abort()
  let giveUp = abort
  let timer = setTimeout(abort, times.handOver)
  handedOver.set(signal, () => {
    giveUp = () => {}
    clearTimeout(timer)
    timer = setTimeout(abort, times.reply)
  })
  const send = async () => {
    const { hostname } = new URL(ctx.config.AUTH_URL)
    const messageId = `<${mail.id}@${hostname}>` // constant, so that recipients can detect duplicates
    const headers = { 'Auto-Submitted': 'auto-generated' } // RFC 3834: prevents out-of-office replies
    const { MAIL_FROM: from } = ctx.config
    await transport.sendMail({ from, to: mail.to, messageId, headers, signal, ...renderEmail(mail, ctx.config) })
  }
  const sent = send()
    .catch((error: unknown) => {
      throw signal.aborted ? new Error('The mail server timed out', { cause: error }) : error
    })
    .finally(() => clearTimeout(timer))
  return { sent, giveUp: () => giveUp() }
}

function logExpired(ctx: Context, { id: emailId, template, attempts }: MailRow): void {
  countAttempt('expired')
  ctx.log.warn({ emailId, template, attempts }, 'email expired before it was sent')
}
