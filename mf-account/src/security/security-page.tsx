import { useLingui } from '@lingui/react/macro'
import { Panel, useRequest } from 'kit'
import { AccountPage } from '../account-page.tsx'
import { LinkedAccounts } from './linked-accounts.tsx'
import { listAccounts } from '../list-accounts.ts'
import { NoPassword } from './no-password.tsx'
import { PasswordForm } from './password-form.tsx'

export function SecurityPage() {
  const { t } = useLingui()
  const [accounts, reload] = useRequest('accounts', listAccounts)
  const hasNoPassword = accounts?.data?.every(({ provider }) => provider !== 'credential')
  return (
    <AccountPage title={t`Security`}>
      {({ user }) => (
        <>
          <Panel title={t`Password`}>{hasNoPassword ? <NoPassword /> : <PasswordForm user={user} />}</Panel>
          <Panel title={t`Ways to sign in`}>
            <LinkedAccounts user={user} accounts={accounts} onChanged={reload} />
          </Panel>
        </>
      )}
    </AccountPage>
  )
}
