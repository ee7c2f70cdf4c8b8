import { setTimeout as delay } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import type { Context } from '../context.ts'
import { noteFailure } from './mail-failure.ts'
import { atMost, handedOver, usualTimes } from './mail-transport.ts'
import { claimMails, markSent, renewLeases, type MailRow } from './mail.sql.ts'
import { countAttempt } from './outbox-metrics.ts'
import { renderMail } from './templates/render.ts'

/** So many mails are on their way at once, besides those that a server keeps waiting, and so many to one domain in any case. */
const atOnce = 10
/** Seconds for which nobody else takes a mail; renewed while it is on its way. */
const lease = 60

interface Delivery {
  readonly domain: string
  readonly since: number
  readonly done: Promise<void>
  /** Does nothing when the server has all of it. */
  readonly giveUp: () => void
}

interface MailSender {
  /** Takes mails that are due and sends them, as many as there is room for; whether there may be more. */
  sendDue(): Promise<boolean>
  settled(): Promise<void>
  /** Lets what is on its way arrive, and gives up what no server takes. */
  stop(): Promise<void>
}

/** Sends the mails of the outbox. Any number of them may work on one. */
export function createMailSender(ctx: Context, transport: Transporter, times = usualTimes): MailSender {
  const onTheirWay = new Map<string, Delivery>()
  const renewal = setInterval(() => {
    if (onTheirWay.size === 0) return
    renewLeases(ctx, [...onTheirWay.keys()], lease).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'mails on their way are not held any longer'),
    )
  }, times.renewal).unref()

  const settled = async () => void (await Promise.all([...onTheirWay.values()].map(({ done }) => done)))

  function start(mail: MailRow): void {
    const { sent, giveUp } = post(ctx, transport, mail, times)
    const done = noteOutcome(mail, sent).finally(() => onTheirWay.delete(mail.id))
    onTheirWay.set(mail.id, { domain: mail.to.split('@').at(-1) ?? '', since: performance.now(), done, giveUp })
  }

  async function noteOutcome(mail: MailRow, sent: Promise<unknown>): Promise<void> {
    try {
      await sent
    } catch (error) {
      return insist(() => noteFailure(ctx, mail, error))
    }
    countAttempt('sent')
    return insist(() => markSent(ctx, mail))
  }

  /** What became of a mail is known only here: it would be sent again if that were not noted. */
  async function insist(note: () => Promise<void>): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        return await note()
      } catch (error) {
        if (failures === 0) ctx.log.error({ err: error }, 'what became of a mail is not noted yet')
        await delay(times.insist)
      }
    }
  }

  return {
    settled,
    async sendDue() {
      const deliveries = [...onTheirWay.values()]
      const slow = deliveries.filter(({ since }) => performance.now() - since >= times.slow)
      const room = Math.min(atOnce - (deliveries.length - slow.length), atMost - deliveries.length)
      if (room <= 0) {
        await Promise.race([...deliveries.map(({ done }) => done), delay(times.slow, undefined, { ref: false })])
        return true
      }
      const domains = deliveries.map(({ domain }) => domain)
      const fullDomains = [...new Set(domains)].filter(
        (one) => domains.filter((other) => other === one).length >= atOnce,
      )
      const claim = { limit: room, lease, fullDomains }
      const mails = await claimMails(ctx, claim).catch(async (error: unknown) => {
        await delay(times.absence, undefined, { ref: false })
        throw error
      })
      for (const mail of mails) {
        if (mail.deadAt) tellExpired(ctx, mail)
        // On its way already: the database was away for longer than the lease.
        else if (!mail.isPutOff && !onTheirWay.has(mail.id)) start(mail)
      }
      return mails.length > 0
    },
    async stop() {
      await Promise.race([settled(), delay(times.stop, undefined, { ref: false })])
      for (const { giveUp } of onTheirWay.values()) giveUp()
      await settled()
      clearInterval(renewal)
    },
  }
}

function post(ctx: Context, transport: Transporter, mail: MailRow, times: typeof usualTimes) {
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
    const messageId = `<${mail.id}@${hostname}>` // the same each time, so that a receiver can drop what comes twice
    const headers = { 'Auto-Submitted': 'auto-generated' } // RFC 3834: holiday notes stay at home
    const { MAIL_FROM: from } = ctx.config
    await transport.sendMail({ from, to: mail.to, messageId, headers, signal, ...renderMail(mail) })
  }
  const sent = send()
    .catch((error: unknown) => {
      throw signal.aborted ? new Error('The mail server took too long', { cause: error }) : error
    })
    .finally(() => clearTimeout(timer))
  return { sent, giveUp: () => giveUp() }
}

function tellExpired(ctx: Context, { id: mailId, template, attempts }: MailRow): void {
  countAttempt('expired')
  ctx.log.warn({ mailId, template, attempts }, 'mail not sent any more: its link has ended')
}
