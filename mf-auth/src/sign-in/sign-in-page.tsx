import { Trans, useLingui } from '@lingui/react/macro'
import { brand, PanelPage, Text, TextLink, useLocation } from 'kit'
import { HomeMark } from '../home-mark.tsx'
import { RedirectFailure } from '../redirect-failure.tsx'
import { LazyProviderButtons } from '../social/lazy-provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const { name: product } = brand
  return (
    <PanelPage title={t`Sign in`} heading={t`Sign in to ${product}`} mark={<HomeMark />}>
      <RedirectFailure />
      <SignInForm />
      <Text ta="center">
        <Trans>
          No account? <TextLink to={`/sign-up${search}`}>Sign up</TextLink>
        </Trans>
      </Text>
      <LazyProviderButtons />
    </PanelPage>
  )
}
