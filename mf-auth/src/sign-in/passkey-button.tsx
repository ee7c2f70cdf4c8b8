import { Trans } from '@lingui/react/macro'
import { ActionButton, knowsPasskey, loadPasskeys } from 'kit'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useArrival } from '../use-arrival.ts'

/** Also offers the passkey as a suggestion of the field, to browsers that have used one. */
export function PasskeyButton() {
  const arrive = useArrival()
  const [shown, setShown] = useState<ReactNode>(null)
  const signIn = async (isSuggestion: boolean) => {
    const { signInByPasskey } = await loadPasskeys()
    const { user, failure } = await signInByPasskey({ isSuggestion })
    if (user) await arrive()
    return failure
  }
  const suggest = useEffectEvent(() => signIn(true))
  useEffect(() => {
    if (!knowsPasskey()) return undefined
    void suggest()
    return () => void loadPasskeys().then(({ stopSuggesting }) => stopSuggesting())
  }, [])
  return (
    <>
      {shown}
      <ActionButton variant="default" onAct={async () => setShown(await signIn(false))} fullWidth>
        <Trans>Use a passkey</Trans>
      </ActionButton>
    </>
  )
}
