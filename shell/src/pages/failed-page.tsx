import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from 'kit'
import { Outage, retryIcon } from 'kit/shell'

export function FailedPage() {
  const { t } = useLingui()
  const reload = <Button leftSection={retryIcon} onClick={() => location.reload()}>{t`Reload the page`}</Button>
  return (
    <Outage isPage title={t`Something went wrong`} retry={reload}>
      <Trans>What you saved is safe. Reload the page to continue.</Trans>
    </Outage>
  )
}
