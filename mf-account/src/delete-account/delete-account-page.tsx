import { Trans, useLingui } from '@lingui/react/macro'
import { authClient, LoadFailure, Panel, request, Text, TextLink, useRequest, type User, Waiting } from 'kit'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { AccountFrame } from '../account-frame.tsx'
import { listAccounts } from '../list-accounts.ts'
import { DeleteAccountForm } from './delete-account-form.tsx'

export function DeleteAccountPage() {
  const { t } = useLingui()
  return (
    <AccountFrame title={t`Delete account`}>
      {({ user }) => (
        <Panel isDanger>
          <Text>{t`Your profile, ways to sign in, memberships and sent invitations are deleted for good.`}</Text>
          <Deletion key={user.id} user={user} />
        </Panel>
      )}
    </AccountFrame>
  )
}

/** Shows obstacles first, so that nobody enters a password for nothing. */
function Deletion({ user }: { user: User }) {
  const [accounts] = useRequest('accounts', listAccounts)
  const [obstacles, reload] = useRequest('obstacles', () => request(() => authClient.GET('/delete-user/obstacles')))
  if (!accounts || !obstacles) return <Waiting />
  if (obstacles.error) return <LoadFailure error={obstacles.error} onRetry={reload} />
  if (obstacles.data.length > 0) return <OnlyOwner organizations={obstacles.data} />
  const hasPassword = accounts.data?.some(({ provider }) => provider === 'credential') ?? true
  return <DeleteAccountForm user={user} hasPassword={hasPassword} onObstacle={reload} />
}

function OnlyOwner({ organizations }: { organizations: { name: string; slug: string }[] }) {
  return (
    <>
      <Text aria-live="polite">
        <Trans>You’re the only owner of these organizations. Make someone else an owner or delete them first.</Trans>
      </Text>
      <ul className="kit-rows">
        {organizations.map(({ name, slug }) => (
          <li key={slug}>
            <TextLink to={`/organizations/${encodeURIComponent(slug)}`} className="kit-name kit-cover">
              {name}
            </TextLink>
            <ChevronRight size={16} aria-hidden />
          </li>
        ))}
      </ul>
    </>
  )
}
