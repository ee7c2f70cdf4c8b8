import { Trans } from '@lingui/react/macro'
import { loadPasskeys } from '../passkeys/load-passkeys.ts'
import type { User } from '../session/session-types.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { useFailure } from '../ui/failure.tsx'
import { passkeyTexts } from './step-up-texts.ts'

export function PasskeyButton({ onSignedIn }: { onSignedIn: (user: User) => Promise<void> }) {
  const { failed, failure } = useFailure(passkeyTexts)
  const act = async () => {
    const { signInByPasskey } = await loadPasskeys()
    const { user, error } = await signInByPasskey()
    if (!failed(error) && user) await onSignedIn(user)
  }
  return (
    <>
      {failure}
      <ActionButton variant="default" onAct={act} fullWidth>
        <Trans>Use a passkey</Trans>
      </ActionButton>
    </>
  )
}
