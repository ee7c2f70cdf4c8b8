/** The key is the code on the wire unless `code` says otherwise; with a `{name}` in the message the code follows its text. */
interface ErrorEntry {
  readonly status: number
  readonly message: string
  readonly code?: string
}

export const errors = {
  // transport
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  INVALID_BODY: { status: 400, message: 'Invalid body parameters', code: 'VALIDATION_ERROR' },
  INVALID_QUERY: { status: 400, message: 'Invalid query parameters', code: 'VALIDATION_ERROR' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Request body is too large' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please try again later.' },
  SERVER_BUSY: { status: 503, message: 'The server is busy. Please try again in a moment.' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'The service is not available at this moment. Please try again soon.' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Internal server error' },
  INVALID_ORIGIN: { status: 403, message: 'Invalid origin' },
  INVALID_CALLBACKURL: { status: 403, message: 'Invalid callbackURL' },
  INVALID_REDIRECTURL: { status: 403, message: 'Invalid redirectURL' },
  INVALID_ERRORCALLBACKURL: { status: 403, message: 'Invalid errorCallbackURL' },
  INVALID_NEWUSERCALLBACKURL: { status: 403, message: 'Invalid newUserCallbackURL' },

  // session
  SESSION_IS_NOT_FRESH: { status: 403, message: 'Session is not fresh' },
  SESSION_NOT_FOUND: { status: 400, message: 'Session not found' },
  FAILED_TO_CREATE_SESSION: { status: 401, message: 'Failed to create session' },
  FAILED_TO_GET_SESSION: { status: 500, message: 'Failed to get session' },

  // credential and user
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: { status: 400, message: 'Email and password sign up is not enabled' },
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: { status: 400, message: 'Email and password is not enabled' },
  INVALID_EMAIL: { status: 400, message: 'Invalid email' },
  INVALID_EMAIL_OR_PASSWORD: { status: 401, message: 'Invalid email or password' },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Email not verified' },
  PASSWORD_TOO_SHORT: { status: 400, message: 'Password too short' },
  PASSWORD_TOO_COMMON: { status: 400, message: 'Password too common' },
  PASSWORD_TOO_LONG: { status: 400, message: 'Password too long' },
  INVALID_PASSWORD: { status: 400, message: 'Invalid password' },
  CREDENTIAL_ACCOUNT_NOT_FOUND: { status: 400, message: 'Credential account not found' },
  USER_ALREADY_EXISTS: { status: 422, message: 'User already exists' },
  USER_ALREADY_HAS_A_PASSWORD: { status: 400, message: 'user already has a password' },
  FAILED_TO_CREATE_USER: { status: 422, message: 'Failed to create user' },
  EMAIL_CAN_NOT_BE_UPDATED: { status: 400, message: 'Email can not be updated' },

  // username
  USERNAME_IS_TOO_SHORT: { status: 422, message: 'username is too short' },
  USERNAME_IS_TOO_LONG: { status: 422, message: 'username is too long' },
  USERNAME_IS_INVALID: { status: 422, message: 'username is invalid' },
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: {
    status: 422,
    message: 'username is already taken. please try another.',
  },
  INVALID_USERNAME_OR_PASSWORD: { status: 401, message: 'invalid username or password' },
  USERNAME_EMAIL_NOT_VERIFIED: { status: 403, message: 'email not verified', code: 'EMAIL_NOT_VERIFIED' },

  // verification of addresses, reset of passwords, deletion
  VERIFICATION_EMAIL_ISNT_ENABLED: { status: 400, message: "Verification email isn't enabled" },
  RESET_PASSWORD_ISNT_ENABLED: { status: 400, message: "Reset password isn't enabled" },
  CHANGE_EMAIL_IS_DISABLED: { status: 400, message: 'Change email is disabled' },
  EMAIL_IS_THE_SAME: { status: 400, message: 'Email is the same' },
  COULDNT_UPDATE_YOUR_EMAIL: { status: 400, message: "Couldn't update your email" },
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL: {
    status: 400,
    message: 'You can only send a verification email to an unverified email',
  },
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL: {
    status: 400,
    message: 'You can only send a verification email to your own email',
  },
  INVALID_RESET_TOKEN: { status: 400, message: 'invalid token', code: 'INVALID_TOKEN' },
  INVALID_DELETE_TOKEN: { status: 404, message: 'invalid token', code: 'INVALID_TOKEN' },
  FAILED_TO_GET_USER_INFO: { status: 404, message: 'Failed to get user info' },
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: {
    status: 400,
    message: 'Session expired. Re-authenticate to perform this action.',
  },
  // `GET /verify-email` without a callbackURL answers what the redirect would have carried.
  TOKEN_EXPIRED: { status: 401, message: 'token_expired' },
  VERIFICATION_TOKEN_INVALID: { status: 401, message: 'invalid_token', code: 'INVALID_TOKEN' },
  USER_NOT_FOUND_BY_TOKEN: { status: 401, message: 'user_not_found', code: 'USER_NOT_FOUND' },
  VERIFICATION_UNAUTHORIZED: { status: 401, message: 'unauthorized', code: 'UNAUTHORIZED' },

  // one-time token, multi-session
  CLIENT_REQUESTS_ARE_DISABLED: { status: 400, message: 'Client requests are disabled' },
  INVALID_TOKEN: { status: 400, message: 'Invalid token' },
  ONE_TIME_TOKEN_EXPIRED: { status: 400, message: 'Token expired', code: 'TOKEN_EXPIRED' },
  SESSION_EXPIRED: { status: 400, message: 'Session expired' },
  INVALID_SESSION_TOKEN: { status: 401, message: 'Invalid session token' },

  // organization (owner: organization/)
  ORGANIZATION_NOT_FOUND: { status: 400, message: 'Organization not found' },
  ORGANIZATION_ALREADY_EXISTS: { status: 400, message: 'Organization already exists' },
  ORGANIZATION_ID_IS_REQUIRED: { status: 400, message: 'Organization ID is required' },
  SLUG_IS_TAKEN: { status: 400, message: 'slug is taken' },
  NO_ACTIVE_ORGANIZATION: { status: 400, message: 'No active organization' },
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: {
    status: 403,
    message: 'You are not allowed to create a new organization',
  },
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: {
    status: 403,
    message: 'You have reached the maximum number of organizations',
  },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: {
    status: 403,
    message: 'You are not allowed to update this organization',
  },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: {
    status: 403,
    message: 'You are not allowed to delete this organization',
  },
  // Not a member: each call has a status of its own.
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: { status: 400, message: 'User is not a member of the organization' },
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
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: { status: 403, message: 'You are not a member of this organization' },

  // member
  MEMBER_NOT_FOUND: { status: 400, message: 'Member not found' },
  ROLE_NOT_FOUND: { status: 400, message: 'Role not found' },
  USER_NOT_FOUND: { status: 400, message: 'User not found' },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: { status: 403, message: 'You are not allowed to update this member' },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: { status: 401, message: 'You are not allowed to delete this member' },
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: {
    status: 400,
    message: 'You cannot leave the organization as the only owner',
  },
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: {
    status: 400,
    message: 'You cannot leave the organization without an owner',
  },
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: { status: 403, message: 'Organization membership limit reached' },
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: {
    status: 400,
    message: 'User is already a member of this organization',
  },

  // invitation
  INVITATION_NOT_FOUND: { status: 400, message: 'Invitation not found' },
  OPEN_INVITATION_NOT_FOUND: { status: 400, message: 'Invitation not found!', code: 'INVITATION_NOT_FOUND' },
  TOO_MANY_INVITATIONS: { status: 429, message: 'Too many invitations' },
  INVITATION_LIMIT_REACHED: { status: 403, message: 'Invitation limit reached' },
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: {
    status: 400,
    message: 'Inviter is no longer a member of the organization',
  },
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: {
    status: 400,
    message: 'User is already invited to this organization',
  },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: {
    status: 403,
    message: 'You are not allowed to invite users to this organization',
  },
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: {
    status: 403,
    message: 'you are not allowed to invite user with this role',
  },
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: {
    status: 403,
    message: 'You are not allowed to cancel this invitation',
  },
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: {
    status: 403,
    message: 'You are not the recipient of the invitation',
  },
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: {
    status: 403,
    message: 'Email verification required before accepting or rejecting invitation',
  },
  EMAIL_VERIFICATION_REQUIRED_BEFORE_LISTING_INVITATIONS: {
    status: 403,
    message: 'Email verification required before listing invitations',
  },

  // team
  TEAM_NOT_FOUND: { status: 400, message: 'Team not found' },
  UNABLE_TO_REMOVE_LAST_TEAM: { status: 400, message: 'Unable to remove last team' },
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: {
    status: 403,
    message: 'You are not allowed to create teams in this organization',
  },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: { status: 403, message: 'You are not allowed to delete this team' },
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: {
    status: 403,
    message: 'You are not allowed to delete teams in this organization',
  },
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: { status: 403, message: 'You are not allowed to update this team' },

  // social (owner: social/)
  PROVIDER_NOT_FOUND: { status: 404, message: 'Provider not found' },
  ID_TOKEN_NOT_SUPPORTED: { status: 404, message: 'id_token not supported' },
  INVALID_ID_TOKEN: { status: 401, message: 'invalid token', code: 'INVALID_TOKEN' },
  PROVIDER_HIDES_USER_INFO: { status: 401, message: 'Failed to get user info', code: 'FAILED_TO_GET_USER_INFO' },
  USER_EMAIL_NOT_FOUND: { status: 401, message: 'User email not found' },
  ACCOUNT_NOT_LINKED: { status: 401, message: 'account not linked' },
  SIGNUP_DISABLED: { status: 401, message: 'signup disabled' },
  UNABLE_TO_CREATE_USER: { status: 401, message: 'unable to create user' },
  UNABLE_TO_LINK_ACCOUNT: { status: 401, message: 'unable to link account' },
  UNABLE_TO_CREATE_SESSION: { status: 401, message: 'unable to create session' },
  UNABLE_TO_CREATE_VERIFICATION: { status: 500, message: 'Unable to create verification' },
  ACCOUNT_NOT_LINKED__LINKING_NOT_ALLOWED: { status: 401, message: 'Account not linked - linking not allowed' },
  ACCOUNT_NOT_LINKED__DIFFERENT_EMAILS_NOT_ALLOWED: {
    status: 401,
    message: 'Account not linked - different emails not allowed',
  },
  ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER: { status: 401, message: 'account already linked to different user' },
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: { status: 400, message: "You can't unlink your last account" },
  ACCOUNT_NOT_FOUND: { status: 400, message: 'Account not found' },
  PROVIDER_IS_NOT_SUPPORTED: { status: 400, message: 'Provider {id} is not supported.' },
  PROVIDER_IS_NOT_CONFIGURED: { status: 400, message: 'Provider {id} not found.' },
  PROVIDER_DOES_NOT_REFRESH: { status: 400, message: 'Provider {id} does not support token refreshing.' },
  FAILED_TO_REFRESH_ACCESS_TOKEN: { status: 400, message: 'Failed to refresh access token' },
  FAILED_TO_GET_A_VALID_ACCESS_TOKEN: { status: 400, message: 'Failed to get a valid access token' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorKey = keyof typeof errors

const entries: [key: string, entry: ErrorEntry][] = Object.entries(errors)

/** The codes on the wire, but for those that name a provider: they follow its message. */
export const errorCodes = new Set(
  entries.filter(([, { message }]) => !message.includes('{')).map(([key, { code }]) => code ?? key),
)

/** The code that clients derive from a message: upper case, spaces to `_`, anything but A–Z, 0–9 and `_` dropped. */
export function codeOfMessage(message: string): string {
  return message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^A-Z0-9_]/g, '')
}

/** What a program can do with a refusal beside its code. Answered to those who ask for it with `X-Error-Details: true`. */
export interface ErrorDetails {
  /** What does not fit, and the rule, in English. */
  readonly issues?: readonly { readonly path: readonly string[]; readonly message: string }[]
  /** How many there may be. */
  readonly limit?: number
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  /** Seconds after which to try again, for the Retry-After header. */
  readonly retryAfter: number | undefined
  readonly details: ErrorDetails | undefined

  /** `cause` is logged and never answered. */
  constructor(
    key: ErrorKey,
    options: { values?: Record<string, string>; retryAfter?: number; cause?: unknown; details?: ErrorDetails } = {},
  ) {
    const entry: ErrorEntry = errors[key]
    const message = entry.message.replaceAll(/\{(\w+)\}/g, (_, name: string) => options.values?.[name] ?? '')
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.status = entry.status
    this.code = entry.code ?? (message === entry.message ? key : codeOfMessage(message))
    this.retryAfter = options.retryAfter
    this.details = options.details
  }
}
