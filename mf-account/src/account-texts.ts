import { msg } from '@lingui/core/macro'
import type { ErrorTexts, RefusalOf } from 'kit'

const invalidEmail = msg`Enter a complete email, like name@example.com.`
const wrongPassword = msg`Wrong password. Try again.`
const notFresh = msg`Not done yet. Try again, and confirm that it’s you.`
const passkeyUnsupported = msg`This browser or device can’t use passkeys here.`
const passkeyNotAdded = msg`That took too long. Add the passkey again.`
const onlyOwner = msg`You’re the only owner of an organization. Make someone else an owner or delete it first.`

const formTexts = {
  PICTURE_UNREADABLE: msg`This file can’t be used. Choose a PNG, JPEG, WebP, GIF or AVIF picture.`,
  NAME_MISSING: msg`Enter your name. The people you work with will see it.`,
  EMAIL_MISSING: msg`Enter your new email.`,
  CURRENT_PASSWORD_MISSING: msg`Enter your password.`,
  NEW_PASSWORD_MISSING: msg`Choose a new password.`,
  CONFIRMATION_WRONG: msg`That doesn’t match.`,
  PASSKEY_NAME_MISSING: msg`Enter a name that you’ll recognize.`,
  PASSKEY_NOT_ADDED: msg`No passkey was added. Try again when you’re ready.`,
  PASSKEY_UNSUPPORTED: passkeyUnsupported,
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
  | '/passkey/generate-register-options'
  | '/passkey/verify-registration'
  | '/passkey/update-passkey'
  | '/two-factor/enable'
  | '/two-factor/generate-backup-codes'
  | '/two-factor/revoke-trusted-device'
>

const refusalTexts: ErrorTexts<Refusal> = {
  INVALID_EMAIL: invalidEmail,
  EMAIL_IS_THE_SAME: msg`This is already your email.`,
  COULDNT_UPDATE_YOUR_EMAIL: msg`This email can’t be used. Choose another one.`,
  CHANGE_EMAIL_IS_DISABLED: msg`Changing your email is turned off here.`,
  VERIFICATION_EMAIL_ISNT_ENABLED: msg`Email verification is turned off here.`,
  EMAIL_NOT_VERIFIED: msg`Your email isn’t verified yet. Open the link we sent you.`,
  BANNED_USER: msg`This account has been blocked. If that’s a mistake, contact support.`,
  USERNAME_IS_TOO_SHORT: msg`This username is too short.`,
  USERNAME_IS_TOO_LONG: msg`This username is too long.`,
  USERNAME_IS_INVALID: msg`Use letters, digits, dots and underscores only.`,
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: msg`This username is taken. Choose another one.`,
  PASSWORD_TOO_COMMON: msg`Too easy to guess. Choose a password that isn’t common or close to your name or email.`,
  PASSWORD_TOO_SHORT: msg`This password is too short. Choose a longer one.`,
  PASSWORD_TOO_LONG: msg`This password is too long. Choose a shorter one.`,
  INVALID_PASSWORD: wrongPassword,
  INVALID_EMAIL_OR_PASSWORD: wrongPassword,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: msg`Password sign-in is turned off here.`,
  CREDENTIAL_ACCOUNT_NOT_FOUND: msg`Your account has no password yet. Set one under Security.`,
  YOU_CANT_UNLINK_YOUR_LAST_ACCOUNT: msg`This is your only way to sign in. Connect another one first.`,
  SESSION_NOT_FOUND: msg`This session has already ended.`,
  SESSION_IS_NOT_FRESH: notFresh,
  SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION: notFresh,
  ACCOUNT_NOT_FOUND: msg`This account is no longer connected.`,
  PROVIDER_NOT_FOUND: msg`This provider is no longer available here.`,
  UNABLE_TO_CREATE_VERIFICATION: msg`Something went wrong on our side. Try again in a moment.`,
  CHALLENGE_NOT_FOUND: passkeyNotAdded,
  FAILED_TO_VERIFY_REGISTRATION: passkeyUnsupported,
  PREVIOUSLY_REGISTERED: msg`This device already has a passkey for your account.`,
  TOO_MANY_PASSKEYS: msg`You have 20 passkeys. Remove one first.`,
  PASSKEYS_NEED_THE_HOST_OF_AUTH_URL: passkeyUnsupported,
  PASSKEY_NOT_FOUND: msg`This passkey was removed meanwhile.`,
  TOTP_ALREADY_ENABLED: msg`The authenticator app is on already. Reload the page.`,
  TWO_FACTOR_NOT_ENABLED: msg`The authenticator app was turned off meanwhile.`,
  TRUSTED_DEVICE_NOT_FOUND: msg`This device is no longer trusted.`,
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: onlyOwner,
  YOU_CANNOT_REMOVE_THE_LAST_ADMINISTRATOR: msg`You’re the only administrator. Make someone else one first.`,
}

export const accountTexts = {
  ...formTexts,
  ...refusalTexts,
  // Returned by the redirect of a provider that a signed-in user wanted to link.
  unable_to_link_account: msg`The provider hasn’t verified your email, so its account can’t be connected. Verify it there, then try again.`,
}

/** In a form with only an email field, a validation error concerns the email. */
export const emailTexts = { ...accountTexts, VALIDATION_ERROR: invalidEmail }
