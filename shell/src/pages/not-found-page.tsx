import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton, Page, Panel, Text } from 'kit'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <Page title={t`There is no page at this address`} width="narrow">
      <Panel>
        <Text>
          <Trans>The link may be old or mistyped.</Trans>
        </Text>
        <LinkButton to="/">
          <Trans>Go to the start page</Trans>
        </LinkButton>
      </Panel>
    </Page>
  )
}
