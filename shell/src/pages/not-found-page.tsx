import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton, PanelPage, Text } from 'kit'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`Page not found`}>
      <Text>
        <Trans>The link may be old or mistyped.</Trans>
      </Text>
      <LinkButton to="/">
        <Trans>Home</Trans>
      </LinkButton>
    </PanelPage>
  )
}
