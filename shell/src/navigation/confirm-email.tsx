import { Trans, useLingui } from '@lingui/react/macro'
import { Group, LinkButton, Panel, Text, type User } from 'kit'

/** If the sign-in provider shares no email, the account has a placeholder that receives nothing. */
export function ConfirmEmail({ user: { email } }: { user: User }) {
  const { t } = useLingui()
  const isPlaceholder = email.endsWith('.noreply.invalid')
  return (
    <section aria-label={t`Confirm your email`}>
      <Panel title={t`Confirm your email`}>
        <Text>
          {isPlaceholder ? (
            <Trans>We do not know your address yet. Give one, so that you can reset your password.</Trans>
          ) : (
            <Trans>
              Open the link in our mail to <strong>{email}</strong>. Until then you do not see invitations, and people
              whom you invite see that your address is not confirmed.
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
