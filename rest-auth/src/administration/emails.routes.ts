import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { listQuery } from '../list/order.ts'
import { sendList } from '../list/send-list.ts'
import {
  dropEmails,
  emailsOrder,
  findUnsentEmails,
  reviveEmails,
  unsentEmail,
  unsentStates,
} from '../mail/operate.sql.ts'
import { act, errorsOfActs, readReason, reasonField, requireAdministrator } from './act.ts'

const body = z.object({ number: z.int().positive(), reason: reasonField })
const refusal = 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_EMAILS'

/** Not in better-auth. `npm run admin -- mail` does the same. */
export function emailRoutes({ get, post }: Calls, ctx: Context): void {
  get('/admin/list-emails', 'listEmails', 'List emails that are not sent, newest first', {
    errors: ['UNAUTHORIZED', 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_EMAILS'],
    querystring: z.object({ ...listQuery(emailsOrder), state: z.enum(unsentStates).default('waiting') }),
    returns: z.object({ emails: z.array(unsentEmail), total: z.int().describe('At most 10,000') }),
    async handler(request, reply) {
      await requireAdministrator(ctx, request, refusal)
      return sendList(reply, await findUnsentEmails(ctx, request.query))
    },
  })

  post('/admin/resend-email', 'resendEmail', 'Send an email that was given up', {
    errors: [...errorsOfActs, 'EMAIL_CANNOT_BE_SENT', 'EMAIL_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_EMAILS'],
    journal: ['outbox.resent'],
    body,
    returns: status,
    async handler(request) {
      const { number, reason } = request.body
      const resend = (tx: Context) => reviveEmails(tx, String(number), readReason(reason))
      const { revived, left } = await act(ctx, request, refusal, resend)
      if (revived + left === 0) throw new ApiError('EMAIL_NOT_FOUND')
      if (left > 0) throw new ApiError('EMAIL_CANNOT_BE_SENT')
      return { status: true }
    },
  })

  post('/admin/drop-email', 'dropEmail', 'Delete an email that was given up', {
    errors: [...errorsOfActs, 'EMAIL_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_EMAILS'],
    journal: ['outbox.dropped'],
    body,
    returns: status,
    async handler(request) {
      const { number, reason } = request.body
      const drop = (tx: Context) => dropEmails(tx, String(number), readReason(reason))
      const count = await act(ctx, request, refusal, drop)
      if (count === 0) throw new ApiError('EMAIL_NOT_FOUND')
      return { status: true }
    },
  })
}
