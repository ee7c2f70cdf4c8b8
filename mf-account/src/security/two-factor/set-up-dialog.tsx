import { useLingui } from '@lingui/react/macro'
import { authClient, Dialog, refreshSession, request, Text } from 'kit'
import { useState } from 'react'
import { useWayBack } from '../use-way-back.ts'
import { BackupCodes } from './backup-codes.tsx'
import { OwnerForm } from './owner-form.tsx'
import { ScanStep } from './scan-step.tsx'

interface Props {
  opened: boolean
  hasPassword: boolean
  onClose: () => void
  onChanged: () => void
}

/** Nothing is on before the code of the second step. After it, only saved codes close the dialog. */
export function SetUpDialog({ opened, hasPassword, onClose, onChanged }: Props) {
  const { t } = useLingui()
  const [setup, setSetup] = useState<{ totpURI: string; backupCodes: string[] } | null>(null)
  const [isOn, setOn] = useState(false)
  const start = async (proof: { password?: string }) => {
    const { data, error } = await request(() => authClient.POST('/two-factor/enable', { body: proof }))
    if (data) setSetup(data)
    return error
  }
  const verified = async () => {
    setOn(true)
    await refreshSession()
    onChanged()
  }
  const goBack = useWayBack()
  const close = () => {
    if (isOn) goBack()
    onClose()
    setSetup(null)
    setOn(false)
  }
  const step = isOn ? 3 : setup ? 2 : 1
  return (
    <Dialog
      opened={opened}
      title={isOn ? t`Save your backup codes` : t`Set up an authenticator app`}
      {...(!isOn && { onClose: close })}
    >
      <Text size="sm" c="dimmed">{t`Step ${step} of 3`}</Text>
      {!setup ? (
        <OwnerForm hasPassword={hasPassword} act={start} onCancel={close}>{t`Continue`}</OwnerForm>
      ) : isOn ? (
        <BackupCodes codes={setup.backupCodes} onDone={close} />
      ) : (
        <ScanStep totpURI={setup.totpURI} onVerified={verified} onGone={() => setSetup(null)} />
      )}
    </Dialog>
  )
}
