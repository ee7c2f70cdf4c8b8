// Error codes by screen. A new code of rest-auth compiles only once a screen has a text for it.
import type { UserErrorCode } from 'contract/generated/graphql.ts'
import type { components, paths } from 'contract/generated/openapi.ts'

type ErrorCode = components['schemas']['ErrorCode']

export type RedirectErrorCode = components['schemas']['RedirectErrorCode']

export type GeneralErrorCode = Known<
  | 'FAILED_TO_CREATE_SESSION'
  | 'FAILED_TO_GET_SESSION'
  | 'INTERNAL_SERVER_ERROR'
  | 'INVALID_ORIGIN'
  | 'NOT_ALLOWED_WHILE_IMPERSONATING'
  | 'PAYLOAD_TOO_LARGE'
  | 'SERVER_BUSY'
  | 'SERVICE_UNAVAILABLE'
  | 'TOO_MANY_REQUESTS'
  | 'UNAUTHORIZED'
  | 'VALIDATION_ERROR'
>

type WrongUsername = 'USERNAME_IS_INVALID' | 'USERNAME_IS_TOO_LONG' | 'USERNAME_IS_TOO_SHORT'
type WrongPassword = 'PASSWORD_TOO_COMMON' | 'PASSWORD_TOO_LONG' | 'PASSWORD_TOO_SHORT'
type Act = 'SECOND_FACTOR_REQUIRED' | 'SESSION_IS_NOT_FRESH' | 'USER_NOT_FOUND'
type Invitation = 'INVITATION_NOT_FOUND' | 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION'
type Unproven = 'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION'

