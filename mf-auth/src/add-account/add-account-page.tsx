import { useLingui } from '@lingui/react/macro'
import { Page, Panel } from 'kit'
import { SignInForm } from '../sign-in/sign-in-form.tsx'

/** Signs in a second account in the same browser; the first one stays signed in beside it. */
export function AddAccountPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Add another account`}
      description={t`You stay signed in to the present one and can change between them.`}
      width="narrow"
    >
      <Panel>
        <SignInForm />
      </Panel>
    </Page>
  )
}
