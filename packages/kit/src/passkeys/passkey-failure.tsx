import { msg } from '@lingui/core/macro'
import type { RefusalOf } from '../error-codes.ts'
import type { FormError } from '../form/use-form.ts'
import type { ErrorTexts } from '../i18n/error-text.ts'
import { OnDemandTexts } from '../i18n/on-demand-texts.tsx'
import { Failure } from '../ui/failure.tsx'

const notUsed = msg`Not signed in. Try again, or choose another way.`
const useless = msg`That passkey doesn’t work here. Choose another way.`

const texts: ErrorTexts<RefusalOf<'/passkey/verify-authentication'> | 'PASSKEY_NOT_USED' | 'PASSKEY_UNSUPPORTED'> = {
  EMAIL_NOT_VERIFIED: msg`Your email isn’t verified yet. Open the link we sent you.`,
  BANNED_USER: msg`This account has been blocked. If that’s a mistake, contact support.`,
  AUTHENTICATION_FAILED: notUsed,
  CHALLENGE_NOT_FOUND: notUsed,
  PASSKEY_NOT_USED: notUsed,
  PASSKEY_NOT_FOUND: useless,
  PASSKEY_UNSUPPORTED: useless,
  PASSKEYS_NEED_THE_HOST_OF_AUTH_URL: useless,
}

export const PasskeyFailure = ({ error }: { error: FormError }) => (
  <OnDemandTexts>
    <Failure error={error} texts={texts} />
  </OnDemandTexts>
)
