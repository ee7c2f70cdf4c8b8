import { Trans, useLingui } from '@lingui/react/macro'
import { brand, hasFact, PanelPage, Text, TextLink, useLocation } from 'kit'
import { HomeMark } from '../home-mark.tsx'
import { RedirectFailure } from '../redirect-failure.tsx'
import { ProviderButtons } from '../social/provider-buttons.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const { name: product } = brand
  return (
    <PanelPage title={t`Sign in`} heading={t`Sign in to ${product}`} mark={<HomeMark />}>
      <RedirectFailure />
      <ProviderButtons />
      <SignInForm />
      {hasFact('sign-up') && (
        <Text className="kit-panel-end" data-when="sign-up">
          <Trans>
            No account? <TextLink to={`/sign-up${search}`}>Sign up</TextLink>
          </Trans>
        </Text>
      )}
    </PanelPage>
  )
}
