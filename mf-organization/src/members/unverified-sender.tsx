import { Trans } from '@lingui/react/macro'
import { Text, TextLink, useLocation, useSession } from 'kit'

export function UnverifiedSender() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status !== 'signed-in' || session.user.emailVerified) return null
  return (
    <Text size="sm">
      <Trans>
        Your e-mail address is not confirmed yet. People whom you invite see “unconfirmed address” beside your name.{' '}
        <TextLink to={`/verify-email?redirectTo=${encodeURIComponent(pathname)}`}>Confirm it first</TextLink>
      </Trans>
    </Text>
  )
}
