import { Trans, useLingui } from '@lingui/react/macro'
import {
  Button,
  type CallError,
  Failure,
  LinkButton,
  signOut,
  Stack,
  Text,
  useFailure,
  useLocation,
  useRequest,
  type User,
  Waiting,
  withRedirectTarget,
} from 'kit'
import { listBrowserAccounts, OtherAccounts } from './other-accounts.tsx'

/** The way back to this page is kept through signing in and signing up. */
export function SignedOut() {
  const { pathname } = useLocation()
  return (
    <Stack>
      <Text>
        <Trans>
          You have been invited to an organization. Go on with the e-mail address that the invitation was sent to.
        </Trans>
      </Text>
      <LinkButton to={withRedirectTarget('/sign-up', pathname)}>
        <Trans>Sign up</Trans>
      </LinkButton>
      <LinkButton to={withRedirectTarget('/sign-in', pathname)} variant="default">
        <Trans>Sign in</Trans>
      </LinkButton>
    </Stack>
  )
}

export function WrongAccount({ user }: { user: User }) {
  const { email } = user
  const { t } = useLingui()
  const { failure, failed } = useFailure()
  const [accounts] = useRequest('browser accounts', listBrowserAccounts)
  if (!accounts) return <Waiting />
  return (
    <Stack>
      {failure}
      <Text>
        <Trans>
          You are signed in as <strong>{email}</strong>, but this invitation was sent to another address. Change to the
          account with that address to see it.
        </Trans>
      </Text>
      <OtherAccounts accounts={accounts.data?.filter((account) => account.user.id !== user.id) ?? []} />
      <Button variant="default" onClick={() => void signOut().then(failed)}>
        {t`Use another account`}
      </Button>
      <LinkButton to="/" variant="default">
        <Trans>Stay signed in as {email}</Trans>
      </LinkButton>
    </Stack>
  )
}

export function InvalidInvitation() {
  return (
    <Stack>
      <Text>
        <Trans>
          This invitation is not open any more: it was answered, withdrawn or has expired. Ask the person who invited
          you for a new one.
        </Trans>
      </Text>
      <LinkButton to="/" variant="default">
        <Trans>Go to the start page</Trans>
      </LinkButton>
    </Stack>
  )
}

export function UnknownFailure({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <Stack>
      <Failure error={error} />
      <Button variant="default" onClick={onRetry}>{t`Try again`}</Button>
    </Stack>
  )
}
