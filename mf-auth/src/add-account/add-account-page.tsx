import { Trans, useLingui } from '@lingui/react/macro'
import { hasFact, PanelPage, Text, TextLink, useLocation } from 'kit'
import { SignInForm } from '../sign-in/sign-in-form.tsx'
import { SignUpPage } from '../sign-up/sign-up-page.tsx'

export function AddAccountPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  return (
    <PanelPage
      title={t`Add another account`}
      description={t`You stay signed in to the current one and can switch between them.`}
    >
      <SignInForm />
      {hasFact('sign-up') && (
        <Text className="kit-panel-end">
          <Trans>
            No account? <TextLink to={`/add-account/new${search}`}>Sign up</TextLink>
          </Trans>
        </Text>
      )}
    </PanelPage>
  )
}

export function AddNewAccountPage() {
  return <SignUpPage signInPath="/add-account" />
}
