import { Trans } from '@lingui/react/macro'
import { emailOf, LinkButton, Text, useLocation, useRequest, type User, withRedirectTarget } from 'kit'
import { InvitationPage, InvitationWaiting } from './invitation-page.tsx'
import { listBrowserAccounts, OtherAccounts } from './other-accounts.tsx'

/** Leads to the invited account; the current one stays signed in. `invited` is its email. */
export function WrongAccount({ user, invited }: { user: User; invited?: string }) {
  const email = emailOf(user) ?? user.name
  const { pathname } = useLocation()
  const [accounts] = useRequest('browser accounts', listBrowserAccounts)
  if (!accounts) return <InvitationWaiting />
  const others = accounts.data?.filter((account) => account.user.id !== user.id) ?? []
  const fitting = invited ? others.filter((account) => account.user.email === invited.toLowerCase()) : others
  return (
    <InvitationPage>
      <Text>
        {invited ? (
          <Trans>
            This invitation was sent to <strong>{invited}</strong>, but you’re signed in as <strong>{email}</strong>.
          </Trans>
        ) : (
          <Trans>
            You’re signed in as <strong>{email}</strong>, but this invitation was sent to another email. Switch to the
            account with that email to see it.
          </Trans>
        )}
      </Text>
      <OtherAccounts accounts={fitting} />
      {(!invited || fitting.length === 0) && (
        <LinkButton to={withRedirectTarget('/add-account', pathname)} variant={invited ? 'filled' : 'default'}>
          {invited ? <Trans>Continue as {invited}</Trans> : <Trans>Use another account</Trans>}
        </LinkButton>
      )}
      <LinkButton to="/" variant="default">
        <Trans>Stay signed in as {email}</Trans>
      </LinkButton>
    </InvitationPage>
  )
}
