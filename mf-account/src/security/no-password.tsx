import { Trans } from '@lingui/react/macro'
import { LinkButton, Stack, Text } from 'kit'

export function NoPassword() {
  return (
    <Stack align="start">
      <Text>
        <Trans>Your account has no password. You can set one through a link that we send you.</Trans>
      </Text>
      <LinkButton to="/forgot-password" variant="default">
        <Trans>Set a password</Trans>
      </LinkButton>
    </Stack>
  )
}
