import { useLingui } from '@lingui/react/macro'
import { Failure, Panel } from 'kit'
import { accountTexts } from '../../account-texts.ts'
import { MarkedRows } from '../../marked-row.tsx'
import { AuthenticatorRow } from './authenticator-row.tsx'
import { BackupCodesRow } from './backup-codes-row.tsx'
import type { findStatus } from './find-status.ts'
import { TrustedDevicesRow } from './trusted-devices-row.tsx'

interface Props {
  status: Awaited<ReturnType<typeof findStatus>>
  hasPassword: boolean
  onChanged: () => void
}

export function TwoFactorRows({ status: { data, error }, hasPassword, onChanged }: Props) {
  const { t } = useLingui()
  return (
    <Panel
      title={t`Two-factor authentication`}
      description={t`A code from your phone after the password or a provider. A passkey needs none.`}
    >
      <Failure error={error} texts={accountTexts} />
      {data && (
        <MarkedRows label={t`Two-factor authentication`}>
          <AuthenticatorRow status={data} hasPassword={hasPassword} onChanged={onChanged} />
          {data.enabled && (
            <BackupCodesRow left={data.backupCodesLeft} hasPassword={hasPassword} onChanged={onChanged} />
          )}
          {data.enabled && <TrustedDevicesRow devices={data.trustedDevices} onChanged={onChanged} />}
        </MarkedRows>
      )}
    </Panel>
  )
}
