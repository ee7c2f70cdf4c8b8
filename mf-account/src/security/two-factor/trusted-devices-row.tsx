import { Plural, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Button,
  Dialog,
  DialogActions,
  request,
  Text,
  useFailure,
  useFormat,
  useStepUp,
} from 'kit'
import MonitorCheck from 'lucide-react/icons/monitor-check'
import { useState } from 'react'
import { accountTexts } from '../../account-texts.ts'
import { MarkedRow, MarkedRows } from '../../marked-row.tsx'
import type { TwoFactorStatus } from './find-status.ts'

const revokeAllDevices = () => authClient.POST('/two-factor/revoke-trusted-devices')

interface Props {
  devices: TwoFactorStatus['trustedDevices']
  onChanged: () => void
}

export function TrustedDevicesRow({ devices, onChanged }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const { failure, failed } = useFailure(accountTexts)
  const { freshly, stepUp, isAsking } = useStepUp()
  const close = () => setOpened(false)
  const count = devices.length
  const revoke = async (id: string) => {
    const call = () => authClient.POST('/two-factor/revoke-trusted-device', { body: { id } })
    failed(await freshly(async () => (await request(call)).error))
    onChanged()
  }
  const revokeAll = async () => {
    if (!failed(await freshly(async () => (await request(revokeAllDevices)).error))) close()
    onChanged()
  }
  return (
    <MarkedRow
      mark={<MonitorCheck size={20} aria-hidden />}
      name={t`Trusted devices`}
      facts={
        count > 0 ? (
          <Plural value={count} one="# device signs in without a code" other="# devices sign in without a code" />
        ) : (
          t`None: each sign-in needs a code`
        )
      }
    >
      {count > 0 && (
        <Button variant="default" size="sm" onClick={() => setOpened(true)} aria-label={t`Show trusted devices`}>
          {t`Show`}
        </Button>
      )}
      <Dialog opened={opened && !isAsking} title={t`Trusted devices`} onClose={close}>
        {failure}
        {count > 0 ? (
          <MarkedRows label={t`Trusted devices`}>
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} onRevoke={() => revoke(device.id)} />
            ))}
          </MarkedRows>
        ) : (
          <Text>{t`No device is trusted.`}</Text>
        )}
        <DialogActions onCancel={close} cancel={t`Close`}>
          {count > 1 && <ActionButton color="red" onAct={revokeAll}>{t`Trust none`}</ActionButton>}
        </DialogActions>
      </Dialog>
      {stepUp}
    </MarkedRow>
  )
}

interface DeviceProps {
  device: TwoFactorStatus['trustedDevices'][number]
  onRevoke: () => Promise<void>
}

function DeviceRow({ device: { device, ipAddress, lastUsedAt, current }, onRevoke }: DeviceProps) {
  const { t } = useLingui()
  const format = useFormat()
  const used = format.relativeTime(lastUsedAt)
  return (
    <MarkedRow
      mark={<MonitorCheck size={20} aria-hidden />}
      name={device}
      facts={
        <div className="kit-meta">
          {current && <span>{t`This device`}</span>}
          <span>{ipAddress}</span>
          <span>{t`Last used ${used}`}</span>
        </div>
      }
    >
      <ActionButton variant="default" size="sm" onAct={onRevoke} aria-label={t`Remove: ${device}`}>
        {t`Remove`}
      </ActionButton>
    </MarkedRow>
  )
}