interface Refusals {
  '/admin/ban-user': Act | 'YOU_ARE_NOT_ALLOWED_TO_BAN_USERS' | 'YOU_CANNOT_BAN_YOURSELF'
  '/admin/delete-organization': 'ORGANIZATION_NOT_FOUND' | 'SESSION_IS_NOT_FRESH'
  '/admin/drop-email': 'EMAIL_NOT_FOUND' | 'SESSION_IS_NOT_FRESH'
  '/admin/resend-email': 'EMAIL_CANNOT_BE_SENT' | 'EMAIL_NOT_FOUND' | 'SESSION_IS_NOT_FRESH'
  '/admin/change-user-email':
    | Act
    | 'EMAIL_IS_THE_SAME'
    | 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'
    | 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL'
  '/admin/reset-factors': Act | 'FACTOR_RESET_WAS_STOPPED' | 'YOU_ARE_NOT_ALLOWED_TO_RESET_FACTORS'
  '/admin/remove-user':
    | Act
    | 'YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS'
    | 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'
    | 'YOU_CANNOT_REMOVE_YOURSELF'
  '/admin/revoke-user-sessions': Act | 'YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS'
  '/admin/set-role':
    | Act
    | 'EMAIL_NOT_VERIFIED'
    | 'YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE'
    | 'YOU_CANNOT_REMOVE_THE_LAST_ADMINISTRATOR'
  '/admin/set-user-password': Act | WrongPassword | 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD'
  '/change-email':
    | 'CHANGE_EMAIL_IS_DISABLED'
    | 'COULDNT_UPDATE_YOUR_EMAIL'
    | 'EMAIL_IS_THE_SAME'
    | 'SESSION_IS_NOT_FRESH'
    | 'VERIFICATION_EMAIL_ISNT_ENABLED'
  '/change-password': 'CREDENTIAL_ACCOUNT_NOT_FOUND' | 'INVALID_PASSWORD' | WrongPassword
  '/delete-user':
    | 'CREDENTIAL_ACCOUNT_NOT_FOUND'
    | 'INVALID_PASSWORD'
    | 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION'
    | 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'
    | 'YOU_CANNOT_REMOVE_THE_LAST_ADMINISTRATOR'
  '/link-social': 'PROVIDER_NOT_FOUND' | 'SESSION_IS_NOT_FRESH' | 'UNABLE_TO_CREATE_VERIFICATION'
  '/multi-session/revoke': 'INVALID_SESSION_TOKEN'
  '/multi-session/set-active': 'INVALID_SESSION_TOKEN'
  '/organization/accept-invitation':
    | Invitation
    | Unproven
    | 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION'
    | 'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED'
  '/organization/get-invitation': Invitation | 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION'
  '/organization/read-mailed-invitation': 'INVITATION_NOT_FOUND'
  '/organization/set-active': 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'
  '/organization/reject-invitation': Invitation | Unproven
  '/passkey/generate-register-options': 'PASSKEYS_NEED_THE_HOST_OF_AUTH_URL' | 'SESSION_IS_NOT_FRESH'
  '/passkey/update-passkey': 'PASSKEY_NOT_FOUND' | 'SESSION_IS_NOT_FRESH'
  '/passkey/verify-authentication':
    | 'AUTHENTICATION_FAILED'
    | 'BANNED_USER'
    | 'CHALLENGE_NOT_FOUND'
    | 'EMAIL_NOT_VERIFIED'
    | 'PASSKEYS_NEED_THE_HOST_OF_AUTH_URL'
    | 'PASSKEY_NOT_FOUND'
  '/passkey/verify-registration':
    | 'CHALLENGE_NOT_FOUND'
    | 'FAILED_TO_VERIFY_REGISTRATION'
    | 'PASSKEYS_NEED_THE_HOST_OF_AUTH_URL'
    | 'PREVIOUSLY_REGISTERED'
    | 'SESSION_IS_NOT_FRESH'
    | 'TOO_MANY_PASSKEYS'
  '/request-password-reset': 'RESET_PASSWORD_ISNT_ENABLED'
  '/reset-password': 'INVALID_TOKEN' | WrongPassword
  '/revoke-session': 'SESSION_NOT_FOUND'
  '/send-verification-email':
    | 'VERIFICATION_EMAIL_ISNT_ENABLED'
    | 'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL'
    | 'YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL'
  '/sign-in/email':
    | 'BANNED_USER'
    | 'EMAIL_AND_PASSWORD_IS_NOT_ENABLED'
    | 'EMAIL_NOT_VERIFIED'
    | 'INVALID_EMAIL'
    | 'INVALID_EMAIL_OR_PASSWORD'
  '/sign-in/social': 'PROVIDER_NOT_FOUND' | 'UNABLE_TO_CREATE_VERIFICATION'
  '/sign-in/username':
    | 'BANNED_USER'
    | 'EMAIL_AND_PASSWORD_IS_NOT_ENABLED'
    | 'EMAIL_NOT_VERIFIED'
    | 'INVALID_USERNAME_OR_PASSWORD'
    | WrongUsername
  '/sign-up/email':
    | 'EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED'
    | 'INVALID_EMAIL'
    | 'USER_ALREADY_EXISTS'
    | WrongPassword
  '/two-factor/disable': 'INVALID_PASSWORD' | 'SESSION_IS_NOT_FRESH'
  '/two-factor/enable': 'INVALID_PASSWORD' | 'SESSION_IS_NOT_FRESH' | 'TOTP_ALREADY_ENABLED'
  '/two-factor/generate-backup-codes': 'INVALID_PASSWORD' | 'SESSION_IS_NOT_FRESH' | 'TWO_FACTOR_NOT_ENABLED'
  '/two-factor/revoke-trusted-device': 'SESSION_IS_NOT_FRESH' | 'TRUSTED_DEVICE_NOT_FOUND'
  '/two-factor/verify-backup-code':
    | 'BACKUP_CODES_NOT_ENABLED'
    | 'BANNED_USER'
    | 'INVALID_BACKUP_CODE'
    | 'INVALID_TWO_FACTOR_COOKIE'
  '/two-factor/verify-totp': 'BANNED_USER' | 'INVALID_CODE' | 'INVALID_TWO_FACTOR_COOKIE' | 'TOTP_NOT_ENABLED'
  '/unlink-account': 'ACCOUNT_NOT_FOUND' | 'SESSION_IS_NOT_FRESH' | 'YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT'
  '/update-user': 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER' | WrongUsername
}

/** The error codes of a call besides the general ones: `RefusalOf<'/sign-in/email'>`. */
export type RefusalOf<Path extends keyof Refusals & keyof paths> = Known<Refusals[Path]>

