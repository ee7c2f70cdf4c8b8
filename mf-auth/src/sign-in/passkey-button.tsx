import { Trans } from '@lingui/react/macro'
import { ActionButton, browserStore, loadPasskeys, useFailure } from 'kit'
import { useEffect, useEffectEvent } from 'react'
import { passkeyTexts } from '../credential-texts.ts'
import { useArrival } from '../use-arrival.ts'

/** Set once this browser has signed in with a passkey: others load nothing for it. */
const key = 'mf-auth: passkey'

/** Also offers the passkey as a suggestion of the field, to browsers that have used one. */
export function PasskeyButton() {
  const arrive = useArrival()
  const { failure, failed } = useFailure(passkeyTexts)
  const signIn = async (isSuggestion: boolean) => {
    const { signInByPasskey } = await loadPasskeys()
    const { user, error } = await signInByPasskey({ isSuggestion })
    if (failed(error) || !user) return
    browserStore.set(key, 'used')
    await arrive()
  }
  const suggest = useEffectEvent(() => signIn(true))
  useEffect(() => {
    if (browserStore.get(key) === null) return undefined
    void suggest()
    return () => void loadPasskeys().then(({ stopSuggesting }) => stopSuggesting())
  }, [])
  return (
    <>
      {failure}
      <ActionButton variant="default" onAct={() => signIn(false)} fullWidth>
        <Trans>Use a passkey</Trans>
      </ActionButton>
    </>
  )
}
