interface ErrorEntry {
  readonly status: number
  readonly message: string
  readonly code?: string
}

/** A number is a status whose message and code are the key. `{name}` also varies the code. */
export const errors = {
  UNAUTHORIZED: 401,
  INVALID_BODY: { status: 400, message: 'Invalid body parameters', code: 'VALIDATION_ERROR' },
  INVALID_QUERY: { status: 400, message: 'Invalid query parameters', code: 'VALIDATION_ERROR' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Request body is too large' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please try again later.' },
  SERVER_BUSY: { status: 503, message: 'The server is busy. Please try again in a moment.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is unavailable. Please try again soon.' },
  INTERNAL_SERVER_ERROR: 500,
  INVALID_ORIGIN: 403,
  INVALID_CALLBACKURL: { status: 403, message: 'Invalid callbackURL' },
  INVALID_REDIRECTURL: { status: 403, message: 'Invalid redirectURL' },
  INVALID_ERRORCALLBACKURL: { status: 403, message: 'Invalid errorCallbackURL' },
  INVALID_NEWUSERCALLBACKURL: { status: 403, message: 'Invalid newUserCallbackURL' },

  SESSION_IS_NOT_FRESH: 403,
  SESSION_NOT_FOUND: 400,
  FAILED_TO_CREATE_SESSION: 401,
  FAILED_TO_GET_SESSION: 500,

  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: 400,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: 400,
  INVALID_EMAIL: 400,
  INVALID_EMAIL_OR_PASSWORD: 401,
  EMAIL_NOT_VERIFIED: 403,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_COMMON: 400,
  PASSWORD_TOO_LONG: 400,
  INVALID_PASSWORD: 400,
  CREDENTIAL_ACCOUNT_NOT_FOUND: 400,
  USER_ALREADY_EXISTS: 422,
  USER_ALREADY_HAS_A_PASSWORD: { status: 400, message: 'user already has a password' },
  FAILED_TO_CREATE_USER: 422,
  EMAIL_CAN_NOT_BE_UPDATED: 400,

  USERNAME_IS_TOO_SHORT: { status: 422, message: 'username is too short' },
  USERNAME_IS_TOO_LONG: { status: 422, message: 'username is too long' },
  USERNAME_IS_INVALID: { status: 422, message: 'username is invalid' },
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: {
    status: 422,
    message: 'username is already taken. please try another.',
  },
  INVALID_USERNAME_OR_PASSWORD: { status: 401, message: 'invalid username or password' },
  USERNAME_EMAIL_NOT_VERIFIED: { status: 403, message: 'email not verified', code: 'EMAIL_NOT_VERIFIED' },

  VERIFICATION_EMAIL_ISNT_ENABLED: { status: 400, message: "Verification email isn't enabled" },
  RESET_PASSWORD_ISNT_ENABLED: { status: 400, message: "Reset password isn't enabled" },
  CHANGE_EMAIL_IS_DISABLED: 400,
  EMAIL_IS_THE_SAME: 400,
  COULDNT_UPDATE_YOUR_EMAIL: { status: 400, message: "Couldn't update your email" },
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL: 400,
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL: 400,
  INVALID_RESET_TOKEN: { status: 400, message: 'invalid token', code: 'INVALID_TOKEN' },
  INVALID_DELETE_TOKEN: { status: 404, message: 'invalid token', code: 'INVALID_TOKEN' },
  FAILED_TO_GET_USER_INFO: 404,
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: {
    status: 400,
    message: 'Session expired. Re-authenticate to perform this action.',
  },
  // Without a callbackURL, `GET /verify-email` returns the error that the redirect would have.
  TOKEN_EXPIRED: { status: 401, message: 'token_expired' },
  VERIFICATION_TOKEN_INVALID: { status: 401, message: 'invalid_token', code: 'INVALID_TOKEN' },
  USER_NOT_FOUND_BY_TOKEN: { status: 401, message: 'user_not_found', code: 'USER_NOT_FOUND' },
  VERIFICATION_UNAUTHORIZED: { status: 401, message: 'unauthorized', code: 'UNAUTHORIZED' },

  CLIENT_REQUESTS_ARE_DISABLED: 400,
  INVALID_TOKEN: 400,
  ONE_TIME_TOKEN_EXPIRED: { status: 400, message: 'Token expired', code: 'TOKEN_EXPIRED' },
  SESSION_EXPIRED: 400,
  INVALID_SESSION_TOKEN: 401,

  ORGANIZATION_NOT_FOUND: 400,
  ORGANIZATION_ALREADY_EXISTS: 400,
  ORGANIZATION_ID_IS_REQUIRED: { status: 400, message: 'Organization ID is required' },
  SLUG_IS_TAKEN: { status: 400, message: 'slug is taken' },
  NO_ACTIVE_ORGANIZATION: 400,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: 403,
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: 403,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 403,
  // Each call has its own status.
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 400,
  ORGANIZATION_IS_HIDDEN: {
    status: 403,
    message: 'User is not a member of the organization',
    code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
  },
  PERMISSIONS_ARE_HIDDEN: {
    status: 401,
    message: 'User is not a member of the organization',
    code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
  },
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: 403,

  MEMBER_NOT_FOUND: 400,
  ROLE_NOT_FOUND: 400,
  USER_NOT_FOUND: 400,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 401,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 400,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: 400,
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 403,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 400,

  INVITATION_NOT_FOUND: 400,
  OPEN_INVITATION_NOT_FOUND: { status: 400, message: 'Invitation not found!', code: 'INVITATION_NOT_FOUND' },
  TOO_MANY_INVITATIONS: 429,
  INVITATION_LIMIT_REACHED: 403,
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: 400,
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 400,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: {
    status: 403,
    message: 'you are not allowed to invite user with this role',
  },
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 403,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 403,
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: 403,
  EMAIL_VERIFICATION_REQUIRED_BEFORE_LISTING_INVITATIONS: 403,

  TEAM_NOT_FOUND: 400,
  UNABLE_TO_REMOVE_LAST_TEAM: 400,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 403,

  PROVIDER_NOT_FOUND: 404,
  ID_TOKEN_NOT_SUPPORTED: { status: 404, message: 'id_token not supported' },
  INVALID_ID_TOKEN: { status: 401, message: 'invalid token', code: 'INVALID_TOKEN' },
  PROVIDER_HIDES_USER_INFO: { status: 401, message: 'Failed to get user info', code: 'FAILED_TO_GET_USER_INFO' },
  USER_EMAIL_NOT_FOUND: 401,
  ACCOUNT_NOT_LINKED: { status: 401, message: 'account not linked' },
  SIGNUP_DISABLED: { status: 401, message: 'signup disabled' },
  UNABLE_TO_CREATE_USER: { status: 401, message: 'unable to create user' },
  UNABLE_TO_LINK_ACCOUNT: { status: 401, message: 'unable to link account' },
  UNABLE_TO_CREATE_SESSION: { status: 401, message: 'unable to create session' },
  UNABLE_TO_CREATE_VERIFICATION: 500,
  ACCOUNT_NOT_LINKED__LINKING_NOT_ALLOWED: { status: 401, message: 'Account not linked - linking not allowed' },
  ACCOUNT_NOT_LINKED__DIFFERENT_EMAILS_NOT_ALLOWED: {
    status: 401,
    message: 'Account not linked - different emails not allowed',
  },
  ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER: { status: 401, message: 'account already linked to different user' },
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: { status: 400, message: "You can't unlink your last account" },
  ACCOUNT_NOT_FOUND: 400,
  PROVIDER_IS_NOT_SUPPORTED: { status: 400, message: 'Provider {id} is not supported.' },
  PROVIDER_IS_NOT_CONFIGURED: { status: 400, message: 'Provider {id} not found.' },
  PROVIDER_DOES_NOT_REFRESH: { status: 400, message: 'Provider {id} does not support token refreshing.' },
  FAILED_TO_REFRESH_ACCESS_TOKEN: 400,
  FAILED_TO_GET_A_VALID_ACCESS_TOKEN: 400,
} as const satisfies Record<string, number | ErrorEntry>

