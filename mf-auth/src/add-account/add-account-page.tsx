import { Trans, useLingui } from '@lingui/react/macro'
import { hasFact, Page, Panel, Text, TextLink, useLocation } from 'kit'
import { SignInForm } from '../sign-in/sign-in-form.tsx'
import { SignUpPage } from '../sign-up/sign-up-page.tsx'

export function AddAccountPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  return (
    <Page
      title={t`Add another account`}
      description={t`You stay signed in to the current one and can switch between them.`}
      width="narrow"
    >
      <Panel>
        <SignInForm />
      </Panel>
      {hasFact('sign-up') && (
        <Text ta="center">
          <Trans>
            No account? <TextLink to={`/add-account/new${search}`}>Sign up</TextLink>
          </Trans>
        </Text>
      )}
    </Page>
  )
}

export function AddNewAccountPage() {
  return <SignUpPage signInPath="/add-account" />
}
