import { Trans, useLingui } from '@lingui/react/macro'
import { authClient, Form, LinkButton, request, Stack, SubmitButton, Text, useForm } from 'kit'
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
        <Text>{t`The change is stopped. Your account keeps its email.`}</Text>
      ) : isStopped === false ? (
        <Text>{t`Nothing was stopped: the change was already stopped, or it has taken effect. In that case, contact support.`}</Text>
      ) : !token ? (
        <Text>{t`Nothing was stopped. Open the link in our email again: for your security, this page forgets it when reloaded.`}</Text>
      ) : (
        <Stack>
          <Text>
            <Trans>
              An administrator is giving your account another email. If you still read this mailbox, or didn’t ask for
              the change, stop it.
            </Trans>
          </Text>
          <Form form={form}>
            <SubmitButton>{t`Stop the change`}</SubmitButton>
          </Form>
          <LinkButton to="/" variant="default">{t`Let it happen`}</LinkButton>
        </Stack>
      )}
    </MarkedPage>
  )
}
