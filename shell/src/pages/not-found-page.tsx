import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton, PanelPage } from 'kit'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`Page not found`} description={t`The link may be old or mistyped.`}>
      <LinkButton to="/">
        <Trans>Home</Trans>
      </LinkButton>
    </PanelPage>
  )
}
