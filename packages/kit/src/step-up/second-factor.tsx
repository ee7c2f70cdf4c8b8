import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Alert } from '../alert.tsx'
import { authClient, request } from '../auth-client.ts'
import { canUsePasskeys } from '../passkeys/load-passkeys.ts'
import type { User } from '../session/session-types.ts'
import { LinkButton } from '../ui/links.tsx'
import { CodeForm } from './code-form.tsx'
import { OnDemandTexts } from '../i18n/on-demand-texts.tsx'
import { PasskeyButton } from './passkey-button.tsx'

const allMethods = ['totp', 'passkey', 'backup-code'] as const
export type FactorMethod = (typeof allMethods)[number]

interface Props {
  /** better-auth's `twoFactorMethods`. */
  methods?: readonly FactorMethod[] | undefined
  /** Offers to trust the device, and warns after the last backup code. */
  isSignIn?: boolean
  onDone: (user: User) => Promise<void>
  /** The sign-in no longer waits for the factor. */
  onExpired: () => void
}

/** Asks for the code of the authenticator app, or for another second factor. */
export const SecondFactor = (props: Props) => (
  <OnDemandTexts>
    <Ways {...props} />
  </OnDemandTexts>
)

function Ways({ methods = allMethods, isSignIn = false, onDone, onExpired }: Props) {
  const [isBackup, setBackup] = useState(false)
  const [warned, setWarned] = useState<User | null>(null)
  const accept = async (user: User) => {
    const { data } = isSignIn && isBackup ? await request(() => authClient.GET('/two-factor/status')) : {}
    if (data?.backupCodesLeft === 0) setWarned(user)
    else await onDone(user)
  }
  if (warned) return <NoCodesLeft onGoOn={() => onDone(warned)} />
  return (
    <Stack gap="sm">
      <CodeForm key={String(isBackup)} isBackup={isBackup} canTrust={isSignIn} onDone={accept} onExpired={onExpired} />
      {methods.includes('backup-code') && (
        <Button variant="subtle" onClick={() => setBackup(!isBackup)}>
          {isBackup ? <Trans>Use the authenticator app</Trans> : <Trans>Use a backup code</Trans>}
        </Button>
      )}
      {canUsePasskeys && methods.includes('passkey') && <PasskeyButton onSignedIn={onDone} />}
    </Stack>
  )
}

const NoCodesLeft = ({ onGoOn }: { onGoOn: () => Promise<void> }) => (
  <Stack>
    <Alert color="yellow">
      <Trans>That was your last backup code. Make new ones, so that you can sign in without your app.</Trans>
    </Alert>
    <LinkButton to="/account/security">
      <Trans>New codes</Trans>
    </LinkButton>
    <Button variant="default" onClick={() => void onGoOn()}>
      <Trans>Not now</Trans>
    </Button>
  </Stack>
)
