import { Trans, useLingui } from '@lingui/react/macro'
import { Button, PanelPage, Text } from 'kit'

/** The last resort: an error of the shell's own code. Those of remotes end at their panel. */
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
