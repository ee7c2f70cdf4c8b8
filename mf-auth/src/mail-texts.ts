import { msg } from '@lingui/core/macro'
import type { ErrorTexts, RefusalOf } from 'kit'
import { formTexts, invalidEmail } from './credential-texts.ts'

export const mailTexts: ErrorTexts<RefusalOf<'/request-password-reset' | '/send-verification-email'>> = {
  RESET_PASSWORD_ISNT_ENABLED: msg`Password reset is turned off here.`,
  VERIFICATION_EMAIL_ISNT_ENABLED: msg`Email verification is turned off here.`,
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_AN_UNVERIFIED_EMAIL: msg`This email is already verified.`,
  YOU_CAN_ONLY_SEND_A_VERIFICATION_EMAIL_TO_YOUR_OWN_EMAIL: msg`Your email has changed. Reload the page.`,
}

/** In a form with only an email field, a validation error concerns the email. */
export const forgottenTexts = {
  ...formTexts,
  ...mailTexts,
  VALIDATION_ERROR: invalidEmail,
  INVALID_EMAIL: invalidEmail,
}
