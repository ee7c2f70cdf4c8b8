import { Trans, useLingui } from '@lingui/react/macro'
import { Group, LinkButton, Panel, Text, type User } from 'kit'

/** If the sign-in provider shares no email, the account has a placeholder that receives nothing. */
export function ConfirmEmail({ user: { email } }: { user: User }) {
  const { t } = useLingui()
  const isPlaceholder = email.endsWith('.noreply.invalid')
  return (
    <section aria-label={t`Verify your email`}>
      <Panel title={t`Verify your email`}>
        <Text>
          {isPlaceholder ? (
            <Trans>We don’t have your email yet. Add one so that you can reset your password.</Trans>
          ) : (
            <Trans>
              Open the link in our email to <strong>{email}</strong>. Until then you don’t see invitations, and people
              you invite see that your email is not verified.
            </Trans>
          )}
        </Text>
        <Group>
          {!isPlaceholder && <LinkButton to="/verify-email?redirectTo=%2F">{t`Send again`}</LinkButton>}
          <LinkButton to="/account/profile" variant="default">{t`Change`}</LinkButton>
        </Group>
      </Panel>
    </section>
  )
}
