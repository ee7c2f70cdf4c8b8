import { Trans } from '@lingui/react/macro'
import { Alert, TextLink, useLocation, useSession } from 'kit'

export function UnverifiedSender() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status !== 'signed-in' || session.user.emailVerified) return null
  return (
    <Alert color="yellow" role="none">
      <Trans>
        Your email isn’t verified, so people see “unverified email” beside your name.{' '}
        <TextLink inherit to={`/verify-email?redirectTo=${encodeURIComponent(pathname)}`}>
          Verify it first
        </TextLink>
      </Trans>
    </Alert>
  )
}
