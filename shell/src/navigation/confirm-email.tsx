import { Trans, useLingui } from '@lingui/react/macro'
import Mail from 'lucide-react/icons/mail'
import {
  ActionButton,
  Alert,
  authClient,
  emailOf,
  Group,
  LinkButton,
  Toast,
  request,
  Stack,
  Text,
  useCooldown,
  useFailure,
  type User,
} from 'kit'
import { useState } from 'react'

const MAIL_PAUSE_S = 60
const afterwards = `/email-verified?redirectTo=${encodeURIComponent('/')}`

export function ConfirmEmail({ user: { email } }: { user: User }) {
  const { t } = useLingui()
  const isPlaceholder = emailOf({ email }) === null
  return (
    <section aria-label={t`Verify your email`}>
      <Alert
        color="yellow"
        role="none"
        title={t`Verify your email`}
        icon={<Mail size={16} color="var(--kit-warning-text)" aria-hidden />}
      >
        <Stack gap="sm">
          <Text c="dimmed">
            {isPlaceholder ? (
              <Trans>We don’t know your email yet. Add one, so you can reset your password.</Trans>
            ) : (
              <Trans>
                We sent a link to <strong>{email}</strong>. Open it to see your invitations, and so the people you
                invite see who you are.
              </Trans>
            )}
          </Text>
          <Group gap="xs">
            {!isPlaceholder && <SendAgain email={email} />}
            <LinkButton to="/account/profile" variant="subtle" size="sm">
              {isPlaceholder ? t`Add email` : t`Change email`}
            </LinkButton>
          </Group>
        </Stack>
      </Alert>
    </section>
  )
}

function SendAgain({ email }: { email: string }) {
  const { t } = useLingui()
  const [seconds, startPause] = useCooldown(`verification ${email}`) // as in mf-auth
  const { failed, failure } = useFailure()
  const [sent, setSent] = useState(false)
  const send = async () => {
    const body = { email, callbackURL: location.origin + afterwards, prove: true }
    setSent(false)
    if (failed((await request(() => authClient.POST('/send-verification-email', { body }))).error)) return
    setSent(true)
    startPause(MAIL_PAUSE_S)
  }
  return (
    <>
      {failure}
      <Toast>{sent && t`We sent an email to ${email}.`}</Toast>
      <ActionButton variant="default" size="sm" disabled={seconds > 0} onAct={send}>
        {seconds > 0 ? t`Send again in ${seconds} s` : t`Send again`}
      </ActionButton>
    </>
  )
}
