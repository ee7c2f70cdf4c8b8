import { z } from 'zod'
import { transaction, type Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import { record } from '../journal/journal.ts'
import { sendJson } from '../list/send-list.ts'
import { requireProof } from '../session/session-guard.ts'
import { readPersonalData } from './export.sql.ts'

const rows = z.array(z.looseObject({}))

/** For people, not for programs: later releases may add and rename fields of the rows. */
export const personalData = z
  .object({
    exportedAt: z.string(),
    user: z.looseObject({ id: z.string(), email: z.string() }),
    picture: z.object({ type: z.string(), base64: z.string() }).nullable(),
    operatorSince: z.string().nullable(),
    emailChange: z.looseObject({}).nullable(),
    announcedEmailChange: z.looseObject({}).nullable(),
    announcedFactorReset: z.looseObject({}).nullable(),
    waysToSignIn: rows,
    passkeys: rows,
    apiKeys: rows,
    authenticatorApp: z.looseObject({}).nullable(),
    trustedDevices: rows,
    sessions: rows,
    knownDevices: rows,
    memberships: rows,
    sentInvitations: rows,
    receivedInvitations: rows.describe('The open ones'),
    emails: rows.describe('Of the last seven days, without their texts'),
    activity: rows.describe('The newest 10,000'),
  })
  .meta({ id: 'PersonalData' })

export function personalDataRoutes({ post }: Calls, ctx: Context): void {
  post('/export-data', 'exportData', 'Return everything about the user, without secrets', {
    errors: ['SESSION_IS_NOT_FRESH', 'UNAUTHORIZED'],
    journal: ['account.exported'],
    returns: personalData,
    async handler(request, reply) {
      const active = await requireProof(ctx, request)
      await transaction(ctx, async (tx) => record(tx, 'account.exported', {}))
      return sendJson(reply, await readPersonalData(ctx, active.user, active))
    },
  })
}
