import { createTransport, type Transporter } from 'nodemailer'
import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { claimMails, markFailed, markSent, type MailRow } from './mail.sql.ts'
import { renderMail } from './templates/render.ts'

const atOnce = 10
/** Longer than an attempt can take, so that no other worker sends what this one is sending. Seconds. */
const lease = 120
const attemptsAtMost = 12

/**
 * Connects to MAIL_URL; every step of an attempt ends in time. With `requireTLS` an smtp:// server that does not encrypt
 * (STARTTLS, RFC 3207) gets no mail: whoever stands between could hide that it does. smtps:// is always encrypted.
 */
export function createMailTransport(mailUrl: string, requireTLS = false): Transporter {
  const timeout = 20_000
  const timeouts = { connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout }
  return createTransport({ url: mailUrl, requireTLS, ...timeouts })
}

/** Sends the mails of the outbox that are due; whether there were any. Any number of workers may run at once. */
export async function sendDueMails(ctx: Context, transport: Transporter): Promise<boolean> {
  const mails = await claimMails(ctx, atOnce, lease)
  await Promise.all(mails.map((mail) => sendMail(ctx, transport, mail)))
  return mails.length > 0
}

/** Looks for due mails every second. */
export function startMailWorker(ctx: Context, transport: Transporter): Repetition {
  return repeat(ctx, 'mail worker', 1000, () => sendDueMails(ctx, transport))
}

async function sendMail(ctx: Context, transport: Transporter, mail: MailRow): Promise<void> {
  try {
    const { hostname } = new URL(ctx.config.AUTH_URL)
    const messageId = `<${mail.id}@${hostname}>` // a receiver can drop what it gets twice after a crash
    const headers = { 'Auto-Submitted': 'auto-generated' } // RFC 3834: holiday notes stay at home
    const { MAIL_FROM: from } = ctx.config
    await transport.sendMail({ from, to: mail.to, messageId, headers, ...renderMail(mail) })
    await markSent(ctx, mail.id)
  } catch (error) {
    const isDead = mail.attempts >= attemptsAtMost || isPermanent(error)
    ctx.log.warn({ err: error, mailId: mail.id, attempts: mail.attempts, isDead }, 'mail not sent')
    await markFailed(ctx, mail.id, String(error).slice(0, 500), isDead ? null : nextAttempt(ctx, mail.attempts))
  }
}

/** 10 s after the first failure, twice as long after each further one, at most two hours. */
function nextAttempt(ctx: Context, attempts: number): Date {
  const seconds = Math.min(10 * 2 ** (attempts - 1), 7200)
  return new Date(ctx.now().getTime() + seconds * 1000)
}

/** The server refused this mail or its receiver for good (RFC 5321, section 4.2.1: 5yz). */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isAboutMail = ['EENVELOPE', 'EMESSAGE'].includes(String(Reflect.get(error, 'code')))
  return isAboutMail && Number(Reflect.get(error, 'responseCode')) >= 500
}
