import { msg } from '@lingui/core/macro'
import type { RefusalOf } from '../error-codes.ts'
import type { ErrorTexts } from '../i18n/error-text.ts'

const wrongPassword = msg`Wrong password. Try again.`
const notVerified = msg`Your email isn’t verified yet. Open the link we sent you.`
const banned = msg`This account has been blocked. If that’s a mistake, contact support.`
const notUsed = msg`Not signed in. Try again, or choose another way.`
const useless = msg`That passkey doesn’t work here. Choose another way.`

const passwordRefusals: ErrorTexts<RefusalOf<'/sign-in/email'>> = {
  INVALID_EMAIL: wrongPassword,
  INVALID_EMAIL_OR_PASSWORD: wrongPassword,
  EMAIL_NOT_VERIFIED: notVerified,
  BANNED_USER: banned,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: msg`Password sign-in is turned off here.`,
}
export const passwordTexts = { ...passwordRefusals, PASSWORD_MISSING: msg`Enter your password.` }

export const passkeyTexts: ErrorTexts<
  RefusalOf<'/passkey/verify-authentication'> | 'PASSKEY_NOT_USED' | 'PASSKEY_UNSUPPORTED'
> = {
  EMAIL_NOT_VERIFIED: notVerified,
  BANNED_USER: banned,
  AUTHENTICATION_FAILED: notUsed,
  CHALLENGE_NOT_FOUND: notUsed,
  PASSKEY_NOT_USED: notUsed,
  PASSKEY_NOT_FOUND: useless,
  PASSKEY_UNSUPPORTED: useless,
  PASSKEYS_NEED_THE_HOST_OF_AUTH_URL: useless,
}
