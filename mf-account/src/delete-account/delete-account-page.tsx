import { Trans, useLingui } from '@lingui/react/macro'
import { Panel, Stack, Text, TextLink, useRequest, type User, Waiting } from 'kit'
import { AccountPage } from '../account-page.tsx'
import { listAccounts } from '../list-accounts.ts'
import { DeleteAccountForm } from './delete-account-form.tsx'

export function DeleteAccountPage() {
  const { t } = useLingui()
  return (
    <AccountPage title={t`Delete the account`}>
      {({ user }) => (
        <Panel>
          <Stack>
            <Text>
              <Trans>
                Your profile, your ways to sign in, your memberships and the invitations you sent are deleted for good.
                An organization of which you are the only owner needs another owner first, or has to be deleted:{' '}
                <TextLink to="/organizations">see your organizations</TextLink>.
              </Trans>
            </Text>
            <LoadedForm key={user.id} user={user} />
          </Stack>
        </Panel>
      )}
    </AccountPage>
  )
}

function LoadedForm({ user }: { user: User }) {
  const [accounts] = useRequest('accounts', listAccounts)
  if (!accounts) return <Waiting />
  const hasPassword = accounts.data?.some(({ provider }) => provider === 'credential') ?? true
  return <DeleteAccountForm user={user} hasPassword={hasPassword} />
}
