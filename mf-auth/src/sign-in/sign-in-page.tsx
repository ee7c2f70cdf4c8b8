import { Trans, useLingui } from '@lingui/react/macro'
import { Page, Panel, Text, TextLink, useLocation } from 'kit'
import { RedirectFailure } from '../redirect-failure.tsx'
import { LazyProviderButtons } from '../social/lazy-provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  return (
    <Page title={t`Sign in`} width="narrow">
      <RedirectFailure />
      <Panel>
        <SignInForm />
      </Panel>
      <Text ta="center">
        <Trans>
          No account yet? <TextLink to={`/sign-up${search}`}>Sign up</TextLink>
        </Trans>
      </Text>
      <LazyProviderButtons />
    </Page>
  )
}
