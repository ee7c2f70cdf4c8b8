import { Trans } from '@lingui/react/macro'
import { ActionButton, type CallError, Stack, Text, useCooldown, useFailure } from 'kit'
import { mailTexts } from './mail-texts.ts'

export const MAIL_PAUSE_S = 60

interface Props {
  /** Identifies the email and its recipient; each has its own cooldown. */
  subject: string
  send: () => Promise<CallError | null>
  /** Nothing was sent yet. */
  isFirst?: boolean
}

/** Sends at most once a minute, even after a reload. */
export function ResendButton({ subject, send, isFirst = false }: Props) {
  const [seconds, startPause] = useCooldown(subject)
  const { failure, failed } = useFailure(mailTexts)
  const resend = async () => {
    if (!failed(await send())) startPause(MAIL_PAUSE_S)
  }
  return (
    <Stack gap="sm">
      {failure}
      {seconds > 0 ? (
        <Text size="sm" c="dimmed" ta="center">
          <Trans>Email sent. You can send it again in {seconds}&nbsp;s.</Trans>
        </Text>
      ) : (
        <ActionButton variant="default" onAct={resend}>
          {isFirst ? <Trans>Send email</Trans> : <Trans>Send again</Trans>}
        </ActionButton>
      )}
    </Stack>
  )
}
