import { useLingui } from '@lingui/react/macro'
import { authClient, Form, request, Stack, SubmitButton, Text, useForm } from 'kit'
import { useState } from 'react'
import { useEmailedToken } from '../emailed-token.ts'
import { MarkedPage } from '../marked-page.tsx'

/** Only the button stops the change, because security scanners follow emailed links. */
export default function KeepEmailPage() {
  const { t } = useLingui()
  const token = useEmailedToken()
  const [isStopped, setStopped] = useState<boolean>()
  const form = useForm({
    initial: {},
    submit: async () => {
      const body = { token: token ?? '' }
      const { data, error } = await request(() => authClient.POST('/stop-announced-email-change', { body }))
      if (error) return error
      setStopped(data.stopped)
      return null
    },
  })
  return (
    <MarkedPage title={t`Keep your email`}>
      {isStopped ? (
        <Text>{t`The change is stopped.`}</Text>
      ) : isStopped === false ? (
        <Text>{t`It was already stopped, or has taken effect. Then contact support.`}</Text>
      ) : !token ? (
        <Text>{t`Open the link in our email again.`}</Text>
      ) : (
        <Stack>
          <Text>
            {t`An administrator is changing the email of your account. Stop it if this mailbox is still yours.`}
          </Text>
          <Form form={form}>
            <SubmitButton>{t`Stop the change`}</SubmitButton>
          </Form>
        </Stack>
      )}
    </MarkedPage>
  )
}
