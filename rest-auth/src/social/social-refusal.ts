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
  "email_doesn't_match",
  'account_already_linked_to_different_user',
  'account_not_linked',
  'email_not_verified',
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
