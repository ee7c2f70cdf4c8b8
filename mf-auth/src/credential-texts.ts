import { msg } from '@lingui/core/macro'
import type { ErrorTexts, RefusalOf } from 'kit'

const wrongCredentials = msg`That email, username or password isn’t right. Check them and try again.`
const notVerified = msg`Your email isn’t verified yet. Open the link we sent you.`
const banned = msg`This account has been blocked. If that’s a mistake, contact support.`
export const invalidEmail = msg`Enter a complete email, like name@example.com.`

export const formTexts = {
  IDENTIFIER_MISSING: msg`Enter your email or username.`,
  EMAIL_MISSING: msg`Enter your email.`,
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
  EMAIL_NOT_VERIFIED: notVerified,
  BANNED_USER: banned,
  USER_ALREADY_EXISTS: msg`This email already has an account. Sign in instead.`,
  PASSWORD_TOO_COMMON: msg`Too easy to guess. Choose a password that isn’t common or close to your name or email.`,
  PASSWORD_TOO_SHORT: msg`This password is too short. Choose a longer one.`,
  PASSWORD_TOO_LONG: msg`This password is too long. Choose a shorter one.`,
  INVALID_TOKEN: msg`This link has expired or was already used. Request a new one.`,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: msg`Password sign-in is turned off here.`,
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: msg`Sign-up is closed right now.`,
}

export const credentialTexts = { ...formTexts, ...refusalTexts }

export const otherAccountTexts: ErrorTexts<RefusalOf<'/sign-in/social' | '/multi-session/set-active'>> = {
  PROVIDER_NOT_FOUND: msg`This provider is no longer available here.`,
  UNABLE_TO_CREATE_VERIFICATION: msg`Something went wrong on our side. Try again in a moment.`,
  INVALID_SESSION_TOKEN: msg`This session has already ended.`,
}
