import { useLingui } from '@lingui/react/macro'
import { Failure, Panel, useRequest, Waiting } from 'kit'
import { accountTexts } from '../../account-texts.ts'
import { MarkedRows } from '../../marked-row.tsx'
import { AuthenticatorRow } from './authenticator-row.tsx'
import { BackupCodesRow } from './backup-codes-row.tsx'
import { findStatus } from './find-status.ts'
import { TrustedDevicesRow } from './trusted-devices-row.tsx'

export function TwoFactorRows({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useLingui()
  const [status, reload] = useRequest('two-factor', findStatus)
  const { data } = status ?? {}
  return (
    <Panel
      title={t`Two-factor authentication`}
      description={t`A code from your phone after the password or a provider. A passkey needs none.`}
    >
      <Failure error={status?.error ?? null} texts={accountTexts} />
      {!status && <Waiting lines={2} />}
      {data && (
        <MarkedRows label={t`Two-factor authentication`}>
          <AuthenticatorRow status={data} hasPassword={hasPassword} onChanged={reload} />
          {data.enabled && <BackupCodesRow left={data.backupCodesLeft} hasPassword={hasPassword} onChanged={reload} />}
          {data.enabled && <TrustedDevicesRow devices={data.trustedDevices} onChanged={reload} />}
        </MarkedRows>
      )}
    </Panel>
  )
}
