import { useLingui } from '@lingui/react/macro'
import { Panel } from 'kit'
import { AccountPage } from '../account-page.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { PasswordForm } from './password-form.tsx'

export function SecurityPage() {
  const { t } = useLingui()
  return (
    <AccountPage title={t`Security`}>
      {({ user }) => (
        <>
          <Panel title={t`Password`}>
            <PasswordForm user={user} />
          </Panel>
          <Panel title={t`Ways to sign in`}>
            <LinkedAccounts user={user} />
          </Panel>
        </>
      )}
    </AccountPage>
  )
}
