import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RedirectErrorCode } from '../error-codes.ts'

const startAgain = msg`The sign-in took too long or was interrupted. Start again.`
const unreadable = msg`The provider's answer could not be used. Start again, or sign in another way.`
const notLinked = msg({
  message:
    'There is an account with this e-mail address already. Sign in to it as usual, then add the provider under "Security".',
})
const failed = msg`Something failed on our side. Try again in a moment.`
const refused = msg`You did not allow the sign-in at the provider. Start again if you want to.`
const unavailable = msg`The provider cannot sign you in at the moment. Try again later, or sign in another way.`

// RFC 6749 4.1.2.1, OpenID Connect 3.1.2.6, Apple and LinkedIn.
type ProviderErrorCode =
  | 'access_denied'
  | 'consent_required'
  | 'interaction_required'
  | 'invalid_request'
  | 'invalid_scope'
  | 'login_required'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_response_type'
  | 'user_cancelled_authorize'
  | 'user_cancelled_login'

export const redirectErrorTexts = {
  invalid_callback_request: unreadable,
  state_not_found: startAgain,
  state_mismatch: startAgain,
  please_restart_the_process: startAgain,
  no_code: unreadable,
  oauth_provider_not_found: msg`This provider is not available here any more. Sign in another way.`,
  invalid_code: startAgain,
  unable_to_get_user_info: msg`The provider did not tell who you are. Try again, or sign in another way.`,
  email_not_found: msg`The provider did not give an e-mail address. Allow it there, or sign in another way.`,
  "email_doesn't_match": msg`The account at the provider has another e-mail address than your account here.`,
  account_already_linked_to_different_user: msg`This account at the provider belongs to another account here.`,
  unable_to_link_account: failed,
  account_not_linked: notLinked,
  email_not_verified: msg`This e-mail address is not verified yet. We have sent you a mail with a link that does it.`,
  signup_disabled: msg`Signing up is switched off here.`,
  unable_to_create_user: failed,
  unable_to_create_session: failed,
  internal_server_error: failed,
  access_denied: refused,
  user_cancelled_authorize: refused,
  user_cancelled_login: refused,
  consent_required: refused,
  interaction_required: refused,
  login_required: refused,
  temporarily_unavailable: unavailable,
  server_error: unavailable,
  invalid_request: unreadable,
  invalid_scope: unreadable,
  unauthorized_client: unreadable,
  unsupported_response_type: unreadable,
  INVALID_TOKEN: msg`This link has expired or was used already. Ask for a new one.`,
  token_expired: msg`This link has expired. Ask for a new one.`,
  invalid_token: msg`This link does not work any more, or it is not whole. Ask for a new one.`,
  user_not_found: msg`There is no account with this address any more.`,
  couldnt_update_your_email: msg`Another account has this address by now, so your address stays as it was.`,
  only_owner: msg`You are the only owner of an organization. Make somebody else its owner, or delete it first.`,
  unauthorized: msg`Sign in to the account that this link belongs to, then open it again.`,
} satisfies Record<RedirectErrorCode | ProviderErrorCode, MessageDescriptor>
