import { Trans } from '@lingui/react/macro'
import { ActionButton, authClient, request, Stack, Text, useCooldown, useFailure } from 'kit'
import { accountTexts } from '../account-texts.ts'

export const callbackURL = '/goodbye'
export const MAIL_PAUSE_S = 60
export const pauseOf = (email: string) => `account deletion email to ${email}`

/** The focused button was removed. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** If this needs a recent sign-in, the form is shown again. */
export function ResendLink({ email, onRefused }: { email: string; onRefused: () => void }) {
  const [seconds, startPause] = useCooldown(pauseOf(email))
  const { failure, failed } = useFailure(accountTexts)
  const resend = async () => {
    const { error } = await request(() => authClient.POST('/delete-user', { body: { callbackURL } }))
    if (error?.code === 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION') onRefused()
    else if (!failed(error)) startPause(MAIL_PAUSE_S)
  }
  return (
    <Stack ref={takeFocus} tabIndex={-1} gap="sm" align="start">
      {failure}
      {seconds > 0 ? (
        <Text size="sm" c="dimmed">
          <Trans>Email sent. You can send it again in {seconds}&nbsp;s.</Trans>
        </Text>
      ) : (
        <ActionButton variant="default" onAct={resend}>
          <Trans>Send again</Trans>
        </ActionButton>
      )}
    </Stack>
  )
}
