import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { clientOf } from '../session/create-session.ts'
import { setSessionCookie } from '../session/session-cookies.ts'
import { findSession, requireProof, requireSession, requireStepUp } from '../session/session-guard.ts'
import { activeSessionSchema } from '../session/session.ts'
import { addingSchema, addPasskey, removePasskey, signInByPasskey, startAdding, startSigningIn } from './ceremonies.ts'
import { keepChallenge, takeChallenge } from './challenge.ts'
import {
  authenticationOptions,
  authenticationResponse,
  passkeyName,
  passkeySchema,
  registrationOptions,
  registrationResponse,
} from './passkey.ts'
import { findPasskeysOfUser, renamePasskey } from './passkey.sql.ts'
import { requireOwnOrigin } from './relying-party.ts'

/** Pages get the reason before their user touches an authenticator. */
function checkPage(ctx: Context, { headers: { origin } }: FastifyRequest): void {
  if (origin !== undefined) requireOwnOrigin(ctx, origin)
}

export function passkeyRoutes({ get, post }: Calls, ctx: Context): void {
  get(
    '/passkey/generate-register-options',
    'passkeyRegisterOptions',
    'Start to add a passkey; requires a recent sign-in',
    {
      errors: ['PASSKEYS_NEED_THE_HOST_OF_AUTH_URL', 'SESSION_IS_NOT_FRESH', 'UNAUTHORIZED'],
      journal: 'It changes nothing yet',
      isAction: true,
      querystring: addingSchema,
      returns: registrationOptions,
      async handler(request) {
        checkPage(ctx, request)
        const { user } = await requireProof(ctx, request)
        const made = await startAdding(ctx, user, request.query)
        await keepChallenge(ctx, request, { challenge: made.challenge, userId: user.id })
        return made
      },
    },
  )

  post('/passkey/verify-registration', 'passkeyVerifyRegistration', 'Add the passkey; requires a recent sign-in', {
    errors: [
      'CHALLENGE_NOT_FOUND',
      'FAILED_TO_VERIFY_REGISTRATION',
      'PASSKEYS_NEED_THE_HOST_OF_AUTH_URL',
      'PREVIOUSLY_REGISTERED',
      'SESSION_IS_NOT_FRESH',
      'TOO_MANY_PASSKEYS',
      'UNAUTHORIZED',
    ],
    journal: ['passkey.added'],
    body: z.object({ response: registrationResponse, name: passkeyName.optional() }),
    returns: passkeySchema,
    async handler(request) {
      const active = await requireProof(ctx, request)
      const challenge = await takeChallenge(ctx, request, active.user.id)
      return addPasskey(ctx, active, challenge, request.body, clientOf(ctx, request))
    },
  })

  get('/passkey/generate-authenticate-options', 'passkeyAuthenticateOptions', 'Start to sign in with a passkey', {
    errors: ['PASSKEYS_NEED_THE_HOST_OF_AUTH_URL'],
    journal: 'It changes nothing yet',
    isAction: true,
    returns: authenticationOptions,
    async handler(request) {
      checkPage(ctx, request)
      const active = await findSession(ctx, request)
      const made = await startSigningIn(ctx, active?.user)
      await keepChallenge(ctx, request, { challenge: made.challenge, userId: null })
      return made
    },
  })

  post('/passkey/verify-authentication', 'passkeyVerifyAuthentication', 'Sign in with a passkey', {
    errors: [
      'AUTHENTICATION_FAILED',
      'BANNED_USER',
      'CHALLENGE_NOT_FOUND',
      'EMAIL_NOT_VERIFIED',
      'PASSKEYS_NEED_THE_HOST_OF_AUTH_URL',
      'PASSKEY_NOT_FOUND',
    ],
    journal: ['session.created', 'sign-in.refused'],
    body: z.object({ response: authenticationResponse }),
    returns: activeSessionSchema,
    async handler(request) {
      const challenge = await takeChallenge(ctx, request, null)
      const active = await signInByPasskey(ctx, challenge, request.body.response, clientOf(ctx, request))
      setSessionCookie(ctx, request, active, true)
      return active
    },
  })
}

export function ownPasskeyRoutes({ get, post }: Calls, ctx: Context): void {
  get('/passkey/list-user-passkeys', 'listPasskeys', "List the user's passkeys, oldest first", {
    errors: ['UNAUTHORIZED'],
    returns: z.array(passkeySchema),
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      return findPasskeysOfUser(ctx, user.id)
    },
  })

  post('/passkey/update-passkey', 'updatePasskey', 'Rename a passkey', {
    errors: ['OWN_PASSKEY_NOT_FOUND', 'UNAUTHORIZED'],
    journal: 'A name changes nothing about access',
    body: z.object({ id: z.string(), name: passkeyName }),
    returns: z.object({ passkey: passkeySchema }),
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      const passkey = await renamePasskey(ctx, user.id, request.body.id, request.body.name)
      if (!passkey) throw new ApiError('OWN_PASSKEY_NOT_FOUND')
      return { passkey }
    },
  })

  post('/passkey/delete-passkey', 'deletePasskey', 'Remove a passkey', {
    errors: ['OWN_PASSKEY_NOT_FOUND', 'SESSION_IS_NOT_FRESH', 'UNAUTHORIZED'],
    journal: ['passkey.removed'],
    body: z.object({ id: z.string() }),
    returns: status,
    async handler(request) {
      const { user } = await requireStepUp(ctx, request)
      await removePasskey(ctx, user, request.body.id)
      return { status: true }
    },
  })
}
