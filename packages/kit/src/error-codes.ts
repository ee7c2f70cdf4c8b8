// Error codes by call. A code that a call declares compiles only once its screens have a text.
import type { components, Refusals } from 'contract/generated/openapi.ts'

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

/** Codes that no screen can meet, by reason. */
interface Unmet {
  'Screens only send URLs of their own origin.': Known<
    'INVALID_CALLBACKURL' | 'INVALID_ERRORCALLBACKURL' | 'INVALID_NEWUSERCALLBACKURL' | 'INVALID_REDIRECTURL'
  >
  'Screens send only what the call accepts.': Known<
    | 'EMAIL_CAN_NOT_BE_UPDATED'
    | 'FAILED_TO_CREATE_USER'
    | 'OTP_NOT_CONFIGURED'
    | 'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE'
  >
  'No screen signs in or links with the id_token of a provider.': Known<
    | 'ACCOUNT_NOT_LINKED'
    | 'ACCOUNT_NOT_LINKED__DIFFERENT_EMAILS_NOT_ALLOWED'
    | 'ACCOUNT_NOT_LINKED__LINKING_NOT_ALLOWED'
    | 'FAILED_TO_GET_USER_INFO'
    | 'ID_TOKEN_ALREADY_USED'
    | 'ID_TOKEN_NOT_SUPPORTED'
    | 'SIGNUP_DISABLED'
    | 'USER_EMAIL_NOT_FOUND'
  >
  'Only people with the right see the screen.': Known<
    'YOU_ARE_NOT_ALLOWED_TO_DELETE_ORGANIZATIONS' | 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_EMAILS'
  >
}

/** Codes of calls that screens make in one way only. */
interface UnmetOf {
  /** Only links have a token. */
  '/delete-user': Known<'INVALID_TOKEN'>
  /** Only with an id_token. */
  '/link-social': Known<'INVALID_TOKEN'>
  '/sign-in/social': Known<'BANNED_USER' | 'EMAIL_NOT_VERIFIED' | 'INVALID_EMAIL' | 'INVALID_TOKEN'>
  /** The form has no username. */
  '/sign-up/email': Known<
    | 'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'
    | 'USERNAME_IS_INVALID'
    | 'USERNAME_IS_TOO_LONG'
    | 'USERNAME_IS_TOO_SHORT'
  >
}

/** The error codes of a call besides the general ones: `RefusalOf<'/sign-in/email'>`. */
export type RefusalOf<Path extends keyof Refusals> = Path extends keyof Refusals
  ? Exclude<
      Refusals[Path],
      GeneralErrorCode | Unmet[keyof Unmet] | (Path extends keyof UnmetOf ? UnmetOf[Path] : never)
    >
  : never

type Known<Code extends ErrorCode> = Code
