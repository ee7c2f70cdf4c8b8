import { Trans } from '@lingui/react/macro'
import { ActionButton, browserStore, redirectTarget, refreshSession, useFailure, useLocation, useNavigate } from 'kit'
import { useEffect, useEffectEvent } from 'react'
import { passkeyTexts } from '../credential-texts.ts'

/** Set once this browser has signed in with a passkey: others load nothing for it. */
const key = 'mf-auth: passkey'

const loadPasskeys = () => import(/* webpackChunkName: "passkeys" */ './sign-in-by-passkey.ts')

/** Also offers the passkey as a suggestion of the field, to browsers that have used one. */
export function PasskeyButton() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const { failure, failed } = useFailure(passkeyTexts)
  const signIn = async (isSuggestion: boolean) => {
    const { signInByPasskey } = await loadPasskeys()
    const outcome = await signInByPasskey(isSuggestion)
    if (outcome === 'given up' || failed(outcome)) return
    browserStore.set(key, 'used')
    await refreshSession()
    await navigate(redirectTarget(search), { replace: true })
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
