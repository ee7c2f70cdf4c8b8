import { useLingui } from '@lingui/react/macro'
import { authClient, Button, Dialog, refreshSession, request, Text, useFormat } from 'kit'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { MarkedRow } from '../../marked-row.tsx'
import { OwnerForm } from './owner-form.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import type { TwoFactorStatus } from './find-status.ts'

interface Props {
  status: TwoFactorStatus
  hasPassword: boolean
  onChanged: () => void
}

export function AuthenticatorRow({ status: { since }, hasPassword, onChanged }: Props) {
  const { t } = useLingui()
  const format = useFormat()
  const [opened, setOpened] = useState<'set up' | 'turn off' | null>(null)
  const close = () => setOpened(null)
  const turnOff = async (body: { password?: string }) => {
    const call = () => authClient.POST('/two-factor/disable', { body })
    const { error } = await request(call)
    if (error) return error
    close()
    await refreshSession()
    onChanged()
    return null
  }
  const date = since && format.date(since)
  return (
    <MarkedRow
      mark={<Smartphone size={20} aria-hidden />}
      name={t`Authenticator app`}
      facts={date ? t`On since ${date}` : t`Off`}
    >
      {date ? (
        <Button
          variant="default"
          size="sm"
          onClick={() => setOpened('turn off')}
          aria-label={t`Turn off the authenticator app`}
        >
          {t`Turn off`}
        </Button>
      ) : (
        <Button
          variant="default"
          size="sm"
          onClick={() => setOpened('set up')}
          aria-label={t`Turn on the authenticator app`}
        >
          {t`Turn on`}
        </Button>
      )}
      <SetUpDialog opened={opened === 'set up'} hasPassword={hasPassword} onClose={close} onChanged={onChanged} />
      <Dialog opened={opened === 'turn off'} title={t`Turn off the authenticator app?`} onClose={close}>
        <Text>{t`You’ll sign in without a code. Your backup codes stop working, and no device stays trusted.`}</Text>
        <OwnerForm hasPassword={hasPassword} act={turnOff} onCancel={close} isDanger>{t`Turn off`}</OwnerForm>
      </Dialog>
    </MarkedRow>
  )
}
