import { Trans, useLingui } from '@lingui/react/macro'
import { Button, PanelPage, Text } from 'kit'

export function FailedPage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`Something went wrong`}>
      <Text role="alert">
        <Trans>What you saved is safe. Reload the page to continue.</Trans>
      </Text>
      <Button onClick={() => location.reload()}>
        <Trans>Reload the page</Trans>
      </Button>
    </PanelPage>
  )
}
