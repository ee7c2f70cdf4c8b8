import { Trans, useLingui } from '@lingui/react/macro'
import { authClient, Form, LinkButton, request, refreshSession, Stack, SubmitButton, Text, useForm } from 'kit'
import { useState } from 'react'
import { MarkedPage } from '../marked-page.tsx'
import { useEmailedToken } from '../emailed-token.ts'
import { NextStep } from '../next-step.tsx'

/** Only the button changes anything, because security scanners follow emailed links. */
export default function NotMePage() {
  const { t } = useLingui()
  const token = useEmailedToken()
  const [removed, setRemoved] = useState<boolean>()
  const form = useForm({
    initial: {},
    submit: async () => {
      const { data, error } = await request(() => authClient.POST('/disown-account', { body: { token: token ?? '' } }))
      if (error) return error
      await refreshSession()
      setRemoved(data.removed)
      return null
    },
  })
  return (
    <MarkedPage title={t`This wasn’t me`}>
      {removed ? (
        <Text>{t`The account is deleted. Your email is free again.`}</Text>
      ) : removed === false ? (
        <NextStep to="/forgot-password" link={t`Choose a new password`}>
          <Trans>
            Nothing was changed. The link was already used or has expired, or the person using the account has verified
            the email. If you don’t recognize the account, choose a new password, and it is yours alone.
          </Trans>
        </NextStep>
      ) : !token ? (
        // A reload forgets the token, but the emailed link may still work.
        <NextStep to="/forgot-password" variant="default" link={t`Choose a new password`}>
          <Trans>
            Nothing was changed. Open the link in our email again: for your security, this page forgets it when
            reloaded. If the link has expired, choose a new password, and the account is yours alone.
          </Trans>
        </NextStep>
      ) : (
        <Stack>
          <Text>
            <Trans>
              Someone created an account with your email. If it wasn’t you, delete it with everything in it. This can’t
              be undone.
            </Trans>
          </Text>
          <Form form={form}>
            <SubmitButton>{t`Delete account`}</SubmitButton>
          </Form>
          <LinkButton to="/" variant="default">{t`Keep account`}</LinkButton>
        </Stack>
      )}
    </MarkedPage>
  )
}
