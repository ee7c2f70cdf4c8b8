import type { FastifyRequest } from 'fastify'
import type { ApiError, ErrorKey } from './errors.ts'

export const clientLines = ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'] as const
type Line = (typeof clientLines)[number]

/**
 * Names that better-auth changed, of all calls or of one, each with the first line that has it.
 * Other codes kept theirs.
 */
const renamed: Partial<Record<ErrorKey, readonly (readonly [since: Line, code: string, call?: string])[]>> = {
  USER_ALREADY_EXISTS: [['1.3', 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL']],
  USERNAME_IS_TOO_SHORT: [['1.4', 'USERNAME_TOO_SHORT']],
  USERNAME_IS_TOO_LONG: [['1.5', 'USERNAME_TOO_LONG']],
  USERNAME_IS_INVALID: [['1.5', 'INVALID_USERNAME']],
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: [['1.5', 'USERNAME_IS_ALREADY_TAKEN']],
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL: [
    ['1.4', 'EMAIL_IS_ALREADY_VERIFIED'],
    ['1.5', 'EMAIL_ALREADY_VERIFIED'],
  ],
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL: [['1.4', 'EMAIL_MISMATCH']],
  SLUG_IS_TAKEN: [['1.5', 'ORGANIZATION_SLUG_ALREADY_TAKEN']],
  ORGANIZATION_ALREADY_EXISTS: [['1.4', 'ORGANIZATION_SLUG_ALREADY_TAKEN', '/organization/update']],
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: [['1.5', 'FAILED_TO_UNLINK_LAST_ACCOUNT']],
  SESSION_IS_NOT_FRESH: [['1.5', 'SESSION_NOT_FRESH']],
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: [['1.5', 'SESSION_EXPIRED']],
  INVALID_CALLBACKURL: [['1.5', 'INVALID_CALLBACK_URL']],
  INVALID_REDIRECTURL: [['1.5', 'INVALID_REDIRECT_URL']],
  INVALID_ERRORCALLBACKURL: [['1.5', 'INVALID_ERROR_CALLBACK_URL']],
  INVALID_NEWUSERCALLBACKURL: [['1.5', 'INVALID_NEW_USER_CALLBACK_URL']],
  VERIFICATION_EMAIL_ISNT_ENABLED: [['1.5', 'VERIFICATION_EMAIL_NOT_ENABLED']],
  RESET_PASSWORD_ISNT_ENABLED: [['1.5', 'RESET_PASSWORD_DISABLED']],
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: [['1.5', 'EMAIL_PASSWORD_SIGN_UP_DISABLED']],
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: [['1.5', 'EMAIL_PASSWORD_DISABLED']],
  FAILED_TO_GET_A_VALID_ACCESS_TOKEN: [['1.5', 'FAILED_TO_GET_ACCESS_TOKEN']],
  PROVIDER_IS_NOT_SUPPORTED: [['1.5', 'PROVIDER_NOT_SUPPORTED']],
  PROVIDER_IS_NOT_CONFIGURED: [['1.5', 'PROVIDER_NOT_CONFIGURED']],
  PROVIDER_DOES_NOT_REFRESH: [['1.5', 'TOKEN_REFRESH_NOT_SUPPORTED']],
  ACCOUNT_NOT_LINKED: [['1.5', 'OAUTH_LINK_ERROR', '/sign-in/social']],
  SIGNUP_DISABLED: [['1.5', 'OAUTH_LINK_ERROR', '/sign-in/social']],
  ACCOUNT_NOT_LINKED__LINKING_NOT_ALLOWED: [['1.5', 'LINKING_NOT_ALLOWED']],
  ACCOUNT_NOT_LINKED__DIFFERENT_EMAILS_NOT_ALLOWED: [['1.5', 'LINKING_DIFFERENT_EMAILS_NOT_ALLOWED']],
  CHANGE_EMAIL_IS_DISABLED: [['1.6', 'CHANGE_EMAIL_DISABLED']],
  EMAIL_VERIFICATION_REQUIRED_BEFORE_LISTING_INVITATIONS: [['1.6', 'EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION']],
}

/** From 1.3 on, these two calls refuse usernames with 400 instead of 422. */
const checksUsername = /\/(sign-up\/email|update-user)$/

/** The status and code for the clients of `ERROR_CODES_OF`. The product's pages and gateway know 1.2's. */
export function forClient(
  { ERROR_CODES_OF: line, AUTH_URL }: { readonly ERROR_CODES_OF: Line; readonly AUTH_URL: string },
  { key, status, code }: ApiError,
  { headers, routeOptions }: Pick<FastifyRequest, 'headers'> & { routeOptions: { url?: string | undefined } },
): { status: number; code: string } {
  const origin = headers.origin ?? (headers['sec-fetch-site'] === 'same-origin' ? AUTH_URL : undefined)
  if (line === '1.2' || origin === AUTH_URL || headers['x-error-details'] === 'true') return { status, code }
  const { url = '' } = routeOptions
  const isUsername = key.startsWith('USERNAME_IS_') && checksUsername.test(url)
  const name = renamed[key]?.findLast(([since, , call = '']) => since <= line && url.endsWith(call))?.[1]
  return { status: isUsername ? 400 : status, code: name ?? code }
}
