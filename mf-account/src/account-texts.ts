import { msg } from '@lingui/core/macro'
import type { ErrorTexts, RefusalOf } from 'kit'

const invalidEmail = msg`Enter a whole e-mail address, for instance name@example.com.`
const wrongPassword = msg`This is not your password.`
const notFresh = msg`You signed in a while ago. Sign out, sign in again, then repeat this.`
const onlyOwner = msg`You are the only owner of an organization. Make somebody else its owner, or delete it first.`

const formTexts = {
  PICTURE_UNREADABLE: msg`This file is not a picture that can be used. Choose a PNG, JPEG, WebP, GIF or AVIF.`,
  NAME_MISSING: msg`Enter your name. The people you work with will see it.`,
  EMAIL_MISSING: msg`Enter the new e-mail address.`,
  CURRENT_PASSWORD_MISSING: msg`Enter your password.`,
  NEW_PASSWORD_MISSING: msg`Choose a new password.`,
  CONFIRMATION_WRONG: msg`This is not what is asked for.`,
}

type Refusal = RefusalOf<
  | '/update-user'
  | '/change-email'
  | '/change-password'
  | '/delete-user'
  | '/sign-in/email'
  | '/link-social'
  | '/unlink-account'
  | '/revoke-session'
>

const refusalTexts: ErrorTexts<Refusal> = {
  INVALID_EMAIL: invalidEmail,
  EMAIL_IS_THE_SAME: msg`This is your address already.`,
  COULDNT_UPDATE_YOUR_EMAIL: msg`This address cannot be used. Choose another one.`,
  CHANGE_EMAIL_IS_DISABLED: msg`Changing the address is switched off here.`,
  VERIFICATION_EMAIL_ISNT_ENABLED: msg`Verifying an address is switched off here.`,
  EMAIL_NOT_VERIFIED: msg`This e-mail address is not verified yet. We have sent you a mail with a link that does it.`,
  USERNAME_IS_TOO_SHORT: msg`This username is too short.`,
  USERNAME_IS_TOO_LONG: msg`This username is too long.`,
  USERNAME_IS_INVALID: msg`Use letters, digits, dots and underscores only.`,
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: msg`This username is taken. Choose another one.`,
  PASSWORD_TOO_COMMON: msg`This password is easy to guess. Choose one that is not common, and is not your name or address.`,
  PASSWORD_TOO_SHORT: msg`This password is too short. Choose a longer one.`,
  PASSWORD_TOO_LONG: msg`This password is too long. Choose a shorter one.`,
  INVALID_PASSWORD: wrongPassword,
  INVALID_EMAIL_OR_PASSWORD: wrongPassword,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: msg`Signing in with a password is switched off here.`,
  CREDENTIAL_ACCOUNT_NOT_FOUND: msg`Your account has no password yet. "Forgot your password?" on the sign-in page sets one.`,
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: msg`This is your only way to sign in. Add another one first.`,
  SESSION_NOT_FOUND: msg`This session is over already.`,
  SESSION_IS_NOT_FRESH: notFresh,
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: notFresh,
  ACCOUNT_NOT_FOUND: msg`This account is not linked any more.`,
  PROVIDER_NOT_FOUND: msg`This provider is not available here any more.`,
  UNABLE_TO_CREATE_VERIFICATION: msg`Something failed on our side. Try again in a moment.`,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: onlyOwner,
}

export const accountTexts = {
  ...formTexts,
  ...refusalTexts,
  // Returned by the redirect of a provider that a signed-in user wanted to link.
  unable_to_link_account: msg`The provider does not confirm that your e-mail address is yours, so its account cannot be added.`,
}

/** In a form with only an email field, a validation error concerns the email. */
export const emailTexts = { ...accountTexts, VALIDATION_ERROR: invalidEmail }
