import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError, type ErrorKey } from '../errors.ts'

export const socialRefusals = [
  'invalid_callback_request',
  'state_not_found',
  'please_restart_the_process',
  'state_mismatch',
  'no_code',
  'oauth_provider_not_found',
  'invalid_code',
  'unable_to_get_user_info',
  'email_not_found',
  'email_invalid',
  "email_doesn't_match",
  'account_already_linked_to_different_user',
  'account_not_linked',
  'email_not_verified',
  'banned',
  'signup_disabled',
  'unable_to_create_user',
  'unable_to_link_account',
  'unable_to_create_session',
  'internal_server_error',
] as const
export type SocialRefusalCode = (typeof socialRefusals)[number]

/** The code is `error=` in redirects, and maps to an ApiError in JSON calls. */
export class SocialRefusal extends Error {
  override name = 'SocialRefusal'
  readonly code: SocialRefusalCode
  constructor(code: SocialRefusalCode, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

type Keys = Partial<Record<SocialRefusalCode, ErrorKey>>

const signInKeys: Keys = {
  email_not_found: 'USER_EMAIL_NOT_FOUND',
  email_invalid: 'INVALID_EMAIL',
  account_not_linked: 'ACCOUNT_NOT_LINKED',
  email_not_verified: 'EMAIL_NOT_VERIFIED',
  banned: 'BANNED_USER',
  signup_disabled: 'SIGNUP_DISABLED',
  unable_to_create_user: 'UNABLE_TO_CREATE_USER',
  unable_to_link_account: 'UNABLE_TO_LINK_ACCOUNT',
  unable_to_create_session: 'UNABLE_TO_CREATE_SESSION',
  account_already_linked_to_different_user: 'ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER',
}
const linkKeys: Keys = {
  ...signInKeys,
  state_mismatch: 'UNAUTHORIZED',
  unable_to_link_account: 'ACCOUNT_NOT_LINKED__LINKING_NOT_ALLOWED',
  "email_doesn't_match": 'ACCOUNT_NOT_LINKED__DIFFERENT_EMAILS_NOT_ALLOWED',
}

export const refuseAsJson =
  (request: FastifyRequest, flow: 'sign-in' | 'link') =>
  (error: unknown): never => {
    const key = error instanceof SocialRefusal && (flow === 'link' ? linkKeys : signInKeys)[error.code]
    if (!key) throw error
    if (error.cause instanceof DatabaseUnavailable) throw error.cause
    if (error.cause) request.log.error({ err: error.cause }, error.code)
    throw new ApiError(key)
  }
