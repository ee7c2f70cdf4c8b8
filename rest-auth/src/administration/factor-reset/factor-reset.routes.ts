import { z } from 'zod'
import type { Context } from '../../context.ts'
import { ApiError } from '../../errors.ts'
import { status, type Calls } from '../../http/calls.ts'
import { findSession, openToImpersonation, requireSession } from '../../session/session-guard.ts'
import { errorsOfActs, reasonField } from '../act.ts'
import { announcedFactorReset, findReset } from './announced-factor-reset.sql.ts'
import { askForReset, cancelReset, stopReset, stopResetByLink } from './factor-reset.ts'

const body = z.object({ userId: z.string(), reason: reasonField })

/** Not in better-auth: for people who have lost every second factor. */
export function factorResetRoutes({ get, post }: Calls, ctx: Context): void {
  post(
    '/admin/reset-factors',
    'resetFactors',
    'Remove the authenticator app, backup codes, trusted devices and passkeys of a user after 24 hours, unless someone objects',
    {
      errors: [...errorsOfActs, 'FACTOR_RESET_WAS_STOPPED', 'PERSON_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS'],
      journal: ['user.factor-reset-asked'],
      body,
      returns: announcedFactorReset,
      handler: async (request) => ({ effectiveAt: (await askForReset(ctx, request)).effectiveAt }),
    },
  )

  post('/admin/cancel-factor-reset', 'cancelFactorReset', 'Cancel the announced reset of the factors of a user', {
    errors: [...errorsOfActs, 'PERSON_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS'],
    journal: ['user.factor-reset-canceled'],
    body,
    returns: status,
    async handler(request) {
      await cancelReset(ctx, request)
      return { status: true }
    },
  })

  get('/announced-factor-reset', 'getAnnouncedFactorReset', 'Return the reset of the factors by an administrator', {
    errors: ['UNAUTHORIZED'],
    config: openToImpersonation,
    returns: announcedFactorReset.nullable(),
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      const reset = await findReset(ctx, user.id)
      return reset && !reset.isStopped ? { effectiveAt: reset.effectiveAt } : null
    },
  })

  post(
    '/stop-factor-reset',
    'stopFactorReset',
    'Object to the reset of the factors by an administrator, with a session or the `token` of the email',
    {
      errors: ['UNAUTHORIZED'],
      journal: ['factors.reset-stopped'],
      body: z.object({ token: z.string().optional() }),
      returns: z.object({ stopped: z.boolean() }),
      async handler(request) {
        const { token } = request.body
        const active = await findSession(ctx, request) // refuses administrators who act for a user
        if (token !== undefined) return { stopped: await stopResetByLink(ctx, token) }
        if (!active) throw new ApiError('UNAUTHORIZED')
        return { stopped: await stopReset(ctx, active.user.id) }
      },
    },
  )
}
