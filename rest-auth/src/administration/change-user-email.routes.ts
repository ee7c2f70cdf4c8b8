import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { findSession, openToImpersonation, requireSession } from '../session/session-guard.ts'
import { newEmailSchema } from '../user/email.ts'
import { errorsOfActs, reasonField } from './act.ts'
import { announcedEmailChange, findAnnouncedChange } from './announced-email-change.sql.ts'
import { announceEmailChange, cancelAnnouncedChange, stopAnnouncedChange, stopByLink } from './change-user-email.ts'

const ofUser = z.object({ userId: z.string(), reason: reasonField })

/** Not in better-auth: for people who no longer read their mailbox. */
export function changeUserEmailRoutes({ get, post }: Calls, ctx: Context): void {
  post(
    '/admin/change-user-email',
    'changeUserEmail',
    'Change the email of a user after 24 hours, unless someone objects',
    {
      errors: [
        ...errorsOfActs,
        'EMAIL_IS_THE_SAME',
        'PERSON_NOT_FOUND',
        'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
        'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL',
      ],
      journal: ['user.email-change-asked'],
      body: ofUser.extend({ newEmail: newEmailSchema }),
      returns: announcedEmailChange,
      handler: (request) => announceEmailChange(ctx, request, request.body),
    },
  )

  post('/admin/cancel-user-email-change', 'cancelUserEmailChange', "Cancel the announced change of a user's email", {
    errors: [...errorsOfActs, 'PERSON_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL'],
    journal: ['user.email-change-canceled'],
    body: ofUser,
    returns: status,
    async handler(request) {
      await cancelAnnouncedChange(ctx, request, request.body.userId)
      return { status: true }
    },
  })

  get('/announced-email-change', 'getAnnouncedEmailChange', 'Return the change of the email by an administrator', {
    errors: ['UNAUTHORIZED'],
    config: openToImpersonation,
    returns: announcedEmailChange.nullable(),
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      return findAnnouncedChange(ctx, user.id)
    },
  })

  post(
    '/stop-announced-email-change',
    'stopAnnouncedEmailChange',
    'Object to the change of the email by an administrator, with a session or the `token` of the email to the old address',
    {
      errors: ['UNAUTHORIZED'],
      journal: ['email.change-canceled'],
      body: z.object({ token: z.string().optional() }),
      returns: z.object({ stopped: z.boolean() }),
      async handler(request) {
        const { token } = request.body
        const active = await findSession(ctx, request) // refuses administrators who act for a user
        if (token !== undefined) return { stopped: await stopByLink(ctx, token) }
        if (!active) throw new ApiError('UNAUTHORIZED')
        return { stopped: await stopAnnouncedChange(ctx, active.user.id) }
      },
    },
  )
}
