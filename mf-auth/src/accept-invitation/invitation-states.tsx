import { Trans, useLingui } from '@lingui/react/macro'
import { Button, hasFact, LinkButton, Text, useLocation, withRedirectTarget } from 'kit'
import { NextStep } from '../next-step.tsx'
import { InvitationPage } from './invitation-page.tsx'
import { type Invitation, InvitationSummary } from './invitation-summary.tsx'

/** Offers both sign-in and sign-up, whether there is an account or not. Both lead back here. */
export function SignedOut({ invitation }: { invitation: Invitation | undefined }) {
  const { pathname } = useLocation()
  const email = invitation?.email
  const isOpen = hasFact('sign-up')
  return (
    <InvitationPage organizationName={invitation?.organizationName}>
      {invitation ? (
        <>
          <InvitationSummary invitation={invitation} />
          <Text>
            {isOpen ? (
              <Trans>
                This invitation is for <strong>{email}</strong>. Sign up or sign in with it to answer.
              </Trans>
            ) : (
              <Trans>
                This invitation is for <strong>{email}</strong>. Sign in with it to answer. Sign-up is closed right now.
              </Trans>
            )}
          </Text>
        </>
      ) : (
        <Text>
          <Trans>
            You’ve been invited to an organization. Continue with the email the invitation was sent to. Its link also
            shows who invited you.
          </Trans>
        </Text>
      )}
      {isOpen && (
        <LinkButton to={withRedirectTarget('/sign-up', pathname)}>
          <Trans>Sign up</Trans>
        </LinkButton>
      )}
      <LinkButton to={withRedirectTarget('/sign-in', pathname)} variant={isOpen ? 'default' : 'filled'}>
        <Trans>Sign in</Trans>
      </LinkButton>
    </InvitationPage>
  )
}

/** Does not reveal whether the token is wrong or the invitation does not exist. */
export function InvalidLink() {
  const { pathname } = useLocation()
  return (
    <InvitationPage>
      <NextStep to={withRedirectTarget('/sign-in', pathname)} link={<Trans>Sign in</Trans>}>
        <Trans>
          This link doesn’t work: it is incomplete, or the invitation is gone. Open it again from the email. If that
          doesn’t help, sign in with the email the invitation was sent to.
        </Trans>
      </NextStep>
    </InvitationPage>
  )
}

export function FullOrganization({ name, onRetry }: { name: string; onRetry: () => void }) {
  const { t } = useLingui()
  return (
    <InvitationPage>
      <Text>
        <Trans>
          <strong>{name}</strong> is full. Ask the person who invited you to make room, then try again.
        </Trans>
      </Text>
      <Button variant="default" onClick={onRetry}>{t`Try again`}</Button>
    </InvitationPage>
  )
}

/** Without the token, does not reveal the state of the invitation. */
export function InvalidInvitation() {
  return (
    <InvitationPage>
      <Text>
        <Trans>
          This invitation is no longer valid: it was answered, canceled or has expired. Ask the person who invited you
          for a new one.
        </Trans>
      </Text>
      <ToStart />
    </InvitationPage>
  )
}

export function ToStart() {
  return (
    <LinkButton to="/" variant="default">
      <Trans>Home</Trans>
    </LinkButton>
  )
}
