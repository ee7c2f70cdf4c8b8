import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, emailOf, Group, LinkButton, Stack, Text, type User } from 'kit'

export function ConfirmEmail({ user: { email } }: { user: User }) {
  const { t } = useLingui()
  const isPlaceholder = emailOf({ email }) === null
  return (
    <section aria-label={t`Verify your email`}>
      <Alert color="yellow" role="none" title={t`Verify your email`}>
        <Stack gap="sm">
          <Text>
            {isPlaceholder ? (
              <Trans>We don’t know your email yet. Add one, so you can reset your password.</Trans>
            ) : (
              <Trans>
                Verify <strong>{email}</strong> to see invitations, and so the people you invite see who you are.
              </Trans>
            )}
          </Text>
          <Group gap="xs">
            {!isPlaceholder && (
              <LinkButton to="/verify-email?redirectTo=%2F" variant="default" size="sm">{t`Send email`}</LinkButton>
            )}
            <LinkButton to="/account/profile" variant="subtle" size="sm">
              {isPlaceholder ? t`Add email` : t`Change email`}
            </LinkButton>
          </Group>
        </Stack>
      </Alert>
    </section>
  )
}
