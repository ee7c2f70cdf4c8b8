import { useLingui } from '@lingui/react/macro'
import { type AccountPlaceProps, Panel, useRequest, Waiting } from 'kit'
import { listAccounts } from '../list-accounts.ts'
import { LinkedAccounts } from './linked-accounts.tsx'
import { NoPassword } from './no-password.tsx'
import { PasswordForm } from './password-form.tsx'

export function SecuritySection({ user }: AccountPlaceProps) {
  const { t } = useLingui()
  const [accounts, reload] = useRequest('accounts', listAccounts)
  if (!accounts) {
    return (
      <Panel>
        <Waiting lines={4} />
      </Panel>
    )
  }
  const hasPassword = accounts.data?.some(({ provider }) => provider === 'credential') ?? true
  return (
    <>
      <Panel id="password" title={t`Password`} titlePlace="beside">
        {hasPassword ? <PasswordForm user={user} /> : <NoPassword />}
      </Panel>
      <Panel title={t`Ways to sign in`} titlePlace="beside">
        <LinkedAccounts user={user} accounts={accounts} onChanged={reload} />
      </Panel>
    </>
  )
}
