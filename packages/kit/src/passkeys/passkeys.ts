import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { authClient, request } from '../auth-client.ts'
import type { FormError } from '../form/use-form.ts'
import type { User } from '../session/session-types.ts'

export const stopSuggesting = () => WebAuthnAbortService.cancelCeremony()

type SignIn = { user: User; error: null } | { user: null; error: FormError | null }

const givenUp = { user: null, error: null }

/**
 * A suggestion of the browser waits until its user chooses it, which may be never, and ends with
 * the next call, without an error.
 */
export async function signInByPasskey({ isSuggestion = false } = {}): Promise<SignIn> {
  if (isSuggestion && !(await browserSupportsWebAuthnAutofill())) return givenUp
  const { data: optionsJSON, error } = await request(() => authClient.GET('/passkey/generate-authenticate-options'))
  if (error) return isSuggestion ? givenUp : { user: null, error }
  try {
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isSuggestion })
    const verified = await request(() => authClient.POST('/passkey/verify-authentication', { body: { response } }))
    return verified.error ? { user: null, error: verified.error } : { user: verified.data.user, error: null }
  } catch (failure) {
    if (isSuggestion) return givenUp
    const isCanceled = failure instanceof Error && ['AbortError', 'NotAllowedError'].includes(failure.name)
    return { user: null, error: { code: isCanceled ? 'PASSKEY_NOT_USED' : 'PASSKEY_UNSUPPORTED' } }
  }
}

/** Requires a recent sign-in. Then the browser asks its user, who may change their mind. */
export async function addPasskey(): Promise<FormError | null> {
  const { data: optionsJSON, error } = await request(() => authClient.GET('/passkey/generate-register-options'))
  if (error) return error
  try {
    const response = await startRegistration({ optionsJSON })
    return (await request(() => authClient.POST('/passkey/verify-registration', { body: { response } }))).error
  } catch (failure) {
    return { code: codes[failure instanceof Error ? failure.name : ''] ?? 'PASSKEY_UNSUPPORTED' }
  }
}

/** By the name of the exception (WebAuthn 3, section 5.1.3). */
const codes: Readonly<Record<string, string>> = {
  AbortError: 'PASSKEY_NOT_ADDED',
  NotAllowedError: 'PASSKEY_NOT_ADDED',
  InvalidStateError: 'PREVIOUSLY_REGISTERED',
}
