import { Plural, useLingui } from '@lingui/react/macro'
import { authClient, Button, Dialog, request, Text } from 'kit'
import ListChecks from 'lucide-react/icons/list-checks'
import { useState } from 'react'
import { MarkedRow } from '../../marked-row.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { OwnerForm } from './owner-form.tsx'

interface Props {
  left: number
  hasPassword: boolean
  onChanged: () => void
}

export function BackupCodesRow({ left, hasPassword, onChanged }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const [codes, setCodes] = useState<string[] | null>(null)
  const renew = async (body: { password?: string }) => {
    const call = () => authClient.POST('/two-factor/generate-backup-codes', { body })
    const { data, error } = await request(call)
    if (data) setCodes(data.backupCodes)
    return error
  }
  const close = () => setOpened(false)
  const done = () => {
    close()
    setCodes(null)
    onChanged()
  }
  return (
    <MarkedRow
      mark={<ListChecks size={20} aria-hidden />}
      name={t`Backup codes`}
      facts={<Plural value={left} one="# left" other="# left" />}
      isWarning={left === 0}
    >
      <Button variant="default" size="sm" onClick={() => setOpened(true)}>{t`New codes`}</Button>
      <Dialog
        opened={opened}
        title={codes ? t`Save your backup codes` : t`Make new backup codes?`}
        {...(!codes && { onClose: close })}
      >
        {codes ? (
          <BackupCodes codes={codes} onDone={done} />
        ) : (
          <>
            <Text>{t`Your present codes stop working.`}</Text>
            <OwnerForm hasPassword={hasPassword} act={renew} onCancel={close}>{t`Make new codes`}</OwnerForm>
          </>
        )}
      </Dialog>
    </MarkedRow>
  )
}
