import { Trans } from '@lingui/react/macro'
import { emailOf, LinkButton, Stack, Text, useLocation } from 'kit'

/** Invitations are hidden until the user has proved that the email is theirs. */
export function InvitedHint({ email }: { email: string }) {
  const { pathname } = useLocation()
  if (!emailOf({ email })) return null
  return (
    <Stack gap="xs" align="start">
      <Text size="sm">
        <Trans>
          Invited? Verify <strong>{email}</strong> to see invitations.
        </Trans>
      </Text>
      <LinkButton
        to={`/verify-email?prove=true&redirectTo=${encodeURIComponent(pathname)}`}
        variant="default"
        size="sm"
      >
        <Trans>Send email</Trans>
      </LinkButton>
    </Stack>
  )
}
