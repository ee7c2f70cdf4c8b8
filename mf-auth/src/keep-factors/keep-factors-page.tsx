import { useLingui } from '@lingui/react/macro'
import { authClient, Form, request, Stack, SubmitButton, Text, useForm } from 'kit'
import { useState } from 'react'
import { useEmailedToken } from '../emailed-token.ts'
import { MarkedPage } from '../marked-page.tsx'

/** Only the button stops the reset, because security scanners follow emailed links. */
export default function KeepFactorsPage() {
  const { t } = useLingui()
  const token = useEmailedToken()
  const [isStopped, setStopped] = useState<boolean>()
  const form = useForm({
    initial: {},
    submit: async () => {
      const body = { token: token ?? '' }
      const { data, error } = await request(() => authClient.POST('/stop-factor-reset', { body }))
      if (error) return error
      setStopped(data.stopped)
      return null
    },
  })
  return (
    <MarkedPage title={t`Keep your second factors`}>
      {isStopped ? (
        <Text>{t`The reset is stopped.`}</Text>
      ) : isStopped === false ? (
        <Text>{t`It was already stopped, or has taken effect. Then contact support.`}</Text>
      ) : !token ? (
        <Text>{t`Open the link in our email again.`}</Text>
      ) : (
        <Stack>
          <Text>
            {t`An administrator is about to remove your authenticator app, backup codes, trusted devices and passkeys. Stop it if you didn’t ask for it.`}
          </Text>
          <Form form={form}>
            <SubmitButton>{t`Stop the reset`}</SubmitButton>
          </Form>
        </Stack>
      )}
    </MarkedPage>
  )
}
