import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { ReactNode } from 'react'
import { authClient, request } from '../auth-client.ts'
import type { FormError } from '../form/use-form.ts'
import type { User } from '../session/session-types.ts'
import { notePasskey } from './load-passkeys.ts'
import { PasskeyFailure } from './passkey-failure.tsx'

export const stopSuggesting = () => WebAuthnAbortService.cancelCeremony()

type SignIn = { user: User; failure: null } | { user: null; failure: ReactNode }

const givenUp = { user: null, failure: null }
const failedBy = (error: FormError) => ({ user: null, failure: <PasskeyFailure error={error} /> })

/**
 * A suggestion of the browser waits until its user chooses it, which may be never, and ends with
 * the next call, without a failure.
 */
export async function signInByPasskey({ isSuggestion = false } = {}): Promise<SignIn> {
  if (isSuggestion && !(await browserSupportsWebAuthnAutofill())) return givenUp
  const { data: optionsJSON, error } = await request(() => authClient.GET('/passkey/generate-authenticate-options'))
  if (error) return isSuggestion ? givenUp : failedBy(error)
  try {
    const response = await startAuthentication({ optionsJSON, useBrowserAutofill: isSuggestion })
    const verified = await request(() => authClient.POST('/passkey/verify-authentication', { body: { response } }))
    if (verified.error) return failedBy(verified.error)
    notePasskey()
    return { user: verified.data.user, failure: null }
  } catch (failure) {
    if (isSuggestion) return givenUp
    const isCanceled = failure instanceof Error && ['AbortError', 'NotAllowedError'].includes(failure.name)
    return failedBy({ code: isCanceled ? 'PASSKEY_NOT_USED' : 'PASSKEY_UNSUPPORTED' })
  }
}

/** Requires a recent sign-in. Then the browser asks its user, who may change their mind. */
export async function addPasskey(): Promise<FormError | null> {
  const { data: optionsJSON, error } = await request(() => authClient.GET('/passkey/generate-register-options'))
  if (error) return error
  try {
    const response = await startRegistration({ optionsJSON })
    const verified = await request(() => authClient.POST('/passkey/verify-registration', { body: { response } }))
    if (!verified.error) notePasskey()
    return verified.error
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
