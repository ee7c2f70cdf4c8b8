import type { ErrorDetails } from './error-details.ts'

type ErrorEntry = readonly [status: number, message: string, code?: string]

/** A number is a status whose message and code are the key. `{id}` also varies the code. */
export const errors = {
  UNAUTHORIZED: 401,
  INVALID_BODY: [400, 'Invalid body parameters', 'VALIDATION_ERROR'],
  INVALID_QUERY: [400, 'Invalid query parameters', 'VALIDATION_ERROR'],
  PAYLOAD_TOO_LARGE: [413, 'Request body is too large'],
  TOO_MANY_REQUESTS: [429, 'Too many requests. Please try again later.'],
  SERVER_BUSY: [503, 'The server is busy. Please try again in a moment.'],
  SERVICE_UNAVAILABLE: [503, 'The service is unavailable. Please try again soon.'],
  INTERNAL_SERVER_ERROR: 500,
  INVALID_ORIGIN: 403,
  INVALID_CALLBACKURL: [403, 'Invalid callbackURL'],
  INVALID_REDIRECTURL: [403, 'Invalid redirectURL'],
  INVALID_ERRORCALLBACKURL: [403, 'Invalid errorCallbackURL'],
  INVALID_NEWUSERCALLBACKURL: [403, 'Invalid newUserCallbackURL'],

  PERSON_NOT_FOUND: [404, 'User not found', 'USER_NOT_FOUND'],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: [400, 'User already exists. Use another email.'],
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS: 403,
  YOU_ARE_NOT_ALLOWED_TO_GET_USER: 403,
  YOU_ARE_NOT_ALLOWED_TO_READ_ORGANIZATIONS: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS: 403,
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_EMAILS: 403,
  EMAIL_NOT_FOUND: 404,
  EMAIL_CANNOT_BE_SENT: 400,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS: 403,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS: 403,
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL: [403, 'You are not allowed to update users email'],
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: 403,
  YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS: 403,
  FACTOR_RESET_WAS_STOPPED: [409, 'The user has stopped a reset less than a week ago'],
  YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS: 403,
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: 403,
  YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE: [400, 'You are not allowed to set a non-existent role value'],
  YOU_ARE_NOT_ALLOWED_TO_BAN_USERS: 403,
  YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS: 403,
  YOU_CANNOT_IMPERSONATE_ADMINS: 403,
  YOU_ARE_NOT_IMPERSONATING_ANYONE: 400,
  NOT_ALLOWED_WHILE_IMPERSONATING: 403,
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS: 403,
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: 403,
  YOU_CANNOT_BAN_YOURSELF: 400,
  YOU_CANNOT_REMOVE_YOURSELF: 400,
  YOU_CANNOT_REMOVE_THE_LAST_ADMINISTRATOR: 400,
  NO_DATA_TO_UPDATE: 400,
  PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER: [
    400,
    'Password cannot be updated through update-user. Use the set-user-password endpoint instead',
  ],
  USER_ID_CANNOT_BE_UPDATED: 400,

  SESSION_IS_NOT_FRESH: 403,
  SESSION_NOT_FOUND: 400,
  NO_FIELDS_TO_UPDATE: 400,
  SECOND_FACTOR_REQUIRED: 403,
  FAILED_TO_CREATE_SESSION: 401,
  FAILED_TO_GET_SESSION: 500,

  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: 400,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: 400,
  INVALID_EMAIL: 400,
  INVALID_EMAIL_OR_PASSWORD: 401,
  EMAIL_NOT_VERIFIED: 403,
  BANNED_USER: [
    403,
    'You have been banned from this application. Please contact support if you believe this is an error.',
  ],
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_COMMON: 400,
  PASSWORD_TOO_LONG: 400,
  INVALID_PASSWORD: 400,
  CREDENTIAL_ACCOUNT_NOT_FOUND: 400,
  USER_ALREADY_EXISTS: 422,
  USER_ALREADY_HAS_A_PASSWORD: [400, 'user already has a password'],
  FAILED_TO_CREATE_USER: 422,
  EMAIL_CAN_NOT_BE_UPDATED: 400,

  USERNAME_IS_TOO_SHORT: [422, 'username is too short'],
  USERNAME_IS_TOO_LONG: [422, 'username is too long'],
  USERNAME_IS_INVALID: [422, 'username is invalid'],
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: [422, 'username is already taken. please try another.'],
  INVALID_USERNAME_OR_PASSWORD: [401, 'invalid username or password'],
  USERNAME_EMAIL_NOT_VERIFIED: [403, 'email not verified', 'EMAIL_NOT_VERIFIED'],

  VERIFICATION_EMAIL_ISNT_ENABLED: [400, "Verification email isn't enabled"],
  RESET_PASSWORD_ISNT_ENABLED: [400, "Reset password isn't enabled"],
  CHANGE_EMAIL_IS_DISABLED: 400,
  EMAIL_IS_THE_SAME: 400,
  COULDNT_UPDATE_YOUR_EMAIL: [400, "Couldn't update your email"],
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL: 400,
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL: 400,
  INVALID_RESET_TOKEN: [400, 'invalid token', 'INVALID_TOKEN'],
  INVALID_DELETE_TOKEN: [404, 'invalid token', 'INVALID_TOKEN'],
  FAILED_TO_GET_USER_INFO: 404,
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: [
    400,
    'Session expired. Re-authenticate to perform this action.',
  ],
  // Without a callbackURL, `GET /verify-email` returns the error that the redirect would have.
  TOKEN_EXPIRED: [401, 'token_expired'],
  VERIFICATION_TOKEN_INVALID: [401, 'invalid_token', 'INVALID_TOKEN'],
  USER_NOT_FOUND_BY_TOKEN: [401, 'user_not_found', 'USER_NOT_FOUND'],
  VERIFICATION_UNAUTHORIZED: [401, 'unauthorized', 'UNAUTHORIZED'],

  CLIENT_REQUESTS_ARE_DISABLED: 400,
  INVALID_TOKEN: 400,
  ONE_TIME_TOKEN_EXPIRED: [400, 'Token expired', 'TOKEN_EXPIRED'],
  SESSION_EXPIRED: 400,
  INVALID_SESSION_TOKEN: 401,

  ORGANIZATION_NOT_FOUND: 400,
  ORGANIZATION_ALREADY_EXISTS: 400,
  ORGANIZATION_ID_IS_REQUIRED: [400, 'Organization ID is required'],
  SLUG_IS_TAKEN: [400, 'slug is taken'],
  NO_ACTIVE_ORGANIZATION: 400,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: 403,
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: 403,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_REQUIRE_A_SECOND_FACTOR: 403,
  // Each call has its own status.
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 400,
  ORGANIZATION_IS_HIDDEN: [403, 'User is not a member of the organization', 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
  PERMISSIONS_ARE_HIDDEN: [401, 'User is not a member of the organization', 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'],
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG: 403,

  MEMBER_NOT_FOUND: 400,
  ORGANIZATION_HAS_CHANGED: [409, 'Organization has changed'],
  TEAM_HAS_CHANGED: [409, 'Team has changed'],
  KEY_NOT_FOUND: [404, 'API Key not found'],
  INVALID_API_KEY: [401, 'Invalid API key.'],
  KEY_DISABLED: [401, 'API Key is disabled'],
  KEY_EXPIRED: [401, 'API Key has expired'],
  EXPIRES_IN_IS_TOO_SMALL: [400, 'The expiresIn is smaller than the predefined minimum value.'],
  EXPIRES_IN_IS_TOO_LARGE: [400, 'The expiresIn is larger than the predefined maximum value.'],
  INVALID_NAME_LENGTH: [400, 'The name length is either too large or too small.'],
  METADATA_DISABLED: [400, 'Metadata is disabled.'],
  SERVER_ONLY_PROPERTY: [400, "The property you're trying to set can only be set from the server auth instance only."],
  NO_VALUES_TO_UPDATE: [400, 'No values to update.'],
  CALL_IS_CLOSED_TO_KEYS: [403, 'Only people may make this call: sign in instead of sending an API key'],
  MISSING_SCOPE: [403, 'The API key lacks this scope, or its owner the permission'],
  SEVERAL_CREDENTIALS: [400, 'Send an API key alone, without a session'],
  INVALID_SCOPE: [400, 'Keys cannot have this scope'],
  TOO_MANY_KEYS: 400,
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS: 403,
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS: 403,
  WEBHOOK_NOT_FOUND: 404,
  WEBHOOK_IS_DISABLED: 400,
  WEBHOOK_URL_IS_NOT_ALLOWED: 400,
  DELIVERY_NOT_FOUND: 404,
  TOO_MANY_WEBHOOKS: [400, 'This organization has too many webhooks'],
  ROLE_HAS_CHANGED: [409, 'Role has changed'],
  MEMBER_ROLES_HAVE_CHANGED: [409, 'Member roles have changed'],
  ROLE_NOT_FOUND: 400,
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: 400,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: 403,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: 403,
  YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE: 403,
  YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE: 403,
  TOO_MANY_ROLES: [400, 'This organization has too many roles'],
  INVALID_RESOURCE: [400, 'The provided permission includes an invalid resource'],
  ROLE_NAME_IS_ALREADY_TAKEN: [400, 'That role name is already taken'],
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: [400, 'Cannot delete a pre-defined role'],
  ROLE_IS_ASSIGNED_TO_MEMBERS: [
    400,
    'Cannot delete a role that is assigned to members. Please reassign the members to a different role first',
  ],
  MEMBERS_HAVE_THIS_ROLE: 409,
  USER_NOT_FOUND: 400,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 401,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 400,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: 400,
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 403,
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 400,

  INVITATION_NOT_FOUND: 400,
  OPEN_INVITATION_NOT_FOUND: [400, 'Invitation not found!', 'INVITATION_NOT_FOUND'],
  TOO_MANY_INVITATIONS: 429,
  INVITATION_LIMIT_REACHED: 403,
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: 400,
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 400,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: [403, 'you are not allowed to invite user with this role'],
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 403,
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 403,
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: 403,
  EMAIL_VERIFICATION_REQUIRED_BEFORE_LISTING_INVITATIONS: 403,

  TEAM_NOT_FOUND: 400,
  INVALID_TEAM_ID: [400, 'Team id contains a reserved character'],
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: 400,
  YOU_ARE_NOT_IN_THE_TEAM: [403, 'User is not a member of the team', 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM'],
  YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM: 400,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: [403, 'You are not allowed to create a new member'],
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: 403,
  UNABLE_TO_REMOVE_LAST_TEAM: 400,
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: 400,
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 403,
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: 403,
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 403,

  PROVIDER_NOT_FOUND: 404,
  ID_TOKEN_NOT_SUPPORTED: [404, 'id_token not supported'],
  INVALID_ID_TOKEN: [401, 'invalid token', 'INVALID_TOKEN'],
  ID_TOKEN_ALREADY_USED: [401, 'This id_token was used before. Get a new one from the provider.'],
  PROVIDER_HIDES_USER_INFO: [401, 'Failed to get user info', 'FAILED_TO_GET_USER_INFO'],
  USER_EMAIL_NOT_FOUND: 401,
  ACCOUNT_NOT_LINKED: [401, 'account not linked'],
  SIGNUP_DISABLED: [401, 'signup disabled'],
  UNABLE_TO_CREATE_USER: [401, 'unable to create user'],
  UNABLE_TO_LINK_ACCOUNT: [401, 'unable to link account'],
  UNABLE_TO_CREATE_SESSION: [401, 'unable to create session'],
  UNABLE_TO_CREATE_VERIFICATION: 500,
  ACCOUNT_NOT_LINKED__LINKING_NOT_ALLOWED: [401, 'Account not linked - linking not allowed'],
  ACCOUNT_NOT_LINKED__DIFFERENT_EMAILS_NOT_ALLOWED: [401, 'Account not linked - different emails not allowed'],
  ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER: [401, 'account already linked to different user'],
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: [400, "You can't unlink your last account"],
  ACCOUNT_NOT_FOUND: 400,
  PROVIDER_IS_NOT_SUPPORTED: [400, 'Provider {id} is not supported.'],
  PROVIDER_IS_NOT_CONFIGURED: [400, 'Provider {id} not found.'],
  PROVIDER_DOES_NOT_REFRESH: [400, 'Provider {id} does not support token refreshing.'],
  FAILED_TO_REFRESH_ACCESS_TOKEN: 400,
  FAILED_TO_GET_A_VALID_ACCESS_TOKEN: 400,

  CHALLENGE_NOT_FOUND: 400,
  FAILED_TO_VERIFY_REGISTRATION: 400,
  PREVIOUSLY_REGISTERED: 400,
  TOO_MANY_PASSKEYS: 400,
  PASSKEYS_NEED_THE_HOST_OF_AUTH_URL: [403, 'Passkeys need the host of AUTH_URL or one below it'],
  PASSKEY_NOT_FOUND: 401,
  OWN_PASSKEY_NOT_FOUND: [404, 'Passkey not found', 'PASSKEY_NOT_FOUND'],
  AUTHENTICATION_FAILED: 401,

  TOTP_NOT_ENABLED: [400, 'TOTP not enabled'],
  TOTP_ALREADY_ENABLED: [400, 'TOTP is already enabled'],
  OTP_NOT_CONFIGURED: [400, 'OTP is not available'],
  TWO_FACTOR_NOT_ENABLED: [400, "Two factor isn't enabled"],
  BACKUP_CODES_NOT_ENABLED: [400, "Backup codes aren't enabled"],
  INVALID_BACKUP_CODE: 401,
  INVALID_CODE: 401,
  INVALID_TWO_FACTOR_COOKIE: 401,
  TRUSTED_DEVICE_NOT_FOUND: 404,
} as const satisfies Record<string, number | ErrorEntry>

export type ErrorKey = keyof typeof errors

const entryOf = (key: string, given: number | ErrorEntry): ErrorEntry =>
  typeof given === 'number' ? [given, wordsOf(key)] : given

const wordsOf = (key: string): string => key.charAt(0) + key.slice(1).toLowerCase().replaceAll('_', ' ')

export const errorCodes = new Set(
  Object.entries(errors).flatMap(([key, given]) => {
    const [, message, code = key] = entryOf(key, given)
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

export class ApiError extends Error {
  override name = 'ApiError'
  readonly key: ErrorKey
  readonly status: number
  readonly code: string
  /** Seconds, for the Retry-After header. */
  readonly retryAfter: number | undefined
  readonly details: ErrorDetails | undefined

  /** `cause` is logged but never sent. */
  constructor(
    key: ErrorKey,
    options: { providerId?: string; retryAfter?: number; cause?: unknown; details?: ErrorDetails } = {},
  ) {
    const [status, template, code] = entryOf(key, errors[key])
    const message = template.replace('{id}', () => options.providerId ?? '')
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.key = key
    this.status = status
    this.code = code ?? (message === template ? key : codeOfMessage(message))
    this.retryAfter = options.retryAfter
    this.details = options.details
  }
}
