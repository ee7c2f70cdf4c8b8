import { useLingui } from '@lingui/react/macro'
import { PanelPage } from 'kit'
import { WaysToSignIn } from '../sign-in/sign-in-page.tsx'

export default function AddAccountPage() {
  const { t } = useLingui()
  return (
    <PanelPage
      title={t`Add another account`}
      description={t`You stay signed in to the current one and can switch between them.`}
    >
      <WaysToSignIn signUpPath="/add-account/new" />
    </PanelPage>
  )
}
