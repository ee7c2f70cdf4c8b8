import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Badge,
  Group,
  request,
  refreshSession,
  Text,
  useCooldown,
  useFailure,
  useStepUp,
} from 'kit'
import { emailTexts } from '../account-texts.ts'
import { requestEmailChange, MAIL_PAUSE_S, pauseOf, type PendingEmailChange } from './pending-email-change.ts'

interface Props {
  pending: PendingEmailChange
  onResent: () => void
  onCancelled: () => void
}

/** The new email until its link is opened. The link can be sent again once a minute. */
export function PendingEmail({ pending: { newEmail, linkSentTo }, onResent, onCancelled }: Props) {
  const { t } = useLingui()
  const [seconds, startPause] = useCooldown(pauseOf(linkSentTo))
  const { failure, failed } = useFailure(emailTexts)
  const { freshly, stepUp } = useStepUp()

  const resend = async () => {
    if (failed(await freshly(() => requestEmailChange(newEmail)))) return
    startPause(MAIL_PAUSE_S)
    onResent()
    await refreshSession()
  }
  const cancel = async () => {
    const { error } = await request(() => authClient.POST('/cancel-email-change'))
    if (failed(error)) return
    onCancelled()
    await refreshSession()
  }
  return (
    <li>
      <div>
        {failure}
        <Group gap="xs">
          <Text className="kit-name kit-truncate" title={newEmail}>
            {newEmail}
          </Text>
          <Badge color="yellow">{t`Pending`}</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {linkSentTo === newEmail ? (
            t`Open the link we sent there to switch. Until then, nothing changes.`
          ) : (
            <Trans>
              Open the link we sent to {linkSentTo} in a browser where you’re signed in. We’ll then send one to the new
              email.
            </Trans>
          )}
        </Text>
      </div>
      <Group gap="sm">
        <ActionButton variant="subtle" size="sm" onAct={cancel} aria-label={t`Cancel the change of email`}>
          {t`Cancel`}
        </ActionButton>
        {seconds > 0 ? (
          <Text size="sm" c="dimmed">{t`Send again in ${seconds} s`}</Text>
        ) : (
          <ActionButton variant="default" size="sm" onAct={resend}>{t`Send again`}</ActionButton>
        )}
      </Group>
      {stepUp}
    </li>
  )
}
