import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RedirectErrorCode } from '../error-codes.ts'

const startAgain = msg`The sign-in took too long or was interrupted. Start again.`
const unreadable = msg`The provider’s response couldn’t be used. Start again, or sign in another way.`
const notLinked = msg({
  message: 'This email already has an account. Sign in as usual, then connect the provider under Security.',
})
const failed = msg`Something went wrong on our side. Try again in a moment.`
const canceled = msg`Sign-in at the provider canceled`
const notSignedIn = msg`The provider needs your answer first. Start again, or sign in another way.`
const unavailable = msg`The provider can’t sign you in right now. Try again later, or sign in another way.`

const ownTexts = {
  invalid_callback_request: unreadable,
  state_not_found: startAgain,
  state_mismatch: startAgain,
  please_restart_the_process: startAgain,
  no_code: unreadable,
  oauth_provider_not_found: msg`This provider is no longer available here. Sign in another way.`,
  invalid_code: startAgain,
  unable_to_get_user_info: msg`The provider didn’t say who you are. Try again, or sign in another way.`,
  email_not_found: msg`The provider didn’t share your email. Allow it there, or sign in another way.`,
  email_invalid: msg`The provider’s email for you can’t be used here. Change it there, or sign in another way.`,
  "email_doesn't_match": msg`The provider’s account has a different email than your account here.`,
  account_already_linked_to_different_user: msg`This provider account is connected to another account here.`,
  unable_to_link_account: failed,
  account_not_linked: notLinked,
  email_not_verified: msg`Your email isn’t verified yet. Open the link we sent you.`,
  banned: msg`This account has been blocked. If that’s a mistake, contact support.`,
  signup_disabled: msg`You don’t have an account here yet, and sign-up is closed right now.`,
  unable_to_create_user: failed,
  unable_to_create_session: failed,
  internal_server_error: failed,
  INVALID_TOKEN: msg`This link has expired or was already used. Request a new one.`,
  token_expired: msg`This link has expired. Request a new one.`,
  invalid_token: msg`This link no longer works or is incomplete. Request a new one.`,
  user_not_found: msg`This email no longer has an account.`,
  couldnt_update_your_email: msg`Another account now uses this email, so yours hasn’t changed.`,
  only_owner: msg`You’re the only owner of an organization. Make someone else an owner or delete it first.`,
  last_administrator: msg`You’re the only administrator. Make someone else one first.`,
  unauthorized: msg`Sign in to the account this link belongs to, then open it again.`,
} satisfies Record<RedirectErrorCode, MessageDescriptor>

/** RFC 6749 4.1.2.1, OpenID Connect 3.1.2.6, Apple and LinkedIn. */
const textsOfProviders = {
  access_denied: canceled,
  user_cancelled_authorize: canceled,
  user_cancelled_login: canceled,
  consent_required: notSignedIn,
  interaction_required: notSignedIn,
  login_required: notSignedIn,
  temporarily_unavailable: unavailable,
  server_error: unavailable,
  invalid_request: unreadable,
  invalid_scope: unreadable,
  unauthorized_client: unreadable,
  unsupported_response_type: unreadable,
}

export const redirectErrorTexts = { ...ownTexts, ...textsOfProviders }

/** Whether the users themselves ended the sign-in, so that nothing is wrong. */
export const isCanceledAtProvider = (code: string): boolean =>
  ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'].includes(code)
