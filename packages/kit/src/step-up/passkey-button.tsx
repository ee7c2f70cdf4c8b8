import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { loadPasskeys } from '../passkeys/load-passkeys.ts'
import type { User } from '../session/session-types.ts'
import { ActionButton } from '../ui/action-button.tsx'

export function PasskeyButton({ onSignedIn }: { onSignedIn: (user: User) => Promise<void> }) {
  const [shown, setShown] = useState<ReactNode>(null)
  const act = async () => {
    const { signInByPasskey } = await loadPasskeys()
    const { user, failure } = await signInByPasskey()
    setShown(failure)
    if (user) await onSignedIn(user)
  }
  return (
    <>
      {shown}
      <ActionButton variant="default" onAct={act} fullWidth>
        <Trans>Use a passkey</Trans>
      </ActionButton>
    </>
  )
}
