import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Badge,
  Group,
  LinkButton,
  Person,
  request,
  type Session,
  sessionChanged,
  Stack,
  useFailure,
  type User,
} from 'kit'
import { accountTexts } from '../account-texts.ts'

interface Props {
  user: User
  /** All accounts of this browser, also that of `user`. */
  active: { session: Session; user: User }[]
  onChanged: () => void
}

/** All accounts that are signed in in this browser; one of them is active in all its tabs. */
export function BrowserAccounts({ user, active, onChanged }: Props) {
  const { t } = useLingui()
  const { failure, failed } = useFailure(accountTexts)
  const others = active.filter((account) => account.user.id !== user.id)

  const change = async ({ token }: Session) => {
    const { error } = await request(() =>
      authClient.POST('/multi-session/set-active', { body: { sessionToken: token } }),
    )
    if (failed(error)) onChanged()
    else await sessionChanged()
  }
  const leave = async ({ token }: Session) => {
    const { error } = await request(() => authClient.POST('/multi-session/revoke', { body: { sessionToken: token } }))
    failed(error)
    onChanged()
  }
  return (
    <Stack align="start">
      {failure}
      <ul className="kit-rows" aria-label={t`Accounts in this browser`}>
        <li>
          <Person user={user} />
          <Badge variant="light" tt="none">
            <Trans>Active</Trans>
          </Badge>
        </li>
        {others.map(({ session, user: { name, email, image } }) => (
          <li key={session.id}>
            <Person user={{ name, email, image }} />
            <Group gap="xs">
              <ActionButton
                size="sm"
                variant="default"
                onAct={() => change(session)}
                aria-label={t`Switch to ${email}`}
              >
                <Trans>Switch</Trans>
              </ActionButton>
              <ActionButton size="sm" variant="default" onAct={() => leave(session)} aria-label={t`Sign out ${email}`}>
                <Trans>Sign out</Trans>
              </ActionButton>
            </Group>
          </li>
        ))}
      </ul>
      <LinkButton to="/add-account" variant="default">
        <Trans>Add another account</Trans>
      </LinkButton>
    </Stack>
  )
}
