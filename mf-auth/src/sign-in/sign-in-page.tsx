import { Trans, useLingui } from '@lingui/react/macro'
import { brand, hasFact, Text, TextLink, useLocation } from 'kit'
import { MarkedPage } from '../marked-page.tsx'
import { RedirectFailure } from '../redirect-failure.tsx'
import { ProviderButtons } from '../social/provider-buttons.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { SignInForm } from './sign-in-form.tsx'

export function SignInPage() {
  const { t } = useLingui()
  const { name: product } = brand
  return (
    <MarkedPage title={t`Sign in`} heading={t`Sign in to ${product}`}>
      <WaysToSignIn signUpPath="/sign-up" />
    </MarkedPage>
  )
}

export function WaysToSignIn({ signUpPath }: { signUpPath: string }) {
  const { search } = useLocation()
  return (
    <>
      <RedirectFailure />
      <ProviderButtons />
      {hasFact('passwords') && (
        <div className="kit-contents" data-when="passwords">
          <SignInForm />
        </div>
      )}
      <PasskeyButton />
      {hasFact('sign-up') && (
        <Text className="kit-panel-end" data-when="sign-up">
          <Trans>
            No account? <TextLink to={`${signUpPath}${search}`}>Sign up</TextLink>
          </Trans>
        </Text>
      )}
    </>
  )
}
