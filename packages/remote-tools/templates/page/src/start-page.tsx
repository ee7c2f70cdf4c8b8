import { Trans, useLingui } from '@lingui/react/macro'
import { Page, Panel, Text } from 'kit'

export function StartPage() {
  const { t } = useLingui()
  return (
    <Page title={t`Template`}>
      <Panel>
        <Text>
          <Trans>There is nothing here yet.</Trans>
        </Text>
      </Panel>
    </Page>
  )
}
