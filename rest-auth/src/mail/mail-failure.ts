import { later, type Context } from '../context.ts'
import { markDead, markFailed, type MailRow } from './mail.sql.ts'
import { countAttempt } from './outbox-metrics.ts'

const maxAttempts = 12

export async function handleFailure(ctx: Context, mail: MailRow, error: unknown): Promise<void> {
  const { id: emailId, template, attempts } = mail
  const reason = String(error).slice(0, 500)
  // The response may contain the recipient, which must not be logged.
  const { code, command, responseCode } = Object(error)
  const details = responseCode ? { code, command, responseCode } : { err: error }
  if (attempts < maxAttempts && !isPermanent(error)) {
    await markFailed(ctx, mail, reason, nextAttempt(ctx, attempts))
    countAttempt('failed')
    ctx.log.warn({ ...details, emailId, template, attempts }, 'email not sent')
  } else {
    await markDead(ctx, mail, reason)
    countAttempt('dead')
    ctx.log.warn({ ...details, emailId, template, attempts }, 'email dead-lettered')
  }
}

function nextAttempt(ctx: Context, attempts: number): Date {
  const seconds = Math.min(10 * 2 ** (attempts - 1), 7200)
  return later(ctx, seconds)
}

/** RFC 5321, section 4.2.1: 5yz. */
function isPermanent(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isAboutMail = ['EENVELOPE', 'EMESSAGE'].includes(String(Reflect.get(error, 'code')))
  return isAboutMail && Number(Reflect.get(error, 'responseCode')) >= 500
}
