import { Trans } from '@lingui/react/macro'
import { ActionButton, authClient, type FormError, request, useStepUp } from 'kit'
import FingerprintPattern from 'lucide-react/icons/fingerprint-pattern'

interface Props {
  onSettled: (error: FormError | null) => void
}

/** Requires a recent sign-in. Then the browser asks its user, who may change their mind. */
export function AddPasskey({ onSettled }: Props) {
  const { freshly, stepUp } = useStepUp()
  return (
    <>
      <ActionButton
        variant="default"
        leftSection={<FingerprintPattern size={16} aria-hidden />}
        onAct={async () => onSettled(await freshly(addPasskey))}
      >
        <Trans>Add passkey</Trans>
      </ActionButton>
      {stepUp}
    </>
  )
}

async function addPasskey(): Promise<FormError | null> {
  const { data: optionsJSON, error } = await request(() => authClient.GET('/passkey/generate-register-options'))
  if (error) return error
  const { startRegistration } = await import('@simplewebauthn/browser')
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