/** Codes that no screen can meet, by reason. */
interface Unmet {
  'Screens only send URLs of their own origin.':
    | 'INVALID_CALLBACKURL'
    | 'INVALID_ERRORCALLBACKURL'
    | 'INVALID_NEWUSERCALLBACKURL'
    | 'INVALID_REDIRECTURL'
  'Screens send only what the call accepts.':
    | 'EMAIL_CAN_NOT_BE_UPDATED'
    | 'EXPIRES_IN_IS_TOO_SMALL'
    | 'FAILED_TO_CREATE_USER'
    | 'INVALID_TEAM_ID'
    | 'METADATA_DISABLED'
    | 'SERVER_ONLY_PROPERTY'
  'No screen signs in or links with the id_token of a provider.':
    | 'ACCOUNT_ALREADY_LINKED_TO_DIFFERENT_USER'
    | 'ACCOUNT_NOT_LINKED'
    | 'ACCOUNT_NOT_LINKED__DIFFERENT_EMAILS_NOT_ALLOWED'
    | 'ACCOUNT_NOT_LINKED__LINKING_NOT_ALLOWED'
    | 'ID_TOKEN_ALREADY_USED'
    | 'ID_TOKEN_NOT_SUPPORTED'
    | 'SIGNUP_DISABLED'
    | 'UNABLE_TO_CREATE_SESSION'
    | 'UNABLE_TO_CREATE_USER'
    | 'UNABLE_TO_LINK_ACCOUNT'
    | 'USER_EMAIL_NOT_FOUND'
  'No screen uses these calls.':
    | 'CLIENT_REQUESTS_ARE_DISABLED'
    | 'FAILED_TO_GET_A_VALID_ACCESS_TOKEN'
    | 'FAILED_TO_GET_USER_INFO'
    | 'FAILED_TO_REFRESH_ACCESS_TOKEN'
    | 'NO_FIELDS_TO_UPDATE'
    | 'OTP_NOT_CONFIGURED'
    | 'SESSION_EXPIRED'
    | 'TOKEN_EXPIRED'
    | 'USER_ALREADY_HAS_A_PASSWORD'
    | 'USER_NOT_FOUND'
    | 'YOU_DO_NOT_HAVE_AN_ACTIVE_TEAM'
  'Screens never send an API key.':
    | 'CALL_IS_CLOSED_TO_KEYS'
    | 'INVALID_API_KEY'
    | 'KEY_DISABLED'
    | 'KEY_EXPIRED'
    | 'MISSING_SCOPE'
    | 'SEVERAL_CREDENTIALS'
  'The gateway reads roles otherwise.': 'YOU_ARE_NOT_ALLOWED_TO_LIST_A_ROLE' | 'YOU_ARE_NOT_ALLOWED_TO_READ_A_ROLE'
  'No screen of the administration meets them.':
    | 'YOU_ARE_NOT_ALLOWED_TO_GET_USER'
    | 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS'
    | 'YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS'
    | 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_EMAILS'
    | 'YOU_ARE_NOT_ALLOWED_TO_READ_ORGANIZATIONS'
    | 'NO_DATA_TO_UPDATE'
    | 'PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER'
    | 'USER_ID_CANNOT_BE_UPDATED'
    | 'YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS'
    | 'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS'
    | 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS'
    | 'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE'
    | 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS'
    | 'YOU_ARE_NOT_IMPERSONATING_ANYONE'
    | 'YOU_CANNOT_IMPERSONATE_ADMINS'
  'The gateway makes these calls and returns data or a general code.':
    | 'EMAIL_VERIFICATION_REQUIRED_BEFORE_LISTING_INVITATIONS'
    | 'ORGANIZATION_ID_IS_REQUIRED'
    | 'SLUG_IS_TAKEN'
  'The gateway passes these on; its callers need a text for each UserErrorCode.': ErrorCode & UserErrorCode
}

type Known<Code extends ErrorCode> = Code

type Nothing<Code extends never> = Code
/** @public Never imported; exported only because unused types do not compile. */
export type Unplaced = Nothing<Exclude<ErrorCode, GeneralErrorCode | Refusals[keyof Refusals] | Unmet[keyof Unmet]>>
