import { msg } from '@lingui/core/macro'
import type { ErrorTexts, RefusalOf } from 'kit'

const wrongCredentials = msg`The e-mail address, username or password is not right.`
const invalidEmail = msg`Enter a whole e-mail address, for instance name@example.com.`

const formTexts = {
  IDENTIFIER_MISSING: msg`Enter your e-mail address or your username.`,
  EMAIL_MISSING: msg`Enter your e-mail address.`,
  PASSWORD_MISSING: msg`Enter your password.`,
  NEW_PASSWORD_MISSING: msg`Choose a password.`,
  NAME_MISSING: msg`Enter your name. The people you work with will see it.`,
}

type Refusal = RefusalOf<'/sign-in/email' | '/sign-in/username' | '/sign-up/email' | '/reset-password'>

const refusalTexts: ErrorTexts<Refusal> = {
  INVALID_EMAIL: invalidEmail,
  INVALID_EMAIL_OR_PASSWORD: wrongCredentials,
  INVALID_USERNAME_OR_PASSWORD: wrongCredentials,
  USERNAME_IS_TOO_SHORT: wrongCredentials,
  USERNAME_IS_TOO_LONG: wrongCredentials,
  USERNAME_IS_INVALID: wrongCredentials,
  EMAIL_NOT_VERIFIED: msg`This e-mail address is not verified yet. We have sent you a mail with a link that does it.`,
  USER_ALREADY_EXISTS: msg`There is an account with this address already. Sign in instead.`,
  PASSWORD_TOO_COMMON: msg`This password is easy to guess. Choose one that is not common, and is not your name or address.`,
  PASSWORD_TOO_SHORT: msg`This password is too short. Choose a longer one.`,
  PASSWORD_TOO_LONG: msg`This password is too long. Choose a shorter one.`,
  INVALID_TOKEN: msg`This link has expired or was used already. Ask for a new one.`,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: msg`Signing in with a password is switched off here.`,
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: msg`Signing up is switched off here.`,
}

export const credentialTexts = { ...formTexts, ...refusalTexts }

export const mailTexts: ErrorTexts<RefusalOf<'/request-password-reset' | '/send-verification-email'>> = {
  RESET_PASSWORD_ISNT_ENABLED: msg`Resetting a password is switched off here.`,
  VERIFICATION_EMAIL_ISNT_ENABLED: msg`Verifying an address is switched off here.`,
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL: msg`This address is verified already.`,
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL: msg`This is not your address any more. Reload the page.`,
}

/** In a form with only an email field, a validation error concerns the email. */
export const forgottenTexts = {
  ...formTexts,
  ...mailTexts,
  VALIDATION_ERROR: invalidEmail,
  INVALID_EMAIL: invalidEmail,
}

export const otherAccountTexts: ErrorTexts<RefusalOf<'/sign-in/social' | '/multi-session/set-active'>> = {
  PROVIDER_NOT_FOUND: msg`This provider is not available here any more.`,
  UNABLE_TO_CREATE_VERIFICATION: msg`Something failed on our side. Try again in a moment.`,
  INVALID_SESSION_TOKEN: msg`This session is over already.`,
}
