import { useLingui } from '@lingui/react/macro'
import { authClient, Form, request, type Result, Stack, SubmitButton, Text, useForm } from 'kit'
import { useState } from 'react'
import { useEmailedToken } from '../emailed-token.ts'
import { MarkedPage } from '../marked-page.tsx'

export function KeepEmailPage() {
  const { t } = useLingui()
  return (
    <KeepPage
      title={t`Keep your email`}
      question={t`An administrator is changing the email of your account. Stop it if this mailbox is still yours.`}
      action={t`Stop the change`}
      done={t`The change is stopped.`}
      stop={(body) => request(() => authClient.POST('/stop-announced-email-change', { body }))}
    />
  )
}

export function KeepFactorsPage() {
  const { t } = useLingui()
  return (
    <KeepPage
      title={t`Keep your second factors`}
      question={t`An administrator is about to remove your authenticator app, backup codes, trusted devices and passkeys. Stop it if you didn’t ask for it.`}
      action={t`Stop the reset`}
      done={t`The reset is stopped.`}
      stop={(body) => request(() => authClient.POST('/stop-factor-reset', { body }))}
    />
  )
}

interface Props {
  title: string
  question: string
  action: string
  done: string
  stop: (body: { token: string }) => Promise<Result<{ stopped: boolean }>>
}

/** Only the button stops what was announced, because security scanners follow emailed links. */
function KeepPage({ title, question, action, done, stop }: Props) {
  const { t } = useLingui()
  const token = useEmailedToken()
  const [isStopped, setStopped] = useState<boolean>()
  const form = useForm({
    initial: {},
    submit: async () => {
      const { data, error } = await stop({ token: token ?? '' })
      if (error) return error
      setStopped(data.stopped)
      return null
    },
  })
  return (
    <MarkedPage title={title}>
      {isStopped ? (
        <Text>{done}</Text>
      ) : isStopped === false ? (
        <Text>{t`It was already stopped, or has taken effect. Then contact support.`}</Text>
      ) : !token ? (
        <Text>{t`Open the link in our email again.`}</Text>
      ) : (
        <Stack>
          <Text>{question}</Text>
          <Form form={form}>
            <SubmitButton>{action}</SubmitButton>
          </Form>
        </Stack>
      )}
    </MarkedPage>
  )
}
