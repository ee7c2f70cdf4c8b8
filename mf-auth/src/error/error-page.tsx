import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton, Page, Panel, Stack, Text, useErrorText, useSearchParams } from 'kit'

/** Where calls that left the page end when they failed and named no page of their own: `?error=` says why. */
export function ErrorPage() {
  const { t } = useLingui()
  const errorText = useErrorText()
  const [search] = useSearchParams()
  return (
    <Page title={t`This did not work`} width="narrow">
      <Panel>
        <Stack>
          <Text>{errorText({ code: search.get('error') ?? 'unknown' })}</Text>
          <LinkButton to="/">
            <Trans>Go to the start page</Trans>
          </LinkButton>
        </Stack>
      </Panel>
    </Page>
  )
}
