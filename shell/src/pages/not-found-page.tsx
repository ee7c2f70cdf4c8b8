import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton, PanelPage, Text } from 'kit'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`There is no page at this address`}>
      <Text>
        <Trans>The link may be old or mistyped.</Trans>
      </Text>
      <LinkButton to="/">
        <Trans>Go to the start page</Trans>
      </LinkButton>
    </PanelPage>
  )
}
