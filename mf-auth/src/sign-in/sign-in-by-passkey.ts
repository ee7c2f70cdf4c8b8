import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { authClient, type FormError, request } from 'kit'

export const stopSuggesting = () => WebAuthnAbortService.cancelCeremony()

/**
 * Null once signed in. A suggestion of the browser waits until its user chooses it, which may be
 * never, and ends with the next call.
 */
export async function signInByPasskey(isSuggestion: boolean): Promise<FormError | null | 'given up'> {
  if (isSuggestion && !(await browserSupportsWebAuthnAutofill())) return 'given up'
  const { data: optionsJSON, error } = await request(() => authClient.GET('/passkey/generate-authenticate-options'))
  if (error) return isSuggestion ? 'given up' : error
  try {
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isSuggestion })
    return (await request(() => authClient.POST('/passkey/verify-authentication', { body: { response } }))).error
  } catch (failure) {
    if (isSuggestion) return 'given up'
    const isCanceled = failure instanceof Error && ['AbortError', 'NotAllowedError'].includes(failure.name)
    return { code: isCanceled ? 'PASSKEY_NOT_USED' : 'PASSKEY_UNSUPPORTED' }
  }
}
