import { Trans, useLingui } from '@lingui/react/macro'
import { Button, PanelPage, Text } from 'kit'

export function FailedPage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`This page could not be shown`}>
      <Text role="alert">
        <Trans>Something went wrong here. Nothing that you saved is lost.</Trans>
      </Text>
      <Button onClick={() => location.reload()}>
        <Trans>Reload the page</Trans>
      </Button>
    </PanelPage>
  )
}
