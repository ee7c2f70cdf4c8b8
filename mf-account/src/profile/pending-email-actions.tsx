import { Trans } from '@lingui/react/macro'
import { ActionButton, authClient, Group, request, refreshSession, Text, useCooldown, useFailure, useStepUp } from 'kit'
import { emailTexts } from '../account-texts.ts'
import { requestEmailChange, MAIL_PAUSE_S, pauseOf, type PendingEmailChange } from './pending-email-change.ts'

interface Props {
  pending: PendingEmailChange
  onResent: () => Promise<void>
  onCancelled: () => Promise<void>
}

/** Sends the link again, at most once a minute, or cancels the change. */
export function PendingEmailActions({ pending: { newEmail, linkSentTo }, onResent, onCancelled }: Props) {
  const [seconds, startPause] = useCooldown(pauseOf(linkSentTo))
  const { failure, failed } = useFailure(emailTexts)
  const { freshly, stepUp } = useStepUp()

  const resend = async () => {
    if (failed(await freshly(() => requestEmailChange(newEmail)))) return
    startPause(MAIL_PAUSE_S)
    await onResent()
    await refreshSession()
  }
  const cancel = async () => {
    const { error } = await request(() => authClient.POST('/cancel-email-change'))
    if (failed(error)) return
    await onCancelled()
    await refreshSession()
  }
  return (
    <>
      {failure}
      <Group>
        {seconds > 0 ? (
          <Text size="sm" c="dimmed">
            <Trans>Email sent. You can send it again in {seconds} s.</Trans>
          </Text>
        ) : (
          <ActionButton variant="default" size="sm" onAct={resend}>
            <Trans>Send again</Trans>
          </ActionButton>
        )}
        <ActionButton variant="subtle" size="sm" onAct={cancel}>
          <Trans>Cancel</Trans>
        </ActionButton>
      </Group>
      {stepUp}
    </>
  )
}
