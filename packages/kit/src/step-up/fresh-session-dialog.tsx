import { useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { OnDemandTexts } from '../i18n/on-demand-texts.tsx'
import { SecondFactor } from './second-factor.tsx'
import { takeOver } from './take-over.ts'
import { WaysBack } from './ways-back.tsx'

interface Props {
  opened: boolean
  hasPassword: boolean
  hasPasskey: boolean
  /** After a new sign-in: for the second factor alone. */
  asksForCode?: boolean
  onClose: () => void
  onConfirmed: () => void
}

export const FreshSessionDialog = (props: Props) => (
  <OnDemandTexts>
    <Question {...props} />
  </OnDemandTexts>
)

function Question({ opened, onClose, asksForCode = false, ...ways }: Props) {
  const { t } = useLingui()
  if (asksForCode) {
    return (
      <Dialog opened={opened} title={t`Enter the code`} onClose={onClose}>
        <SecondFactor methods={['totp', 'backup-code']} onDone={async () => ways.onConfirmed()} onExpired={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog opened={opened} title={ways.hasPassword ? t`Enter your password` : t`Sign in again`} onClose={onClose}>
      {ways.hasPassword && (
        <Text>{t`You signed in a while ago. For your security, enter your password to continue.`}</Text>
      )}
      <WaysBack {...ways} />
      {/* A redirect to a provider would lose typed text. */}
      {!ways.hasPassword && <InNewTab onConfirmed={ways.onConfirmed} />}
    </Dialog>
  )
}

function InNewTab({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useLingui()
  const state = useSession()
  const [before] = useState(state)
  const isSignedInAgain =
    before.status === 'signed-in' &&
    state.status === 'signed-in' &&
    state.user.id === before.user.id &&
    state.session.id !== before.session.id
  const goOn = useEffectEvent(async () => {
    if (before.status === 'signed-in') await takeOver(before.session)
    onConfirmed()
  })
  useEffect(() => {
    if (isSignedInAgain) void goOn()
  }, [isSignedInAgain])
  return (
    <>
      <Text>{t`You signed in a while ago. For your security, sign in again in a new tab. You’ll continue here.`}</Text>
      <Button component="a" href="/sign-in-again" target="_blank">{t`Sign in again`}</Button>
    </>
  )
}