export type ErrorKey = keyof typeof errors

const entryOf = (key: string, given: number | ErrorEntry): ErrorEntry =>
  typeof given === 'number' ? { status: given, message: wordsOf(key) } : given

const wordsOf = (key: string): string => key.charAt(0) + key.slice(1).toLowerCase().replaceAll('_', ' ')

export const errorCodes = new Set(
  Object.entries(errors).flatMap(([key, given]) => {
    const { message, code = key } = entryOf(key, given)
    return message.includes('{') ? [] : [code]
  }),
)

/** better-auth's rule: upper case, `_` for spaces, and only A–Z, 0–9 and `_`. */
export function codeOfMessage(message: string): string {
  return message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^A-Z0-9_]/g, '')
}

/** Sent only if the request has `X-Error-Details: true`. */
export interface ErrorDetails {
  readonly issues?: readonly { readonly path: readonly string[]; readonly message: string }[]
  readonly limit?: number
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  /** Seconds, for the Retry-After header. */
  readonly retryAfter: number | undefined
  readonly details: ErrorDetails | undefined

  /** `cause` is logged but never sent. */
  constructor(
    key: ErrorKey,
    options: { values?: Record<string, string>; retryAfter?: number; cause?: unknown; details?: ErrorDetails } = {},
  ) {
    const entry = entryOf(key, errors[key])
    const message = entry.message.replaceAll(/\{(\w+)\}/g, (_, name: string) => options.values?.[name] ?? '')
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.status = entry.status
    this.code = entry.code ?? (message === entry.message ? key : codeOfMessage(message))
    this.retryAfter = options.retryAfter
    this.details = options.details
  }
}
