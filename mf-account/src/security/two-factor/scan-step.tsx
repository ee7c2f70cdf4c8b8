import { useLingui } from '@lingui/react/macro'
import { Button, Group, SecondFactor, Stack, Text, useLazyComponent, Waiting } from 'kit'
import { Suspense, useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import './two-factor.css'

interface Props {
  totpURI: string
  onVerified: () => Promise<void>
  /** The setup was replaced or removed elsewhere. */
  onGone: () => void
}

export function ScanStep({ totpURI, onVerified, onGone }: Props) {
  const { t } = useLingui()
  const [isKeyShown, setKeyShown] = useState(false)
  const { Component: QrCode, fallback } = useLazyComponent(true, async () => (await import('./qr-code.tsx')).QrCode)
  const key = new URL(totpURI).searchParams.get('secret') ?? ''
  return (
    <Stack gap="md">
      <Text>{t`Scan the picture with an authenticator app, then enter the code that it shows.`}</Text>
      <Stack gap="sm" align="center">
        {QrCode ? <QrCode text={totpURI} label={t`QR code with the key for your authenticator app`} /> : fallback}
        {!isKeyShown && (
          <Button variant="subtle" size="sm" onClick={() => setKeyShown(true)}>{t`Can’t scan? Show key`}</Button>
        )}
      </Stack>
      {isKeyShown && (
        <Group gap="sm" justify="center">
          <code className="setup-key">{key.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
          <CopyButton text={key} />
        </Group>
      )}
      <Suspense fallback={<Waiting lines={2} />}>
        <SecondFactor methods={['totp']} onDone={onVerified} onExpired={onGone} />
      </Suspense>
    </Stack>
  )
}
