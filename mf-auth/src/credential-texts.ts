import { msg } from '@lingui/core/macro'
import type { ErrorTexts } from 'kit'

const wrongCredentials = msg`The e-mail address, username or password is not right.`
const invalidEmail = msg`Enter a whole e-mail address, for instance name@example.com.`
const unverified = msg`This e-mail address is not verified yet. We have sent you a mail with a link that does it.`

/** Texts for what sign-in and sign-up may refuse, by code. */
export const credentialTexts: ErrorTexts = {
  IDENTIFIER_MISSING: msg`Enter your e-mail address or your username.`,
  EMAIL_MISSING: msg`Enter your e-mail address.`,
  PASSWORD_MISSING: msg`Enter your password.`,
  NEW_PASSWORD_MISSING: msg`Choose a password.`,
  NAME_MISSING: msg`Enter your name. The people you work with will see it.`,
  INVALID_EMAIL: invalidEmail,
  INVALID_EMAIL_OR_PASSWORD: wrongCredentials,
  INVALID_USERNAME_OR_PASSWORD: wrongCredentials,
  USERNAME_IS_TOO_SHORT: wrongCredentials,
  USERNAME_IS_TOO_LONG: wrongCredentials,
  USERNAME_IS_INVALID: wrongCredentials,
  EMAIL_NOT_VERIFIED: unverified,
  USER_ALREADY_EXISTS: msg`There is an account with this address already. Sign in instead.`,
  PASSWORD_TOO_SHORT: msg`This password is too short. Choose a longer one.`,
  PASSWORD_TOO_LONG: msg`This password is too long. Choose a shorter one.`,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: msg`Signing in with a password is switched off here.`,
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: msg`Signing up is switched off here.`,
}

/** For a form whose only field is an address: what fails validation is the address. */
export const emailTexts: ErrorTexts = { ...credentialTexts, VALIDATION_ERROR: invalidEmail }
