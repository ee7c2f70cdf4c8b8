import { msg } from '@lingui/core/macro'
import type { RefusalOf } from '../error-codes.ts'
import type { ErrorTexts } from '../i18n/error-text.ts'

const wrongPassword = msg`Wrong password. Try again.`
const notVerified = msg`Your email isn’t verified yet. Open the link we sent you.`
const banned = msg`This account has been blocked. If that’s a mistake, contact support.`

const passwordRefusals: ErrorTexts<RefusalOf<'/sign-in/email'>> = {
  INVALID_EMAIL: wrongPassword,
  INVALID_EMAIL_OR_PASSWORD: wrongPassword,
  EMAIL_NOT_VERIFIED: notVerified,
  BANNED_USER: banned,
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: msg`Password sign-in is turned off here.`,
}
export const passwordTexts = { ...passwordRefusals, PASSWORD_MISSING: msg`Enter your password.` }

const isOff = msg`The authenticator app was turned off meanwhile.`

const factorRefusals: ErrorTexts<RefusalOf<'/two-factor/verify-totp' | '/two-factor/verify-backup-code'>> = {
  INVALID_CODE: msg`That code isn’t right. It changes every 30 seconds.`,
  INVALID_BACKUP_CODE: msg`That backup code isn’t right, or was already used.`,
  INVALID_TWO_FACTOR_COOKIE: msg`The sign-in took too long or was interrupted. Start again.`,
  TOTP_NOT_ENABLED: isOff,
  BACKUP_CODES_NOT_ENABLED: isOff,
  BANNED_USER: banned,
}
export const factorTexts = { ...factorRefusals, CODE_MISSING: msg`Enter the code.` }
