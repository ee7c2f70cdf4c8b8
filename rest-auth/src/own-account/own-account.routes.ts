import { bodyLimits } from 'service/body-limits.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { clientOf } from '../session/create-session.ts'
import { disownAccount } from '../proof/disown-account.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { openToImpersonation, requireProof, requireSession, requireStepUp } from '../session/session-guard.ts'
import { newEmailSchema } from '../user/email.ts'
import { profileSchema } from '../user/user.ts'
import { checkUsername } from '../username/username.ts'
import { findEmailChange } from '../verification/email-change.sql.ts'
import { cancelEmailChange, pendingEmailChange } from '../verification/email-change.ts'
import { accountEnd } from './delete-user.ts'
import { requestEmailChange } from './change-email.ts'
import { changeProfile } from './update-user.ts'

export function disownRoute({ post }: Calls, ctx: Context): void {
  post(
    '/disown-account',
    'disownAccount',
    "Remove an account that someone else created with the recipient's email; `token` is from the verification email",
    {
      errors: [],
      journal: ['account.disowned', 'session.ended', 'organization.deleted', ...accountEnd],
      body: z.object({ token: z.string() }),
      returns: z.object({ removed: z.boolean() }),
      handler: async (request) => ({ removed: await disownAccount(ctx, request.body.token) }),
    },
  )
}

export function ownAccountRoutes({ get, post }: Calls, ctx: Context): void {
  post('/update-user', 'updateUser', "Change the user's profile; absent fields stay", {
    errors: [
      'EMAIL_CAN_NOT_BE_UPDATED',
      'SESSION_IS_NOT_FRESH',
      'UNAUTHORIZED',
      'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER',
      'USERNAME_IS_INVALID',
      'USERNAME_IS_TOO_LONG',
      'USERNAME_IS_TOO_SHORT',
    ],
    journal: ['profile.changed', 'username.changed'],
    config: openToImpersonation,
    bodyLimit: bodyLimits.restAuth,
    body: profileSchema.extend({ email: z.unknown().optional() }),
    returns: status,
    async handler(request) {
      const { email, ...changes } = request.body
      if (changes.username !== undefined) checkUsername(ctx, changes.username)
      const active = await requireSession(ctx, request)
      const isRenamed = changes.username !== undefined && changes.username.toLowerCase() !== active.user.username
      if (isRenamed) await requireStepUp(ctx, request)
      if (email) throw new ApiError('EMAIL_CAN_NOT_BE_UPDATED')
      const user = await changeProfile(ctx, active.user, changes)
      if (user) setSessionCookie(ctx, request, { ...active, user })
      return { status: true }
    },
  })

  post('/change-email', 'changeEmail', "Change the user's email", {
    errors: [
      'CHANGE_EMAIL_IS_DISABLED',
      'COULDNT_UPDATE_YOUR_EMAIL',
      'EMAIL_IS_THE_SAME',
      'INVALID_CALLBACKURL',
      'SESSION_IS_NOT_FRESH',
      'UNAUTHORIZED',
      'VERIFICATION_EMAIL_ISNT_ENABLED',
    ],
    journal: ['email.change-asked', 'email.changed'],
    body: z.object({ newEmail: newEmailSchema, callbackURL: z.string().optional() }),
    returns: status,
    async handler(request) {
      const active = await requireProof(ctx, request)
      const { newEmail, callbackURL } = request.body
      const user = await requestEmailChange(ctx, active, { newEmail, client: clientOf(ctx, request), callbackURL })
      if (user) setSessionCookie(ctx, request, { ...active, user })
      return { status: true }
    },
  })

  get(
    '/pending-email-change',
    'getPendingEmailChange',
    'Return the pending change of the email, and where its link was sent',
    {
      errors: ['UNAUTHORIZED'],
      config: openToImpersonation,
      returns: pendingEmailChange.nullable(),
      async handler(request) {
        const { user } = await requireSession(ctx, request)
        const change = await findEmailChange(ctx, user.id)
        return change && { ...change, linkSentTo: change.isAgreed ? change.newEmail : user.email }
      },
    },
  )

  post('/cancel-email-change', 'cancelEmailChange', 'Cancel the pending change of the email and its links', {
    errors: ['UNAUTHORIZED'],
    journal: ['email.change-canceled'],
    returns: status,
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      await cancelEmailChange(ctx, user.id)
      return { status: true }
    },
  })
}
