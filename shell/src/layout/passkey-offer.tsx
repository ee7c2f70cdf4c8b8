import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  browserStore,
  Button,
  type ErrorTexts,
  loadPasskeys,
  request,
  tabStore,
  Toast,
  useFailure,
} from 'kit'
import { useEffect, useState } from 'react'
import { addOnDemandTexts } from '../on-demand-texts.ts'

export const loadPasskeyOffer = () => addOnDemandTexts().then(() => PasskeyOffer)

/** When this browser may be asked again, in Unix milliseconds. */
const key = 'passkey offer'
const PAUSE_MS = 30 * 24 * 3600 * 1000

/** After a sign-in with a password, once a month, to people who have no passkey. */
function PasskeyOffer() {
  const { t } = useLingui()
  const [state, setState] = useState<'hidden' | 'offered' | 'added'>('hidden')
  const { failed, failure } = useFailure(texts)
  useEffect(() => {
    tabStore.remove('by password')
    void isDue().then((isOffered) => isOffered && setState('offered'))
  }, [])
  const add = async () => {
    const { addPasskey } = await loadPasskeys()
    if (!failed(await addPasskey())) setState('added')
  }
  const closeUntil = (time: number) => {
    browserStore.set(key, String(time))
    setState('hidden')
    document.getElementById('content')?.focus({ preventScroll: true }) // the focused button is gone
  }
  return (
    <>
      <output className="shell-update">
        {state === 'offered' && (
          <>
            {t`Sign in faster next time: with your fingerprint, face or screen lock.`}
            {failure}
            <ActionButton size="xs" onAct={add}>{t`Add passkey`}</ActionButton>
            <Button size="xs" variant="default" onClick={() => closeUntil(Date.now() + PAUSE_MS)}>{t`Not now`}</Button>
            <Button size="xs" variant="subtle" onClick={() => closeUntil(Infinity)}>{t`Don’t ask again`}</Button>
          </>
        )}
      </output>
      <Toast>{state === 'added' && t`Passkey added.`}</Toast>
    </>
  )
}

async function isDue(): Promise<boolean> {
  if (Number(browserStore.get(key)) > Date.now()) return false
  // A passkey of another device would not be faster.
  if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false
  const { data } = await request(() => authClient.GET('/passkey/list-user-passkeys'))
  return data?.length === 0
}

const texts: ErrorTexts = {
  PASSKEY_NOT_ADDED: msg`No passkey was added. Try again when you’re ready.`,
  PASSKEY_UNSUPPORTED: msg`This browser or device can’t use passkeys here.`,
}
