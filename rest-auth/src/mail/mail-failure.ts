import { later, type Context } from '../context.ts'
import { markDead, markFailed, type MailRow } from './mail.sql.ts'
import { countAttempt } from './outbox-metrics.ts'

const maxAttempts = 12
/** After so many rejections in a row, the mail server seems to reject everything. */
const maxRejections = 3

/** Distinguishes rejected recipients from rejections of all that one worker sends. */
export class Rejections {
  #inARow = 0

  /** Call it when an email was sent. */
  reset(): void {
    this.#inARow = 0
  }

  /** Whether another attempt is useless, because the recipient's server rejects the email. */
  isPermanent(error: unknown): boolean {
    const reply = replyOf(error)
    if (reply === null || isAboutUs(reply)) return false
    if (isUnknownRecipient(reply)) return true
    this.#inARow += 1
    return this.#inARow <= maxRejections
  }
}

export async function handleFailure(ctx: Context, mail: MailRow, error: unknown, isPermanent: boolean): Promise<void> {
  const { id: emailId, template, attempts } = mail
  const reason = withoutContent(mail, String(error)).slice(0, 500)
  // The response may contain the recipient, which must not be logged.
  const { code, command, responseCode } = Object(error)
  const details = responseCode ? { code, command, responseCode } : { err: error }
  if (attempts < maxAttempts && !isPermanent) {
    await markFailed(ctx, mail, reason, nextAttempt(ctx, attempts))
    countAttempt('failed')
    ctx.log.warn({ ...details, emailId, template, attempts }, 'email not sent')
  } else {
    await markDead(ctx, mail, reason)
    countAttempt('dead')
    ctx.log.warn({ ...details, emailId, template, attempts }, 'email dead-lettered')
  }
}

/** Spam filters quote links, which are secrets: leaves out URLs, and long words of the email's values. */
function withoutContent({ data }: MailRow, text: string): string {
  const words = Object.values(data).flatMap((value) => value.match(/[\w-]{16,}/g) ?? [])
  return words.reduce((rest, word) => rest.replaceAll(word, '…'), text.replaceAll(/\S+:\/\/\S+/g, '…'))
}

function nextAttempt(ctx: Context, attempts: number): Date {
  const seconds = Math.min(10 * 2 ** (attempts - 1), 7200)
  return later(ctx, seconds)
}

interface Reply {
  readonly status: number
  readonly command: string
  readonly text: string
}

/** Returns a permanent reply about this email (RFC 5321, section 4.2.1: 5yz). */
function replyOf(error: unknown): Reply | null {
  const { code, responseCode, command, response } = Object(error)
  const status = Number(responseCode)
  if (!['EENVELOPE', 'EMESSAGE'].includes(String(code)) || status < 500) return null
  return { status, command: String(command), text: String(response) }
}

/** Login, sender, relaying or policy (RFC 3463: X.7.Z): the operator can repair it. */
const isAboutUs = ({ status, command, text }: Reply): boolean =>
  [530, 534, 535, 538].includes(status) || command === 'MAIL FROM' || /\b5\.7\.\d|relay/i.test(text)

const isUnknownRecipient = ({ text }: Reply): boolean => /\b5\.1\.[1236]\b/.test(text)
