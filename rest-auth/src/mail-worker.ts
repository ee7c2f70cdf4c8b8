import type { Transporter } from 'nodemailer'
import { transaction, type Context } from './context.ts'
import { notifyOwner } from './credential/credential.ts'
import { sendPasswordReset } from './credential/password.ts'
import { notifyOfGuesses } from './rate-limit/guess-limit.ts'
import {
  claimMailRequests,
  deleteMailRequest,
  postponeMailRequest,
  readMailRequest,
  type MailRequest,
  type MailRequestRow,
} from './mail/mail-request.sql.ts'
import { createMailSender } from './mail/sender.ts'
import { emailDemand } from './organization/second-factor/demand.ts'
import { repeat, type Repetition } from './repeat.ts'
import { emailNewAddress } from './verification/email-change.ts'
import { sendRequestedVerification } from './verification/send-verification.ts'

const maxAttempts = 12

/** Without a mail server, emails stay in the outbox. Several instances may run it. */
export function startMailWorker(ctx: Context, transport: Transporter | null): Repetition {
  const requests = repeat(ctx, 'email request processing', 500, () => processMailRequests(ctx))
  const sender = transport && createMailSender(ctx, transport)
  const emails = sender && repeat(ctx, 'email delivery', 1000, () => sender.sendDue())
  return {
    async stop() {
      await Promise.all([requests.stop(), emails?.stop()])
      await sender?.stop()
      transport?.close()
    },
  }
}

export async function processMailRequests(ctx: Context): Promise<boolean> {
  const rows = await claimMailRequests(ctx, 10)
  for (const row of rows)
    await fulfil({ ...ctx, log: ctx.log.child(row.origin), origin: { kind: 'person', ...row.origin } }, row)
  return rows.length > 0
}

async function fulfil(ctx: Context, row: MailRequestRow): Promise<void> {
  try {
    await transaction(ctx, async (tx) => {
      if (await deleteMailRequest(tx, row)) await execute(tx, readMailRequest(row))
    })
  } catch (error) {
    const { number } = row
    const attempts = row.attempts + 1
    const isGivenUp = attempts >= maxAttempts
    ctx.log.error({ err: error, mailRequest: number, attempts, isGivenUp }, 'email request failed')
    await (isGivenUp ? deleteMailRequest(ctx, row) : postponeMailRequest(ctx, row))
  }
}

function execute(tx: Context, request: MailRequest): Promise<unknown> {
  switch (request.kind) {
    case 'resetPassword':
      return sendPasswordReset(tx, request)
    case 'verification':
      return sendRequestedVerification(tx, request)
    case 'signUpAttempt':
      return notifyOwner(tx, request.userId)
    case 'newAddress':
      return emailNewAddress(tx, request)
    case 'wrongPasswords':
      return notifyOfGuesses(tx, request.userId)
    case 'secondFactorRequired':
      return emailDemand(tx, request)
  }
}
