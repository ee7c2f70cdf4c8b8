import { useLingui } from '@lingui/react/macro'
import { ActionButton, authClient, request, Text, useCooldown, useFailure } from 'kit'
import { type ReactNode, useState } from 'react'
import { accountTexts } from '../account-texts.ts'
import { MarkedRow } from '../marked-row.tsx'

const MAIL_PAUSE_S = 60

/** Only the owner of the mailbox can set a password, so a stolen session is not enough. */
export function SendPasswordLink({ mark, email }: { mark: ReactNode; email: string }) {
  const { t } = useLingui()
  const [seconds, startPause] = useCooldown(`password link to ${email}`)
  const [isSent, setSent] = useState(seconds > 0)
  const { failure, failed } = useFailure(accountTexts)
  const send = async () => {
    const body = { email, redirectTo: `${location.origin}/reset-password` }
    const { error } = await request(() => authClient.POST('/request-password-reset', { body }))
    if (failed(error)) return
    setSent(true)
    startPause(MAIL_PAUSE_S)
  }
  return (
    <MarkedRow
      mark={mark}
      name={t`Password`}
      facts={
        <span aria-live="polite">
          {failure}
          {isSent
            ? t`Open the link we sent to ${email} in this browser to set a password.`
            : t`Not set. We’ll send a link to ${email} to set one.`}
        </span>
      }
    >
      {seconds > 0 ? (
        <Text size="sm" c="dimmed">{t`Send again in ${seconds} s`}</Text>
      ) : (
        <ActionButton variant="default" size="sm" onAct={send}>
          {isSent ? t`Send again` : t`Send me a link`}
        </ActionButton>
      )}
    </MarkedRow>
  )
}
